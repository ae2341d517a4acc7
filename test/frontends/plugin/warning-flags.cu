// SPDX-License-Identifier: Apache-2.0
// -Woxide-x, -Wno-oxide-x, -Werror=oxide-x, -Werror, -w.

// A certain finding in audit mode is a warning.
// RUN: %clang_mock_plugin -fsyntax-only %s 2>&1 | FileCheck --check-prefix=WARN %s
// WARN: :[[@LINE+24]]:{{[0-9]+}}: warning: {{.*}} [-Woxide-zone-contract]

// RUN: not %clang_mock_plugin -fsyntax-only -Werror %s 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not %clang_mock_plugin -fsyntax-only -Wno-unknown-warning-option -Werror=oxide-zone-contract %s 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not %clang_mock_plugin -fsyntax-only -Wno-unknown-warning-option -Werror=oxide %s 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: {{.*}} [-Werror,-Woxide-zone-contract]

// RUN: %clang_mock_plugin -fsyntax-only -Wno-unknown-warning-option -Werror -Wno-error=oxide-zone-contract %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %clang_mock_plugin -fsyntax-only -Wno-unknown-warning-option -Werror -Wno-oxide-zone-contract %s 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %clang_mock_plugin -fsyntax-only -Wno-unknown-warning-option -Wno-oxide %s 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %clang_mock_plugin -fsyntax-only -Wno-everything %s 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %clang_mock_plugin -fsyntax-only -w %s 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: {{.}}

// Later flags win.
// RUN: %clang_mock_plugin -fsyntax-only -Wno-unknown-warning-option -Wno-oxide -Woxide-zone-contract %s 2>&1 | FileCheck --check-prefix=WARN %s

// Errors of enforce mode survive -w, as errors of the compiler do.
// RUN: not %clang_mock_plugin -fsyntax-only -w -fplugin-arg-oxide-mode=enforce %s 2>&1 | FileCheck --check-prefix=ENFORCE %s
// ENFORCE: error: {{.*}} [-Woxide-tier-unsafe]

#include <cuda_runtime.h>

__global__ void kernel(int *p, int *q) {
  __attribute__((oxide_unsafe(""))) { *p = 1; }
  *q = 2;
}
