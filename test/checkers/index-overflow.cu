// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-index-overflow

#include "cuda_runtime.h"

typedef long long int64_t;

// The row comes out of memory; elsewhere the product is made in 64 bits.

__global__ void gather(const float *table, const int *ids, float *out, int count, int width) {
  const int r = blockIdx.x;
  if (r >= count)
    return;
  const int base = ids[r] * width; // expected-warning {{this 32-bit product is an offset and can overflow; other offsets in 'gather' multiply with 'width' in 64 bits}} expected-note {{widen one factor before the multiplication}}
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[static_cast<int64_t>(r) * width + c] = table[base + c];
}

template <class T> __global__ void directly(const T *table, const unsigned *ids, T *out, unsigned width) {
  unsigned c = threadIdx.x;
  out[(size_t)blockIdx.x * width + c] = table[c + width * ids[blockIdx.x]]; // expected-warning {{other offsets in 'directly' multiply with 'width' in 64 bits}} expected-note {{widen}}
}
template __global__ void directly<float>(const float *, const unsigned *, float *, unsigned);
template __global__ void directly<int>(const int *, const unsigned *, int *, unsigned);

__device__ void copy_row(const float *from, float *to, const int *row, int width) {
  const float *p = from + *row * width; // expected-warning {{other offsets in 'copy_row' multiply with 'width' in 64 bits}} expected-note {{widen}}
  int64_t block = blockIdx.x;
  to[block * width + threadIdx.x] = p[threadIdx.x];
}

__global__ void one_based(const float *table, const int *ids, float *out, int width) {
  auto at = [=](int r) { return table[(ids[r] - 1) * width]; }; // expected-warning {{other offsets in 'one_based'}} expected-note {{widen}}
  int64_t r = blockIdx.x;
  int base = (ids[r] - 1) * width; // expected-warning {{other offsets in 'one_based'}} expected-note {{widen}}
  out[r * width] = table[base] + at(r);
}

// Summed up in 64 bits, but multiplied in 32.


float *allocate(const int *len, const int *stride, int rank) {
  size_t elements = 1;
  for (int d = 0; d < rank; ++d)
    elements += (len[d] - 1) * stride[d]; // expected-warning {{this 32-bit product can overflow before it is added to a 64-bit sum}} expected-note {{widen}}
  float *p = nullptr;
  cudaMalloc(&p, elements * sizeof(float));
  return p;
}
struct Shape {
  unsigned len[4], stride[4];
};
void *allocate_shape(const Shape &s) {
  unsigned long long bytes = 0;
  int d = 0;
  while (d < 4) {
    bytes += s.len[d] * s.stride[d]; // expected-warning {{before it is added to a 64-bit sum}} expected-note {{widen}}
    ++d;
  }
  void *p = nullptr;
  cudaMalloc(&p, bytes);
  return p;
}
__global__ void strided(const float *in, float *out, const int *index, const int *stride, int rank) {
  int64_t offset = 0;
  for (int d = 0; d < rank; ++d)
    offset += index[d] * stride[d]; // expected-warning {{before it is added to a 64-bit sum}} expected-note {{widen}}
  out[threadIdx.x] = in[offset + threadIdx.x];
}
