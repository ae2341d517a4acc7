// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-unused-suppression --checks=oxide-zone-contract,oxide-zone-unneeded

#include "cuda_runtime.h"
#include "oxide/attributes.h"

// Needed.

[[clang::suppress("oxide-zone-contract", "prototype")]] __global__ void
on_function(int *p) {
  OXIDE_UNSAFE("todo") { *p = 1; }
}
__global__ void on_statement(int *p) {
  [[clang::suppress("oxide-zone-contract")]] {
    OXIDE_UNSAFE("todo") { *p = 1; }
  }
}
__global__ void by_comment(int *p) {
  OXIDE_UNSAFE("todo") { *p = 1; } // NOLINT(oxide-zone-contract)
  // NOLINTNEXTLINE(oxide-zone-contract)
  OXIDE_UNSAFE("todo") { *p = 1; }
  // NOLINTBEGIN(oxide-zone-contract)
  OXIDE_UNSAFE("todo") { *p = 1; }
  // NOLINTEND(oxide-zone-contract)
}

// Not needed.

[[clang::suppress("oxide-zone-contract")]] __global__ void fixed(int *p) { // expected-warning {{suppression of oxide-zone-contract suppresses nothing}}
  OXIDE_UNSAFE("one thread writes it") { *p = 1; }
}
__global__ void fixed_statement(int *p) {
  [[clang::suppress("oxide-zone-unneeded")]] { // expected-warning {{suppression of oxide-zone-unneeded suppresses nothing}}
    OXIDE_UNSAFE("one thread writes it") { *p = 1; }
  }
}
__global__ void fixed_comment(int *p) {
  *p = 1; // NOLINT(oxide-zone-contract) expected-warning {{suppression of oxide-zone-contract suppresses nothing}}
  // NOLINTNEXTLINE(oxide-zone-unneeded) expected-warning {{suppression of oxide-zone-unneeded suppresses nothing}}
  *p = 2;
}
struct Holder {
  [[clang::suppress("oxide-zone-contract")]] __device__ void method(int *p) {} // expected-warning {{suppresses nothing}}
};
template <class T>
[[clang::suppress("oxide-zone-contract")]] __global__ void generic(T *p) {} // expected-warning {{suppresses nothing}}
template __global__ void generic<int>(int *);
template __global__ void generic<float>(float *);

#define QUIET [[clang::suppress("oxide-zone-contract")]]
QUIET __global__ void by_macro(int *p) { OXIDE_UNSAFE("todo") { *p = 1; } }

// Nothing is known about checkers that did not run, other tools, all checkers
// at once, and attributes that do not name a checker of ours.

[[clang::suppress("oxide-raw-launch")]] __global__ void not_run(int *p) {}
[[clang::suppress("oxide-zone-contract", "oxide-raw-launch")]] __global__ void
partly_run(int *p) {}
[[clang::suppress]] __global__ void everything(int *p) {}
[[clang::suppress("core.NullDereference")]] __global__ void other(int *p) {}
void comments(int *p) {
  *p = 1; // NOLINT
  *p = 2; // NOLINT(bugprone-foo)
  *p = 3; // NOLINT(oxide-*)
  *p = 4; // NOLINT(oxide-zone-contract, bugprone-foo)
}
