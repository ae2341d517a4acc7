// SPDX-License-Identifier: Apache-2.0
//
// What a typed launch accepts.
// RUN: %clang_cuda -fsyntax-only -Wall -Wextra -Werror %s
// RUN: %if nvcc %{ %nvcc -Werror all-warnings -Xcompiler -Wall -c %s -o %t.o %}
// REQUIRES: cuda
#include "oxide/oxide.h"

#include <cuda_fp16.h>

#include <vector>

using oxide::DeviceBuffer, oxide::Launch1D, oxide::Launch2D;

struct Options {
  int first, last;
  bool verbose;
};

OXIDE_KERNEL(everything,
             (oxide::Slice<const __half> in, oxide::DisjointSlice<float> out,
              oxide::Uniform<unsigned> n, Options options, double factor),
             oxide::domain<1>, OXIDE_REQUIRES(in.size() >= n)) {
  (void)in, (void)out, (void)n, (void)options, (void)factor;
}

OXIDE_KERNEL(rows, (oxide::DisjointSlice<int, oxide::Runtime2D> out),
             oxide::domain<2>) {
  (void)out;
}

struct AddOffset {
  int offset;
  __device__ int operator()(int x) const { return x + offset; }
};

template <class Function> __global__ void each(Function) {}

void run(const oxide::Context &context, const std::vector<__half> &values) {
  const oxide::Stream stream = context.new_stream();
  const auto in = DeviceBuffer<__half>::from_host(stream, values);
  auto out = DeviceBuffer<float>::zeroed(stream, in.size());

  const auto launch = oxide::prepare<everything>(
      context, Launch1D::for_num_elems(in.size()).block(128));
  const Options options{0, 1, true};
  launch(stream, in, out, 4u, options, 2.0);
  launch(stream, DeviceBuffer<__half>::from_host(stream, values), out, 4u,
         Options{}, 2.0);

  auto table = DeviceBuffer<int>::zeroed(stream, 12);
  oxide::prepare<rows>(context, Launch2D::for_shape(3, 4))(
      stream, oxide::row_width(table, 4));

  oxide::prepare<each<AddOffset>>(context,
                                  Launch1D::exact(1, 32))(stream, AddOffset{3});
  OXIDE_UNSAFE("one block, no memory") {
    oxide::unsafe_launch<each<int>>(context, stream,
                                    oxide::Geometry{{1}, {32}, 0}, 7);
  }
}
