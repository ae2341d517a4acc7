// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-uninitialized-device

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)
__device__ int atomicAdd(int *, int);

__global__ void count(const int *keys, int *bins) { // expected-note 3 {{the kernel only adds to this one}}
  atomicAdd(&bins[keys[threadIdx.x]], 1);
}
__global__ void add(float *sum, const float *x) { // expected-note {{the kernel only adds to this one}}
  sum[threadIdx.x] += x[threadIdx.x];
}
template <class T> __global__ void bump(T *t) { // expected-note {{the kernel only adds to this one}}
  ++t[threadIdx.x];
}

void straight(const int *keys) {
  int *bins = nullptr;
  cudaMalloc(&bins, 256 * sizeof(int)); // expected-note {{allocated here}}
  count<<<1, 32>>>(keys, bins); // expected-warning {{kernel 'count' adds to 'bins', which nothing has set since it was allocated}}
  cudaFree(bins);
}
void checked(const int *keys, cudaStream_t s) {
  int *bins;
  CK(cudaMallocAsync(&bins, 256 * sizeof(int), s)); // expected-note {{allocated here}}
  count<<<1, 32, 0, s>>>(keys, bins); // expected-warning {{kernel 'count' adds to 'bins'}}
}
void each_round(const int *keys) {
  for (int i = 0; i < 4; ++i) {
    int *bins;
    cudaMalloc((void **)&bins, 256 * sizeof(int)); // expected-note {{allocated here}}
    count<<<1, 32>>>(keys + i, bins); // expected-warning {{kernel 'count' adds to 'bins'}}
    cudaFree(bins);
  }
}
void compound(const float *x) {
  float *sum;
  cudaMalloc(&sum, 32 * sizeof(float)); // expected-note {{allocated here}}
  add<<<1, 32>>>(sum, x); // expected-warning {{kernel 'add' adds to 'sum'}}
}
void instance() {
  int *t;
  cudaMalloc(&t, 32 * sizeof(int)); // expected-note {{allocated here}}
  bump<<<1, 32>>>(t); // expected-warning {{kernel 'bump<int>' adds to 't'}}
}

// Set in one way or another.
__global__ void clear(int *p) { p[threadIdx.x] = 0; }
__global__ void set_and_add(int *p) {
  p[threadIdx.x] = 0;
  p[threadIdx.x] += 1;
}
__device__ void helper(int *p);
__global__ void hands_on(int *p) {
  helper(p);
  p[0] += 1;
}
void fill(int *p);
void good(const int *keys, const int *host, int *given) {
  int *a, *b, *c, *d, *e, *f;
  cudaMalloc(&a, 128);
  cudaMemset(a, 0, 128);
  count<<<1, 32>>>(keys, a);
  cudaMalloc(&b, 128);
  cudaMemcpy(b, host, 128, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(keys, b);
  cudaMalloc(&c, 128);
  clear<<<1, 32>>>(c);
  count<<<1, 32>>>(keys, c);
  cudaMalloc(&d, 128);
  fill(d);
  count<<<1, 32>>>(keys, d);
  cudaMalloc(&e, 128);
  set_and_add<<<1, 32>>>(e);
  cudaMalloc(&f, 128);
  hands_on<<<1, 32>>>(f);
  count<<<1, 32>>>(keys, given);
  cudaMallocManaged(&given, 128);
  count<<<1, 32>>>(keys, given);
}
