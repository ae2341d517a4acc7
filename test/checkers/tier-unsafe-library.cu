// SPDX-License-Identifier: Apache-2.0
// The safe types are the safe tier; what leaves them is not.
// RUN: %check_oxide %s oxide-tier-unsafe

#include "../Inputs/oxide-mock/oxide/library.h"

#define KERNEL __global__ __attribute__((oxide_kernel))

struct Particle {
  float position[3];
  int id;
};

__device__ void advance(Particle &p) { p.position[0] += 1; }
__device__ int read(const float *p) {
  return *p; // expected-error {{read through the raw pointer 'p'}} expected-note {{Slice<const T>}}
}

KERNEL void safe(oxide::Slice<const float> a, oxide::DisjointSlice<Particle> c) {
  auto i = oxide::thread::index_1d();
  if (auto out = c.get(i)) {
    out->id = 1;
    out->position[2] = a[0];
    (*out).id += out->id;
    advance(*out);
    Particle *const element = &*out;
    element->id = 2;
  }
}

KERNEL void leaves(oxide::Slice<const float> a, oxide::DisjointSlice<Particle> c) { // expected-note {{called from the enforced kernel 'leaves'}}
  const float *raw = a.data();
  float first = raw[0]; // expected-error {{read through the raw pointer 'raw'}} expected-note {{Slice<const T>}}
  first += read(&a[0]);
}
