// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-same-value-race --checks=oxide-global-race,oxide-shared-race

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)
#define OUT out[blockIdx.x * Block + threadIdx.x]

// A constant.
KERNEL found(int *flag) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x % 4 == 1)
    *flag = 1;
    // expected-remark@-1 {{this write of 'flag' races with a write of the same value by another thread of the block}}
    // expected-note@-2 {{thread (1,0,0) of block (0,0,0) writes flag[0]}}
    // expected-note@-3 {{thread (5,0,0) of block (0,0,0) writes flag[0]}}
}

KERNEL found_good(int *flag) {
  if (threadIdx.x % 4 == 1)
    atomicExch(flag, 1);
}

// A value that all threads of the launch share.
KERNEL total(int *out, int rows, int columns) { out[0] = rows * columns; }
// expected-remark@-1 {{this write of 'out' races with a write of the same value by another thread of the block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[0]}}
// expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes out[0]}}
// expected-note@-4 {{with gridDim (4,1,1), blockDim (64,1,1)}}

KERNEL total_good(int *out, int rows, int columns) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    out[0] = rows * columns;
}

// A value that the threads of the block share, for one element of the block.
KERNEL per_block(float *out, const float *in) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ float first;
  if (threadIdx.x == 0)
    first = in[blockIdx.x];
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  out[blockIdx.x] = first;
  // expected-remark@-1 {{this write of 'out' races with a write of the same value by another thread of the block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[0]}}
  // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes out[0]}}
}

KERNEL per_block_good(float *out, const float *in) {
  __shared__ float first;
  if (threadIdx.x == 0)
    first = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = first;
}

// Clearing more often than needed.
KERNEL clear(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[16];
  s[threadIdx.x % 16] = 0;
  // expected-remark@-1 {{this write of shared memory 's' races with a write of the same value by another thread of the block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  // expected-note@-3 {{thread (16,0,0) of block (0,0,0) writes s[0]}}
  __syncthreads();
  OUT = s[threadIdx.x % 16];
}

KERNEL clear_good(int *out) {
  __shared__ int s[16];
  if (threadIdx.x < 16)
    s[threadIdx.x] = 0;
  __syncthreads();
  OUT = s[threadIdx.x % 16];
}

// Through a helper and a template.
template <class T> __device__ void mark(T *where) { *where = T(1); }
// expected-remark@-1 {{this write of 'flag' races with a write of the same value by another thread of the block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes flag[0]}}
// expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes flag[0]}}
template <class T> KERNEL generic(T *flag) { mark(flag + blockIdx.x); }
// expected-note@-1 2 {{called from here}}
// expected-note@-2 {{with gridDim (4,1,1), blockDim (64,1,1)}}
template __global__ void generic<float>(float *);

template <class T> KERNEL generic_good(T *flag) {
  if (threadIdx.x == 0)
    mark(flag + blockIdx.x);
}
template __global__ void generic_good<float>(float *);

// Two writes of one value among others: only the third is another matter.
KERNEL two_of_three(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[2];
  if (threadIdx.x == 0)
    s[0] = 1;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  if (threadIdx.x == 33)
    s[0] = 1;
    // expected-remark@-1 {{this write of shared memory 's' races with a write of the same value by another thread of the block}}
    // expected-note@-2 {{thread (33,0,0) of block (0,0,0) writes s[0]}}
  if (threadIdx.x == 40)
    s[1] = 2;
  __syncthreads();
  OUT = s[0];
}

KERNEL three(int *out) {
// expected-note@-1 2 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[2];
  if (threadIdx.x == 0)
    s[0] = 1;
    // expected-note@-1 2 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  if (threadIdx.x == 33)
    s[0] = 1;
    // expected-remark@-1 {{this write of shared memory 's' races with a write of the same value by another thread of the block}}
    // expected-note@-2 {{thread (33,0,0) of block (0,0,0) writes s[0]}}
  if (threadIdx.x == 40)
    s[0] = 2;
    // expected-warning@-1 {{this write of shared memory 's' races with a write by another thread of the block}} [oxide-shared-race]
    // expected-note@-2 {{thread (40,0,0) of block (0,0,0) writes s[0]}}
  __syncthreads();
  OUT = s[1];
}

// The same value in a part of the bytes is not the same value.
KERNEL widths(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x == 0)
    out[blockIdx.x] = 1;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes out[0]}}
  if (threadIdx.x == 33)
    reinterpret_cast<short *>(out + blockIdx.x)[1] = 1;
    // expected-warning@-1 {{this write of 'out' races with a write by another thread of the block}} [oxide-global-race]
    // expected-note@-2 {{thread (33,0,0) of block (0,0,0) writes out[0]}}
}

KERNEL widths_good(int *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = 1;
  if (threadIdx.x == 0)
    reinterpret_cast<short *>(out + blockIdx.x)[1] = 1;
}

void launch(int *out, float *f, const float *g) {
  found<<<4, Block>>>(out);
  found_good<<<4, Block>>>(out);
  total<<<4, Block>>>(out, 3, 4);
  total_good<<<4, Block>>>(out, 3, 4);
  per_block<<<4, Block>>>(f, g);
  per_block_good<<<4, Block>>>(f, g);
  clear<<<4, Block>>>(out);
  clear_good<<<4, Block>>>(out);
  generic<<<4, Block>>>(f);
  generic_good<<<4, Block>>>(f);
  two_of_three<<<4, Block>>>(out);
  three<<<4, Block>>>(out);
  widths<<<4, Block>>>(out);
  widths_good<<<4, Block>>>(out);
}
