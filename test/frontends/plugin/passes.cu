// SPDX-License-Identifier: Apache-2.0
// Several architectures and the host pass: each finding once.

// RUN: %clang_mock_plugin --cuda-gpu-arch=sm_80 --cuda-gpu-arch=sm_100 -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %clang_mock_plugin --cuda-device-only -fsyntax-only %s 2>&1 | FileCheck --check-prefix=ONE --implicit-check-not=warning: %s

#include <cuda_runtime.h>

__device__ void everywhere(int *p) {
  // CHECK-DAG: :[[@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[-Woxide-zone-contract]
  // ONE: :[[@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[-Woxide-zone-contract]
  __attribute__((oxide_unsafe(""))) { *p = 1; }
}

#if __CUDA_ARCH__ >= 1000
__device__ void newest(int *p) {
  // Seen by the last device pass alone.
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[-Woxide-zone-contract]
  __attribute__((oxide_unsafe(" "))) { *p = 1; }
}
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
__device__ void oldest(int *p) {
  // Seen by the first device pass alone.
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[-Woxide-zone-contract]
  __attribute__((oxide_unsafe("  "))) { *p = 1; }
}
#endif

__global__ void kernel(int *p) {
  everywhere(p);
#if __CUDA_ARCH__ >= 1000
  newest(p);
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  oldest(p);
#endif
}
