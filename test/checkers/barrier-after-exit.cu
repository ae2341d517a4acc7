// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-barrier-after-exit --checks=oxide-barrier-divergence

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)

// The threads behind the end of the data return.
KERNEL tail(const float *in, float *out, int n) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ float s[Block];
  int i = blockIdx.x * Block + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  // expected-remark@-1 {{some threads of the block have returned before this barrier}}
  // expected-note@-2 {{thread (0,0,0) of block (3,0,0) waits here, thread (58,0,0) has returned}}
  out[i] = s[threadIdx.x];
}

KERNEL tail_good(const float *in, float *out, int n) {
  __shared__ float s[Block];
  int i = blockIdx.x * Block + threadIdx.x;
  bool inside = i < n;
  s[threadIdx.x] = inside ? in[i] : 0;
  __syncthreads();
  if (inside)
    out[i] = s[threadIdx.x];
}

// A part of the block.
KERNEL some(float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x >= 48)
    return;
  __syncthreads();
  // expected-remark@-1 {{some threads of the block have returned before this barrier}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (48,0,0) has returned}}
  out[blockIdx.x * Block + threadIdx.x] = 1;
}

KERNEL some_good(float *out) {
  if (blockIdx.x >= 48)
    return;
  __syncthreads();
  out[blockIdx.x * Block + threadIdx.x] = 1;
}

KERNEL loop_good(float *out, int n) {
  for (int i = 0; i < 4; ++i) {
    if (i == n)
      return;
    __syncthreads();
  }
  out[blockIdx.x * Block + threadIdx.x] = 1;
}

// Behind the last barrier everybody may go.
KERNEL late_good(float *out) {
  __syncthreads();
  if (threadIdx.x >= 48)
    return;
  out[blockIdx.x * Block + threadIdx.x] = 1;
}

// The helper returns, the thread does not.
__device__ void first(float *out) {
  if (threadIdx.x != 0)
    return;
  out[blockIdx.x] = 1;
}
KERNEL helper_good(float *out) {
  first(out);
  __syncthreads();
}

// Not an exit: the threads are still there and do not come.
KERNEL branch(float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x < 48)
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}} [oxide-barrier-divergence]
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (48,0,0) does not come}}
  out[blockIdx.x * Block + threadIdx.x] = 1;
}

template <int N> KERNEL generic(float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x == N)
    return;
  __syncthreads();
  // expected-remark@-1 {{some threads of the block have returned before this barrier}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (3,0,0) has returned}}
  out[blockIdx.x * Block + threadIdx.x] = 1;
}
template __global__ void generic<3>(float *);
template __global__ void generic<Block>(float *);

void launch(const float *in, float *out) {
  tail<<<4, Block>>>(in, out, 250);
  tail_good<<<4, Block>>>(in, out, 250);
  some<<<4, Block>>>(out);
  some_good<<<4, Block>>>(out);
  loop_good<<<4, Block>>>(out, 2);
  late_good<<<4, Block>>>(out);
  helper_good<<<4, Block>>>(out);
  branch<<<4, Block>>>(out);
  generic<3><<<4, Block>>>(out);
  generic<Block><<<4, Block>>>(out);
}
