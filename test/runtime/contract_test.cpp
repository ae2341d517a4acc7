// SPDX-License-Identifier: Apache-2.0
//
// Contracts as the host sees them. In a host-only translation unit a kernel is
// an ordinary function, so everything here is the code that CUDA programs run.
#include "oxide/oxide.h"

#include "parameter_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace oxide::test {
namespace {

OXIDE_KERNEL(full, (Slice<const float> a, DisjointSlice<float> c, unsigned n),
             domain<2>, block<32, 4>, max_threads<256>,
             dynamic_shared_range<16, 4096>, compute_capability<80>,
             coordinates<32>, OXIDE_REQUIRES(a.size() >= c.size()),
             OXIDE_REQUIRES(c.size() == n)) {
  (void)a, (void)c, (void)n;
}

OXIDE_KERNEL(bare, (int n)) { (void)n; }

OXIDE_KERNEL(no_parameters, (), max_threads<128>) {}

void not_declared_by_us(int) {}

template <class T> void from_a_template(T) {}

using Full = contract::Of<full>;
static_assert(Full::domain == 2);
static_assert(Full::block_x == 32 && Full::block_y == 4 && Full::block_z == 1);
static_assert(Full::block_exact);
static_assert(Full::max_threads == 256);
static_assert(Full::dynamic_shared_min == 16);
static_assert(Full::dynamic_shared_max == 4096);
static_assert(Full::min_compute_capability == 80);
static_assert(Full::coordinate_bits == 32);
static_assert(Full::relation_count == 2);
static_assert(Full::constants.launch_bound() == 128);

using Bare = contract::Of<bare>;
static_assert(Bare::domain == 0 && Bare::block_x == 0 && !Bare::block_exact);
static_assert(Bare::max_threads == 0 && Bare::relation_count == 0);
static_assert(Bare::constants.launch_bound() == 0);
static_assert(contract::Of<no_parameters>::constants.launch_bound() == 128);

static_assert(std::is_same_v<contract::Of<&full>, Full>,
              "a kernel and its address are one kernel");
static_assert(
    std::is_same_v<contract::Of<not_declared_by_us>, contract::Unstated>);
static_assert(
    std::is_same_v<contract::Of<from_a_template<int>>, contract::Unstated>);

template <class T> Slice<const T> input(std::size_t size) {
  return Slice<const T>::from_raw_parts(nullptr, size);
}
template <class T> DisjointSlice<T> output(std::size_t size) {
  return DisjointSlice<T>::from_raw_parts(nullptr, size);
}

TEST(Contract, RelationsKeepTheirTextAndAreEvaluatedOneByOne) {
  const auto specs = Full::evaluate(input<float>(4), output<float>(5), 5);
  EXPECT_FALSE(specs.relations[0].holds);
  EXPECT_STREQ(specs.relations[0].text, "a.size() >= c.size()");
  EXPECT_TRUE(specs.relations[1].holds);
  EXPECT_STREQ(specs.relations[1].text, "c.size() == n");
}

TEST(Contract, TextsNameTheKernelAndItsParameters) {
  EXPECT_STREQ(Full::kernel_name, "full");
  EXPECT_STREQ(Full::parameters_text,
               "(Slice<const float> a, DisjointSlice<float> c, unsigned n)");
}

OXIDE_KERNEL(uniform_relation, (Slice<const int> a, Uniform<unsigned> n),
             OXIDE_REQUIRES(a.size() >= n)) {
  (void)a, (void)n;
}

TEST(Contract, RelationsReadUniformParameters) {
  const auto n = Uniform<unsigned>::constant<3>();
  using Of = contract::Of<uniform_relation>;
  EXPECT_TRUE(Of::evaluate(input<int>(3), n).relations[0].holds);
  EXPECT_FALSE(Of::evaluate(input<int>(2), n).relations[0].holds);
}

TEST(Uniform, IsClosedUnderItsOwnArithmetic) {
  const auto four = Uniform<unsigned>::constant<4>();
  const auto six = Uniform<unsigned>::constant<6>();
  static_assert(std::is_same_v<decltype(four + six), Uniform<unsigned>>);
  static_assert(std::is_same_v<decltype(four < six), Uniform<bool>>);
  static_assert(std::is_same_v<decltype(four + 1u), unsigned>,
                "mixed with a plain value it is plain");
  EXPECT_EQ((four * six - four / four).get(), 23u);
  EXPECT_TRUE((four < six).get());
}

TEST(ParameterNames, AreTheLastIdentifierOfEach) {
  using detail::parameter_names;
  EXPECT_EQ(parameter_names("(ox::Slice<const float> a, float *b)", 2),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(parameter_names("(std::pair<int, float> p, int n)", 2),
            (std::vector<std::string>{"p", "n"}));
}

TEST(ParameterNames, FallBackToPositions) {
  EXPECT_EQ(
      detail::parameter_names("(Box<(1 > 0)> a, int b)", 3),
      (std::vector<std::string>{"argument 1", "argument 2", "argument 3"}));
}

} // namespace
} // namespace oxide::test
