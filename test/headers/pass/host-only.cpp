// SPDX-License-Identifier: Apache-2.0
//
// The headers are ordinary C++ in a host translation unit: no CUDA header, no
// CUDA keyword. A contract in a shared header can so be read by host code.
// RUN: %clang -x c++ -std=c++20 -fsyntax-only -Wall -Wextra -Werror \
// RUN:   -I%source/include %s
#include "oxide/oxide.h"

OXIDE_KERNEL(vecadd,
             (oxide::Slice<const float> a, oxide::DisjointSlice<float> c),
             oxide::domain<1>, OXIDE_REQUIRES(a.size() >= c.size())) {
  oxide::assume<vecadd>(a, c);
}

static_assert(oxide::contract::Of<vecadd>::domain == 1);

void run(const oxide::Context &context, const oxide::Stream &stream,
         const oxide::DeviceBuffer<float> &a, oxide::DeviceBuffer<float> &c) {
  oxide::prepare<vecadd>(context, oxide::Launch1D::for_num_elems(a.size()))(
      stream, a, c);
}
