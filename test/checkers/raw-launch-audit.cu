// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-raw-launch
// A launch is no mistake by itself: only enforced code has promised to check.

#include "cuda_runtime.h"
#include "oxide/attributes.h"

__global__ void k(int n) {}

void plain() { k<<<1, 2>>>(3); }
OXIDE_MODE("enforce") void enforced() {
  k<<<1, 2>>>(3); // expected-error {{launch of 'k' through <<<>>>}} expected-note {{oxide::prepare<k>}}
}
