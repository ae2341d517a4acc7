// SPDX-License-Identifier: Apache-2.0
// A wrong argument is one line and a failed compilation, never a silent pass.

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-mod=enforce %s 2>&1 | FileCheck --check-prefix=KEY %s
// KEY: error: oxide: unknown argument '-fplugin-arg-oxide-mod'; did you mean '-fplugin-arg-oxide-mode'?

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-mode=strict %s 2>&1 | FileCheck --check-prefix=MODE %s
// MODE: error: oxide: argument '-fplugin-arg-oxide-mode' needs a value: off, audit or enforce, not 'strict'

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-mode %s 2>&1 | FileCheck --check-prefix=NOMODE %s
// NOMODE: error: oxide: argument '-fplugin-arg-oxide-mode' needs a value

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-checks= %s 2>&1 | FileCheck --check-prefix=NOCHECKS %s
// NOCHECKS: error: oxide: argument '-fplugin-arg-oxide-checks' needs a value

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-checks=oxide-teir-unsafe %s 2>&1 | FileCheck --check-prefix=CHECKER %s
// CHECKER: error: oxide: argument '-fplugin-arg-oxide-checks': no checker matches 'oxide-teir-unsafe'; did you mean 'oxide-tier-unsafe'?

// RUN: not %clang_mock_plugin -fsyntax-only '-fplugin-arg-oxide-checks=[' %s 2>&1 | FileCheck --check-prefix=GLOB %s
// GLOB: error: oxide: argument '-fplugin-arg-oxide-checks': no checker matches '['

// RUN: not %clang_mock_plugin -fsyntax-only -Wno-unknown-warning-option -Woxide-tier-unsaef %s 2>&1 | FileCheck --check-prefix=WFLAG %s
// WFLAG: error: oxide: -W flag: no checker matches 'oxide-tier-unsaef'; did you mean 'oxide-tier-unsafe'?

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-config=%t.absent.json %s 2>&1 | FileCheck --check-prefix=ABSENT %s
// ABSENT: error: oxide: cannot read configuration {{.*}}absent.json: No such file or directory

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-report-unused-suppressions=1 %s 2>&1 | FileCheck --check-prefix=VALUE %s
// VALUE: error: oxide: unknown argument '-fplugin-arg-oxide-report-unused-suppressions'

// Nothing is written when an argument is wrong.
// RUN: rm -f %t.o
// RUN: not %clang_mock_plugin -fplugin-arg-oxide-mode=strict -c -o %t.o %s 2>/dev/null
// RUN: not ls %t.o

// Right arguments, both passes, no output.
// RUN: %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-mode=audit -fplugin-arg-oxide-checks=-oxide-raw-launch,tier-unsafe -fplugin-arg-oxide-report-unused-suppressions %s 2>&1 | FileCheck --allow-empty --check-prefix=CLEAN %s
// CLEAN-NOT: {{.}}

#include <cuda_runtime.h>

__global__ void kernel(int *p) { *p = 1; }
