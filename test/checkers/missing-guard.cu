// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-missing-guard

#include "cuda_runtime.h"

constexpr unsigned Block = 128;

__global__ void clear(unsigned *e) { // expected-note {{with gridDim (2,1,1), blockDim (128,1,1)}}
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (e[i] == 0xffffffffu) // expected-warning {{this read of 'e' has no guard, though the grid is rounded up beyond 'n' elements}} expected-note {{the last thread, thread (127,0,0) of block (1,0,0), reads e[255]}}
    e[i] = 0;
}
void launch_clear(unsigned *e, unsigned n, cudaStream_t s) {
  clear<<<(n + 127) / 128, 128, 0, s>>>(e); // expected-note {{launched with whole blocks for 'n'}}
}

// Through variables, a constant, dim3, a helper for the index.

__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }
template <class T> __global__ void scale(T *x, T by) { // expected-note {{with gridDim (2,1,1)}}
  x[global_index()] *= by; // expected-warning {{this read of 'x' has no guard, though the grid is rounded up beyond 'count' elements}} expected-note {{the last thread}}
}
void launch_scale(float *x, int count) {
  const dim3 block(Block);
  dim3 grid((count + Block - 1) / Block);
  scale<float><<<grid, block>>>(x, 2.f); // expected-note {{launched with whole blocks for 'count'}}
}

// The count is passed and not used.
__global__ void add(const float *a, float *b, int n) { // expected-note {{with gridDim (2,1,1)}}
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  b[i] = a[i] + 1; // expected-warning {{has no guard}} expected-note {{the last thread}}
}
static int ceil_div(int a, int b) { return (a + b - 1) / b; }
void launch_add(const float *a, float *b, int n) {
  int threads = 256;
  int blocks = ceil_div(n, threads);
  add<<<blocks, threads>>>(a, b, n); // expected-note {{launched with whole blocks for 'n'}}
}

// The allocation is in view, and the count a number that leaves a rest.
__global__ void init(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 7; } // expected-warning {{this write of 'p' has no guard}} expected-note {{the last thread}} expected-note {{with gridDim (4,1,1)}}
void allocate_and_init() {
  int n = 1000;
  int *p = nullptr;
  cudaMalloc((void **)&p, n * sizeof(int));
  init<<<(n + 255) / 256, 256>>>(p); // expected-note {{launched with whole blocks for 'n'}}
}
__global__ void last_block(int *p) { // expected-note {{with gridDim (2,1,1)}}
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 2; ++k)
    if (i >= 4)
      p[i] += k; // expected-warning {{this read of 'p' has no guard}} expected-note {{the last thread}}
}
void launch_last(int *p, int n) {
  last_block<<<(n - 1) / 64 + 1, 64>>>(p); // expected-note {{launched with whole blocks for 'n'}}
  last_block<<<(n + (64 - 1)) / 64, 64>>>(p);
}
