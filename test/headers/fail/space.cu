// SPDX-License-Identifier: Apache-2.0
//
// An index belongs to a space, and a slice takes indices of its own space: two
// strides in one kernel would let two threads meet in one element.
// RUN: %clang_cuda --cuda-device-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/device.h"

using oxide::DisjointSlice, oxide::Index1D, oxide::Index2D, oxide::Runtime2D;

OXIDE_KERNEL(stride, (DisjointSlice<float, Index2D<32>> out),
             oxide::domain<2>) {
  auto accepted = oxide::thread::index_2d<32, stride>();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_2d<64, stride>();
  (void)out.get(rejected); // expected-error@oxide/device/disjoint_slice.h:* {{oxide: this thread index belongs to another index space than the slice}}
}

OXIDE_KERNEL(flat_for_rows, (DisjointSlice<float, Runtime2D> out),
             oxide::domain<1>) {
  auto accepted = oxide::thread::index_2d_runtime<flat_for_rows>();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_1d<flat_for_rows>();
  (void)out.get(rejected); // expected-error@oxide/device/disjoint_slice.h:* {{oxide: this thread index belongs to another index space than the slice}}
}

OXIDE_KERNEL(rows_for_flat, (DisjointSlice<int> out), oxide::domain<1>) {
  auto accepted = oxide::thread::index_1d<rows_for_flat>();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_2d_runtime<rows_for_flat>();
  (void)out.get(rejected); // expected-error@oxide/device/disjoint_slice.h:* {{oxide: this thread index belongs to another index space than the slice}}
}

// A misleading name for a space is still that space.
namespace mine {
using Index1D = oxide::Index2D<4>;
}
OXIDE_KERNEL(misleading_alias, (DisjointSlice<char, mine::Index1D> out),
             oxide::domain<1>) {
  auto accepted = oxide::thread::index_2d<4>();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_1d<misleading_alias>();
  (void)out.get(rejected); // expected-error@oxide/device/disjoint_slice.h:* {{oxide: this thread index belongs to another index space than the slice}}
}

// An alias that takes its arguments in another order is still that slice.
template <class Space, class T> using Reordered = DisjointSlice<T, Space>;
OXIDE_KERNEL(reordered_alias, (Reordered<Index1D, float> out),
             oxide::domain<1>) {
  auto accepted = oxide::thread::index_1d<reordered_alias>();
  if (auto cell = out.get(accepted))
    *cell = 1;
}

// Only a slice knows the width of a row.
OXIDE_KERNEL(no_flat_value, (oxide::Slice<const float> in), oxide::domain<2>) {
  auto i = oxide::thread::index_2d_runtime<no_flat_value>();
  (void)i.row();
  (void)i.get(); // expected-error {{no member named 'get' in 'oxide::ThreadIndex<oxide::Runtime2D>'}}
  (void)in[i];   // expected-error {{no viable overloaded operator[]}}
}

OXIDE_KERNEL(width_per_call, (DisjointSlice<float, Runtime2D> out),
             oxide::domain<2>) {
  auto i = oxide::thread::index_2d_runtime<width_per_call>();
  (void)out.get(i);
  (void)out.get(i, 32); // expected-error {{no matching member function for call to 'get'}}
}

struct Unknown {};
DisjointSlice<float, Index1D> *known_space;
void use_unknown(DisjointSlice<float, Unknown> slice); // no object, no error yet
DisjointSlice<float, Unknown> unknown_space; // expected-error@oxide/device/disjoint_slice.h:* {{oxide: the index space of a DisjointSlice is Index1D, Index2D<Stride> or Runtime2D}}

OXIDE_KERNEL(stride_zero, (), oxide::domain<2>) {
  auto accepted = oxide::thread::index_2d<1, stride_zero>();
  auto rejected = oxide::thread::index_2d<0, stride_zero>(); // expected-error@oxide/device/index_space.h:* {{oxide: the stride of Index2D must be between 1 and 2^32}}
// expected-error@-1 {{no matching function for call to 'index_2d'}}
}
