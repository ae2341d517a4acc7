// SPDX-License-Identifier: Apache-2.0
// One device pass for each architecture and one host pass; a finding that
// several passes see is one finding that names its architectures.

// RUN: not %oxide check --quiet --sarif %t.sarif --json %t.json --arch=sm_80,sm_90a %s -- -x cuda %cuda_flags | FileCheck %s --implicit-check-not=error:
// RUN: FileCheck --check-prefix=SARIF %s < %t.sarif
// RUN: FileCheck --check-prefix=UNITS %s < %t.json
// RUN: not %oxide check --quiet --device-only %s --json - -- -x cuda %cuda_flags 2>/dev/null | FileCheck --check-prefix=DEVICE %s
// RUN: %oxide check --quiet --host-only %s --json - -- -x cuda %cuda_flags | FileCheck --check-prefix=HOST %s

#include <cuda_runtime.h>

// CHECK: [[#@LINE+2]]:{{[0-9]+}}: error: {{.*}} [oxide-tier-unsafe]
__global__ __attribute__((oxide_kernel)) void both(int *p) {
  *p = 1;
}

__global__ __attribute__((oxide_kernel)) void newer(float *p) {
#if __CUDA_ARCH__ >= 900
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: {{.*}} [oxide-tier-unsafe]
  *p = 2;
#endif
}

// SARIF: "archs": [
// SARIF-NEXT: "sm_80",
// SARIF-NEXT: "sm_90a"
// SARIF-NEXT: ]
// SARIF: "archs": [
// SARIF-NEXT: "sm_90a"
// SARIF-NEXT: ]

// UNITS: "units": [
// UNITS: "pass": "device",
// UNITS-NEXT: "arch": "sm_80",
// UNITS: "pass": "device",
// UNITS-NEXT: "arch": "sm_90a",
// UNITS: "pass": "host",
// UNITS-NEXT: "arch": null,

// DEVICE: "units": [
// DEVICE: "arch": "sm_90",
// DEVICE-NOT: "pass": "host"
// HOST: "findings": []
// HOST: "kernels": []
// HOST-NOT: "pass": "device"
