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

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-lunch=k %s 2>&1 | FileCheck --check-prefix=LUNCH %s
// LUNCH: error: oxide: unknown argument '-fplugin-arg-oxide-lunch'; did you mean '-fplugin-arg-oxide-launch'?

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-launch=kernel %s 2>&1 | FileCheck --check-prefix=LAUNCH %s
// LAUNCH: error: oxide: argument '-fplugin-arg-oxide-launch': no '<<<' and '>>>' in 'kernel'; example: 'kernel<<<(64,1,1),(32,1,1),1024>>>'

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-launch %s 2>&1 | FileCheck --check-prefix=NOLAUNCH %s
// NOLAUNCH: error: oxide: argument '-fplugin-arg-oxide-launch': no '<<<' and '>>>' in ''; example:

// RUN: not %clang_mock_plugin -fsyntax-only "-fplugin-arg-oxide-assume=kernel: n < " %s 2>&1 | FileCheck --check-prefix=ASSUME %s
// ASSUME: error: oxide: argument '-fplugin-arg-oxide-assume': a value is missing at the end in 'n <'; example: 'n == 1024 && m % 32 == 0'

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-lockstep=64 %s 2>&1 | FileCheck --check-prefix=LOCKSTEP %s
// LOCKSTEP: error: oxide: argument '-fplugin-arg-oxide-lockstep': the lanes that run in lock-step are 1, 2, 4, 8, 16 or 32, not '64'

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-no-prove=yes %s 2>&1 | FileCheck --check-prefix=NOPROVE %s
// NOPROVE: error: oxide: argument '-fplugin-arg-oxide-no-prove': it takes no value

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-input-dependent= %s 2>&1 | FileCheck --check-prefix=INPUT %s
// INPUT: error: oxide: argument '-fplugin-arg-oxide-input-dependent': it takes no value

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-remarks=1 %s 2>&1 | FileCheck --check-prefix=REMARKS %s
// REMARKS: error: oxide: argument '-fplugin-arg-oxide-remarks': it takes no value

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-keep-checks=no %s 2>&1 | FileCheck --check-prefix=KEEP %s
// KEEP: error: oxide: argument '-fplugin-arg-oxide-keep-checks' takes no value

// RUN: not %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-keep-check %s 2>&1 | FileCheck --check-prefix=KEPT %s
// KEPT: error: oxide: unknown argument '-fplugin-arg-oxide-keep-check'; did you mean '-fplugin-arg-oxide-keep-checks'?

// Each kernel's verdict once, in the first device pass.
// RUN: %clang_mock_plugin -fsyntax-only --cuda-gpu-arch=sm_80 -fplugin-arg-oxide-remarks %s 2>&1 | FileCheck --check-prefix=VERDICT --implicit-check-not=remark: %s
// VERDICT: arguments.cu:[[@LINE+13]]:17: remark: verdict on 'kernel': race freedom {{.*}}, barrier uniformity {{.*}}, bounds {{.*}}

// Nothing is written when an argument is wrong.
// RUN: rm -f %t.o
// RUN: not %clang_mock_plugin -fplugin-arg-oxide-mode=strict -c -o %t.o %s 2>/dev/null
// RUN: not ls %t.o

// Right arguments, both passes, no output.
// RUN: %clang_mock_plugin -fsyntax-only -fplugin-arg-oxide-mode=audit -fplugin-arg-oxide-checks=-oxide-raw-launch,tier-unsafe -fplugin-arg-oxide-report-unused-suppressions "-fplugin-arg-oxide-launch=kernel<<<(64,1,1),(32,1,1),1024>>>" "-fplugin-arg-oxide-launch=kernel<<<?,32>>>" "-fplugin-arg-oxide-assume=kernel: blockDim.x == 32 && gridDim.x > 1" -fplugin-arg-oxide-lockstep=32 -fplugin-arg-oxide-input-dependent -fplugin-arg-oxide-no-prove %s 2>&1 | FileCheck --allow-empty --check-prefix=CLEAN %s
// CLEAN-NOT: {{.}}

#include <cuda_runtime.h>

__global__ void kernel(int *p) { *p = 1; }
