// SPDX-License-Identifier: Apache-2.0
// RUN: %build/bin/oxide-crosscheck --delete-barriers %s -- -x cuda %cuda_flags \
// RUN:   | FileCheck %s --implicit-check-not=CONTRADICTION
//
// Proofs against concrete threads and runs, and what is proven when a barrier
// is taken away: still right where the barrier was not needed.

#include "cuda_runtime.h"

__device__ void meet() { __syncthreads(); }

// CHECK-DAG: needed: proven, 3 of 3 accesses in {{[0-9]+}} samples, 4 of 4 runs to the end
// CHECK-DAG: needed without the barrier of line [[#@LINE+4]]: refuted
__global__ void needed(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

// CHECK-DAG: redundant: proven, 3 of 3 accesses in {{[0-9]+}} samples, 4 of 4 runs to the end
// CHECK-DAG: redundant without the barrier of line [[#@LINE+4]]: proven, 3 of 3 accesses
__global__ void redundant(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// Either of the two would do.
// CHECK-DAG: twice: proven
// CHECK-DAG: twice without the barrier of line [[#@LINE+5]]: proven, 3 of 3 accesses
// CHECK-DAG: twice without the barrier of line [[#@LINE+5]]: proven, 3 of 3 accesses
__global__ void twice(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

// The second keeps one round from the next.
// CHECK-DAG: rounds: proven
// CHECK-DAG: rounds without the barrier of line [[#@LINE+7]]: refuted
// CHECK-DAG: rounds without the barrier of line [[#@LINE+8]]: refuted
__global__ void rounds(int *out) {
  __shared__ int s[256];
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    s[threadIdx.x] = i;
    __syncthreads();
    sum += s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each thread keeps to its column.
// CHECK-DAG: columns: proven
// CHECK-DAG: columns without the barrier of line [[#@LINE+6]]: proven
__global__ void columns(int *out) {
  __shared__ int s[4][1024];
  for (int i = 0; i < 4; ++i) {
    s[i][threadIdx.x] = i;
    if (i % 2 == 0)
      __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[0][threadIdx.x];
}

// CHECK-DAG: through_call: proven
// CHECK-DAG: through_call without the barrier of line 10: refuted
__global__ void through_call(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  meet();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}

// A tree: all rounds need the barrier, its end does not.
// CHECK-DAG: tree: proven
// CHECK-DAG: tree without the barrier of line [[#@LINE+6]]: refuted
// CHECK-DAG: tree without the barrier of line [[#@LINE+9]]: refuted
// CHECK-DAG: tree without the barrier of line [[#@LINE+10]]: proven
__global__ void tree(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x * 64] = s[0];
}
void launch(int *out) { tree<<<4, 64>>>(out); }

// CHECK-DAG: racy: refuted{{$}}
__global__ void racy(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}
