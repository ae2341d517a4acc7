// SPDX-License-Identifier: Apache-2.0
//
// A thread index proves that an index belongs to the calling thread, so it is
// neither made from a number, nor copied, moved or handed on.
// RUN: %clang_cuda --cuda-device-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/device.h"

OXIDE_KERNEL(copied, (oxide::DisjointSlice<float> out), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<copied>();
  const auto &accepted = i;
  (void)out.get(accepted);
  auto rejected = i; // expected-error {{call to deleted constructor of 'ThreadIndex<Index1D>'}}
}

OXIDE_KERNEL(moved, (oxide::DisjointSlice<float> out), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<moved>();
  (void)out.get(i);
  auto rejected = static_cast<decltype(i) &&>(i); // expected-error {{call to deleted constructor}}
}

OXIDE_KERNEL(assigned, (oxide::DisjointSlice<float> out), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<assigned>();
  (void)out.get(i);
  i = oxide::thread::index_1d<assigned>(); // expected-error {{overload resolution selected deleted operator '='}}
}

OXIDE_KERNEL(from_nothing, (oxide::DisjointSlice<float> out),
             oxide::domain<1>) {
  oxide::ThreadIndex<oxide::Index1D> i; // expected-error {{no matching constructor for initialization of 'oxide::ThreadIndex<oxide::Index1D>'}}
}

OXIDE_KERNEL(from_number, (oxide::DisjointSlice<float> out),
             oxide::domain<1>) {
  oxide::ThreadIndex<oxide::Index1D> i(0, true); // expected-error {{calling a private constructor of class 'oxide::ThreadIndex<oxide::Index1D>'}}
}

OXIDE_KERNEL(copied_2d, (oxide::DisjointSlice<float, oxide::Runtime2D> out),
             oxide::domain<2>) {
  auto i = oxide::thread::index_2d_runtime<copied_2d>();
  (void)out.get(i);
  auto rejected = i; // expected-error {{call to deleted constructor of 'ThreadIndex<Runtime2D>'}}
}

// A helper may use an index, not hand out one that it has named.
__device__ float used(const oxide::ThreadIndex<oxide::Index1D> &i,
                      oxide::Slice<const float> in) {
  return in[i];
}
__device__ oxide::ThreadIndex<oxide::Index1D> returned() {
  auto i = oxide::thread::index_1d();
  return i; // expected-error {{call to deleted constructor of 'oxide::ThreadIndex<oxide::Index1D>'}}
}

struct Holder {
  oxide::ThreadIndex<oxide::Index1D> index;
};
__device__ void kept(Holder &holder) {
  (void)holder.index.get();
  Holder rejected = holder; // expected-error {{call to implicitly-deleted copy constructor of 'Holder'}}
}

OXIDE_KERNEL(share_copied, (oxide::DisjointSlice<float> out),
             oxide::domain<1>) {
  auto share = oxide::thread::grid_stride<share_copied>(out);
  for (auto i : share)
    (void)out.get(i);
  auto rejected = share; // expected-error {{call to deleted constructor of 'GridStrideRange<Index1D>'}}
}

// A shorter period would give one element to two threads.
OXIDE_KERNEL(period_passed, (oxide::DisjointSlice<float> out),
             oxide::domain<1>) {
  for (auto i : oxide::thread::grid_stride<period_passed>(out, 32)) // expected-error {{no matching function for call to 'grid_stride'}}
    (void)out.get(i);
}
