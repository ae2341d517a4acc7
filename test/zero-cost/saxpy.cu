// SPDX-License-Identifier: Apache-2.0
//
// An output that is read and written is one address, computed once.
// RUN: %clang_cuda -O3 --cuda-device-only -S %s -o %t.ptx
// RUN: %python %S/compare_ptx.py %t.ptx saxpy_safe saxpy_spans
// RUN: %python %S/compare_ptx.py %t.ptx saxpy_safe saxpy_pointers \
// RUN:   --ignore-parameter-addresses
// REQUIRES: cuda
#include "oxide/device.h"

#include <cstddef>

template <class T> struct Span {
  T *data;
  std::size_t size;
};

extern "C" {

OXIDE_KERNEL(saxpy_safe,
             (float a, oxide::Slice<const float> x,
              oxide::DisjointSlice<float> y),
             oxide::domain<1>, OXIDE_REQUIRES(x.size() >= y.size())) {
  oxide::assume<saxpy_safe>(a, x, y);
  auto i = oxide::thread::index_1d<saxpy_safe>();
  if (auto out = y.get(i))
    *out = a * x[i] + *out;
}

__global__ void saxpy_spans(float a, Span<const float> x, Span<float> y) {
  std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < y.size)
    y.data[i] = a * x.data[i] + y.data[i];
}

__global__ void saxpy_pointers(float a, const float *x, float *y,
                               std::size_t n) {
  std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

} // extern "C"
