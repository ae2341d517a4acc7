// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Loops whose iterations have no closed form, but a constant number.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
template <class T> T any();

// A remainder in the recurrence.
// CHECK: verdict on 'rotate': race freedom proven, barrier uniformity proven, bounds proven
__global__ void rotate(int *out) {
  __shared__ int s[64];
  int j = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    s[j] = k;
    j = (j + 1) % 64;
    __syncthreads();
  }
  OUT(s[threadIdx.x]);
}

// Two pointers change places.
// CHECK: verdict on 'pointer_swap': race freedom proven, barrier uniformity proven, bounds proven
__global__ void pointer_swap(int *out, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  int *a = s[0], *b = s[1];
  a[t] = t;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    b[t] = a[63 - t] + 1;
    int *c = a;
    a = b;
    b = c;
    __syncthreads();
  }
  OUT(a[t]);
}

// CHECK: verdict on 'pointer_swap_bad': race freedom refuted, barrier uniformity proven
__global__ void pointer_swap_bad(int *out, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  int *a = s[0], *b = s[1];
  a[t] = t;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    b[t] = a[63 - t] + 1;
    int *c = a;
    a = b;
    b = c;
    if (k < 3)
      __syncthreads();
  }
  __syncthreads();
  OUT(a[t]);
}

// The inner loop begins with a value of the outer one.
// CHECK: verdict on 'bitonic': race freedom proven, barrier uniformity proven
__global__ void bitonic(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int o = t ^ j;
      if (o > t) {
        int a = s[t], b = s[o];
        if ((a > b) == ((t & k) == 0)) {
          s[t] = b;
          s[o] = a;
        }
      }
      __syncthreads();
    }
  out[t] = s[t];
}

// A break on a condition of the thread.
// CHECK: verdict on 'two_exits3': race freedom refuted, barrier uniformity proven
__global__ void two_exits3(int *a, int *b, int n) {
  int t = threadIdx.x;
  int *p;
  int k = 0;
  for (;; ++k) {
    if (k == 3) {
      p = a;
      break;
    }
    if (k == t) {
      p = b + t;
      break;
    }
  }
  *p = t;
}

// CHECK: verdict on 'two_stage_ahead': race freedom refuted, barrier uniformity proven
__global__ void two_stage_ahead(int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x, r = 0;
  for (int k = 0; k < 9; ++k) {
    s[(k + 1) % 2][t] = k;
    r += s[k % 2][63 - t];
    if (k % 2)
      __syncthreads();
  }
  OUT(r);
}

// One thread leaves the kernel within a loop.
// CHECK: verdict on 'exit_in_loop': race freedom {{.*}}, barrier uniformity not proven
// CHECK: some threads of the block have returned before this barrier
__global__ void exit_in_loop(int *out) {
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x == 7 && i == 2)
      return;
    __syncthreads();
  }
  OUT(1);
}

// The barrier of one stage is missing.
// CHECK: verdict on 'bitonic_bad': race freedom refuted
__global__ void bitonic_bad(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int o = t ^ j;
      if (o > t) {
        s[t] = j;
        s[o] = k;
      }
      if (j != 4)
        __syncthreads();
    }
  __syncthreads();
  out[t] = s[t];
}

// The size is a scalar that the launch passes.
// CHECK: verdict on 'tree': race freedom proven, barrier uniformity proven, bounds proven
__global__ void tree(int *out, int n) {
  __shared__ int s[66];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = out[2 * t];
  s[2 * t + 1] = out[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
}

// The neighbour's sum is read too early.
// CHECK: verdict on 'tree_bad': race freedom refuted
__global__ void tree_bad(int *out, int n) {
  __shared__ int s[66];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = out[2 * t];
  s[2 * t + 1] = out[2 * t + 1];
  __syncthreads();
  for (int d = n >> 1; d > 0; d >>= 1) {
    if (d != 2)
      __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
}

void launch() {
  rotate<<<4, 64>>>(any<int *>());
  pointer_swap<<<4, 64>>>(any<int *>(), any<int>());
  pointer_swap_bad<<<4, 64>>>(any<int *>(), any<int>());
  bitonic<<<1, 64>>>(any<int *>());
  two_exits3<<<1, 64>>>(any<int *>(), any<int *>(), any<int>());
  two_stage_ahead<<<1, 64>>>(any<int *>());
  exit_in_loop<<<4, 64>>>(any<int *>());
  bitonic_bad<<<1, 64>>>(any<int *>());
  tree<<<1, 32>>>(any<int *>(), 64);
  tree_bad<<<1, 32>>>(any<int *>(), 64);
}
