// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-misaligned-access
// expected-no-diagnostics

#include "cuda_runtime.h"

constexpr int Threads = 64;

__global__ void __launch_bounds__(Threads) elements(float2 *out) {
  __shared__ alignas(16) float row[2 * Threads + 2];
  int t = threadIdx.x;
  row[t] = 0;
  __syncthreads();
  out[t] = float2{row[2 * t + 1], row[2 * t + 2]};
}

__global__ void even_pair(float2 *out) {
  __shared__ alignas(16) float row[2 * 1024 + 2];
  row[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = *reinterpret_cast<const float2 *>(&row[2 * threadIdx.x + 2]);
}

// The array is aligned for its elements alone, but nothing breaks it.
__global__ void alignment_not_declared(float4 *out) {
  __shared__ float row[4 * 1024];
  row[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = *(float4 *)&row[4 * threadIdx.x];
}

// Vector loads of a parameter: the caller knows its alignment.
__global__ void vectors(const float *in, float4 *out, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    out[i / 4] = *(const float4 *)(in + i);
}
__global__ void shifted_parameter(const float *in, float4 *out) {
  out[threadIdx.x] = *(const float4 *)(in + 4 * threadIdx.x + 1);
}

// The pitch may be a multiple of four, as may the beginning.
__global__ void pitched(const float *in, float4 *out, int pitch, int first) {
  const float *row = in + blockIdx.x * pitch + first + 3;
  out[blockIdx.x * blockDim.x + threadIdx.x] = ((const float4 *)row)[threadIdx.x];
}
__global__ void pitched_shared(float4 *out, int pitch) {
  extern __shared__ __attribute__((aligned(16))) float tile[];
  tile[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = *(float4 *)(tile + threadIdx.y * pitch + 4 * threadIdx.x);
}
__global__ void one_less(const float *in, float2 *out, int n) {
  __shared__ alignas(16) float tile[4096];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = *(float2 *)(tile + threadIdx.x * (n - 1));
}

// A scalar head until the address is aligned.
__global__ void head(const float *in, float *out, int n) {
  unsigned long long address = (unsigned long long)in;
  int skip = (int)((16 - address % 16) % 16 / 4);
  const float4 *body = (const float4 *)(in + skip);
  if (threadIdx.x < (n - skip) / 4)
    out[threadIdx.x] = body[threadIdx.x].x;
}
// Only for an aligned index.
__global__ void guarded(float *out) {
  __shared__ alignas(16) float row[1024 + 4];
  row[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x % 4 == 0)
    *(float4 *)(out + threadIdx.x) = *(float4 *)(row + threadIdx.x);
}

struct __attribute__((packed)) Packed {
  char tag;
  float value;
  double wide;
};
__global__ void packed(const Packed *in, double *out) {
  __shared__ Packed copy[64];
  copy[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = copy[threadIdx.x].wide + copy[threadIdx.x].value;
}

// A copy of bytes has no alignment.
__global__ void bytes(const char *in, double *out) {
  __shared__ alignas(16) char text[8 * 1024 + 8];
  text[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  double v;
  memcpy(&v, text + 8 * threadIdx.x + 1, sizeof(v));
  out[threadIdx.x] = v;
}
__global__ void narrower(const int *in, short *out) {
  out[threadIdx.x] = *(const short *)((const char *)in + 4 * threadIdx.x + 2);
}
