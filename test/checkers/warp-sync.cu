// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-warp-sync --checks=oxide-shared-race

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)
#define OUT out[blockIdx.x * Block + threadIdx.x]

// The last warp of a reduction, as written before Volta: volatile keeps the
// compiler from holding values in registers, and orders no lanes.
KERNEL last_warp(const float *in, float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ float sum[Block];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  if (t < 32) {
    volatile float *s = sum;
    s[t] += s[t + 32];
    __syncwarp();
    // expected-note@-1 {{no __syncwarp() orders the two after this one}}
    if (t < 16)
      s[t] += s[t + 16];
      // expected-note@-1 {{thread (8,0,0) of block (0,0,0) writes sum[8]}}
    if (t < 8)
      s[t] += s[t + 8];
      // expected-warning@-1 {{this read of shared memory 'sum' races with a write by another lane of the warp}}
      // expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads sum[8]}}
    if (t == 0)
      out[blockIdx.x] = s[0];
  }
}

KERNEL last_warp_good(const float *in, float *out) {
  __shared__ float sum[Block];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  if (t < 32) {
    volatile float *s = sum;
    s[t] += s[t + 32];
    __syncwarp();
    if (t < 16)
      s[t] += s[t + 16];
    __syncwarp();
    if (t < 8)
      s[t] += s[t + 8];
    __syncwarp();
    if (t == 0)
      out[blockIdx.x] = s[0];
  }
}

KERNEL last_warp_shuffles(const float *in, float *out) {
  __shared__ float sum[Block];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  if (t < 32) {
    float v = sum[t] + sum[t + 32];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0)
      out[blockIdx.x] = v;
  }
}

// A neighbour in the warp.
KERNEL neighbour(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  OUT = s[threadIdx.x ^ 1];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another lane of the warp}}
  // expected-note@-2 {{thread (1,0,0) of block (0,0,0) reads s[0]}}
  __syncwarp();
}

KERNEL neighbour_good(int *out) {
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  OUT = s[threadIdx.x ^ 1];
}

// Shuffles and votes converge the lanes. They do not order memory.
KERNEL shuffle(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  int first = __shfl_sync(0xffffffff, s[threadIdx.x], 0);
  OUT = first + s[threadIdx.x ^ 2];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another lane of the warp}}
  // expected-note@-2 {{thread (2,0,0) of block (0,0,0) reads s[0]}}
  __syncwarp();
}

KERNEL shuffle_good(int *out) {
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  int first = __shfl_sync(0xffffffff, s[threadIdx.x], 0);
  __syncwarp();
  OUT = first + s[threadIdx.x ^ 2];
}

// The tile of a warp is filled again too early.
KERNEL tile(const int *in, int *out, int rows) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[2][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 0; r < rows; ++r) {
    s[warp][lane] = in[r * Block + threadIdx.x];
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0][0], iteration 1}}
    __syncwarp();
    // expected-note@-1 {{no __syncwarp() orders the two after this one}}
    out[(blockIdx.x * rows + r) * Block + threadIdx.x] = s[warp][31 - lane];
    // expected-warning@-1 {{this read of shared memory 's' races with a write by another lane of the warp}}
    // expected-note@-2 {{thread (31,0,0) of block (0,0,0) reads s[0][0], iteration 0}}
  }
}

KERNEL tile_good(const int *in, int *out, int rows) {
  __shared__ int s[2][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 0; r < rows; ++r) {
    s[warp][lane] = in[r * Block + threadIdx.x];
    __syncwarp();
    out[(blockIdx.x * rows + r) * Block + threadIdx.x] = s[warp][31 - lane];
    __syncwarp();
  }
}

// __syncwarp orders the lanes of its warp, and no other warps.
KERNEL across(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  __syncwarp();
  OUT = s[Block - 1 - threadIdx.x];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}} [oxide-shared-race]
  // expected-note@-2 {{thread (63,0,0) of block (0,0,0) reads s[0]}}
}

KERNEL across_good(int *out) {
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  OUT = s[threadIdx.x / 32 * 32 + 31 - threadIdx.x % 32];
}

// A block of two dimensions: a warp is four rows of eight.
KERNEL two_dimensions(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (8,8,1)}}
  __shared__ int s[8][8];
  s[threadIdx.y][threadIdx.x] = threadIdx.x;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0][0]}}
  __syncwarp();
  out[blockIdx.x * Block + threadIdx.y * 8 + threadIdx.x] =
      s[threadIdx.y ^ 4][threadIdx.x];
      // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}} [oxide-shared-race]
      // expected-note@-2 {{thread (0,4,0) of block (0,0,0) reads s[0][0]}}
}

KERNEL two_dimensions_good(int *out) {
  __shared__ int s[8][8];
  s[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[blockIdx.x * Block + threadIdx.y * 8 + threadIdx.x] =
      s[threadIdx.y ^ 3][threadIdx.x];
}

// Through a helper, a template and a lambda.
template <int Distance> __device__ int swap(int *s, int t) {
  s[t] = t;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  return s[t ^ Distance];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another lane of the warp}}
  // expected-note@-2 {{thread (4,0,0) of block (0,0,0) reads s[0]}}
}
KERNEL helper(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  OUT = swap<4>(s, threadIdx.x);
  // expected-note@-1 2 {{called from here}}
  __syncwarp();
}

KERNEL helper_good(int *out) {
  __shared__ int s[Block];
  OUT = swap<0>(s, threadIdx.x);
  __syncwarp();
}

KERNEL lambda(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  auto write = [&](int v) { s[threadIdx.x] = v; };
  // expected-warning@-1 {{this write of shared memory 's' races with a read by another lane of the warp}}
  // expected-note@-2 {{thread (8,0,0) of block (0,0,0) writes s[8]}}
  write(1);
  __syncwarp();
  // expected-note@-1 {{no __syncwarp() orders the two after this one}}
  write(s[threadIdx.x ^ 8]);
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) reads s[8]}}
  // expected-note@-2 {{called from here}}
  OUT = s[threadIdx.x];
}

KERNEL lambda_good(int *out) {
  __shared__ int s[Block];
  auto write = [&](int v) { s[threadIdx.x] = v; };
  write(1);
  __syncwarp();
  int other = s[threadIdx.x ^ 8];
  __syncwarp();
  write(other);
  OUT = s[threadIdx.x];
}

void launch(const float *in, float *out, const int *i, int *o) {
  last_warp<<<4, Block>>>(in, out);
  last_warp_good<<<4, Block>>>(in, out);
  last_warp_shuffles<<<4, Block>>>(in, out);
  neighbour<<<4, Block>>>(o);
  neighbour_good<<<4, Block>>>(o);
  shuffle<<<4, Block>>>(o);
  shuffle_good<<<4, Block>>>(o);
  tile<<<4, Block>>>(i, o, 8);
  tile_good<<<4, Block>>>(i, o, 8);
  across<<<4, Block>>>(o);
  across_good<<<4, Block>>>(o);
  two_dimensions<<<4, dim3(8, 8)>>>(o);
  two_dimensions_good<<<4, dim3(8, 8)>>>(o);
  helper<<<4, Block>>>(o);
  helper_good<<<4, Block>>>(o);
  lambda<<<4, Block>>>(o);
  lambda_good<<<4, Block>>>(o);
}
