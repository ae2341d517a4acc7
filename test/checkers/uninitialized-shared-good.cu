// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-uninitialized-shared
// expected-no-diagnostics

#include "cuda_runtime.h"

constexpr int Threads = 256;

__global__ void __launch_bounds__(Threads) dot(const float *a, const float *b, float *out, int n) {
  __shared__ float s[Threads];
  int t = threadIdx.x;
  int i = blockIdx.x * Threads + t;
  s[t] = i < n ? a[i] * b[i] : 0.f;
  __syncthreads();
  for (int h = Threads / 2; h > 0; h >>= 1) {
    if (t < h)
      s[t] += s[t + h];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
void launch_dot(const float *a, const float *b, float *out, int n) {
  dot<<<(n + Threads - 1) / Threads, Threads>>>(a, b, out, n);
}

// Zeroed first, or in the other branch.
__global__ void zeroed(const float *a, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = 0;
  if (i < n)
    s[threadIdx.x] = a[i];
  __syncthreads();
  out[i] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void both_branches(const float *a, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[threadIdx.x] = a[i];
  else
    s[threadIdx.x] = 0;
  __syncthreads();
  out[i] = s[blockDim.x - 1 - threadIdx.x];
}

// Each thread reads its own element, under the same guard.
__global__ void own_element(const float *a, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[threadIdx.x] = a[i];
  __syncthreads();
  if (i < n)
    out[i] = s[threadIdx.x];
}
// What nobody stores does no harm.
__global__ void not_stored(const float *a, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[threadIdx.x] = a[i];
  __syncthreads();
  float v = s[threadIdx.x];
  if (i < n)
    out[i] = v;
}

// Filled by a loop over the block.
__global__ void strided(const float *in, float *out) {
  __shared__ float s[3 * 256 + 2];
  for (int k = threadIdx.x; k < 3 * 256 + 2; k += blockDim.x)
    s[k] = in[k];
  __syncthreads();
  out[threadIdx.x] = s[3 * threadIdx.x + 1];
}
void launch_strided(const float *in, float *out) { strided<<<1, 256>>>(in, out); }

// A halo of two elements.
__global__ void halo(const float *in, float *out, int n) {
  __shared__ float s[256 + 2];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t + 1] = i < n ? in[i] : 0;
  if (t == 0)
    s[0] = i > 0 ? in[i - 1] : 0;
  if (t == 255)
    s[257] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n)
    out[i] = s[t] + s[t + 1] + s[t + 2];
}
void launch_halo(const float *in, float *out, int n) {
  halo<<<(n + 255) / 256, 256>>>(in, out, n);
}

// As many results as warps, the others are zero.
__global__ void warps(const float *a, float *out) {
  __shared__ float s[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = a[blockIdx.x * blockDim.x + threadIdx.x];
  if (lane == 0)
    s[warp] = v;
  __syncthreads();
  if (warp == 0)
    atomicAdd(out, lane < blockDim.x / 32 ? s[lane] : 0.f);
}
void launch_warps(const float *a, float *out) { warps<<<4, 256>>>(a, out); }

// Sizes that belong together: the caller knows that the tile is full.
__global__ void two_sizes(const float *a, float *out, int filled, int used) {
  __shared__ float s[1024];
  if (threadIdx.x < filled)
    s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < used)
    out[threadIdx.x] = s[used - 1 - threadIdx.x];
}
__global__ void image(const float *in, float *out, int width, int height) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
void launch_image(const float *in, float *out, int w, int h) {
  image<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, w, h);
}
__global__ void few(const float *a, float *out, int taps) {
  __shared__ float s[64];
  if (threadIdx.x < taps)
    s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < taps; ++k)
    sum += s[k];
  out[threadIdx.x] = sum;
}
// A flag of the launch.
__global__ void flags(const float *a, float *out, bool load, bool use) {
  __shared__ float s[1024];
  if (load)
    s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (use)
    out[threadIdx.x] = s[threadIdx.x];
}

// The place is data, or the address goes elsewhere.
__global__ void scattered(const float *a, const int *to, float *out) {
  __shared__ float s[256];
  s[to[threadIdx.x] & 255] = a[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__device__ void fill(float *p, const float *a);
__global__ void elsewhere(const float *a, float *out) {
  __shared__ float s[256];
  fill(s, a);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void one_thread(const float *a, float *out) {
  __shared__ float total;
  if (threadIdx.x == 0)
    total = a[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}
// The element after the last is read, and what comes of it dropped.
__global__ void apron(const float *a, float *out) {
  __shared__ float s[257], r[257];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  r[t] = s[t] + s[t + 1];
  __syncthreads();
  if (t < 254)
    out[t] = r[t] + r[t + 1];
}
void launch_apron(const float *a, float *out) { apron<<<1, 256>>>(a, out); }
__global__ void last_turn(const float *a, float *out, int n) {
  __shared__ float s[256];
  for (int k = 0; k < n; ++k) {
    if (k > 0)
      out[k * 256 + threadIdx.x] = s[255 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = a[k * 256 + threadIdx.x];
    __syncthreads();
  }
}
void launch_last(const float *a, float *out, int n) {
  last_turn<<<1, 256>>>(a, out, n);
}
