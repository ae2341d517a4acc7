// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-out-of-bounds

#include "cuda_runtime.h"

// Shared arrays, with the launch known.

__global__ void one_more(float *out) { // expected-note {{with gridDim (1,1,1), blockDim (256,1,1)}}
  __shared__ float s[256];
  s[threadIdx.x + 1] = 1; // expected-warning {{this write of 's' can be out of its 1024 bytes}} expected-note {{thread (255,0,0) of block (0,0,0) writes s[256]}}
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void launch_one_more(float *out) { one_more<<<1, 256>>>(out); }

__global__ void large_block(float *out) { // expected-note {{blockDim (512,1,1)}}
  __shared__ float s[256];
  s[threadIdx.x] = 1; // expected-warning {{this write of 's' can be out of its 1024 bytes}} expected-note {{thread (256,0,0) of block (0,0,0) writes s[256]}}
  out[threadIdx.x] = 1;
}
void launch_large(float *out) {
  large_block<<<2, 256>>>(out);
  large_block<<<2, 512>>>(out);
}

// With the launch not known: by the index alone.

__global__ void any_launch(float *out) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ float s[64];
  for (int k = threadIdx.x % 32; k <= 64; k += 32)
    s[k] = 1; // expected-warning {{this write of 's' can be out of its 256 bytes}} expected-note {{thread (0,0,0) of block (0,0,0) writes s[64]}}
  out[threadIdx.x] = 1;
}
__global__ void off_by_one_guard(float *out) { // expected-note {{with gridDim (1,1,1), blockDim (128,1,1)}}
  __shared__ float s[64];
  if (threadIdx.x <= 64)
    s[threadIdx.x] = 1; // expected-warning {{this write of 's' can be out of its 256 bytes}} expected-note {{writes s[64]}}
  out[threadIdx.x] = 1;
}
void launch_off_by_one(float *out) { off_by_one_guard<<<1, 128>>>(out); }

// Constant memory and arrays of one thread, through a helper and a template.

__constant__ float taps[9];
__device__ float tap(int k) { return taps[k]; } // expected-warning {{this read of 'taps' can be out of its 36 bytes}} expected-note {{thread (0,0,0) of block (0,0,0) reads taps[9]}}
__global__ void filter(float *out) { // expected-note {{with gridDim (1,1,1)}}
  float sum = 0;
  for (int k = 0; k <= 9; ++k)
    sum += tap(k); // expected-note {{called from here}}
  out[threadIdx.x] = sum;
}

template <int N> __global__ void matrix(float *out) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ float tile[N][N];
  int x = threadIdx.x % N, y = threadIdx.x / N % N;
  tile[y + 1][x] = 0; // expected-warning {{this write of 'tile' can be out of its 256 bytes}} expected-note {{writes tile[8][0]}}
  out[threadIdx.x] = 1;
}
void launch_matrix(float *out) { matrix<8><<<1, 64>>>(out); }

// Before the beginning of an array of the host.

__global__ void derivative(const float *u, float *d, int n, float h) { // expected-note {{n = 1}}
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  d[i] = (u[i - 1] - 2 * u[i] + u[i + 1]) * h; // expected-warning {{this read of 'u' can be before the beginning of it}} expected-note {{thread (0,0,0) of block (0,0,0) reads 4 bytes before 'u'}}
}
void launch_derivative(const float *u, float *d, int n, float h, int blocks) {
  derivative<<<blocks, 256>>>(u, d, n, h);
}

__device__ float left(const float *p, int i) { return p[i - 1]; } // expected-warning {{this read of 'u' can be before the beginning of it}} expected-note {{reads 4 bytes before 'u'}}
__global__ void allocated(const float *u, float *d, int n) { // expected-note {{with gridDim (1,1,1)}}
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = left(u, i); // expected-note {{called from here}}
}
void launch_allocated(int n) {
  float *u = nullptr, *d = nullptr;
  cudaMalloc((void **)&u, n * sizeof(float));
  cudaMalloc((void **)&d, n * sizeof(float));
  allocated<<<(n + 127) / 128, 128>>>(u, d, n);
}

// The caller's lag is known.
__global__ void delayed(const float *u, float *d, int n, int lag) { // expected-note {{with gridDim (1,1,1)}}
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = u[i - lag]; // expected-warning {{this read of 'u' can be before the beginning of it}} expected-note {{reads 8 bytes before 'u'}}
}
void launch_delayed(const float *u, float *d, int n) {
  delayed<<<(n + 127) / 128, 128>>>(u, d, n, 2);
}

// The row above the first one.
__global__ void above(const float *u, float *d, int width, int height) { // expected-note {{with gridDim (1,1,1)}}
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[y * width + x] = u[(y - 1) * width + x]; // expected-warning {{this read of 'u' can be before the beginning of it}} expected-note {{bytes before 'u'}}
}
void launch_above(const float *u, float *d, int w, int h) {
  above<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(u, d, w, h);
}
