// SPDX-License-Identifier: Apache-2.0
//
// A prepared launch belongs to one kernel, comes from prepare(), and keeps the
// geometry that was checked.
// RUN: %clang_cuda --cuda-host-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/oxide.h"

OXIDE_KERNEL(first, (int n), oxide::domain<1>) {}
OXIDE_KERNEL(second, (int n), oxide::domain<1>) {}
template <int N> __global__ void fill(int) {}

using oxide::Launch1D, oxide::Launch2D, oxide::prepare, oxide::PreparedLaunch;

PreparedLaunch<first> accepted(const oxide::Context &context) {
  return prepare<first>(context, Launch1D::for_num_elems(1));
}
PreparedLaunch<first> other_kernel(const oxide::Context &context) {
  return prepare<second>(context, Launch1D::for_num_elems(1)); // expected-error {{no viable conversion from returned value of type 'PreparedLaunch<&second>' to function return type 'PreparedLaunch<&first>'}}
}

PreparedLaunch<fill<4>> accepted_instance(const oxide::Context &context) {
  return prepare<fill<4>>(context, Launch1D::for_num_elems(1));
}
PreparedLaunch<fill<4>> other_instance(const oxide::Context &context) {
  return prepare<fill<8>>(context, Launch1D::for_num_elems(1)); // expected-error {{no viable conversion from returned value}}
}

void wrong_rank(const oxide::Context &context) {
  (void)prepare<first>(context, Launch2D::for_shape(1, 1)); // expected-error@oxide/host/launch.h:* {{oxide: the rank of this launch is not the domain in the kernel's contract}}
}

PreparedLaunch<first> forged; // expected-error {{no matching constructor for initialization of 'PreparedLaunch<first>'}}

void changed(const PreparedLaunch<first> &launch) {
  (void)launch.geometry().grid.x;
  launch.geometry().grid.x = 1; // expected-error {{cannot assign to return value because function 'geometry' returns a const value}}
}

// A launch configuration has the rank of its type and comes from a factory.
Launch1D forged_configuration; // expected-error {{calling a private constructor of class 'oxide::Launch1D'}}
