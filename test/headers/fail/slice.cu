// SPDX-License-Identifier: Apache-2.0
//
// Inputs are read-only; an output element is reached by the thread's own index.
// RUN: %clang_cuda --cuda-device-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/device.h"

using oxide::DisjointSlice, oxide::Slice;

OXIDE_KERNEL(by_integer, (DisjointSlice<float> out), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<by_integer>();
  (void)out.get(i);
  (void)out.get(threadIdx.x); // expected-error@oxide/device/disjoint_slice.h:* {{oxide: DisjointSlice::get needs a thread index from oxide::thread; two threads could have the same integer}}
}

OXIDE_KERNEL(subscript, (DisjointSlice<float> out), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<subscript>();
  if (auto cell = out.get(i))
    *cell = 1;
  out[0] = 1; // expected-error {{type 'DisjointSlice<float>' does not provide a subscript operator}}
}

OXIDE_KERNEL(input_written, (Slice<const float> in), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<input_written>();
  float value = in[i];
  in[i] = value; // expected-error {{cannot assign to return value because function 'operator[]<oxide::Index1D>' returns a const value}}
}

OXIDE_KERNEL(element_kept, (DisjointSlice<float> out), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<element_kept>();
  auto cell = out.get(i);
  if (cell)
    *cell = 1;
  auto copy = cell;           // expected-error {{call to deleted constructor of 'OptionalRef<float>'}}
  float *address = out.get(i); // expected-error {{no viable conversion from 'OptionalRef<float>' to 'float *'}}
}

Slice<const float> input;
Slice<float> mutable_input; // expected-error@oxide/device/slice.h:* {{oxide: a Slice is read-only: write Slice<const T>, or DisjointSlice<T> for output}}

DisjointSlice<float> output;
DisjointSlice<const float> const_output; // expected-error@oxide/device/disjoint_slice.h:* {{oxide: a DisjointSlice is for output: write Slice<const T> for input}}

DisjointSlice<float> accepted(float *p) {
  OXIDE_UNSAFE("the caller owns these four floats") {
    return DisjointSlice<float>::from_raw_parts(p, 4);
  }
}
DisjointSlice<float> forged(float *p) {
  return DisjointSlice<float>(p, 4); // expected-error {{calling a private constructor of class 'oxide::DisjointSlice<float>'}}
}
