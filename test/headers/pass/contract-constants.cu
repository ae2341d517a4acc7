// SPDX-License-Identifier: Apache-2.0
//
// What the analysis reads from a contract is constant in both passes, and the
// contract of a kernel is found from the kernel.
// RUN: %clang_cuda -fsyntax-only %s
// RUN: %if nvcc %{ %nvcc -c %s -o %t.o %}
// REQUIRES: cuda
#include "oxide/device.h"

namespace user {

OXIDE_KERNEL(stated, (oxide::Slice<const int> a, int n), oxide::domain<2>,
             oxide::block<32, 4>, oxide::max_threads<256>,
             oxide::dynamic_shared<64>, oxide::compute_capability<90>,
             OXIDE_REQUIRES(n > 0)) {}
OXIDE_KERNEL(bare, (int n)) {}
OXIDE_KERNEL(denies, (int n), oxide::deny_checks) {}

static_assert(stated_oxide_contract::domain == 2);
static_assert(stated_oxide_contract::block_x == 32);
static_assert(stated_oxide_contract::block_y == 4);
static_assert(stated_oxide_contract::block_z == 1);
static_assert(stated_oxide_contract::block_exact);
static_assert(stated_oxide_contract::max_threads == 256);
static_assert(stated_oxide_contract::dynamic_shared_min == 64);
static_assert(stated_oxide_contract::dynamic_shared_max == 64);
static_assert(stated_oxide_contract::min_compute_capability == 90);
static_assert(stated_oxide_contract::coordinate_bits == 0);
static_assert(stated_oxide_contract::relation_count == 1);

static_assert(denies_oxide_contract::constants.deny_checks);
static_assert(!stated_oxide_contract::constants.deny_checks);

static_assert(bare_oxide_contract::domain == 0);
static_assert(bare_oxide_contract::block_x == 0);
static_assert(!bare_oxide_contract::block_exact);
static_assert(bare_oxide_contract::max_threads == 0);
static_assert(bare_oxide_contract::dynamic_shared_max == 0);
static_assert(bare_oxide_contract::min_compute_capability == 0);
static_assert(bare_oxide_contract::relation_count == 0);

} // namespace user

template <class A, class B> inline constexpr bool same = false;
template <class A> inline constexpr bool same<A, A> = true;

template <class T> __global__ void from_a_template(T) {}

static_assert(
    same<oxide::contract::Of<user::stated>, user::stated_oxide_contract>);
static_assert(
    same<oxide::contract::Of<&user::stated>, user::stated_oxide_contract>);
static_assert(same<oxide::contract::Of<user::bare>, user::bare_oxide_contract>);
static_assert(
    same<oxide::contract::Of<from_a_template<int>>, oxide::contract::Unstated>);
