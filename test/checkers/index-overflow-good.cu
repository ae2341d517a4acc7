// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-index-overflow
// expected-no-diagnostics

#include "cuda_runtime.h"

typedef long long int64_t;

__global__ void gather(const float *table, const int *ids, float *out, int count, int width) {
  const int r = blockIdx.x;
  if (r >= count)
    return;
  const int64_t base = static_cast<int64_t>(ids[r]) * width;
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[static_cast<int64_t>(r) * width + c] = table[base + c];
}

// The usual arithmetic of kernels.
__global__ void usual(float *p, int n, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % width, y = i / width;
  if (i < n && y < height)
    p[y * width + x] = p[i * 4 + 1];
}
// A batch of images: one image is small, all of them are not.
__global__ void batch(float *p, int width, int height) {
  int x = threadIdx.x, y = blockIdx.x, b = blockIdx.y;
  p[(int64_t)b * height * width + y * width + x] = 0;
  p[(size_t)b * width] = p[y * width];
}
// Nothing says that the author expects large tables.
__global__ void small_table(const float *table, const int *ids, float *out, int width) {
  out[blockIdx.x * width + threadIdx.x] = table[ids[blockIdx.x] * width + threadIdx.x];
}
// Another size is widened; bytes are always 64 bits.
__global__ void other_size(const float *table, const int *ids, float *out, int width, int depth) {
  out[(int64_t)blockIdx.x * depth + threadIdx.x] = table[ids[blockIdx.x] * width];
  const char *row = (const char *)table + width * sizeof(float);
  out[0] = *(const float *)row;
}
// Constants and narrow types stay small; a shared array is.
__global__ void narrow(const float *table, const unsigned char *ids, const int *big, float *out, int width, short pitch) {
  __shared__ float tile[1024];
  int64_t r = blockIdx.x;
  tile[threadIdx.x] = table[ids[r] * width];
  out[r * width] = table[big[r] * 4] + tile[big[r] * width] + table[big[r] * pitch];
}
// The product is no offset.
__global__ void no_offset(const int *ids, int *out, int width) {
  int area = ids[blockIdx.x] * width;
  out[(int64_t)blockIdx.x * width] = area;
}

// Host code: sizes that are products of ints are everywhere.
void *plain_sizes(int width, int height) {
  size_t n = width * height;
  void *p = nullptr;
  cudaMalloc(&p, n * sizeof(float));
  return p;
}
void *sum_of_sizes(const int *len, const int *stride, int rank) {
  size_t elements = 1, rows = 0;
  for (int d = 0; d < rank; ++d) {
    elements += static_cast<size_t>(len[d] - 1) * stride[d];
    rows += len[d] * 4;
  }
  void *p = nullptr;
  cudaMalloc(&p, elements + rows);
  return p;
}
// No image is large, all of them are.
void *sum_of_areas(const int *width, const int *height, int images) {
  size_t pixels = 0;
  for (int i = 0; i < images; ++i)
    pixels += width[i] * height[i];
  void *p = nullptr;
  cudaMalloc(&p, pixels);
  return p;
}
// A sum that no size and no offset is made of, or one of 32 bits.
long long statistics(const int *a, const int *b, int n) {
  long long sum = 0;
  int small = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[i] * b[i];
    small += a[i] * b[i];
  }
  return sum + small;
}
__global__ void dot(const int *a, const int *b, long long *out, int n) {
  long long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  out[threadIdx.x] = sum;
}
