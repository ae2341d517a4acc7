// SPDX-License-Identifier: Apache-2.0
//
// Kernels that have no typed launch because of a parameter.
// RUN: %clang_cuda --cuda-host-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/oxide.h"

#include <string>

using oxide::DeviceBuffer, oxide::PreparedLaunch, oxide::Stream;

struct Plain {
  int value;
};
struct Shape {
  Shape() = default;
  virtual int sides() const { return 0; }
};

__global__ void by_value(Plain) {}
void accepted(const PreparedLaunch<by_value> &launch, const Stream &stream) {
  launch(stream, Plain{1});
}

__global__ void pointer(int *) {}
void rejected(const PreparedLaunch<pointer> &launch, const Stream &stream,
              int *address) {
  launch(stream, address); // expected-error@oxide/host/launch_arguments.h:* {{oxide: a kernel with a raw pointer parameter has no typed launch: use Slice or DisjointSlice, or unsafe_launch}}
}

__global__ void reference(const Plain &) {}
void rejected(const PreparedLaunch<reference> &launch, const Stream &stream) {
  launch(stream, Plain{1}); // expected-error@oxide/host/launch_arguments.h:* {{oxide: a kernel parameter must not be a reference: the GPU would get a host address}}
}

__global__ void virtual_functions(Shape) {}
void rejected(const PreparedLaunch<virtual_functions> &launch,
              const Stream &stream) {
  launch(stream, Shape()); // expected-error@oxide/host/launch_arguments.h:* {{oxide: a kernel parameter passed by value must be trivially copyable}}
}

__global__ void owner(std::string) {}
void rejected(const PreparedLaunch<owner> &launch, const Stream &stream) {
  launch(stream, std::string("text")); // expected-error@oxide/host/launch_arguments.h:* {{oxide: a kernel parameter passed by value must be trivially copyable}}
}

// A class that looks like one of ours is passed as its own bytes, and a buffer
// is not converted to it.
namespace mine {
template <class T> struct DisjointSlice {
  T *data;
  std::size_t size;
};
template <class T> struct Uniform {
  T value;
};
} // namespace mine

__global__ void look_alike_slice(mine::DisjointSlice<float>) {}
void rejected(const PreparedLaunch<look_alike_slice> &launch,
              const Stream &stream, DeviceBuffer<float> &buffer) {
  launch(stream, buffer); // expected-error@oxide/host/launch_arguments.h:* {{oxide: this launch argument does not match the kernel's parameter}}
}

__global__ void look_alike_uniform(mine::Uniform<int>) {}
void rejected(const PreparedLaunch<look_alike_uniform> &launch,
              const Stream &stream) {
  launch(stream, 1); // expected-error@oxide/host/launch_arguments.h:* {{oxide: this launch argument does not match the kernel's parameter}}
}
