// SPDX-License-Identifier: Apache-2.0
// What the verdict calls redundant and the compiler does not inline stays, and
// the contract that denies checks is held against the code itself.

// DEFINE: %{compile} = %clang_mock_plugin -I %S/../Inputs/checks --cuda-device-only -S %s -o %t.ptx -fplugin-arg-oxide-checks=-*,oxide-denied-check
// RUN: not %{compile} -O2 2>&1 | FileCheck %s --implicit-check-not=error:
// Nothing is promised of code that is not optimised, or without code.
// RUN: %{compile} -O0
// RUN: %clang_mock_plugin -I %S/../Inputs/checks -fsyntax-only %s -fplugin-arg-oxide-checks=-*,oxide-denied-check
// Nor with the checker switched off.
// RUN: %{compile} -O2 -Wno-oxide-denied-check -Wno-unknown-warning-option

#include "oxide/slice.h"

using oxide::Slice;

__device__ __attribute__((noinline)) float at(const Slice<const float> &a,
                                              size_t i) {
  return a[i];
}

DENIES_CHECKS(stays)
__global__ __attribute__((oxide_kernel)) void stays(Slice<const float> a, float *out) {
  if (a.size() > 2)
    *out = at(a, 2);
}
// CHECK: denied-code.cu:[[@LINE-4]]:47: error: 1 bounds check left in the code of 'stays', whose contract denies checks, though the prover shows that it is redundant where all calls are inlined

// Not enforced, a warning.
DENIES_CHECKS(audited)
__global__ void audited(Slice<const float> a, float *out) {
  if (a.size() > 2)
    *out = at(a, 1);
}
// CHECK: denied-code.cu:[[@LINE-4]]:17: warning: 1 bounds check left in the code of 'audited'

// What is not redundant has been reported already.
DENIES_CHECKS(needed)
__global__ void needed(Slice<const float> a, float *out) {
  *out = at(a, 1); // reported where the check is
}

DENIES_CHECKS(goes)
__global__ __attribute__((oxide_kernel)) void goes(Slice<const float> a, float *out) {
  if (a.size() > 2)
    *out = a[2];
}
