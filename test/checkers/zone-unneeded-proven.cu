// SPDX-License-Identifier: Apache-2.0
// Zones that the prover discharges.
// RUN: %check_oxide %s oxide-zone-unneeded -- -I %S/../Inputs/zone-unneeded
// RUN: %oxide check --no-prove --quiet --checks='-*,oxide-zone-unneeded' %s -- -x cuda %cuda_flags -I %S/../Inputs/zone-unneeded | count 0
// RUN: cp %s %t.cu
// RUN: %clang_mock_plugin -fplugin-arg-oxide-checks='-*,oxide-zone-unneeded' -I %S/../Inputs/zone-unneeded --cuda-device-only -fsyntax-only -Xclang -fixit %t.cu
// RUN: not diff -U0 %s %t.cu | FileCheck %s --check-prefix=FIX
// FIX: -  OXIDE_UNSAFE("own element, then all wait") {
// FIX-NEXT: +  {

#include "cuda_runtime.h"
#include "oxide/attributes.h"
#include "zone_unneeded_proven.h"

#define BLOCK(name, n)                                                         \
  struct name##_oxide_contract {                                               \
    static constexpr unsigned block_x = n, block_y = 1, block_z = 1;           \
    static constexpr bool block_exact = true;                                  \
  };
#define KERNEL(name) BLOCK(name, 64) __global__ void name

KERNEL(proven)(float v) { // expected-note {{the prover has shown for 'proven' that nothing races}}
  __shared__ float s[64];
  OXIDE_UNSAFE("own element, then all wait") { // expected-warning {{unsafe zone has only operations in it that the prover discharges}}
    s[threadIdx.x] = v;
    __syncthreads();
  }
  float other = s[63 - threadIdx.x];
}

// One operation that a proof does not cover, and the zone is needed.
KERNEL(partly)(float *out) {
  __shared__ float s[64];
  OXIDE_UNSAFE("own element, then all wait") {
    s[threadIdx.x] = 1;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  }
}

// Refuted, not proven, proven for one launch only, off.
KERNEL(racy)() {
  __shared__ float s[64];
  OXIDE_UNSAFE("wrong") { s[threadIdx.x / 2] = threadIdx.x; }
}
KERNEL(undecided)(int n) {
  __shared__ float s[64];
  OXIDE_UNSAFE("n is in range") { s[threadIdx.x + n] = 1; }
}
__global__ void one_launch() {
  __shared__ float s[64];
  OXIDE_UNSAFE("blocks of 64") { s[threadIdx.x] = 1; }
}
void launch() { one_launch<<<1, 64>>>(); }
BLOCK(switched_off, 64)
__global__ OXIDE_MODE("off") void switched_off() {
  OXIDE_UNSAFE("all wait") { __syncthreads(); }
}

// In another configuration the kernel is another one.
KERNEL(configured)() {
#ifdef SOMETHING_ELSE
  if (threadIdx.x == 0)
    return;
#endif
  OXIDE_UNSAFE("all wait") { __syncthreads(); }
}

// A helper, with all of its kernels.
static __device__ void wait_for_all() {
  OXIDE_UNSAFE("all wait") { __syncthreads(); } // expected-warning {{unsafe zone has only operations}}
}
KERNEL(first)() { wait_for_all(); } // expected-note {{shown for 'first'}}
KERNEL(second)() { wait_for_all(); } // expected-note {{shown for 'second'}}
static __device__ void wait_in_part() {
  OXIDE_UNSAFE("all wait") { __syncthreads(); }
}
KERNEL(third)() { wait_in_part(); }
KERNEL(fourth)() {
  if (threadIdx.x < 5)
    wait_in_part();
}

// A header: other units have other kernels.
KERNEL(through_header)() { wait_in_header(); }

// Each instance is proven; one instance is not.
BLOCK(all_proven, 64)
template <int N> __global__ void all_proven() { // expected-note {{'all_proven<1>'}}
  __shared__ float s[64];
  OXIDE_UNSAFE("own element") { s[threadIdx.x ^ N] = 1; } // expected-warning {{unsafe zone has only operations}}
}
template __global__ void all_proven<1>();
template __global__ void all_proven<2>();
BLOCK(one_proven, 64)
template <int N> __global__ void one_proven() {
  __shared__ float s[64];
  OXIDE_UNSAFE("own element") { s[threadIdx.x / N] = threadIdx.x; }
}
template __global__ void one_proven<1>();
template __global__ void one_proven<2>();
template <int N> __global__ void never_instantiated() {
  OXIDE_UNSAFE("all wait") { __syncthreads(); }
}
