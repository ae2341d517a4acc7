// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Correct, and not proven yet, or racy, and not refuted yet: the reason stands
// beside each kernel. A kernel that is decided one day moves to the file of its
// subject.
//
// XFAIL: *

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

// A break out of two loops.
// CHECK: verdict on 'nested_break_ok': race freedom proven, barrier uniformity proven
__global__ void nested_break_ok(int *out) {
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      if (i * 8 + j == t) {
        out[i * 8 + j] = t;
        goto done;
      }
    }
done:;
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

// t * (t + 1) / 2.
// CHECK: verdict on 'triangular': race freedom proven, barrier uniformity proven
__global__ void triangular(int *out) {
  int t = threadIdx.x;
  for (int j = 0; j <= t; ++j)
    out[t * (t + 1) / 2 + j] = t;
}

// The reversal of bits.
// CHECK: verdict on 'brev': race freedom proven, barrier uniformity proven
__global__ void brev(int *out) {
  unsigned x = __builtin_bitreverse32(threadIdx.x);
  out[x >> 26] = threadIdx.x;
}

// A table.
// CHECK: verdict on 'local_array_ok': race freedom proven, barrier uniformity proven
__global__ void local_array_ok(int *out) {
  int ids[4] = {0, 1, 3, 2};
  out[ids[threadIdx.x & 3] + (threadIdx.x / 4) * 4] = threadIdx.x;
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

// Two places at once.
// CHECK: verdict on 'append_pair2': race freedom proven, barrier uniformity proven
__global__ void append_pair2(int *q, int *n) {
  int i = atomicAdd(n, 2);
  q[i] = threadIdx.x;
  q[i + 1] = 2;
}

// One thread leaves the kernel within a loop.
// CHECK: verdict on 'exit_in_loop': race freedom {{.*}}, barrier uniformity refuted
__global__ void exit_in_loop(int *out) {
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x == 7 && i == 2)
      return;
    __syncthreads();
  }
  OUT(1);
}

void launch() {
  rotate<<<4, 64>>>(any<int *>());
  pointer_swap<<<4, 64>>>(any<int *>(), any<int>());
  pointer_swap_bad<<<4, 64>>>(any<int *>(), any<int>());
  bitonic<<<1, 64>>>(any<int *>());
  nested_break_ok<<<1, 64>>>(any<int *>());
  two_exits3<<<1, 64>>>(any<int *>(), any<int *>(), any<int>());
  triangular<<<1, 64>>>(any<int *>());
  brev<<<1, 64>>>(any<int *>());
  local_array_ok<<<1, 64>>>(any<int *>());
  two_stage_ahead<<<1, 64>>>(any<int *>());
  append_pair2<<<4, 64>>>(any<int *>(), any<int *>());
  exit_in_loop<<<4, 64>>>(any<int *>());
}
