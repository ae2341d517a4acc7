// SPDX-License-Identifier: Apache-2.0
//
// An index is unique in a launch of its own rank only. The form that names the
// kernel takes the rank from the contract, which must state it; the form
// without asks the hardware and is always accepted.
// RUN: %clang_cuda --cuda-device-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/device.h"

using oxide::DisjointSlice, oxide::Index2D, oxide::Runtime2D;

OXIDE_KERNEL(not_stated, (DisjointSlice<float> out)) {
  auto accepted = oxide::thread::index_1d();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_1d<not_stated>(); // expected-error@oxide/device/thread.h:* {{oxide: thread::index_1d<kernel>() needs oxide::domain<1> in the kernel's contract}}
}

OXIDE_KERNEL(flat_in_2d, (DisjointSlice<float> out), oxide::domain<2>) {
  auto accepted = oxide::thread::index_1d();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_1d<flat_in_2d>(); // expected-error@oxide/device/thread.h:* {{oxide: thread::index_1d<kernel>() needs oxide::domain<1> in the kernel's contract}}
}

OXIDE_KERNEL(rows_in_3d, (DisjointSlice<float, Index2D<32>> out),
             oxide::domain<3>) {
  auto accepted = oxide::thread::index_2d<32>();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_2d<32, rows_in_3d>(); // expected-error@oxide/device/thread.h:* {{oxide: thread::index_2d<stride, kernel>() needs oxide::domain<2> in the kernel's contract}}
}

OXIDE_KERNEL(runtime_rows_in_3d, (DisjointSlice<float, Runtime2D> out),
             oxide::domain<3>) {
  auto accepted = oxide::thread::index_2d_runtime();
  (void)out.get(accepted);
  auto rejected = oxide::thread::index_2d_runtime<runtime_rows_in_3d>(); // expected-error@oxide/device/thread.h:* {{oxide: thread::index_2d_runtime<kernel>() needs oxide::domain<2> in the kernel's contract}}
}

OXIDE_KERNEL(stride_in_2d, (DisjointSlice<float> out), oxide::domain<2>) {
  for (auto accepted : oxide::thread::grid_stride(out))
    (void)out.get(accepted);
  for (auto rejected : oxide::thread::grid_stride<stride_in_2d>(out)) // expected-error@oxide/device/grid_stride.h:* {{oxide: thread::grid_stride<kernel>() needs oxide::domain<1> in the kernel's contract}}
    (void)out.get(rejected);
}

__global__ void plain(DisjointSlice<float>) {}

OXIDE_KERNEL(assumed, (DisjointSlice<float> out),
             OXIDE_REQUIRES(out.size() > 0)) {
  oxide::assume<assumed>(out);
  oxide::assume<plain>(out); // expected-error@oxide/assume.h:* {{oxide: assume<kernel> needs a kernel made by OXIDE_KERNEL}}
  oxide::assume<assumed>(); // expected-error@oxide/assume.h:* {{too few arguments to function call, single argument 'out' was not specified}}
}
