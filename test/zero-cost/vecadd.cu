// SPDX-License-Identifier: Apache-2.0
//
// The contract makes the checks of a[i] and b[i] vanish after the guard on c.
// RUN: %clang_cuda -O3 --cuda-device-only -S %s -o %t.ptx
// RUN: %python %S/compare_ptx.py %t.ptx vecadd_safe vecadd_spans
// RUN: %python %S/compare_ptx.py %t.ptx vecadd_safe vecadd_pointers \
// RUN:   --ignore-parameter-addresses
// RUN: %python %S/compare_ptx.py %t.ptx vecadd_narrow_safe vecadd_narrow_spans
// REQUIRES: cuda
#include "oxide/device.h"

#include <cstddef>

template <class T> struct Span {
  T *data;
  std::size_t size;
};

extern "C" {

OXIDE_KERNEL(vecadd_safe,
             (oxide::Slice<const float> a, oxide::Slice<const float> b,
              oxide::DisjointSlice<float> c),
             oxide::domain<1>, oxide::block<256>,
             OXIDE_REQUIRES(a.size() >= c.size()),
             OXIDE_REQUIRES(b.size() >= c.size())) {
  oxide::assume<vecadd_safe>(a, b, c);
  auto i = oxide::thread::index_1d<vecadd_safe>();
  if (auto out = c.get(i))
    *out = a[i] + b[i];
}

__global__ void __launch_bounds__(256)
    vecadd_spans(Span<const float> a, Span<const float> b, Span<float> c) {
  std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < c.size)
    c.data[i] = a.data[i] + b.data[i];
}

__global__ void __launch_bounds__(256)
    vecadd_pointers(const float *a, const float *b, float *c, std::size_t n) {
  std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

// Coordinates of 32 bits, as most hand-written kernels have.
OXIDE_KERNEL(vecadd_narrow_safe,
             (oxide::Slice<const float> a, oxide::Slice<const float> b,
              oxide::DisjointSlice<float> c),
             oxide::domain<1>, oxide::block<256>, oxide::coordinates<32>,
             OXIDE_REQUIRES(a.size() >= c.size()),
             OXIDE_REQUIRES(b.size() >= c.size())) {
  oxide::assume<vecadd_narrow_safe>(a, b, c);
  auto i = oxide::thread::index_1d<vecadd_narrow_safe>();
  if (auto out = c.get(i))
    *out = a[i] + b[i];
}

__global__ void __launch_bounds__(256)
    vecadd_narrow_spans(Span<const float> a, Span<const float> b,
                        Span<float> c) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < c.size)
    c.data[i] = a.data[i] + b.data[i];
}

} // extern "C"
