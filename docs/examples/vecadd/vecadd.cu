// SPDX-License-Identifier: Apache-2.0
//
// Adds two vectors on the GPU and checks the sum on the host.
//
// Everything a kernel of the safe tier needs: a contract, a thread index that
// cannot be forged, an output that each thread reaches only at its own index,
// and a launch that is checked before it runs.
#include "oxide/oxide.h"

#include <cstddef>
#include <cstdio>
#include <numeric>
#include <vector>

OXIDE_KERNEL(vecadd,
             (oxide::Slice<const float> a, oxide::Slice<const float> b,
              oxide::DisjointSlice<float> c),
             oxide::domain<1>, oxide::block<256>,
             OXIDE_REQUIRES(a.size() >= c.size()),
             OXIDE_REQUIRES(b.size() >= c.size())) {
  oxide::assume<vecadd>(a, b, c);
  auto i = oxide::thread::index_1d<vecadd>();
  if (auto out = c.get(i))
    *out = a[i] + b[i];
}

namespace {

// a[i] = i and b[i] = 2 i, so the sum is 3 i: the reference comes from the
// index and not from adding the inputs again. Whole numbers below 2^24 are
// exact in float, so equality is the right comparison.
bool is_correct(const std::vector<float> &c) {
  for (std::size_t i = 0; i < c.size(); ++i)
    if (c[i] != static_cast<float>(3 * i))
      return false;
  return true;
}

bool run(std::size_t n) {
  std::vector<float> host_a(n);
  std::iota(host_a.begin(), host_a.end(), 0.0f);
  std::vector<float> host_b(n);
  for (std::size_t i = 0; i < n; ++i)
    host_b[i] = 2.0f * host_a[i];

  const oxide::Context context = oxide::Context::open();
  const oxide::Stream stream = context.default_stream();
  const auto a = oxide::DeviceBuffer<float>::from_host(stream, host_a);
  const auto b = oxide::DeviceBuffer<float>::from_host(stream, host_b);
  auto c = oxide::DeviceBuffer<float>::zeroed(stream, n);

  const auto launch =
      oxide::prepare<vecadd>(context, oxide::Launch1D::for_num_elems(n));
  launch(stream, a, b, c);
  return is_correct(c.to_host(stream));
}

} // namespace

int main() {
  // Not a multiple of the block, so that the last block has idle threads.
  constexpr std::size_t n = 1'000'003;
  try {
    const bool correct = run(n);
    std::printf("vecadd: %zu elements, %s\n", n, correct ? "correct" : "WRONG");
    return correct ? 0 : 1;
  } catch (const oxide::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
