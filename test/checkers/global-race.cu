// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-global-race
//
// Each kernel stands beside the one that it should have been.

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)

// All threads add to one element.
KERNEL accumulate(const float *grad, float *bias, int n) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int i = GLOBAL_ID;
  if (i < n)
    bias[0] += grad[i];
    // expected-warning@-1 {{this write of 'bias' races with a read by another thread of the block}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads bias[0]}}
    // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes bias[0]}}
}

KERNEL accumulate_good(const float *grad, float *bias, int n) {
  int i = GLOBAL_ID;
  if (i < n)
    atomicAdd(bias, grad[i]);
}

// A stencil in place: the neighbours may be new or old.
KERNEL stencil(float *row, int n) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int i = GLOBAL_ID;
  if (i > 0 && i < n - 1)
    row[i] = (row[i - 1] + row[i + 1]) / 2;
    // expected-warning@-1 {{this write of 'row' races with a read by another thread of the block}}
    // expected-note@-2 {{thread (2,0,0) of block (0,0,0) reads row[1]}}
    // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes row[1]}}
}

KERNEL stencil_good(const float *row, float *next, int n) {
  int i = GLOBAL_ID;
  if (i > 0 && i < n - 1)
    next[i] = (row[i - 1] + row[i + 1]) / 2;
}

// A barrier orders the threads of its block, not those of the next one.
KERNEL block_edge(float *row) {
// expected-note@-1 2 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int i = GLOBAL_ID;
  row[i] = i;
  // expected-note@-1 {{thread (63,0,0) of block (0,0,0) writes row[63]}}
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  if (i > 0)
    row[i] += row[i - 1];
    // expected-warning@-1 {{this write of 'row' races with a read by another thread of the block}}
    // expected-note@-2 {{thread (2,0,0) of block (0,0,0) reads row[1]}}
    // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes row[1]}}
    // expected-warning@-4 {{this read of 'row' races with a write by a thread of another block}}
    // expected-note@-5 {{thread (0,0,0) of block (1,0,0) reads row[63]}}
}

KERNEL block_edge_good(float *row) {
  int i = GLOBAL_ID;
  row[i] = i;
  __syncthreads();
  if (threadIdx.x > 0)
    row[i] = row[i];
}

// Strides.
KERNEL stride(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  for (int i = GLOBAL_ID; i < 4096; i += blockDim.x)
    out[i] = threadIdx.x + blockIdx.x;
    // expected-warning@-1 {{this write of 'out' races with the same write by a thread of another block}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[64], iteration 1}}
    // expected-note@-3 {{thread (0,0,0) of block (1,0,0) writes out[64], iteration 0}}
}

KERNEL stride_good(int *out) {
  for (int i = GLOBAL_ID; i < 4096; i += blockDim.x * gridDim.x)
    out[i] = threadIdx.x + blockIdx.x;
}

KERNEL rows(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  for (int c = 0; c < 5; ++c)
    out[GLOBAL_ID * 4 + c] = threadIdx.x;
    // expected-warning@-1 {{this write of 'out' races with the same write by another thread of the block}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[4], iteration 4}}
    // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes out[4], iteration 0}}
}

KERNEL rows_good(int *out) {
  for (int c = 0; c < 5; ++c)
    out[GLOBAL_ID * 5 + c] = threadIdx.x;
}

KERNEL slots(int *out) { out[GLOBAL_ID / Block] = threadIdx.x; }
// expected-warning@-1 {{this write of 'out' races with the same write by another thread of the block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[0]}}
// expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes out[0]}}
// expected-note@-4 {{with gridDim (4,1,1), blockDim (64,1,1)}}
KERNEL slots_good(int *out) {
  out[GLOBAL_ID / Block * Block + GLOBAL_ID % Block] = threadIdx.x;
}

KERNEL modulo(int *out) { out[GLOBAL_ID % 255] = GLOBAL_ID; }
// expected-warning@-1 {{this write of 'out' races with the same write by a thread of another block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[0]}}
// expected-note@-3 {{thread (63,0,0) of block (3,0,0) writes out[0]}}
// expected-note@-4 {{with gridDim (4,1,1), blockDim (64,1,1)}}
KERNEL modulo_good(int *out) { out[GLOBAL_ID % 256] = GLOBAL_ID; }

KERNEL reversed(int *out, int n) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int i = GLOBAL_ID;
  if (i < n)
    out[i > n / 2 ? n - i : i] = i;
    // expected-warning@-1 {{this write of 'out' races with the same write by a thread of another block}}
    // expected-note@-2 {{thread (1,0,0) of block (0,0,0) writes out[1]}}
    // expected-note@-3 {{thread (63,0,0) of block (3,0,0) writes out[1]}}
}

KERNEL reversed_good(int *out, int n) {
  int i = GLOBAL_ID;
  if (i < n)
    out[n - 1 - i] = i;
}

KERNEL byte_index(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  unsigned char i = GLOBAL_ID * 2;
  out[i] = GLOBAL_ID;
  // expected-warning@-1 {{this write of 'out' races with the same write by a thread of another block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[0]}}
  // expected-note@-3 {{thread (0,0,0) of block (2,0,0) writes out[0]}}
}

KERNEL byte_index_good(int *out) {
  unsigned char i = GLOBAL_ID * 3;
  out[i] = GLOBAL_ID;
}

KERNEL two_dimensions(int *out) {
// expected-note@-1 {{with gridDim (2,2,1), blockDim (8,8,1)}}
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * 15 + x] = x;
  // expected-warning@-1 {{this write of 'out' races with the same write by a thread of another block}}
  // expected-note@-2 {{thread (7,0,0) of block (1,0,0) writes out[15]}}
  // expected-note@-3 {{thread (0,1,0) of block (0,0,0) writes out[15]}}
}

KERNEL two_dimensions_good(int *out) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * 16 + x] = x;
}

// Through helpers, members, templates and lambdas.
struct View {
  int *data;
  int step;
  __device__ int &at(int i) const { return data[i * 2]; }
};
__device__ void bump(const View &v, int i) { v.at(i) = threadIdx.x; }
// expected-warning@-1 {{this write of 'v.data' races with the same write by another thread of the block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes byte 0 of v.data}}
// expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes byte 0 of v.data}}
KERNEL member(View v) { bump(v, GLOBAL_ID / 3); }
// expected-note@-1 2 {{called from here}}
// expected-note@-2 {{with gridDim (4,1,1), blockDim (64,1,1)}}
KERNEL member_good(View v) { bump(v, GLOBAL_ID); }

template <class F> KERNEL for_each(F body) { body(GLOBAL_ID); }
// expected-note@-1 2 {{called from here}}
// expected-note@-2 {{with gridDim (4,1,1), blockDim (64,1,1)}}
template <int Shift> KERNEL shifted(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  out[GLOBAL_ID >> Shift] = threadIdx.x;
  // expected-warning@-1 {{this write of 'out' races with the same write by another thread of the block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[0]}}
  // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes out[0]}}
}
template __global__ void shifted<0>(int *);
template __global__ void shifted<6>(int *);

// Memory of the program, and vectors over scalars.
__device__ int counters[Block];
KERNEL variable(int k) { counters[threadIdx.x & k] += 1; }
// expected-warning@-1 {{this write of 'counters' races with a read by another thread of the block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads counters[0]}}
// expected-note@-3 {{thread (32,0,0) of block (0,0,0) writes counters[0]}}
// expected-note@-4 {{with gridDim (4,1,1), blockDim (64,1,1)}}
KERNEL variable_good() {
  if (blockIdx.x == 0)
    counters[threadIdx.x] += 1;
}

KERNEL vectors(float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  reinterpret_cast<float4 *>(out)[GLOBAL_ID] = {1, 2, 3, 4};
  // expected-note@-1 {{thread (1,0,0) of block (0,0,0) writes out[4]}}
  out[GLOBAL_ID] = 0;
  // expected-warning@-1 {{this write of 'out' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (4,0,0) of block (0,0,0) writes out[4]}}
}

KERNEL vectors_good(float *out) {
  reinterpret_cast<float4 *>(out)[GLOBAL_ID] = {1, 2, 3, 4};
  out[4 * GLOBAL_ID] = 0;
}

// Two ways to one buffer within the kernel.
KERNEL two_names(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int *here = out, *next = out + 1;
  here[GLOBAL_ID] = 1;
  // expected-note@-1 {{thread (1,0,0) of block (0,0,0) writes out[1]}}
  next[GLOBAL_ID] = 2;
  // expected-warning@-1 {{this write of 'out' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes out[1]}}
}

KERNEL two_names_good(int *out) {
  int *here = out, *next = out + gridDim.x * blockDim.x;
  here[GLOBAL_ID] = 1;
  next[GLOBAL_ID] = 2;
}

// Known and accepted here.
KERNEL accepted(int *out) {
  out[GLOBAL_ID / Block] = threadIdx.x; // NOLINT(oxide-global-race)
  [[clang::suppress("oxide-global-race", "any of them will do")]] {
    out[GLOBAL_ID / Block] = threadIdx.x;
  }
}

void launch(const float *in, float *out, int *ints) {
  accumulate<<<4, Block>>>(in, out, 256);
  accumulate_good<<<4, Block>>>(in, out, 256);
  stencil<<<4, Block>>>(out, 256);
  stencil_good<<<4, Block>>>(in, out, 256);
  block_edge<<<4, Block>>>(out);
  block_edge_good<<<4, Block>>>(out);
  stride<<<4, Block>>>(ints);
  stride_good<<<4, Block>>>(ints);
  rows<<<4, Block>>>(ints);
  rows_good<<<4, Block>>>(ints);
  slots<<<4, Block>>>(ints);
  slots_good<<<4, Block>>>(ints);
  modulo<<<4, Block>>>(ints);
  modulo_good<<<4, Block>>>(ints);
  reversed<<<4, Block>>>(ints, 256);
  reversed_good<<<4, Block>>>(ints, 256);
  byte_index<<<4, Block>>>(ints);
  byte_index_good<<<4, Block>>>(ints);
  two_dimensions<<<dim3(2, 2), dim3(8, 8)>>>(ints);
  two_dimensions_good<<<dim3(2, 2), dim3(8, 8)>>>(ints);
  member<<<4, Block>>>(View{ints, 2});
  member_good<<<4, Block>>>(View{ints, 2});
  for_each<<<4, Block>>>([=] __device__(int i) { ints[i % 32] = i; });
  // expected-warning@-1 {{this write of 'body' races with the same write by another thread of the block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes byte 0 of body}}
  // expected-note@-3 {{thread (32,0,0) of block (0,0,0) writes byte 0 of body}}
  for_each<<<4, Block>>>([=] __device__(int i) { ints[i + 4] = i; });
  shifted<0><<<4, Block>>>(ints);
  shifted<6><<<4, Block>>>(ints);
  variable<<<4, Block>>>(31);
  variable_good<<<4, Block>>>();
  vectors<<<4, Block>>>(out);
  vectors_good<<<4, Block>>>(out);
  two_names<<<4, Block>>>(ints);
  two_names_good<<<4, Block>>>(ints);
  accepted<<<4, Block>>>(ints);
}

// What threads did before matters no more where their ways have joined again,
// though nobody can follow it.
__global__ void life(unsigned char *cur, int w, int h) {
// expected-note@-1 {{with gridDim (2,2,1), blockDim (16,16,1), w = 32, h = 32}}
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  int alive = cur[y * w + x + 1];
  // expected-note@-1 {{thread (15,1,0) of block (0,0,0) reads cur[48]}}
  if (alive == 3)
    alive = 1;
  else if (alive > 5)
    alive = 2;
  cur[y * w + x] = alive;
  // expected-warning@-1 {{this write of 'cur' races with a read by a thread of another block}}
  // expected-note@-2 {{thread (0,1,0) of block (1,0,0) writes cur[48]}}
}

__global__ void life_good(const unsigned char *cur, unsigned char *next, int w,
                          int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  int alive = cur[y * w + x + 1];
  if (alive == 3)
    alive = 1;
  else if (alive > 5)
    alive = 2;
  next[y * w + x] = alive;
}

void live(dim3 grid, unsigned char *a, unsigned char *b, int w, int h) {
  life<<<grid, dim3(16, 16)>>>(a, w, h);
  life_good<<<grid, dim3(16, 16)>>>(a, b, w, h);
}
