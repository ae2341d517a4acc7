// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-uninitialized-shared

#include "cuda_runtime.h"

constexpr int Threads = 256;

// Written under the guard, reduced without it.

__global__ void __launch_bounds__(Threads) dot(const float *a, const float *b, float *out, int n) { // expected-note {{n = 1}}
  __shared__ float s[Threads];
  int t = threadIdx.x;
  int i = blockIdx.x * Threads + t;
  if (i < n)
    s[t] = a[i] * b[i]; // expected-note {{the thread that would write it does not come here}}
  __syncthreads();
  for (int h = Threads / 2; h > 0; h >>= 1) {
    if (t < h)
      s[t] += s[t + h]; // expected-warning {{shared memory 's' is read before any thread of the block has written it}} expected-note {{thread (0,0,0) of block (0,0,0) reads s[128]}}
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
void launch_dot(const float *a, const float *b, float *out, int n) {
  dot<<<(n + Threads - 1) / Threads, Threads>>>(a, b, out, n);
}

// The block's size is not known.

__global__ void any_block(const float *a, float *out, int n) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[threadIdx.x] = a[i]; // expected-note {{does not come here}}
  __syncthreads();
  out[i] = s[blockDim.x - 1 - threadIdx.x]; // expected-warning {{shared memory 's' is read before}} expected-note {{reads s[}}
}

// Threads that have returned write nothing.

__global__ void early_return(const float *a, float *out, int n) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ float s[Threads];
  int i = blockIdx.x * Threads + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = a[i]; // expected-note {{does not come here}}
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int k = 0; k < Threads; ++k)
      sum += s[k]; // expected-warning {{shared memory 's' is read before}} expected-note {{reads s[1]}}
    out[blockIdx.x] = sum;
  }
}
void launch_early(const float *a, float *out, int n) {
  early_return<<<(n + Threads - 1) / Threads, Threads>>>(a, out, n);
}

// The load was forgotten.

__global__ void forgotten(float *out) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ float s[Threads];
  __syncthreads();
  out[threadIdx.x] = s[Threads - 1 - threadIdx.x]; // expected-warning {{shared memory 's' is read before}} expected-note {{reads s[255]}}
}
void launch_forgotten(float *out) { forgotten<<<1, Threads>>>(out); }

// One result for each warp, but more are read than there are warps.

__global__ void too_many_warps(const float *a, float *out) { // expected-note {{with gridDim (4,1,1)}}
  __shared__ float s[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = a[blockIdx.x * blockDim.x + threadIdx.x];
  if (lane == 0)
    s[warp] = v;
  __syncthreads();
  if (warp == 0)
    atomicAdd(out, s[lane]); // expected-warning {{shared memory 's' is read before}} expected-note {{reads s[8]}}
}
void launch_warps(const float *a, float *out) {
  too_many_warps<<<4, 256>>>(a, out);
}

// In a tile, in the first turn of a loop, through helpers of a template.

template <int N> struct Tile {
  float at[N][N];
  __device__ void put(int y, int x, float v) { at[y][x] = v; } // expected-note {{does not come here}}
  __device__ float get(int y, int x) const { return at[y][x]; } // expected-warning {{shared memory 'tile' is read before}} expected-note {{of block (0,0,0) reads}}
};
__global__ void tiled(const float *a, float *out, int n) { // expected-note {{with gridDim (1,1,1), blockDim (16,16,1)}}
  __shared__ Tile<16> tile;
  int x = blockIdx.x * 16 + threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (x < n)
      tile.put(y, threadIdx.x, a[(16 * k + y) * n + x]);
    __syncthreads();
    sum += tile.get(threadIdx.x, y); // expected-note {{called from here}}
    __syncthreads();
  }
  out[(blockIdx.x * 16 + y) * 16 + threadIdx.x] = sum;
}
void launch_tiled(const float *a, float *out, int n) {
  tiled<<<(n + 15) / 16, dim3(16, 16)>>>(a, out, n);
}
