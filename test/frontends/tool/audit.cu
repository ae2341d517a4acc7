// SPDX-License-Identifier: Apache-2.0
// The inventory: zones with contracts, kernels with tier, mode and verdicts.

// RUN: %oxide audit --arch=sm_80,sm_90 %s -- -x cuda %cuda_flags | FileCheck %s --match-full-lines
// RUN: %oxide audit %s --json %t.json -- -x cuda %cuda_flags
// RUN: %python %source/test/report/Inputs/validate_json.py %source/test/report/oxide-audit-1.schema.json %t.json
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: echo 'int x = missing;' > %t.cu
// RUN: %python %S/Inputs/exit_code.py 3 %oxide audit %t.cu -- %cuda_flags
// RUN: %python %S/Inputs/exit_code.py 1 %oxide audit %t.absent.cu -- %cuda_flags

#include <cuda_runtime.h>

template <class T> __global__ void own(T *p) {
  __attribute__((oxide_unsafe("each thread owns\none element"))) {
    p[threadIdx.x] = 1;
  }
}
__global__ __attribute__((oxide_kernel)) void quiet(const int *p) {}
void launch(int *i, float *f) {
  own<<<1, 32>>>(i);
  own<<<1, 32>>>(f);
}

// CHECK: ZONE    WHERE{{ +}}FUNCTION  OPERATIONS  CONTRACT
// CHECK-NEXT: unsafe  {{.*}}audit.cu:15  own{{ +[0-9]+ +}}"each thread owns one element"
// CHECK: TIER    MODE     RACE    BARRIER  BOUNDS  WHERE{{ +}}KERNEL
// CHECK: unsafe  audit    proven  proven   proven  {{.*}}audit.cu:14  own<float>
// CHECK: unsafe  audit    proven  proven   proven  {{.*}}audit.cu:14  own<int>
// CHECK: safe    enforce  proven  proven   proven  {{.*}}audit.cu:19  quiet

// JSON: "contract": "each thread owns\none element"
// JSON: "instantiation": "own<float>"
// JSON: "name": "quiet"
// JSON: "instantiation": null
// JSON: "mode": "enforce"
