// SPDX-License-Identifier: Apache-2.0
//
// Rows of a width known at compile time, and of one known at run time.
// RUN: %clang_cuda -O3 --cuda-device-only -S %s -o %t.ptx
// RUN: %python %S/compare_ptx.py %t.ptx map_safe map_spans
// RUN: %python %S/compare_ptx.py %t.ptx map_safe map_pointers \
// RUN:   --ignore-parameter-addresses
// RUN: %python %S/compare_ptx.py %t.ptx rows_safe rows_spans
// RUN: %python %S/compare_ptx.py %t.ptx rows_safe rows_pointers \
// RUN:   --ignore-parameter-addresses
// REQUIRES: cuda
#include "oxide/device.h"

#include <cstddef>

template <class T> struct Span {
  T *data;
  std::size_t size;
};

extern "C" {

OXIDE_KERNEL(map_safe,
             (oxide::Slice<const float> in,
              oxide::DisjointSlice<float, oxide::Index2D<1000>> out),
             oxide::domain<2>, OXIDE_REQUIRES(in.size() >= out.size())) {
  oxide::assume<map_safe>(in, out);
  auto i = oxide::thread::index_2d<1000, map_safe>();
  if (auto cell = out.get(i))
    *cell = 2.0f * in[i];
}

__global__ void map_spans(Span<const float> in, Span<float> out) {
  std::size_t column = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::size_t row = std::size_t(blockIdx.y) * blockDim.y + threadIdx.y;
  std::size_t i = row * 1000 + column;
  if (column < 1000 && i < out.size)
    out.data[i] = 2.0f * in.data[i];
}

__global__ void map_pointers(const float *in, float *out, std::size_t n) {
  std::size_t column = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::size_t row = std::size_t(blockIdx.y) * blockDim.y + threadIdx.y;
  std::size_t i = row * 1000 + column;
  if (column < 1000 && i < n)
    out[i] = 2.0f * in[i];
}

OXIDE_KERNEL(rows_safe,
             (float value, oxide::DisjointSlice<float, oxide::Runtime2D> out),
             oxide::domain<2>) {
  auto i = oxide::thread::index_2d_runtime<rows_safe>();
  if (auto cell = out.get(i))
    *cell = value;
}

struct Rows {
  float *data;
  std::size_t rows, width;
};

__global__ void rows_spans(float value, Rows out) {
  std::size_t column = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::size_t row = std::size_t(blockIdx.y) * blockDim.y + threadIdx.y;
  std::size_t rows = out.rows, width = out.width;
  if (row < rows && column < width)
    out.data[row * width + column] = value;
}

__global__ void rows_pointers(float value, float *out, std::size_t rows,
                              std::size_t width) {
  std::size_t column = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::size_t row = std::size_t(blockIdx.y) * blockDim.y + threadIdx.y;
  if (row < rows && column < width)
    out[row * width + column] = value;
}

} // extern "C"
