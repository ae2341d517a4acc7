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

// Proven for each block that its contract allows: the barrier and the shared
// memory need no zone, the raw pointer does.
struct reverse_oxide_contract {
  static constexpr unsigned block_x = 64, block_y = 1, block_z = 1;
  static constexpr bool block_exact = true;
};
__global__ void reverse(int *p) {
  __shared__ int s[64];
  __attribute__((oxide_unsafe("own element"))) { s[threadIdx.x] = 1; }
  __syncthreads();
  __attribute__((oxide_unsafe("one row for each block"))) {
    p[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
  }
}
void launch(int *i, float *f) {
  own<<<1, 32>>>(i);
  own<<<1, 32>>>(f);
}

// CHECK: ZONE    WHERE{{ +}}FUNCTION  OPERATIONS  DISCHARGED  CONTRACT
// CHECK-NEXT: unsafe  {{.*}}audit.cu:15  own{{ +}}1{{ +}}0{{ +}}"each thread owns one element"
// CHECK-NEXT: unsafe  {{.*}}audit.cu:29  reverse{{ +}}1{{ +}}1{{ +}}"own element"
// CHECK-NEXT: unsafe  {{.*}}audit.cu:31  reverse{{ +}}2{{ +}}1{{ +}}"one row for each block"
// CHECK: TIER    MODE     RACE    BARRIER  BOUNDS  OPERATIONS  DISCHARGED  ZONES  UNNEEDED{{ .* }}WHERE{{ +}}KERNEL
// CHECK-NEXT: unsafe  audit    proven  proven   proven  1           0           1      0         {{.* }}{{.*}}audit.cu:14  own<float>
// CHECK-NEXT: unsafe  audit    proven  proven   proven  1           0           1      0         {{.* }}{{.*}}audit.cu:14  own<int>
// CHECK-NEXT: safe    enforce  proven  proven   proven  0           0           0      0         {{.* }}{{.*}}audit.cu:19  quiet
// CHECK-NEXT: unsafe  audit    proven  proven   proven  4           3           2      1         {{.* }}{{.*}}audit.cu:27  reverse

// JSON: "contract": "each thread owns\none element"
// JSON: "instantiation": "own<float>"
// JSON: "name": "quiet"
// JSON: "instantiation": null
// JSON: "mode": "enforce"
// JSON: "name": "reverse"
// JSON: "operations": 4
// JSON-NEXT: "discharged": 3
// JSON-NEXT: "zones": {
// JSON-NEXT: "needed": 1
// JSON-NEXT: "unneeded": 1
