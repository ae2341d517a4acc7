// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// A plain read whose value a compare-and-swap expects is a guess: where it is
// wrong, nothing is written.

#include "cuda_runtime.h"

template <class T> T any();

__device__ unsigned add(unsigned a, unsigned b) { return a ^ b; }

// CHECK: verdict on 'guess': race freedom not proven
__global__ void guess(unsigned *p) {
  unsigned old = p[threadIdx.x], seen;
  seen = atomicCAS(p + threadIdx.x, old, add(old, 3));
  while (seen != old) {
    old = seen;
    seen = atomicCAS(p + threadIdx.x, old, add(old, 3));
  }
}

// CHECK: verdict on 'guess_hinted': race freedom not proven
__global__ void guess_hinted(unsigned *p) {
  unsigned old, seen;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(old) : "l"(p + threadIdx.x));
  seen = atomicCAS(p + threadIdx.x, old, add(old, 3));
  while (seen != old) {
    old = seen;
    seen = atomicCAS(p + threadIdx.x, old, add(old, 3));
  }
}

// The value that is read goes elsewhere.
// CHECK: verdict on 'no_guess': race freedom refuted
__global__ void no_guess(unsigned *p, unsigned *out) {
  out[blockIdx.x * 64 + threadIdx.x] = p[threadIdx.x];
  atomicCAS(p + threadIdx.x, 0u, blockIdx.x + 1);
}

void launch() {
  guess<<<4, 64>>>(any<unsigned *>());
  guess_hinted<<<4, 64>>>(any<unsigned *>());
  no_guess<<<4, 64>>>(any<unsigned *>(), any<unsigned *>());
}
