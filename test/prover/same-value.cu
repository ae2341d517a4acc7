// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Equal stores must not hide unequal ones. Alone they count as harmless, and
// the verdict says so.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
template <class T> T any();

// CHECK: verdict on 'two_equal': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void two_equal(int *out) {
  __shared__ int s[2];
  int t = threadIdx.x;
  if (t == 0)
    s[0] = 1;
  if (t == 1)
    s[0] = 1;
  if (t == 2)
    s[1] = 2;
  __syncthreads();
  OUT(s[0]);
}

// CHECK: verdict on 'third_unequal': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void third_unequal(int *out) {
  __shared__ int s[2];
  int t = threadIdx.x;
  if (t == 0)
    s[0] = 1;
  if (t == 1)
    s[0] = 1;
  if (t == 2)
    s[0] = 2;
  __syncthreads();
  OUT(s[1]);
}

// CHECK: verdict on 'all_same': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void all_same(int *out, int n) { out[0] = n; }

// Equal within a block only.
// CHECK: verdict on 'block_id': race freedom refuted, barrier uniformity proven
__global__ void block_id(int *out, int n) { out[0] = blockIdx.x; }

// CHECK: verdict on 'block_id_one': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void block_id_one(int *out, int n) { out[0] = blockIdx.x; }

// CHECK: verdict on 'same_and_read': race freedom refuted, barrier uniformity proven
__global__ void same_and_read(int *out, int *flag) {
  flag[0] = 1;
  OUT(flag[0]);
}

// CHECK: verdict on 'same_shuffled': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void same_shuffled(int *out) {
  int t = threadIdx.x;
  out[0] = __shfl_sync(~0u, t, 3);
}

// CHECK: verdict on 'same_from_shared': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void same_from_shared(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[0] = s[0];
}

// CHECK: verdict on 'not_same_float': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void not_same_float(float *out, const float *in) {
  out[0] = in[threadIdx.x];
}

// CHECK: verdict on 'width_differs': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void width_differs(int *out) {
  if (threadIdx.x == 0)
    out[0] = 1;
  if (threadIdx.x == 1)
    ((short *)out)[1] = 1;
}

// CHECK: verdict on 'single': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void single(int *out) {
  if (threadIdx.x == 0)
    out[0] = 1;
  if (threadIdx.x == 32)
    out[0] = 2;
}

void launch() {
  two_equal<<<4, 64>>>(any<int *>());
  third_unequal<<<4, 64>>>(any<int *>());
  all_same<<<4, 64>>>(any<int *>(), any<int>());
  block_id<<<4, 64>>>(any<int *>(), any<int>());
  block_id_one<<<1, 64>>>(any<int *>(), any<int>());
  same_and_read<<<4, 64>>>(any<int *>(), any<int *>());
  same_shuffled<<<4, 64>>>(any<int *>());
  same_from_shared<<<4, 64>>>(any<int *>());
  not_same_float<<<4, 64>>>(any<float *>(), any<const float *>());
  width_differs<<<4, 64>>>(any<int *>());
  single<<<1, 64>>>(any<int *>());
}
