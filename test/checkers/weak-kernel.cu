// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-weak-kernel --mode=enforce -- -Wno-cuda-compat -I %S/../Inputs/weak-kernel

#include "cuda_runtime.h"
#include "weak_kernel.h"

__attribute__((weak)) __global__ void weak_here(int *p) { *p = 1; } // expected-warning {{kernel 'weak_here' is declared weak}} expected-note {{make it static}}
__attribute__((weak)) __global__ void weak_forward(int *p);
__global__ void weak_forward(int *p) { *p = 1; } // expected-warning {{kernel 'weak_forward' is declared weak}} expected-note {{make it static}}
namespace { __attribute__((visibility("hidden"))) __global__ void hidden_here() {} }

// In the main file one unit has the only copy.
inline __global__ void inline_here(int *p) { *p = 1; }
template <int = 0> __global__ void template_here(int *p) { *p = 1; }

void launches(int *p) {
  from_macro<<<1, 1>>>(p);
  dodge<<<1, 1>>>(p);
  real<<<1, 1>>>(p);
  template_here<<<1, 1>>>(p);
}

// expected-warning@weak_kernel.h:4 {{kernel 'inline_in_header' is inline in a header}}
// expected-note@weak_kernel.h:4 {{make it static}}
// expected-warning@weak_kernel.h:7 {{kernel 'dodge' is a template in a header whose parameters play no role}}
// expected-note@weak_kernel.h:7 {{make it static}}
// expected-warning@weak_kernel.h:8 {{kernel 'dodge_type' is a template in a header}}
// expected-note@weak_kernel.h:8 {{make it static}}
// expected-warning@weak_kernel.h:12 {{kernel 'from_macro' is inline in a header}}
// expected-note@weak_kernel.h:12 {{make it static}}
// expected-warning@weak_kernel.h:16 {{kernel 'nested' is inline in a header}}
// expected-note@weak_kernel.h:16 {{make it static}}
