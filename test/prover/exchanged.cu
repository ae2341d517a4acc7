// SPDX-License-Identifier: Apache-2.0
// RUN: not %oxide check --quiet --remarks --checks='-*,oxide-shared-race,oxide-global-race,oxide-warp-sync,oxide-same-value-race' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
//
// Several lanes of one warp store what a shuffle gave all of them: a note, not
// a race. What shuffles have not made equal, and what warps have not, is one.

#include "cuda_runtime.h"

template <class T> T any();

__device__ float sum(float v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(~0u, v, d);
  return v;
}

// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
__global__ void butterfly(float *o) {
  __shared__ float s[32];
  s[threadIdx.x / 32] = sum(o[threadIdx.x]);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// Only the first lane has the sum.
// CHECK: exchanged.cu:[[@LINE+6]]:{{[0-9]+}}: warning: this write of shared memory 's' races with the same write
__global__ void down(float *o) {
  __shared__ float s[32];
  float v = o[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  s[threadIdx.x / 32] = v;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// CHECK: exchanged.cu:[[@LINE+6]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
__global__ void down_and_broadcast(float *o) {
  __shared__ float s[32];
  float v = o[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  s[threadIdx.x / 32] = __shfl_sync(~0u, v, 0);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this write of shared memory 's' races with the same write
__global__ void own_part_added(float *o) {
  __shared__ float s[32];
  s[threadIdx.x / 32] = sum(o[threadIdx.x]) + threadIdx.x % 32;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
__global__ void mean(float *o) {
  __shared__ float s[32];
  s[threadIdx.x / 32] = sum(o[threadIdx.x]) / blockDim.x + 1;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
__global__ void ballot(unsigned *o) {
  __shared__ unsigned s[32];
  s[threadIdx.x / 32] = __popc(__ballot_sync(~0u, o[threadIdx.x] > 3));
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// CHECK: exchanged.cu:[[@LINE+4]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
__global__ void one_of_two(int *o) {
  __shared__ int s[32];
  int found = __any_sync(~0u, o[threadIdx.x] > 3);
  s[threadIdx.x / 32] = found ? 7 : 9;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
__global__ void redux(unsigned *o) {
  __shared__ unsigned s[32];
  s[threadIdx.x / 32] = __reduce_add_sync(~0u, o[threadIdx.x]);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this write of shared memory 's' races with the same write
__global__ void match(unsigned *o) {
  __shared__ unsigned s[32];
  s[threadIdx.x / 32] = __match_any_sync(~0u, o[threadIdx.x]);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// The sums of warps differ.
// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this write of shared memory 's' races with the same write
__global__ void of_two_warps(float *o) {
  __shared__ float s[32];
  s[threadIdx.x / 64] = sum(o[threadIdx.x]);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 4];
}

// All warps add up the same sums.
// CHECK: exchanged.cu:[[@LINE+6]]:{{[0-9]+}}: remark: this write of 'o' races with a write of the same value
__global__ void of_block(float *o, const float *in) {
  __shared__ float s[32];
  if (threadIdx.x < 32)
    s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  o[blockIdx.x] = sum(threadIdx.x % 32 < 8 ? s[threadIdx.x % 32] : 0);
}

// Each warp adds up its own part.
// CHECK: exchanged.cu:[[@LINE+5]]:{{[0-9]+}}: warning: this write of 'o' races with the same write
__global__ void of_warps(float *o, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  o[blockIdx.x] = sum(s[threadIdx.x]);
}

// Blocks have sums of their own.
// CHECK: exchanged.cu:[[@LINE+2]]:{{[0-9]+}}: warning: this write of 'o' races with the same write by a thread of another block
__global__ void of_grid(float *o, const float *in) {
  o[threadIdx.x / 32] = sum(in[blockIdx.x * 256 + threadIdx.x]);
}

// Two values are reduced together: the larger one and where it stands.
// CHECK: exchanged.cu:[[@LINE+13]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
__global__ void largest(float *o) {
  __shared__ int s[32];
  float v = o[threadIdx.x];
  int at = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    float other = __shfl_xor_sync(~0u, v, d);
    int there = __shfl_xor_sync(~0u, at, d);
    if (other > v || (other == v && there < at)) {
      v = other;
      at = there;
    }
  }
  s[threadIdx.x / 32] = at;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x % 8];
}

// What a lane reads is what it has written, and the others too.
// CHECK: exchanged.cu:[[@LINE+4]]:{{[0-9]+}}: remark: this write of shared memory 's' races with a write of the same value
// CHECK: exchanged.cu:[[@LINE+4]]:{{[0-9]+}}: remark: this read of shared memory 's' races with a write of the same value by another lane of the warp
__global__ void read_back(float *o) {
  __shared__ float s[32];
  s[threadIdx.x / 32] = sum(o[threadIdx.x]);
  o[threadIdx.x] = s[threadIdx.x / 32];
}

// CHECK: exchanged.cu:[[@LINE+4]]:{{[0-9]+}}: warning: this read of shared memory 's' races with a write by another thread of the block
__global__ void read_next(float *o) {
  __shared__ float s[32];
  s[threadIdx.x / 32] = sum(o[threadIdx.x]);
  o[threadIdx.x] = s[(threadIdx.x / 32 + 1) % 8];
}

// One value that all threads load.
// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: remark: this write of 'row' races with a write of the same value
__global__ void loaded(float *row, const float *from, int n, int at) {
  for (int i = 0; i < 16; ++i)
    row[i] = from[i * n + at];
}

// CHECK: exchanged.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this write of 'row' races with the same write
__global__ void loaded_by_each(float *row, const float *from, int n) {
  for (int i = 0; i < 16; ++i)
    row[i] = from[i * n + threadIdx.x];
}

// What nobody has set differs from lane to lane, also when it is added up.
// CHECK: exchanged.cu:[[@LINE+5]]:{{[0-9]+}}: warning: this write of 'out' races with the same write
__global__ void unset(float *out) {
  float fresh;
  if (threadIdx.x == 40)
    fresh = 1;
  out[42] = fresh;
}

void launch() {
  float *f = any<float *>();
  unsigned *u = any<unsigned *>();
  butterfly<<<1, 256>>>(f);
  unset<<<1, 256>>>(f);
  down<<<1, 256>>>(f);
  down_and_broadcast<<<1, 256>>>(f);
  own_part_added<<<1, 256>>>(f);
  mean<<<1, 256>>>(f);
  ballot<<<1, 256>>>(u);
  one_of_two<<<1, 256>>>(any<int *>());
  redux<<<1, 256>>>(u);
  match<<<1, 256>>>(u);
  of_two_warps<<<1, 256>>>(f);
  of_block<<<4, 256>>>(f, f + 4);
  of_warps<<<4, 256>>>(f, f + 4);
  of_grid<<<4, 256>>>(f, f + 256);
  largest<<<1, 256>>>(f);
  read_back<<<1, 256>>>(f);
  read_next<<<1, 256>>>(f);
  loaded<<<4, 256>>>(f, any<const float *>(), any<int>(), any<int>());
  loaded_by_each<<<4, 256>>>(f, any<const float *>(), any<int>());
}
