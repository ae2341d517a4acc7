// SPDX-License-Identifier: Apache-2.0
//
// The device side in all its forms, without a warning.
// RUN: %clang_cuda -fsyntax-only -Wall -Wextra -Werror %s
// RUN: %if nvcc %{ %nvcc -Werror all-warnings -Xcompiler -Wall -c %s -o %t.o %}
// RUN: %if nvcc %{ %nvcc -Werror all-warnings -rdc=true -c %s -o %t.o %}
// REQUIRES: cuda
#include "oxide/device.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using oxide::DisjointSlice, oxide::Index2D, oxide::Runtime2D, oxide::Slice,
    oxide::Uniform;

namespace user::inner {

OXIDE_KERNEL(vecadd,
             (Slice<const float> a, Slice<const float> b,
              DisjointSlice<float> c),
             oxide::domain<1>, oxide::block<256>,
             OXIDE_REQUIRES(a.size() >= c.size()),
             OXIDE_REQUIRES(b.size() >= c.size())) {
  oxide::assume<vecadd>(a, b, c);
  auto i = oxide::thread::index_1d<vecadd>();
  if (auto out = c.get(i))
    *out = a[i] + b[i];
}

} // namespace user::inner

namespace {

OXIDE_KERNEL(hidden, (DisjointSlice<int> out), oxide::domain<1>) {
  auto i = oxide::thread::index_1d<hidden>();
  if (auto cell = out.get(i))
    *cell = static_cast<int>(i.get());
}

} // namespace

extern "C" {

OXIDE_KERNEL(unmangled, (DisjointSlice<__half> out, Slice<const __half> in)) {
  auto i = oxide::thread::index_1d();
  if (auto cell = out.get(i))
    if (auto value = in.get(i))
      *cell = *value;
}

} // extern "C"

OXIDE_KERNEL(no_parameters, ()) {}

OXIDE_KERNEL(all_specs, (DisjointSlice<float, Index2D<128>> out, unsigned n),
             oxide::domain<2>, oxide::block<32, 8>, oxide::max_threads<512>,
             oxide::dynamic_shared_range<0, 1024>,
             oxide::compute_capability<70>, oxide::coordinates<32>,
             OXIDE_REQUIRES(out.size() % 128 == 0 && n > 0)) {
  oxide::assume<all_specs>(out, n);
  auto i = oxide::thread::index_2d<128, all_specs>();
  if (i.is_valid() && i.in_bounds(n))
    if (auto cell = out.get(i))
      *cell = 1.0f;
}

OXIDE_KERNEL(run_time_rows, (DisjointSlice<__nv_bfloat16, Runtime2D> out)) {
  auto i = oxide::thread::index_2d_runtime();
  if (auto cell = out.get(i); cell.has_value() && i.row() < i.column())
    *cell = __float2bfloat16(1.0f);
}

struct Particle {
  float position[3];
  int id;
};

OXIDE_KERNEL(loop, (DisjointSlice<Particle> out, Uniform<int> first),
             oxide::domain<1>) {
  for (auto i : oxide::thread::grid_stride<loop>(out))
    if (auto particle = out.get(i))
      particle->id = first + static_cast<int>(i.get());
}

OXIDE_KERNEL(uniforms, (Uniform<unsigned> n, DisjointSlice<unsigned> out)) {
  const Uniform<unsigned> threads = oxide::thread::block_dim_x() *
                                    oxide::thread::block_dim_y() *
                                    oxide::thread::block_dim_z();
  const Uniform<unsigned> blocks = oxide::thread::grid_dim_x() *
                                   oxide::thread::grid_dim_y() *
                                   oxide::thread::grid_dim_z();
  const Uniform<bool> enough = threads * blocks >= n;
  for (auto i : oxide::thread::grid_stride(out))
    if (auto cell = out.get(i))
      *cell = enough ? 1 : 0;
}

// A contract of its own is not possible for a template; it has the empty one.
template <class T, class Map>
__global__ void map(Slice<const T> in, DisjointSlice<T> out, Map function) {
  auto i = oxide::thread::index_1d();
  if (auto cell = out.get(i))
    *cell = function(in[i]);
}

struct Twice {
  __device__ float operator()(float x) const { return 2 * x; }
};
template __global__ void map(Slice<const float>, DisjointSlice<float>, Twice);

// Zones are plain blocks without the plugin.
OXIDE_UNSAFE("one thread of the launch calls it")
__device__ void raw(float *p, int n) {
  OXIDE_UNSAFE("p has n elements") { p[0] = 1; }
  OXIDE_MANUAL("no other thread is in this loop")
  for (int i = 0; i < n; ++i)
    p[i] = 0;
}

// A mark or a specifier in front of the macro belongs to the kernel.
OXIDE_MODE("audit")
static OXIDE_KERNEL(audited, (DisjointSlice<float> out)) {
  OXIDE_UNSAFE("all threads write the same value") {
    if (!out.empty())
      out.get_unchecked(0) = 1;
  }
}

extern "C" OXIDE_KERNEL(unmangled_alone, (int n), oxide::block<32>) {
  (void)n;
}
