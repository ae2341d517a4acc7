// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-zone-contract

#include "cuda_runtime.h"
#include "oxide/attributes.h"

__global__ void empty(int *p) {
  OXIDE_UNSAFE("") { p[0] = 1; }     // expected-warning {{unsafe zone has an empty contract}}
  OXIDE_UNSAFE(" \t ") { p[0] = 1; } // expected-warning {{unsafe zone has an empty contract}}
  OXIDE_MANUAL("") { p[0] = 1; }     // expected-warning {{manual zone has an empty contract}}
}

__global__ void placeholders(int *p) {
  OXIDE_UNSAFE("TODO") { p[0] = 1; }              // expected-warning {{contract 'TODO' of this unsafe zone is a placeholder}}
  OXIDE_UNSAFE("todo: say why") { p[0] = 1; }     // expected-warning {{contract 'todo: say why' of this unsafe zone is a placeholder}}
  OXIDE_UNSAFE("FIXME(ann) later") { p[0] = 1; }  // expected-warning {{is a placeholder}}
  OXIDE_UNSAFE("...") { p[0] = 1; }               // expected-warning {{is a placeholder}}
  OXIDE_UNSAFE("x") { p[0] = 1; }                 // expected-warning {{is a placeholder}}
  OXIDE_UNSAFE("N/A") { p[0] = 1; }               // expected-warning {{is a placeholder}}
  OXIDE_UNSAFE("Trust me!") { p[0] = 1; }         // expected-warning {{is a placeholder}}
  OXIDE_UNSAFE("This is safe.") { p[0] = 1; }     // expected-warning {{is a placeholder}}
  OXIDE_UNSAFE("because") { p[0] = 1; }           // expected-warning {{is a placeholder}}
  OXIDE_UNSAFE("it's safe") { p[0] = 1; }         // expected-warning {{is a placeholder}}
}

// Texts that begin or end like a placeholder but say something.
__global__ void reasons(int *p) {
  OXIDE_UNSAFE("safe because each block owns one row") { p[0] = 1; }
  OXIDE_UNSAFE("one thread") { p[0] = 1; }
  OXIDE_UNSAFE("disjoint") { p[0] = 1; }
  OXIDE_UNSAFE("none of the lanes diverge here") { p[0] = 1; }
  OXIDE_UNSAFE("todos is a list that only lane 0 appends to") { p[0] = 1; }
  OXIDE_UNSAFE("每个线程只写自己的元素") { p[0] = 1; }
}

// In functions, methods, templates, lambdas, macros, and host code.
OXIDE_UNSAFE("todo") __device__ void on_function(int *p) { *p = 1; } // expected-warning {{is a placeholder}}

struct Holder {
  int *p;
  __device__ void method() { OXIDE_UNSAFE("") { *p = 1; } } // expected-warning {{empty contract}}
};

template <class T> __global__ void generic(T *p) {
  OXIDE_UNSAFE("ok") { *p = T(); } // expected-warning {{is a placeholder}}
}
template __global__ void generic<int>(int *);
template __global__ void generic<float>(float *);

__global__ void lambda(int *p) {
  auto f = [=] { OXIDE_UNSAFE("fine") { *p = 1; } }; // expected-warning {{is a placeholder}}
  f();
}

#define RAW OXIDE_UNSAFE("works")
__global__ void macro(int *p) {
  RAW { *p = 1; } // expected-warning {{contract 'works' of this unsafe zone is a placeholder}}
}

void host() {
  OXIDE_UNSAFE("why") { generic<int><<<1, 1>>>(nullptr); } // expected-warning {{is a placeholder}}
}

// One text for several zones is no mistake in code that enforces nothing.
__global__ void first_audited(int *p) {
  OXIDE_UNSAFE("rows are owned") { p[0] = 1; }
}
__global__ void second_audited(int *p) {
  OXIDE_UNSAFE("rows are owned") { __syncthreads(); }
}
