// SPDX-License-Identifier: Apache-2.0
//
// What cannot be an element of device memory, each with what can.
// RUN: %clang_cuda --cuda-host-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/oxide.h"

#include <string>

using oxide::DisjointSlice, oxide::DeviceBuffer, oxide::Slice;

using Accepted = decltype(DeviceBuffer<char>::zeroed(
    std::declval<oxide::Stream>(), 1));
using Owner = decltype(DeviceBuffer<std::string>::zeroed( // expected-error@oxide/device_copy.h:* {{oxide: a device element must be trivially copyable: no owner such as std::string, no virtual function}}
    std::declval<oxide::Stream>(), 1));

struct Label {
  char text[16];
};
struct OwningLabel {
  std::string text;
};
Slice<const Label> labels;
Slice<const OwningLabel> owning_labels; // expected-error@oxide/device_copy.h:* {{oxide: a device element must be trivially copyable}}

struct Square {
  float side;
  float area() const { return side * side; }
};
struct Shape {
  float side;
  virtual float area() const { return side * side; }
};
Slice<const Square> squares;
Slice<const Shape> shapes; // expected-error@oxide/device_copy.h:* {{oxide: a device element must be trivially copyable}}

DisjointSlice<int> cells;
DisjointSlice<int &> references; // expected-error@oxide/device/disjoint_slice.h:* {{oxide: a device element must be an object, not a reference}}

struct Cell {
  int value;
};
struct ReferenceCell {
  int &value;
};
DisjointSlice<Cell> value_cells;
DisjointSlice<ReferenceCell> reference_cells; // expected-error@oxide/device_copy.h:* {{oxide: a device element must be assignable: no reference and no const member}}

DisjointSlice<unsigned> offsets;
DisjointSlice<unsigned *> addresses; // expected-error@oxide/device_copy.h:* {{oxide: a device element must not be a pointer}}

DisjointSlice<Label> rows;
DisjointSlice<float[4]> arrays; // expected-error@oxide/device_copy.h:* {{oxide: a device element must not be an array, const or volatile}}

enum Fixed : int { fixed };
enum Unfixed { unfixed };
Slice<const Fixed> fixed_values;
Slice<const Unfixed> unfixed_values; // expected-error@oxide/device_copy.h:* {{oxide: a device element must not be an enum without a fixed underlying type; write enum E : int}}

struct Empty {};
DisjointSlice<Empty> nothing; // expected-error@oxide/device_copy.h:* {{oxide: a device element must not be empty}}

// Joining by hand needs a written reason.
struct Handle {
  Handle(const Handle &other);
  Handle &operator=(const Handle &) = default;
  int value;
};
OXIDE_UNSAFE_DEVICE_COPY(Handle, "one int, the constructor only copies it")
Slice<const Handle> handles;

struct Other {
  Other(const Other &other);
  int value;
};
Slice<const Other> others; // expected-error@oxide/device_copy.h:* {{oxide: a device element must be trivially copyable}}
