// SPDX-License-Identifier: Apache-2.0
// What the flags of a build say to the compiler plugin holds for the tool too.

// RUN: %oxide check %s -- -x cuda %cuda_flags
// RUN: not %oxide check %s -- -x cuda %cuda_flags -fplugin=/no/such/oxide.so -fplugin-arg-oxide-mode=enforce 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not %oxide check %s -- -x cuda %cuda_flags -fplugin-arg-oxide-config=%t.json -fplugin-arg-oxide-mode=audit 2>&1 | FileCheck --check-prefix=CONFIG %s
// RUN: %oxide check %s -- -x cuda %cuda_flags -fplugin-arg-oxide-mode=enforce -Wno-oxide-tier-unsafe
// RUN: %oxide check %s -- -x cuda %cuda_flags -fplugin-arg-oxide-mode=enforce -fplugin-arg-oxide-checks=-oxide-tier-unsafe
// RUN: %oxide check --audit %s -- -x cuda %cuda_flags -fplugin-arg-oxide-mode=enforce
// RUN: not %oxide check --checks=tier-unsafe %s -- -x cuda %cuda_flags -fplugin-arg-oxide-mode=enforce -Wno-oxide-tier-unsafe 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not %oxide check --fail-on=error %s -- -x cuda %cuda_flags -DZONE -Werror=oxide-zone-contract 2>&1 | FileCheck --check-prefix=PROMOTED %s
// RUN: %oxide check --fail-on=error %s -- -x cuda %cuda_flags -DZONE -Werror

// ERROR: [[#@LINE+7]]:{{[0-9]+}}: error: {{.*}} [oxide-tier-unsafe]
// CONFIG: cannot read configuration {{.*}}: No such file or directory
// PROMOTED: [[#@LINE+3]]:{{[0-9]+}}: error: {{.*}} [oxide-zone-contract]
#include <cuda_runtime.h>
#ifdef ZONE
__attribute__((oxide_unsafe(""))) __device__ void f(int *p) { *p = 1; }
#else
__global__ void k(int *p) { *p = 1; }
#endif
