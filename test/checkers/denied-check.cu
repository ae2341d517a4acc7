// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-denied-check -- -I %S/../Inputs/checks

#include "oxide/slice.h"

using oxide::Slice;

// Without a condition on the way.

DENIES_CHECKS(bare)
__global__ void bare(Slice<float> a) {
  a[threadIdx.x] = 0; // expected-warning {{the bounds check of 'a[threadIdx.x]' is left in 'bare', whose contract denies checks}} expected-note {{nothing on the way here implies that the index is in range}}
}

DENIES_CHECKS(guarded)
__global__ void guarded(Slice<float> a) {
  if (threadIdx.x < a.size())
    a[threadIdx.x] = 0;
}

// Nobody denies checks.
__global__ void allowed(Slice<float> a) { a[threadIdx.x] = 0; }

// An index that wraps before it is compared.

DENIES_CHECKS(wraps)
__global__ void wraps(Slice<float> a, unsigned n) {
  if (n + 1 <= a.size())
    a[n] = 0; // expected-warning {{the bounds check of 'a[n]' is left in 'wraps'}} expected-note {{in range}}
}

DENIES_CHECKS(widens)
__global__ void widens(Slice<float> a, unsigned n) {
  if (size_t(n) + 1 <= a.size())
    a[n] = 0;
}

// A negative index.

DENIES_CHECKS(negative)
__global__ void negative(Slice<float> a, int n) {
  if (n < (int)a.size())
    a[n] = 0; // expected-warning {{the bounds check of 'a[n]' is left in 'negative'}} expected-note {{in range}}
}

DENIES_CHECKS(positive)
__global__ void positive(Slice<float> a, int n) {
  if (n >= 0 && n < (int)a.size() && a.size() < 1000)
    a[n] = 0;
}

// The guard of another slice.

DENIES_CHECKS(other)
__global__ void other(Slice<float> a, Slice<const float> b) {
  if (threadIdx.x < b.size())
    a[threadIdx.x] = b[threadIdx.x]; // expected-warning {{the bounds check of 'a[threadIdx.x]' is left in 'other'}} expected-note {{in range}}
}

// What the kernel assumes counts, as the relations of a contract do.

DENIES_CHECKS(related)
__global__ void related(Slice<float> a, Slice<const float> b) {
  bool enough = a.size() >= b.size();
  __builtin_assume(enough);
  if (threadIdx.x < b.size())
    a[threadIdx.x] = b[threadIdx.x];
}

// The bound of the block is enforced by the driver, its usual shape by nobody.

DENIES_CHECKS(bounded)
__global__ __launch_bounds__(64) void bounded(Slice<float> a) {
  if (a.size() >= 64)
    a[threadIdx.x] = 0;
}

DENIES_CHECKS(unbounded)
__global__ void unbounded(Slice<float> a) {
  if (a.size() >= 64)
    a[threadIdx.x] = 0; // expected-warning {{the bounds check of 'a[threadIdx.x]' is left in 'unbounded'}} expected-note {{in range}}
}
void launch(Slice<float> a) { unbounded<<<1, 64>>>(a); }

// Loops.

DENIES_CHECKS(upwards)
__global__ void upwards(Slice<float> a) {
  for (size_t i = threadIdx.x; i < a.size(); i += blockDim.x)
    a[i] = 0;
}

DENIES_CHECKS(too_far)
__global__ void too_far(Slice<float> a) {
  for (size_t i = threadIdx.x; i <= a.size(); i += blockDim.x)
    a[i] = 0; // expected-warning {{the bounds check of 'a[i]' is left in 'too_far'}} expected-note {{in range}}
}

DENIES_CHECKS(downwards)
__global__ void downwards(Slice<float> a) {
  for (size_t i = a.size(); i-- > 0;)
    a[i] = 0;
}

// The first iteration is not bound by the one before it.
DENIES_CHECKS(first)
__global__ void first(Slice<float> a, unsigned n, int rounds) {
  unsigned x = 0;
  for (int i = 0; i < rounds; ++i) {
    if (x > 4 * threadIdx.x)
      x = 1;
    a[n] = x; // expected-warning {{the bounds check of 'a[n]' is left in 'first'}} expected-note {{in range}}
    x += a[n];
  }
}

// Content of memory.

DENIES_CHECKS(gather)
__global__ void gather(Slice<float> a, Slice<const int> at) {
  if (threadIdx.x < at.size())
    a[at[threadIdx.x]] = 0; // expected-warning {{the bounds check of 'a[at[threadIdx.x]]' is left in 'gather'}} expected-note {{in range}}
}

DENIES_CHECKS(masked)
__global__ void masked(Slice<float> a, Slice<const int> at) {
  if (threadIdx.x < at.size() && a.size() >= 16)
    a[at[threadIdx.x] & 15] = 0;
}

// Through a function, in a lambda, in a macro, in a template.

__device__ float read(const Slice<const float> &a, size_t i) {
  return a[i]; // expected-warning {{the bounds check of 'a[i]' is left in 'calls'}} expected-note {{in range}}
}
DENIES_CHECKS(calls)
__global__ void calls(Slice<float> a, Slice<const float> b) {
  if (threadIdx.x < a.size())
    a[threadIdx.x] = read(b, threadIdx.x); // expected-note {{called from here}}
}

DENIES_CHECKS(calls_guarded)
__global__ void calls_guarded(Slice<float> a, Slice<const float> b) {
  if (threadIdx.x < a.size() && threadIdx.x < b.size())
    a[threadIdx.x] = read(b, threadIdx.x);
}

DENIES_CHECKS(lambda)
__global__ void lambda(Slice<float> a) {
  auto set = [&](size_t i) {
    a[i] = 0; // expected-warning {{the bounds check of 'a[i]' is left in 'lambda'}} expected-note {{in range}}
  };
  set(threadIdx.x); // expected-note {{called from here}}
}

#define FIRST(a) a[0]
DENIES_CHECKS(macro)
__global__ void macro(Slice<float> a) {
  FIRST(a) = 0; // expected-warning {{is left in 'macro', whose contract denies checks}} expected-note {{in range}}
}

template <int N> __device__ void fill(const Slice<float> &a) {
  a[N] = 0; // expected-warning {{the bounds check of 'a[N]' is left in 'templates'}} expected-note {{in range}}
}
DENIES_CHECKS(templates)
__global__ void templates(Slice<float> a) {
  if (a.size() == 4) {
    fill<3>(a);
    fill<4>(a); // expected-note {{called from here}}
  }
}

// The element that a test has shown to be there.

DENIES_CHECKS(tested)
__global__ void tested(Slice<float> a) {
  if (auto e = a.get(threadIdx.x))
    *e = 0;
}

DENIES_CHECKS(untested)
__global__ void untested(Slice<float> a) {
  auto e = a.get(threadIdx.x);
  *e = 0; // expected-warning {{the bounds check of '*e' is left in 'untested'}} expected-note {{nothing on the way here implies that there is an element}}
}

// A check that is made once is a check.

DENIES_CHECKS(invariant)
__global__ void invariant(Slice<float> a, float *out, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += sum * a[n]; // expected-warning {{the bounds check of 'a[n]' is left in 'invariant'}} expected-note {{it is made once, before the loop}}
  *out = sum;
}

// In enforce mode it is an error.

DENIES_CHECKS(enforced)
__global__ __attribute__((oxide_kernel)) void enforced(Slice<const float> a) {
  (void)a[threadIdx.x]; // expected-error {{the bounds check of 'a[threadIdx.x]' is left in 'enforced'}} expected-note {{in range}}
}
