// SPDX-License-Identifier: Apache-2.0
// clang-tidy reports blocks that do not match itself, so plugin and tool only.
// RUN: %clang_mock_plugin -fplugin-arg-oxide-checks='-*,oxide-unused-suppression' -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not='warning: NOLINT'
// RUN: not %oxide check --quiet --checks='-*,oxide-unused-suppression' --fail-on=warning %s -- -x cuda %cuda_flags 2>&1 | FileCheck %s --implicit-check-not='warning: NOLINT'

#include "cuda_runtime.h"

// CHECK: [[#@LINE+1]]:4: warning: NOLINTBEGIN and NOLINTEND for oxide-zone-unneeded do not match
// NOLINTBEGIN(oxide-zone-unneeded)
// CHECK: [[#@LINE+1]]:4: warning: NOLINTBEGIN and NOLINTEND for oxide-zone-contract do not match
// NOLINTEND(oxide-zone-contract)

// NOLINTBEGIN(oxide-raw-launch)
__global__ void kernel(int *p) {}
// NOLINTEND(oxide-raw-launch)

// Another tool's business.
// NOLINTBEGIN(bugprone-foo)
