// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-misaligned-access

#include "cuda_runtime.h"

constexpr int Threads = 64;

// The offset alone breaks the alignment of the array.

__global__ void __launch_bounds__(Threads) odd_pair(float2 *out) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ alignas(16) float row[2 * Threads + 2];
  int t = threadIdx.x;
  row[t] = 0;
  __syncthreads();
  out[t] = *reinterpret_cast<const float2 *>(&row[2 * t + 1]); // expected-warning {{this read of 'row' is not aligned to 8 bytes}} expected-note {{thread (0,0,0) of block (0,0,0) reads byte 4 of 'row'}}
}

__global__ void odd_write(float4 v) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ alignas(16) float row[4 * 1024 + 4];
  *(float4 *)(row + 4 * threadIdx.x + 2) = v; // expected-warning {{this write of 'row' is not aligned to 16 bytes}} expected-note {{writes byte 8 of 'row'}}
}

// Through a variable of the wider type, and through a helper.

__device__ float2 load_pair(const float *p) {
  const float2 *q = reinterpret_cast<const float2 *>(p);
  return *q; // expected-warning {{this read of 'row' is not aligned to 8 bytes}} expected-note {{reads byte 4 of 'row'}}
}
__global__ void through_helper(float2 *out) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ alignas(16) float row[3 * 1024];
  row[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = load_pair(row + 2 * threadIdx.x + 1); // expected-note {{called from here}}
}

template <class V, int Shift> struct Loader {
  __device__ static V at(const float *p) { return reinterpret_cast<const V *>(p + Shift)[0]; } // expected-warning {{this read of 'table' is not aligned to 16 bytes}} expected-note {{reads byte 12 of 'table'}}
};
__device__ alignas(16) float table[4 * 1024 + 4];
__global__ void through_template(float4 *out) { // expected-note {{with gridDim (1,1,1)}}
  out[threadIdx.x] = Loader<float4, 3>::at(table + 4 * threadIdx.x); // expected-note {{called from here}}
}

#define FLOAT4(x) (reinterpret_cast<float4 &>(x))
__global__ void in_macro(float4 *out) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ alignas(16) float row[4 * 1024 + 4];
  row[threadIdx.x] = 0;
  __syncthreads();
  auto f = [&](int t) { out[t] = FLOAT4(row[4 * t + 1]); }; // expected-warning {{this read of 'row' is not aligned to 16 bytes}} expected-note {{reads byte 4 of 'row'}}
  f(threadIdx.x); // expected-note {{called from here}}
}

__global__ void doubles_in_a_loop(double *out) { // expected-note {{with gridDim (1,1,1)}}
  __shared__ alignas(8) char bytes[8 * 1024];
  bytes[threadIdx.x] = 0;
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < 7; ++k)
    sum += *(double *)(bytes + 12 * k); // expected-warning {{this read of 'bytes' is not aligned to 8 bytes}} expected-note {{reads byte 12 of 'bytes'}}
  out[threadIdx.x] = sum;
}

// Nothing is known of the parameter, but one of two threads must be wrong.

__global__ void every_element(const float *in, float4 *out, int n) { // expected-note {{with gridDim (1,1,1)}}
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = *(const float4 *)(in + i); // expected-warning {{this read of 'in' cannot be aligned to 16 bytes in all threads, wherever 'in' begins}} expected-note {{reads byte 4 of 'in'}} expected-note {{reads byte 0 of 'in'}}
}

__global__ void one_of_two(const float *in, float4 *out) { // expected-note {{with gridDim (1,1,1)}}
  const float4 *q = (const float4 *)in;
  const float4 *r = (const float4 *)(in + 1);
  out[2 * threadIdx.x] = q[threadIdx.x]; // expected-note {{reads byte 16 of 'in'}}
  out[2 * threadIdx.x + 1] = r[threadIdx.x]; // expected-warning {{this read of 'in' is not aligned to 16 bytes where the read of line 74 is}} expected-note {{reads byte 4 of 'in'}}
}

// The offset breaks what the type of the parameter says.

__global__ void bytes_of_float(const float *in, float *out) { // expected-note {{with gridDim (1,1,1)}}
  out[threadIdx.x] = *(const float *)((const char *)in + 4 * threadIdx.x + 2); // expected-warning {{this read of 'in' is not aligned to 4 bytes}} expected-note {{reads byte 2 of 'in'}}
}
