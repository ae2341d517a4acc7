// SPDX-License-Identifier: Apache-2.0
// What has become of the bounds checks, in every report.

// RUN: %oxide check --remarks %s --json %t.json -- -x cuda %cuda_flags -I %S/../../Inputs/checks | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %python %source/test/report/Inputs/validate_json.py %source/test/report/oxide-1.schema.json %t.json
// RUN: %oxide audit %s -- -x cuda %cuda_flags -I %S/../../Inputs/checks | FileCheck %s --check-prefix=TABLE
// RUN: %oxide audit %s --json %t.audit.json -- -x cuda %cuda_flags -I %S/../../Inputs/checks
// RUN: FileCheck %s --check-prefix=JSON < %t.audit.json
// RUN: %python %source/test/report/Inputs/validate_json.py %source/test/report/oxide-audit-1.schema.json %t.audit.json
// RUN: %clang_mock_plugin -fsyntax-only -I %S/../../Inputs/checks -fplugin-arg-oxide-remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
// Without the prover nothing is counted.
// RUN: %oxide check --remarks --no-prove %s -- -x cuda %cuda_flags -I %S/../../Inputs/checks | FileCheck %s --check-prefix=NONE
// NONE-NOT: bounds checks:

#include "oxide/slice.h"

using oxide::Slice;

__global__ void kernel(Slice<const float> a, Slice<float> b, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum = sum * a[n] + 1;
  if (threadIdx.x < b.size())
    b[threadIdx.x] = a[threadIdx.x];
  if (auto e = b.get(n))
    *e = sum;
}
// REMARK: check-counts.cu:[[@LINE-9]]:17: note: bounds checks: 2 discharged, 1 hoisted, 1 in place
// JSON: "checks": {
// JSON-NEXT: "discharged": 2,
// JSON-NEXT: "hoisted": 1,
// JSON-NEXT: "inPlace": 1
// TABLE: CHECKS
// TABLE: 2/1/1

__global__ void bare(float *a) { a[threadIdx.x] = 0; }
// REMARK-NOT: bounds checks:
