// SPDX-License-Identifier: Apache-2.0
//
// A uniform value comes from where all threads have the same one.
// RUN: %clang_cuda --cuda-device-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/device.h"

__device__ unsigned accepted() {
  oxide::Uniform<unsigned> size =
      oxide::thread::block_dim_x() * oxide::thread::grid_dim_x();
  return size + oxide::Uniform<unsigned>::constant<1>();
}

__device__ unsigned forged() {
  return oxide::Uniform<unsigned>(threadIdx.x).get(); // expected-error {{calling a private constructor of class 'oxide::Uniform<unsigned int>'}}
}

// Arithmetic with a plain value gives a plain value.
__device__ unsigned mixed() {
  oxide::Uniform<unsigned> size = oxide::thread::block_dim_x() * threadIdx.x; // expected-error {{no viable conversion from 'unsigned int' to 'oxide::Uniform<unsigned int>'}}
  return size;
}

// Nor is one assigned from a plain value.
__device__ void assigned(oxide::Uniform<unsigned> size) {
  size = oxide::thread::grid_dim_x();
  size = threadIdx.x; // expected-error {{no viable overloaded '='}}
}
