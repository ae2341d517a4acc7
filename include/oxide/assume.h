// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_ASSUME_H
#define OXIDE_ASSUME_H

#include "oxide/contract.h"

#include <utility>

namespace oxide {
namespace detail {

// Written out without a loop: the pass that uses the assumptions runs before
// loops are unrolled.
template <class Specs, unsigned... Relations>
OXIDE_DEVICE inline void
assume_relations([[maybe_unused]] const Specs &specs,
                 std::integer_sequence<unsigned, Relations...>) {
#if OXIDE_CUDA
  (__builtin_assume(specs.relations[Relations].holds), ...);
#endif
}

} // namespace detail

/// Gives the relations of `Kernel`'s contract to the optimiser, which then
/// drops the bounds checks that they imply. First statement of the kernel, with
/// the kernel's own parameters in order and unchanged:
///
///     oxide::assume<vecadd>(a, b, c);
///
/// Emits no instruction. Sound because a prepared launch evaluates the same
/// relations on the host before each launch and refuses when one is false; a
/// raw launch does not, which is one reason why it belongs to the unsafe tier.
template <auto Kernel, class... Arguments>
OXIDE_DEVICE inline void assume(const Arguments &...arguments) {
  using Contract = contract::Of<Kernel>;
  constexpr bool stated = !std::is_same_v<Contract, contract::Unstated>;
  static_assert(stated,
                "oxide: assume<kernel> needs a kernel made by OXIDE_KERNEL");
  if constexpr (stated)
    detail::assume_relations(
        Contract::evaluate(arguments...),
        std::make_integer_sequence<unsigned, Contract::relation_count>{});
}

} // namespace oxide

#endif
