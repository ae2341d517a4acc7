// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// What orders the lanes of a warp, and what does not order warps.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
template <class T> T any();

// The lock-step of old hardware is no order.
// CHECK: verdict on 'lockstep': race freedom refuted, barrier uniformity proven
__global__ void lockstep(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = 0;
  __syncthreads();
  volatile float *w = s;
  w[t] += w[t + 16];
  w[t] += w[t + 8];
  if (t == 0)
    out[blockIdx.x] = w[0];
}

// CHECK: verdict on 'warp_no_sync': race freedom refuted, barrier uniformity {{.*}}
__global__ void warp_no_sync(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  OUT(s[t ^ 1]);
}

// CHECK: verdict on 'warp_sync_inside': race freedom proven, barrier uniformity proven
__global__ void warp_sync_inside(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  OUT(s[t ^ 1]);
}

// Not within one warp.
// CHECK: verdict on 'warp_sync_cross': race freedom refuted, barrier uniformity {{.*}}
__global__ void warp_sync_cross(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  OUT(s[63 - t]);
}

// Half of the lanes do not take part.
// CHECK: verdict on 'warp_half_mask': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void warp_half_mask(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp(0xffff);
  OUT(s[t ^ 1]);
}

// CHECK: verdict on 'warp_sync_2d_ok': race freedom proven, barrier uniformity proven
__global__ void warp_sync_2d_ok(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x + 16 * threadIdx.y;
  s[t] = t;
  __syncwarp();
  out[t + 64 * blockIdx.x] = s[t ^ 16];
}

// The other warp.
// CHECK: verdict on 'warp_sync_2d': race freedom refuted, barrier uniformity {{.*}}
__global__ void warp_sync_2d(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x + 16 * threadIdx.y;
  s[t] = t;
  __syncwarp();
  out[t + 64 * blockIdx.x] = s[t ^ 32];
}

// t ^ 33 is four columns and one row away: the same warp.
// CHECK: verdict on 'warp_sync_2d_row': race freedom proven, barrier uniformity proven
__global__ void warp_sync_2d_row(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x * 8 + threadIdx.y;
  s[t] = t;
  __syncwarp();
  out[t + 64 * blockIdx.x] = s[t ^ 1 ^ 32];
}

// CHECK: verdict on 'warp_sync_2d_row4': race freedom refuted, barrier uniformity {{.*}}
__global__ void warp_sync_2d_row4(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  OUT(s[t ^ 33]);
}

// A shuffle converges lanes and does not order memory.
// CHECK: verdict on 'shuffle_no_order': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void shuffle_no_order(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  int v = __shfl_sync(~0u, t, 0);
  OUT(s[t ^ 1] + v);
}

// CHECK: verdict on 'warp_reduce': race freedom proven, barrier uniformity proven
__global__ void warp_reduce(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    if (t < 16)
      s[t] += s[t + 16];
    __syncwarp();
    if (t < 8)
      s[t] += s[t + 8];
    __syncwarp();
    if (t == 0)
      out[blockIdx.x] = s[0];
  }
}

// CHECK: verdict on 'warp_reduce_unguarded': race freedom refuted, barrier uniformity proven
__global__ void warp_reduce_unguarded(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    s[t] += s[t + 16];
    __syncwarp();
    s[t] += s[t + 8];
    __syncwarp();
    if (t == 0)
      out[blockIdx.x] = s[0];
  }
}

// CHECK: verdict on 'warp_id_33': race freedom refuted, barrier uniformity proven
__global__ void warp_id_33(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t / 33] = t;
  OUT(1);
}

// CHECK: verdict on 'warp_partial': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void warp_partial(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  OUT(s[47 - t]);
}

// A barrier of another number.
// CHECK: verdict on 'named': race freedom {{refuted|not proven}}, barrier uniformity {{refuted|not proven}}
__global__ void named(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'named_half': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void named_half(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 32;" ::: "memory");
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'asm_zero': race freedom proven, barrier uniformity proven
__global__ void asm_zero(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  asm volatile("bar.sync 0;" ::: "memory");
  OUT(s[63 - threadIdx.x]);
}

// Two warps, one set of lane numbers.
// CHECK: verdict on 'lane_asm': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void lane_asm(int *out) {
  __shared__ int s[64];
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  s[lane] = threadIdx.x;
  OUT(0);
}

// CHECK: verdict on 'clock_index': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void clock_index(int *out) {
  __shared__ int s[64];
  s[__nvvm_read_ptx_sreg_clock() & 63] = threadIdx.x;
  OUT(0);
}

void launch() {
  lockstep<<<4, 32>>>(any<float *>());
  warp_no_sync<<<4, 64>>>(any<int *>());
  warp_sync_inside<<<4, 64>>>(any<int *>());
  warp_sync_cross<<<4, 64>>>(any<int *>());
  warp_half_mask<<<4, 64>>>(any<int *>());
  warp_sync_2d_ok<<<4, dim3(16, 4)>>>(any<int *>());
  warp_sync_2d<<<4, dim3(16, 4)>>>(any<int *>());
  warp_sync_2d_row<<<4, dim3(8, 8)>>>(any<int *>());
  warp_sync_2d_row4<<<4, 64>>>(any<int *>());
  shuffle_no_order<<<4, 64>>>(any<int *>());
  warp_reduce<<<4, 64>>>(any<float *>());
  warp_reduce_unguarded<<<4, 64>>>(any<float *>());
  warp_id_33<<<4, 64>>>(any<int *>());
  warp_partial<<<4, 48>>>(any<int *>());
  named<<<4, 64>>>(any<int *>());
  named_half<<<4, 64>>>(any<int *>());
  asm_zero<<<4, 64>>>(any<int *>());
  lane_asm<<<4, 64>>>(any<int *>());
  clock_index<<<4, 64>>>(any<int *>());
}
