// SPDX-License-Identifier: Apache-2.0
// `#pragma oxide mode(...)`: the mode of the file that it stands in.

// RUN: rm -rf %t && split-file %s %t
// RUN: not %clang_mock_plugin -fsyntax-only %t/enforce.cu 2>&1 | FileCheck --check-prefix=ENFORCE --implicit-check-not=error: %s
// ENFORCE: enforce.cu:5:{{[0-9]+}}: error: {{.*}}[-Woxide-tier-unsafe]
// RUN: %clang_mock_plugin -fsyntax-only -Werror -fplugin-arg-oxide-mode=enforce %t/off.cu
// RUN: not %clang_mock_plugin -fsyntax-only %t/typo.cu 2>&1 | FileCheck --check-prefix=TYPO %s
// TYPO: typo.cu:1:20: error: expected '#pragma oxide mode(off|audit|enforce)'
// TYPO: typo.cu:2:15: error: expected '#pragma oxide mode(off|audit|enforce)'
// TYPO: typo.cu:3:19: error: expected '#pragma oxide mode(off|audit|enforce)'
// TYPO: typo.cu:4:27: error: expected '#pragma oxide mode(off|audit|enforce)'
// The plugin makes the pragma known, so -Wall says nothing about it.
// RUN: %clang_mock_plugin -fsyntax-only -Wall -Werror %t/off.cu

//--- enforce.cu
#include "header.h"
#pragma oxide mode(enforce)
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
//--- header.h
// Judged by its own file: audit mode.
__attribute__((global)) void in_header(int *p) { *p = 1; }
//--- off.cu
#pragma oxide mode(off)
#include <cuda_runtime.h>
__global__ void k(int *p) { __attribute__((oxide_unsafe(""))) { *p = 1; } }
//--- typo.cu
#pragma oxide mode(enforced)
#pragma oxide tier(enforce)
#pragma oxide mode
#pragma oxide mode(audit) enforce
