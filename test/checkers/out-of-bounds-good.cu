// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-out-of-bounds
// expected-no-diagnostics

#include "cuda_runtime.h"

__global__ void fits(float *out) {
  __shared__ float s[257];
  s[threadIdx.x + 1] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}
void launch_fits(float *out) { fits<<<1, 256>>>(out); }

// Nobody says how large the block is.
__global__ void any_launch(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}
template <int N> __device__ void tiled(const float *in, float *out) {
  __shared__ float tile[N][N];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void tiled8(const float *in, float *out) { tiled<8>(in, out); }
extern "C" __global__ void tiled4(const float *in, float *out) { tiled<4>(in, out); }
__global__ void __launch_bounds__(128) bounded(float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void guarded(float *out, int n) {
  __shared__ float s[64];
  if (threadIdx.x < 64 && threadIdx.x < n)
    s[threadIdx.x] = 1;
  out[threadIdx.x] = 1;
}
__global__ void by_data(const int *in, float *out) {
  __shared__ float s[64];
  s[in[threadIdx.x]] = 1;
  s[in[threadIdx.x] & 63] = 1;
  out[threadIdx.x] = 1;
}
__constant__ float taps[9];
__global__ void filter(float *out, int count) {
  float sum = 0;
  for (int k = 0; k < 9; ++k)
    sum += taps[k];
  for (int k = 0; k < count; ++k)
    sum += taps[k % 9];
  out[threadIdx.x] = sum;
}

// Both ends are left out, clamped, or joined.
__global__ void derivative(const float *u, float *d, int n, float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1)
    return;
  d[i] = (u[i - 1] - 2 * u[i] + u[i + 1]) * h;
}
__global__ void clamped(const float *u, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i > 0 ? i - 1 : 0] + (i ? u[i - 1] : 0.f);
}
__global__ void periodic(const float *u, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[(i - 1 + n) % n] + u[i == 0 ? n - 1 : i - 1];
}
__global__ void from_the_end(const float *u, float *d, int n, int lag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[n - 1 - i] + u[n - i - lag];
}
// The caller may see to it that no index is too small.
__global__ void delayed(const float *u, float *d, int n, int lag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i - lag];
}
__global__ void offset_by(const float *u, float *d, int n, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < n)
    d[i] = u[i - 1];
}
void launch_good(const float *u, float *d, int n, int k) {
  derivative<<<(n + 127) / 128, 128>>>(u, d, n, 1.f);
  clamped<<<(n + 127) / 128, 128>>>(u, d, n);
  periodic<<<(n + 127) / 128, 128>>>(u, d, n);
  from_the_end<<<(n + 127) / 128, 128>>>(u, d, n, k);
  delayed<<<(n + 127) / 128, 128>>>(u, d, n, k);
  offset_by<<<(n + 127) / 128, 128>>>(u, d, n, k);
}

// The host passes an address behind the halo.
__global__ void halo(const float *u, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i - 1] + u[i + 1];
}
__global__ void halo2(const float *u, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i - 1] + u[i + 1];
}
__global__ void halo3(const float *u, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i - 1] + u[i + 1];
}
__global__ void halo4(const float *u, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i - 1] + u[i + 1];
}
void launch_halo2(const float *u, float *d, int n) {
  halo2<<<(n + 127) / 128, 128>>>(u, d, n);
}
struct Field { float *interior; };
void launch_halo(int n, Field &f) {
  float *u = nullptr, *d = nullptr;
  cudaMalloc((void **)&u, (n + 2) * sizeof(float));
  cudaMalloc((void **)&d, n * sizeof(float));
  halo<<<(n + 127) / 128, 128>>>(u + 1, d, n);
  float *inner = u + 1;
  launch_halo2(inner, d, n);
  halo3<<<(n + 127) / 128, 128>>>(f.interior, d, n);
  float *moved = u;
  ++moved;
  halo4<<<(n + 127) / 128, 128>>>(moved, d, n);
}
// Sizes and indices that the caller chooses.
__device__ float table[2];
__global__ void chosen(float *out, const float *in, int which, int count, int start, int size) {
  __shared__ float s[512];
  float sum = table[which];
  for (int k = 0; k < count; ++k)
    sum += taps[k];
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & (size - 1)) + size;
  s[pos] = sum;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= start)
    out[i] = s[pos] + in[i - 1];
}
void launch_chosen(float *out, const float *in, int w, int c, int f, int s) {
  chosen<<<4, 256>>>(out, in, w, c, f, s);
}
// No launch in view.
__global__ void elsewhere(const float *u, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i - 1];
}
