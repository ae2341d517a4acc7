// SPDX-License-Identifier: Apache-2.0
// Shared memory and barriers of kernels that are proven for every launch that
// their contract lets through need no zone.
// RUN: %check_oxide %s oxide-tier-unsafe --mode=enforce -- -ferror-limit=0
// RUN: not %oxide check --enforce --no-prove --quiet --checks='-*,oxide-tier-unsafe' %s -- -x cuda %cuda_flags | FileCheck %s --check-prefix=UNPROVEN
// RUN: not %oxide check --enforce --quiet --checks='-*,oxide-tier-unsafe' %s -- -x cuda %cuda_flags -fgpu-rdc | FileCheck %s --check-prefix=RDC
// RUN: not %oxide check --enforce --quiet --checks='-*,oxide-tier-unsafe' --lockstep=32 %s -- -x cuda %cuda_flags | FileCheck %s --check-prefix=ASSUMED
// RUN: not %oxide check --enforce --quiet --checks='-*,oxide-tier-unsafe' --assume='reverse: blockDim.x == 64' %s -- -x cuda %cuda_flags | FileCheck %s --check-prefix=ASSUMED

#include "cuda_runtime.h"
#include "oxide/attributes.h"

#define BLOCK(name, n)                                                         \
  struct name##_oxide_contract {                                               \
    static constexpr unsigned block_x = n, block_y = 1, block_z = 1;           \
    static constexpr bool block_exact = true;                                  \
  };
#define KERNEL(name) BLOCK(name, 64) __global__ void name

// UNPROVEN: [[@LINE+6]]:3: error: use of shared memory 's'
// UNPROVEN: [[@LINE+6]]:3: error: call of '__syncthreads'
// ASSUMED: [[@LINE+4]]:3: error: use of shared memory 's'
// ASSUMED: [[@LINE+4]]:3: error: call of '__syncthreads'
KERNEL(reverse)(float v) {
  __shared__ float s[64], last;
  s[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x == 63)
    last = s[63 - threadIdx.x];
}

// The same with nothing that fixes the block: two rows of threads would race.
__global__ void any_block(float v) {
  __shared__ float s[64];
  s[threadIdx.x & 63] = v; // expected-error {{use of shared memory 's'}} expected-note {{OXIDE_UNSAFE}}
  __syncthreads(); // expected-error {{call of '__syncthreads'}} expected-note {{OXIDE_UNSAFE}}
}

// A launch in view is one launch; another unit has others.
__global__ void launched(float v) {
  __shared__ float s[64];
  s[threadIdx.x] = v; // expected-error {{use of shared memory 's'}} expected-note {{OXIDE_UNSAFE}}
}
void launch() { launched<<<1, 64>>>(1); }

KERNEL(racy)(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1; // expected-error {{use of shared memory 's'}} expected-note {{1 more}} expected-note {{OXIDE_UNSAFE}}
  OXIDE_UNSAFE("one element for each thread") {
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  }
  float next = s[threadIdx.x ^ 1];
}

KERNEL(divergent)() {
  if (threadIdx.x < 32)
    __syncthreads(); // expected-error {{call of '__syncthreads'}} expected-note {{OXIDE_UNSAFE}}
}

KERNEL(beyond)(int n) {
  __shared__ int s[64];
  s[threadIdx.x + n] = 1; // expected-error {{use of shared memory 's'}} expected-note {{OXIDE_UNSAFE}}
}

// Of dynamic shared memory the extent is not known; an address may go anywhere;
// atomics and raw pointers are no business of the proof.
KERNEL(others)(int *out) {
  extern __shared__ int more[];
  __shared__ int s[64], sum;
  more[threadIdx.x] = 1; // expected-error {{use of shared memory 'more'}} expected-note {{OXIDE_UNSAFE}}
  int *p = s; // expected-error {{use of shared memory 's'}} expected-note {{OXIDE_UNSAFE}}
  s[threadIdx.x] = 2;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1); // expected-error {{call of 'atomicAdd'}} expected-error {{use of shared memory 'sum'}} expected-note 2 {{OXIDE_UNSAFE}}
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; // expected-error {{write through the raw pointer 'out'}} expected-note {{DisjointSlice}}
}

// What buffers contain decides nothing here, ...
KERNEL(two_buffers)(const int *in, int *out) {
  __shared__ int s[64];
  OXIDE_UNSAFE("one element for each thread") {
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[63 - threadIdx.x];
  }
  __syncthreads();
}
// ... and who comes to the barrier here: `out` may be `in`.
KERNEL(barrier_by_content)(const int *in, int *out) {
  OXIDE_UNSAFE("one element for each thread") {
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    if (in[0])
      __syncthreads();
  }
  __syncthreads(); // expected-error {{call of '__syncthreads'}} expected-note {{OXIDE_UNSAFE}}
}

// Promises that nobody checks.
KERNEL(promised)(int n) {
  __builtin_assume(n == 0);
  __shared__ int s[64];
  s[threadIdx.x + n] = 1; // expected-error {{use of shared memory 's'}} expected-note {{OXIDE_UNSAFE}}
}

// A device function is discharged with all kernels that run it.
// RDC: [[@LINE+1]]:25: error: call of '__syncthreads'
__device__ void two() { __syncthreads(); }
static __device__ void one_of_two() { __syncthreads(); } // expected-error {{call of '__syncthreads'}} expected-note@+2 {{called from the enforced kernel 'good_caller'}} expected-note {{OXIDE_UNSAFE}}
static __device__ void never_called() { __syncthreads(); } // expected-error {{call of '__syncthreads'}} expected-note {{OXIDE_UNSAFE}}
KERNEL(good_caller)() {
  two();
  one_of_two();
}
KERNEL(second_caller)() { two(); }
KERNEL(bad_caller)() {
  if (threadIdx.x < 5)
    one_of_two();
}

// Whose address is taken, or what a library may call, has unseen callers.
static __device__ void pointed_to() { __syncthreads(); } // expected-error {{call of '__syncthreads'}} expected-note@+4 {{enforced kernel 'calls_both'}} expected-note {{OXIDE_UNSAFE}}
struct Functor {
  __device__ void operator()() const { __syncthreads(); } // expected-error {{call of '__syncthreads'}} expected-note@+2 {{enforced kernel 'calls_both'}} expected-note {{OXIDE_UNSAFE}}
};
KERNEL(calls_both)() {
  pointed_to();
  Functor()();
  auto lambda = [] { __syncthreads(); };
  lambda();
}
__device__ void (*pointer)() = pointed_to;

// Instantiations are judged one by one; what one of them needs is needed.
BLOCK(in_template, 64)
template <int N> __global__ void in_template() {
  __shared__ int inner[64];
  inner[threadIdx.x] = 1;
  __syncthreads();
}
template __global__ void in_template<1>();
BLOCK(mixed, 64)
template <int N> __global__ void mixed() {
  __shared__ int inner[64];
  inner[threadIdx.x / N] = threadIdx.x; // expected-error {{use of shared memory 'inner'}} expected-note {{OXIDE_UNSAFE}}
}
template __global__ void mixed<1>();
template __global__ void mixed<2>();
