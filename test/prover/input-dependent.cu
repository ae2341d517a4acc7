// SPDX-License-Identifier: Apache-2.0
// RUN: not %oxide check --input-dependent --checks='-*,oxide-global-race,oxide-shared-race' %s -- -x cuda %cuda_flags 2>&1 | FileCheck %s
// RUN: %oxide check --checks='-*,oxide-global-race,oxide-shared-race' %s -- -x cuda %cuda_flags 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: warning
// PLAIN: 6 kernels (6 unsafe): 0 errors, 0 warnings
//
// Races that need some content of an array, or scalars that a host may never
// pass. The interpreter finds what no solver finds; each has a twin that no
// content and no scalar makes race.

#include "cuda_runtime.h"

template <class T> T any();

// The neighbours of a vertex come from memory.
// CHECK: :[[#@LINE+6]]:{{.*}} warning: this write of 'rank' races with the same write by another thread of the block
// CHECK: with gridDim (2,1,1), blockDim (32,1,1), n = 64
__global__ void push(const int *first, const int *list, int *rank, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
    for (int e = first[v]; e < first[v + 1]; ++e)
      rank[list[e]] = v;
}

__global__ void pull(const int *first, const int *list, int *rank, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (v < n)
    for (int e = first[v]; e < first[v + 1]; ++e)
      sum += list[e];
  if (v < n)
    rank[v] = sum;
}

// A flag in shared memory that several may set.
// CHECK: :[[#@LINE+8]]:{{.*}} warning: this write of shared memory 'best' races with the same write by another thread of the block
// CHECK: no __syncthreads() orders the two after this one
__global__ void relax(const int *weight, int *out) {
  __shared__ int best;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  if (weight[threadIdx.x] > 3)
    best = weight[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = best;
}

__global__ void relax_good(const int *weight, int *out) {
  __shared__ int best;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  if (weight[threadIdx.x] > 3)
    atomicMax(&best, weight[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = best;
}

// Only for an offset below the size of a block.
// CHECK: :[[#@LINE+5]]:{{.*}} warning: this write of 'a' races with a read by another thread of the block
// CHECK: with gridDim (1,1,1), blockDim (64,1,1), offset = 1
// CHECK: 6 kernels (6 unsafe): 0 errors, 3 warnings
__global__ void shift(int *a, int offset) {
  int x = a[threadIdx.x + offset];
  a[threadIdx.x] = x;
}

__global__ void shift_good(const int *a, int *b, int offset) {
  b[threadIdx.x] = a[threadIdx.x + offset];
}

void launch() {
  push<<<2, 32>>>(any<int *>(), any<int *>(), any<int *>(), any<int>());
  pull<<<2, 32>>>(any<int *>(), any<int *>(), any<int *>(), any<int>());
  relax<<<1, 32>>>(any<int *>(), any<int *>());
  relax_good<<<1, 32>>>(any<int *>(), any<int *>());
  shift<<<1, 64>>>(any<int *>(), any<int>());
  shift_good<<<1, 64>>>(any<int *>(), any<int *>(), any<int>());
}
