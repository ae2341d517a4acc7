// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-barrier-divergence

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)
#define OUT out[blockIdx.x * Block + threadIdx.x]

KERNEL half(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (32,0,0) does not come}}
    OUT = s[Block - 1 - threadIdx.x];
  }
}

KERNEL half_good(int *out) {
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  if (blockIdx.x < 32) {
    __syncthreads();
    OUT = s[Block - 1 - threadIdx.x];
  }
}

// Two barriers are not one.
KERNEL branches(int *out) {
// expected-note@-1 2 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x % 2) {
    OUT = 1;
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (1,0,0) of block (0,0,0) waits here, thread (0,0,0) does not come}}
  } else {
    OUT = 2;
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (1,0,0) does not come}}
  }
}

KERNEL branches_good(int *out, int n) {
  if (n % 2) {
    OUT = 1;
    __syncthreads();
  } else {
    OUT = 2;
    __syncthreads();
  }
}

// Loops that threads leave after their own number of rounds.
KERNEL trips(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int t = threadIdx.x;
  for (int i = 0; i < t; ++i)
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (1,0,0) of block (0,0,0) waits here, thread (0,0,0) does not come}}
  OUT = 0;
}

KERNEL trips_good(int *out) {
  int t = blockIdx.x;
  for (int i = 0; i < t; ++i)
    __syncthreads();
  OUT = 0;
}

KERNEL strided(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  for (int i = threadIdx.x; i < 100; i += Block)
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (36,0,0) does not come}}
  OUT = 0;
}

KERNEL strided_good(int *out) {
  for (int i = threadIdx.x; i < 128; i += Block)
    __syncthreads();
  OUT = 0;
}

KERNEL leaves(int *out, int n) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int i = 0, warp = threadIdx.x / 32;
  while (true) {
    if (i == warp)
      break;
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (32,0,0) of block (0,0,0) waits here, thread (0,0,0) does not come}}
    ++i;
  }
  OUT = i;
}

KERNEL leaves_good(int *out, int n) {
  int i = 0;
  while (true) {
    if (i == n)
      break;
    __syncthreads();
    ++i;
  }
  OUT = i;
}

// What a loop counts is known to the threads that leave it together only.
KERNEL count(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int i = 0, t = threadIdx.x;
  while (i < t)
    ++i;
  if (i > 7)
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (8,0,0) of block (0,0,0) waits here, thread (0,0,0) does not come}}
  OUT = i;
}

KERNEL count_good(int *out) {
  int i = 0, t = blockIdx.x;
  while (i < t)
    ++i;
  if (i > 1)
    __syncthreads();
  OUT = i;
}

// Short circuits, ternaries, switches, and a condition that is carried along.
KERNEL conditions(int *out, bool all) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  bool here = threadIdx.x != 5 || blockIdx.x == 9;
  switch (here ? 1 : 2) {
  case 1:
    __syncthreads();
    // expected-warning@-1 {{not all threads of the block come to this barrier}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (5,0,0) does not come}}
    break;
  default:
    break;
  }
  OUT = all;
}

KERNEL conditions_good(int *out, bool all) {
  bool here = threadIdx.x < 99 && blockIdx.x == 1;
  switch (here ? 1 : 2) {
  case 1:
    __syncthreads();
    break;
  default:
    break;
  }
  OUT = all;
}

// A value in shared memory is the same for all behind a barrier.
KERNEL agreed_good(int *out, const int *in) {
  __shared__ int more;
  for (int i = 0; i < 10; ++i) {
    if (threadIdx.x == 0)
      more = in[i];
    __syncthreads();
    if (!more)
      break;
    __syncthreads();
  }
  OUT = 0;
}

KERNEL voted_good(int *out, const int *in) {
  int i = 0;
  while (__syncthreads_or(in[i + threadIdx.x]))
    ++i;
  OUT = i;
}

// __syncwarp waits for the lanes of its mask.
KERNEL lanes(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x % 2)
    __syncwarp();
    // expected-warning@-1 {{not all lanes of the warp come to this __syncwarp()}}
    // expected-note@-2 {{thread (1,0,0) of block (0,0,0) waits here, thread (0,0,0) does not come}}
  OUT = 0;
}

KERNEL lanes_good(int *out) {
  if (threadIdx.x / 32)
    __syncwarp();
  OUT = 0;
}

// Through helpers and templates.
__device__ void wait() { __syncthreads(); }
// expected-warning@-1 {{not all threads of the block come to this barrier}}
// expected-note@-2 {{thread (4,0,0) of block (0,0,0) waits here, thread (0,0,0) does not come}}
template <bool All> __device__ void wait_some() {
  if (All || threadIdx.x > 3)
    wait();
    // expected-note@-1 {{called from here}}
}
KERNEL helper(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  wait_some<false>();
  // expected-note@-1 {{called from here}}
  OUT = 0;
}

KERNEL helper_good(int *out) {
  wait_some<true>();
  OUT = 0;
}

KERNEL lambda(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  auto last = [](unsigned i) {
    if (i == Block - 1)
      __syncthreads();
      // expected-warning@-1 {{not all threads of the block come to this barrier}}
      // expected-note@-2 {{thread (63,0,0) of block (0,0,0) waits here, thread (0,0,0) does not come}}
  };
  last(threadIdx.x);
  // expected-note@-1 {{called from here}}
  OUT = 0;
}

KERNEL lambda_good(int *out) {
  auto last = [](unsigned i) {
    if (i == Block - 1)
      __syncthreads();
  };
  last(blockIdx.x);
  OUT = 0;
}

void launch(int *out, const int *in) {
  half<<<4, Block>>>(out);
  half_good<<<4, Block>>>(out);
  branches<<<4, Block>>>(out);
  branches_good<<<4, Block>>>(out, 3);
  trips<<<4, Block>>>(out);
  trips_good<<<4, Block>>>(out);
  strided<<<4, Block>>>(out);
  strided_good<<<4, Block>>>(out);
  leaves<<<4, Block>>>(out, 3);
  leaves_good<<<4, Block>>>(out, 3);
  count<<<4, Block>>>(out);
  count_good<<<4, Block>>>(out);
  conditions<<<4, Block>>>(out, true);
  conditions_good<<<4, Block>>>(out, true);
  agreed_good<<<4, Block>>>(out, in);
  voted_good<<<4, Block>>>(out, in);
  lanes<<<4, Block>>>(out);
  lanes_good<<<4, Block>>>(out);
  helper<<<4, Block>>>(out);
  helper_good<<<4, Block>>>(out);
  lambda<<<4, Block>>>(out);
  lambda_good<<<4, Block>>>(out);
}
