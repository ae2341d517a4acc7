// SPDX-License-Identifier: Apache-2.0
// Attributes with wrong arguments or on the wrong thing.

// RUN: %clang_mock_plugin --cuda-device-only -fsyntax-only -Xclang -verify %s

#include <cuda_runtime.h>

// expected-error@+1 {{invalid value 'strict' in 'oxide_mode', expected one of: off, audit, enforce}}
__attribute__((oxide_mode("strict"))) void mode();
// expected-error@+1 {{'oxide_mode' attribute takes one argument}}
__attribute__((oxide_mode)) void no_mode();
// expected-error@+1 {{invalid value 'safe' in 'oxide_tier', expected one of: unsafe, manual}}
__attribute__((oxide_tier("safe"))) void tier();
// expected-error@+1 {{'oxide_kernel' attribute only applies to __global__ functions}}
__attribute__((oxide_kernel)) void not_a_kernel();
// expected-error@+1 {{'oxide_kernel' attribute takes no arguments}}
__global__ __attribute__((oxide_kernel(1))) void kernel_argument();
// expected-error@+1 {{'oxide_unsafe' attribute requires a string}}
__attribute__((oxide_unsafe(3))) void number();
// expected-error@+1 {{'oxide_unsafe' attribute takes one argument}}
__attribute__((oxide_unsafe("a", "b"))) void two();
// expected-error@+1 {{'oxide_unsafe' attribute only applies to functions and statements}}
struct __attribute__((oxide_unsafe("x"))) Record {};
// expected-error@+1 {{'oxide_manual' attribute only applies to functions and statements}}
__attribute__((oxide_manual("x"))) int variable;
// expected-error@+1 {{'oxide_witness' attribute only applies to classes}}
__attribute__((oxide_witness)) void witness();
// expected-error@+1 {{'oxide_access' attribute only applies to functions}}
struct __attribute__((oxide_access)) Access {};
// expected-error@+1 {{'oxide_sealed' attribute only applies to classes and variable templates}}
__attribute__((oxide_sealed)) void sealed();

void statements() {
  // expected-error@+1 {{'oxide_kernel' attribute only applies to __global__ functions}}
  __attribute__((oxide_kernel)) { }
  // expected-error@+1 {{'oxide_unsafe' attribute takes one argument}}
  __attribute__((oxide_unsafe)) { }
}

// What is right is silent.
__global__ __attribute__((oxide_kernel)) void kernel();
__attribute__((oxide_mode("off"))) void quiet();
class __attribute__((oxide_witness)) Index {};
template <class T> struct __attribute__((oxide_sealed)) Trait {};
template <class T> __attribute__((oxide_sealed)) constexpr bool sealed_value = false;
__device__ __attribute__((oxide_tier("manual"))) void manual();
template <class T> __attribute__((oxide_unsafe("reason of two words"))) void zone(T) {
  __attribute__((oxide_manual("reason of two words"))) for (;;) { break; }
}
