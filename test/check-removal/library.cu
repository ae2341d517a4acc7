// SPDX-License-Identifier: Apache-2.0
// The library itself: its failures are found, and its contract denies checks.

// RUN: %clang_cuda_plugin -O3 --cuda-device-only -S %s -o - | FileCheck %s --check-prefixes=ALL,REMOVED
// RUN: %clang_cuda_plugin -O3 --cuda-device-only -S %s -o - -fplugin-arg-oxide-keep-checks | FileCheck %s --check-prefixes=ALL,KEPT
// RUN: not %clang_cuda_plugin -DSHORT -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=DENIED
// REQUIRES: cuda
#include "oxide/device.h"

extern "C" {

// clang-format off
OXIDE_KERNEL(related,
             (oxide::Slice<const float> table, oxide::DisjointSlice<float> y),
             oxide::domain<1>, oxide::block<256>, oxide::deny_checks
#ifndef SHORT
             , OXIDE_REQUIRES(table.size() == 256)
#endif
             ) {
  // clang-format on
  oxide::assume<related>(table, y);
  auto i = oxide::thread::index_1d<related>();
  if (auto out = y.get(i))
    *out = table[threadIdx.x];
}
// ALL-LABEL: .entry related(
// REMOVED-NOT: index_out_of_range
// KEPT: index_out_of_range
// DENIED: library.cu:[[@LINE-5]]:12: error: the bounds check of 'table[threadIdx.x]' is left in 'related', whose contract denies checks

OXIDE_KERNEL(unrelated,
             (oxide::Slice<const float> table, oxide::DisjointSlice<float> y),
             oxide::domain<1>, oxide::block<256>) {
  auto i = oxide::thread::index_1d<unrelated>();
  if (auto out = y.get(i))
    *out = table[threadIdx.x];
}
// ALL-LABEL: .entry unrelated(
// ALL: index_out_of_range

} // extern "C"
