// SPDX-License-Identifier: Apache-2.0
//
// A kernel and its launch contract, written once.
//
//     OXIDE_KERNEL(vecadd,
//                  (oxide::Slice<const float> a, oxide::Slice<const float> b,
//                   oxide::DisjointSlice<float> c),
//                  oxide::domain<1>, oxide::block<256>,
//                  OXIDE_REQUIRES(a.size() >= c.size()),
//                  OXIDE_REQUIRES(b.size() >= c.size())) {
//       oxide::assume<vecadd>(a, b, c);
//       auto i = oxide::thread::index_1d<vecadd>();
//       if (auto out = c.get(i)) *out = a[i] + b[i];
//     }
//
// declares the kernel `vecadd`, the class `vecadd_oxide_contract` in the same
// scope, and the tie between them that `prepare<vecadd>` follows. The contract
// is read by the runtime before each launch, by the analysis, and by the
// compiler: a stated block reaches PTX as `.maxntid`. The list of specs may be
// empty. Works at namespace scope, anonymous and `extern "C"` included.
#ifndef OXIDE_CONTRACT_H
#define OXIDE_CONTRACT_H

#include "oxide/attributes.h"
#include "oxide/contract_spec.h"
#include "oxide/execution_space.h"

#include <cstddef>
#include <type_traits>

namespace oxide::contract {

/// The specs of one contract with its relations evaluated.
template <class... Specs> struct SpecList {
  static constexpr unsigned relation_count =
      (0u + ... + (std::is_same_v<Specs, Relation> ? 1u : 0u));
  // One unused element keeps the array legal without relations.
  Relation relations[relation_count + 1];

  static constexpr Constants constants() {
    Constants c;
    (Specs::apply(c), ...);
    return c;
  }
};

template <class Spec>
OXIDE_HOST_DEVICE constexpr void append(Relation *list, unsigned &count,
                                        const Spec &spec) {
  if constexpr (std::is_same_v<Spec, Relation>)
    list[count++] = spec;
}

template <class... Specs>
OXIDE_HOST_DEVICE constexpr SpecList<Specs...> make_spec_list(Specs... specs) {
  SpecList<Specs...> list{};
  [[maybe_unused]] unsigned count = 0;
  (append(list.relations, count, specs), ...);
  return list;
}

template <class Function> struct EvaluationResult;
template <class Result, class... Parameters>
struct EvaluationResult<Result (*)(Parameters...)> {
  using type = Result;
};

/// The static part of the contract whose relations `Evaluate` computes.
template <auto Evaluate> constexpr Constants constants_of() {
  using List = typename EvaluationResult<decltype(Evaluate)>::type;
  constexpr Constants c = List::constants();
  static_assert(!c.repeated, "oxide: the contract states one spec twice");
  static_assert(!c.block_exact || c.domain == 0 ||
                    (c.domain >= 2 || c.block_y == 1),
                "oxide: domain<1> needs a block of the form block<x>");
  static_assert(!c.block_exact || c.domain == 0 ||
                    (c.domain >= 3 || c.block_z == 1),
                "oxide: domain<2> needs a block of the form block<x, y>");
  static_assert(!c.block_exact || c.max_threads == 0 ||
                    c.block_threads() <= c.max_threads,
                "oxide: the contract's block is larger than its max_threads");
  return c;
}

template <auto Evaluate>
inline constexpr unsigned relation_count_of =
    EvaluationResult<decltype(Evaluate)>::type::relation_count;

/// The contract of a kernel that states none.
struct Unstated {
  static constexpr Constants constants{};
  static constexpr unsigned domain = 0;
  static constexpr unsigned coordinate_bits = 0;
  static constexpr unsigned relation_count = 0;
  static constexpr const char *kernel_name = "kernel without a contract";
  static constexpr const char *parameters_text = "";
};

// The macro knows the kernel and its contract; `prepare<kernel>` knows the
// kernel only, and argument-dependent lookup does not follow a function's
// address into its namespace. A friend function closes the gap: `Slot<K>`
// declares it, instantiating `Fill<K, C>` defines it. Source of the technique:
// friend injection, as in CWG 2118.
#if defined(__NVCC__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1301
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <auto Kernel> struct OXIDE_SEALED Slot {
  friend constexpr auto oxide_contract_of(Slot<Kernel>);
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#if defined(__NVCC__)
#pragma nv_diagnostic pop
#endif
template <auto Kernel, class Contract> struct OXIDE_SEALED Fill {
  friend constexpr auto oxide_contract_of(Slot<Kernel>) { return Contract{}; }
};

template <auto Kernel> consteval auto find() {
  if constexpr (requires { oxide_contract_of(Slot<Kernel>{}); })
    return oxide_contract_of(Slot<Kernel>{});
  else
    return Unstated{};
}

/// The contract class of `Kernel`; `Unstated` for a kernel that was declared
/// without OXIDE_KERNEL, an instance of a kernel template for example.
template <auto Kernel> using Of = decltype(find<Kernel>());

} // namespace oxide::contract

/// A condition over the kernel's parameters that each launch must meet. Write
/// one condition per OXIDE_REQUIRES: an error names the one that failed. A
/// comparison between a signed and an unsigned value is an error, since -1
/// would pass as a large size.
#define OXIDE_REQUIRES(...)                                                    \
  ::oxide::contract::relation((__VA_ARGS__), #__VA_ARGS__)

// clang-format off
// The parameters stand in `evaluate` for the relations alone, so most of them
// are unused there; and a mixed comparison must not pass in silence.
#define OXIDE_DETAIL_RELATIONS_BEGIN                                           \
  _Pragma("GCC diagnostic push")                                               \
  _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"")                     \
  _Pragma("GCC diagnostic error \"-Wsign-compare\"")
#define OXIDE_DETAIL_RELATIONS_END _Pragma("GCC diagnostic pop")

// nvcc takes a member of a class in an unnamed namespace for a variable that
// should be used, and does not know the attribute there.
#if defined(__NVCC__)
#define OXIDE_DETAIL_CONTRACT_BEGIN                                            \
  _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 177")
#define OXIDE_DETAIL_CONTRACT_END _Pragma("nv_diagnostic pop")
#else
#define OXIDE_DETAIL_CONTRACT_BEGIN
#define OXIDE_DETAIL_CONTRACT_END
#endif

#define OXIDE_DETAIL_STATE(type, member)                                       \
  [[maybe_unused]] static constexpr type member = constants.member

/// Declares and begins the definition of a kernel; see the top of this file. A
/// mark in front of it, such as OXIDE_MODE("audit"), belongs to the kernel.
#define OXIDE_KERNEL(name, parameters, ...)                                    \
  OXIDE_GLOBAL OXIDE_DETAIL_KERNEL_MARK void name parameters;                  \
  OXIDE_DETAIL_RELATIONS_BEGIN                                                 \
  struct name##_oxide_relations {                                              \
    [[maybe_unused]] OXIDE_HOST_DEVICE static constexpr auto                   \
    evaluate parameters {                                                      \
      return ::oxide::contract::make_spec_list(__VA_ARGS__);                   \
    }                                                                          \
  };                                                                           \
  OXIDE_DETAIL_RELATIONS_END                                                   \
  OXIDE_DETAIL_CONTRACT_BEGIN                                                  \
  struct name##_oxide_contract : name##_oxide_relations {                      \
    [[maybe_unused]] static constexpr ::oxide::contract::Constants constants = \
        ::oxide::contract::constants_of<&name##_oxide_relations::evaluate>();  \
    OXIDE_DETAIL_STATE(unsigned, domain);                                      \
    OXIDE_DETAIL_STATE(unsigned, block_x);                                     \
    OXIDE_DETAIL_STATE(unsigned, block_y);                                     \
    OXIDE_DETAIL_STATE(unsigned, block_z);                                     \
    OXIDE_DETAIL_STATE(bool, block_exact);                                     \
    OXIDE_DETAIL_STATE(unsigned, max_threads);                                 \
    OXIDE_DETAIL_STATE(::std::size_t, dynamic_shared_min);                     \
    OXIDE_DETAIL_STATE(::std::size_t, dynamic_shared_max);                     \
    OXIDE_DETAIL_STATE(unsigned, min_compute_capability);                      \
    OXIDE_DETAIL_STATE(unsigned, coordinate_bits);                             \
    [[maybe_unused]] static constexpr unsigned relation_count =                \
        ::oxide::contract::relation_count_of<                                  \
            &name##_oxide_relations::evaluate>;                                \
    [[maybe_unused]] static constexpr const char *kernel_name = #name;         \
    [[maybe_unused]] static constexpr const char *parameters_text =            \
        #parameters;                                                           \
  };                                                                           \
  OXIDE_DETAIL_CONTRACT_END                                                    \
  static_assert(                                                               \
      sizeof(::oxide::contract::Fill<&name, name##_oxide_contract>) > 0);      \
  OXIDE_GLOBAL OXIDE_DETAIL_KERNEL_MARK OXIDE_DETAIL_LAUNCH_BOUNDS(            \
      name##_oxide_contract::constants.launch_bound())                         \
  void name parameters
// clang-format on

#endif
