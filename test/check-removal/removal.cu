// SPDX-License-Identifier: Apache-2.0
// A check leaves the code where it is proven, and nowhere else.

// DEFINE: %{compile} = %clang_mock_plugin -I %S/../Inputs/checks -O2 --cuda-device-only -S %s -o -
// RUN: %{compile} | FileCheck %s --check-prefixes=ALL,REMOVED
// RUN: %{compile} -fplugin-arg-oxide-keep-checks | FileCheck %s --check-prefixes=ALL,KEPT
// RUN: %{compile} -fplugin-arg-oxide-no-prove | FileCheck %s --check-prefixes=ALL,KEPT
// At -O0 no pass runs.
// RUN: %{compile} -O0 | FileCheck %s --check-prefix=DEBUG
// What LLVM leaves without the plugin.
// RUN: %clang_mock -I %S/../Inputs/checks -O2 --cuda-device-only -S %s -o - | FileCheck %s --check-prefixes=ALL,KEPT
// Facts of a user bind nobody: they prove no check.
// RUN: %{compile} "-fplugin-arg-oxide-assume=promised: n == 3" "-fplugin-arg-oxide-launch=promised<<<1,32>>>" | FileCheck %s --check-prefixes=ALL,REMOVED

#include "oxide/slice.h"

using oxide::Slice;

extern "C" {

// The limit of the hardware and that of the launch bounds.
__global__ __launch_bounds__(64) void bounds(Slice<float> a) {
  if (a.size() == 64)
    a[threadIdx.x] = 1;
}
// ALL-LABEL: .entry bounds(
// REMOVED-NOT: index_out_of_range
// KEPT: index_out_of_range

// DEBUG-LABEL: .entry bounds(

// An induction that LLVM does not see.
__global__ void halves(Slice<float> a) {
  for (size_t i = a.size(); i > 0; i /= 2)
    a[i - 1] = 1;
}
// ALL-LABEL: .entry halves(
// REMOVED-NOT: index_out_of_range
// KEPT: index_out_of_range

__global__ void folded(Slice<float> a, const int *at) {
  if (a.size() > 0)
    a[at[threadIdx.x] & (a.size() - 1)] = 1;
}
// ALL-LABEL: .entry folded(
// ALL-NOT: index_out_of_range

// One proven, one not.
__global__ __launch_bounds__(64) void half(Slice<float> a, int n) {
  if (a.size() == 64) {
    a[threadIdx.x] = 1;
    a[n] = 2;
  }
}
// ALL-LABEL: .entry half(
// ALL: index_out_of_range
// REMOVED-NOT: index_out_of_range
// KEPT: index_out_of_range

// No bound of the block is stated, a launch of 64 threads proves nothing.
__global__ void unbounded(Slice<float> a) {
  if (a.size() == 64)
    a[threadIdx.x] = 1;
}
// ALL-LABEL: .entry unbounded(
// ALL: index_out_of_range
void launch(Slice<float> a) { unbounded<<<1, 64>>>(a); }

// The sum wraps for n = 2^32 - 1.
__global__ void wraps(Slice<float> a, unsigned n) {
  if (n + 1 <= a.size())
    a[n] = 1;
}
// ALL-LABEL: .entry wraps(
// ALL: index_out_of_range

// That a and b are different memory is an assumption of the prover.
__global__ void overlap(Slice<unsigned> a, Slice<unsigned> b) {
  if (a.size() >= 16 && b.size() >= 2) {
    if (b[0] < 16) {
      a[0] = 1;
      a[b[0]] = 1;
    }
  }
}
// ALL-LABEL: .entry overlap(
// ALL: index_out_of_range

__global__ void promised(Slice<float> a, int n) {
  if (a.size() >= 4)
    a[n] = 1;
}
// ALL-LABEL: .entry promised(
// ALL: index_out_of_range

// The check belongs to a function that is called twice.
__device__ __attribute__((noinline)) float at(const Slice<const float> &a,
                                              size_t i) {
  return a[i];
}
__global__ void callee(Slice<const float> a, float *out) {
  if (a.size() > 2)
    *out = at(a, 1) + at(a, 2);
}
// ALL-LABEL: .entry callee(

// Not the library's failure: what users call so stays.
namespace own {
[[noreturn]] __attribute__((noinline)) __device__ void index_failed() {
  __trap();
}
} // namespace own
__global__ __launch_bounds__(64) void foreign(float *a, const int *at) {
  if (((at[threadIdx.x] * 7 + 3) & 255) * 2 == 1)
    a[threadIdx.x] = 1;
}
// ALL-LABEL: .entry foreign(
}
