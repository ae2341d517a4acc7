// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// A pointer to a function calls one of those that it was made from, or, where
// it comes from outside, one whose address the unit takes.

#include "cuda_runtime.h"

#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)

using Unary = float (*)(float *, unsigned);

static __device__ float own(float *v, unsigned i) { return v[i] *= 2.0f; }
static __device__ float same(float *v, unsigned i) { return v[i]; }
static __device__ float neighbour(float *v, unsigned i) { return v[i + 1]; }
// Nobody takes its address.
static __device__ int counter(int *v, unsigned i) { return v[0] += i; }

// CHECK: verdict on 'chosen': race freedom proven
__global__ void chosen(float *v, int which) {
  Unary f = which ? own : same;
  v[GLOBAL_ID] = f(v, GLOBAL_ID);
}

// CHECK: verdict on 'chosen_badly': race freedom not proven
__global__ void chosen_badly(float *v, int which) {
  Unary f = which ? neighbour : same;
  v[GLOBAL_ID] = f(v, GLOBAL_ID);
}

// Not called, the null pointer does no harm.
// CHECK: verdict on 'guarded': race freedom proven
__global__ void guarded(float *v, int which) {
  Unary f = nullptr;
  if (which == 1)
    f = own;
  if (f)
    f(v, GLOBAL_ID);
}

// The host may pass any function of this type: all threads call the same one,
// and each alone is harmless here, but not where its result is written.
// CHECK: verdict on 'from_host': race freedom proven
// CHECK: assumes pointers to functions point to functions of this unit whose address it takes
__global__ void from_host(float *v, Unary f) { f(v, GLOBAL_ID); }

// CHECK: verdict on 'from_host_badly': race freedom not proven
__global__ void from_host_badly(float *v, Unary f) {
  v[GLOBAL_ID] = f(v, GLOBAL_ID);
}

using Add = int (*)(int *, unsigned);
static __device__ int store(int *v, unsigned i) { return v[i] = 1; }
__device__ Add Table[2] = {store, store};

// CHECK: verdict on 'from_table': race freedom proven
// CHECK: assumes pointers to functions point to functions of this unit whose address it takes
__global__ void from_table(int *v, int which) { Table[which](v, GLOBAL_ID); }

// No address of a function of its type is taken: nothing is known.
using Other = void (*)(double *);
// CHECK: verdict on 'unknown_target': race freedom not proven
__global__ void unknown_target(double *v, Other f) { f(v); }

struct Shape {
  __device__ virtual void draw(float *v, unsigned i) const = 0;
};
// A virtual function may be one of any other class.
// CHECK: verdict on 'virtual_call': race freedom not proven
__global__ void virtual_call(const Shape *s, float *v) { s->draw(v, GLOBAL_ID); }
