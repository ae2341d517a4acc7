// SPDX-License-Identifier: Apache-2.0
//
// A typed launch takes what the kernel takes, and nothing is converted. Each
// rejected argument stands in one function; the note of the compiler names its
// position and both types.
// RUN: not %clang_cuda --cuda-host-only -fsyntax-only -ferror-limit=0 %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// REQUIRES: cuda
#include "oxide/oxide.h"

OXIDE_KERNEL(saxpy,
             (oxide::Slice<const float> x, oxide::DisjointSlice<float> y,
              float a),
             oxide::domain<1>) {}

using Launch = oxide::PreparedLaunch<saxpy>;
using Floats = oxide::DeviceBuffer<float>;

void accepted(const Launch &launch, const oxide::Stream &stream,
              const Floats &x, Floats &y) {
  launch(stream, x, y, 2.0f);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch has another number of arguments than the kernel has parameters
// CHECK: note: {{.*}}requested here
// CHECK-NEXT: launch(stream, x, y);
void too_few(const Launch &launch, const oxide::Stream &stream,
             const Floats &x, Floats &y) {
  launch(stream, x, y);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch has another number of arguments than the kernel has parameters
// CHECK: note: {{.*}}requested here
// CHECK-NEXT: launch(stream, x, y, 2.0f, 1);
void too_many(const Launch &launch, const oxide::Stream &stream,
              const Floats &x, Floats &y) {
  launch(stream, x, y, 2.0f, 1);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch argument does not match the kernel's parameter
// CHECK: detail::LaunchArgument<1, oxide::Slice<const float>, oxide::DeviceBuffer<double> &>
void element_type(const Launch &launch, const oxide::Stream &stream,
                  oxide::DeviceBuffer<double> &x, Floats &y) {
  launch(stream, x, y, 2.0f);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch argument does not match
// CHECK: detail::LaunchArgument<2, oxide::DisjointSlice<float>, const oxide::DeviceBuffer<float> &>
void const_output(const Launch &launch, const oxide::Stream &stream,
                  const Floats &x) {
  launch(stream, x, x, 2.0f);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch argument does not match
// CHECK: detail::LaunchArgument<2, oxide::DisjointSlice<float>, oxide::DeviceBuffer<float>>
void temporary_output(const Launch &launch, const oxide::Stream &stream,
                      const Floats &x) {
  launch(stream, x, Floats::zeroed(stream, 4), 2.0f);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch argument does not match
// CHECK: detail::LaunchArgument<3, float, double>
void narrowing(const Launch &launch, const oxide::Stream &stream,
               const Floats &x, Floats &y) {
  launch(stream, x, y, 2.0);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch argument does not match
// CHECK: detail::LaunchArgument<3, float, int>
void converted_integer(const Launch &launch, const oxide::Stream &stream,
                       const Floats &x, Floats &y) {
  launch(stream, x, y, 2);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch argument does not match
// CHECK: detail::LaunchArgument<1, oxide::Slice<const float>, std::vector<float> &>
void host_vector(const Launch &launch, const oxide::Stream &stream,
                 std::vector<float> &x, Floats &y) {
  launch(stream, x, y, 2.0f);
}

// CHECK: error: static assertion failed{{.*}}oxide: this launch argument does not match
// CHECK: detail::LaunchArgument<1, oxide::Slice<const float>, float *&>
void raw_pointer(const Launch &launch, const oxide::Stream &stream, float *x,
                 Floats &y) {
  launch(stream, x, y, 2.0f);
}
