// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-unjustified-suppression --checks=oxide-zone-contract

#include "cuda_runtime.h"
#include "oxide/attributes.h"

// With a reason.

[[clang::suppress("oxide-zone-contract", "prototype")]] __global__ void
on_function(int *p) {
  OXIDE_UNSAFE("todo") { *p = 1; }
}
[[clang::suppress("until the port is done", "oxide-zone-contract")]]
__global__ void reason_first(int *p) {
  OXIDE_UNSAFE("todo") { *p = 1; }
}
__global__ void by_comment(int *p) {
  OXIDE_UNSAFE("todo") { *p = 1; } // NOLINT(oxide-zone-contract): prototype
  OXIDE_UNSAFE("todo") { *p = 1; } /* NOLINT(oxide-zone-contract) prototype */
  // NOLINTNEXTLINE(oxide-zone-contract) - über prototypes
  OXIDE_UNSAFE("todo") { *p = 1; }
  // NOLINTBEGIN(oxide-zone-contract) see the issue
  OXIDE_UNSAFE("todo") { *p = 1; }
  // NOLINTEND(oxide-zone-contract)
}

// Of other tools, and of nothing.

__global__ void other_tools(int *p) {
  *p = 1; // NOLINT(bugprone-*)
  OXIDE_UNSAFE("todo") { *p = 2; } // NOLINT
}
[[clang::suppress]] __global__ void other_attribute(int *p) {}
[[clang::suppress("deadcode.DeadStores")]] __global__ void other_checker(int *p) {}

// Without one.

[[clang::suppress("oxide-zone-contract")]] __global__ void bare(int *p) { // expected-warning {{suppression of oxide-zone-contract without a reason}}
  OXIDE_UNSAFE("todo") { *p = 1; }
}
[[clang::suppress("oxide-zone-contract", "  ")]] __global__ void blank(int *p) { // expected-warning {{suppression of oxide-zone-contract without a reason}}
  OXIDE_UNSAFE("todo") { *p = 1; }
}
__global__ void statement(int *p) {
  [[clang::suppress("oxide-zone-contract")]] { // expected-warning {{without a reason}}
    OXIDE_UNSAFE("todo") { *p = 1; }
  }
}
__global__ void comments(int *p) {
  // expected-warning@+1 {{suppression of oxide-zone-contract without a reason}}
  OXIDE_UNSAFE("todo") { *p = 1; } // NOLINT(oxide-zone-contract)
  // expected-warning@+1 {{suppression of oxide-zone-contract without a reason}}
  // NOLINTNEXTLINE(bugprone-*, oxide-zone-contract) :
  OXIDE_UNSAFE("todo") { *p = 1; }
  // expected-warning@+1 {{suppression of oxide-zone-contract without a reason}}
  // NOLINTBEGIN(oxide-zone-contract)
  OXIDE_UNSAFE("todo") { *p = 1; }
  // NOLINTEND(oxide-zone-contract)
  // expected-warning@+1 {{suppression of oxide-zone-contract without a reason}}
  *p = 1; // NOLINT(oxide-zone-contract)
}
template <class T>
[[clang::suppress("oxide-zone-contract")]] __global__ void generic(T *p) {} // expected-warning {{without a reason}}
template __global__ void generic<int>(int *);
template __global__ void generic<float>(float *);
