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

void launch() {
  nested_break_ok<<<1, 64>>>(any<int *>());
  triangular<<<1, 64>>>(any<int *>());
  brev<<<1, 64>>>(any<int *>());
  local_array_ok<<<1, 64>>>(any<int *>());
}
