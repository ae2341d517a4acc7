// SPDX-License-Identifier: Apache-2.0
//
// The test inside get() folds into the test of the loop.
// RUN: %clang_cuda -O3 --cuda-device-only -S %s -o %t.ptx
// RUN: %python %S/compare_ptx.py %t.ptx scale_safe scale_spans
// RUN: %python %S/compare_ptx.py %t.ptx scale_safe scale_pointers \
// RUN:   --ignore-parameter-addresses
// REQUIRES: cuda
#include "oxide/device.h"

#include <cstddef>

template <class T> struct Span {
  T *data;
  std::size_t size;
};

extern "C" {

OXIDE_KERNEL(scale_safe, (float a, oxide::DisjointSlice<float> y),
             oxide::domain<1>) {
  for (auto i : oxide::thread::grid_stride<scale_safe>(y))
    if (auto out = y.get(i))
      *out *= a;
}

__global__ void scale_spans(float a, Span<float> y) {
  std::size_t period = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
       i < y.size; i += period)
    y.data[i] *= a;
}

__global__ void scale_pointers(float a, float *y, std::size_t n) {
  std::size_t period = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
       i < n; i += period)
    y[i] *= a;
}

} // extern "C"
