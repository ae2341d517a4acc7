// SPDX-License-Identifier: Apache-2.0
// A toolkit that is not there: one line that says so, and not "clean".

// RUN: not %oxide check --quiet %s -- --cuda-path=%t.absent 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -x cuda --cuda-path=%t.absent -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: error: cannot find CUDA installation; provide its path via '--cuda-path'

__attribute__((global)) void k(int *p) { *p = 1; }
