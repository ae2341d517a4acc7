// SPDX-License-Identifier: Apache-2.0
//
// Typed, checked launches.
//
//     auto launch = oxide::prepare<vecadd>(context,
//                                          oxide::Launch1D::for_num_elems(n));
//     launch(stream, a, b, c);
//
// prepare() checks everything that does not depend on the arguments, once; the
// call checks the rest: types at compile time; relations of the contract,
// overlap of buffers and contexts on each launch. Nothing is allocated per
// launch.
#ifndef OXIDE_HOST_LAUNCH_H
#define OXIDE_HOST_LAUNCH_H

#include "oxide/contract.h"
#include "oxide/host/context.h"
#include "oxide/host/geometry.h"
#include "oxide/host/launch_arguments.h"
#include "oxide/host/module.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace oxide {

namespace detail {

/// A launch ready to be enqueued, without the types of its kernel.
class LaunchPlan {
public:
  LaunchPlan(const Context &context, Function function, Geometry geometry,
             std::string kernel);

  const Geometry &geometry() const { return geometry_; }
  const std::string &kernel() const { return kernel_; }

  /// Throws Error with rule "alias" or "context"; puts the launch after the
  /// earlier uses of its buffers.
  void admit(const Stream &stream, std::span<const BufferUse> uses) const;
  void enqueue(const Stream &stream, void **arguments) const;

private:
  Context context_;
  Function function_;
  Geometry geometry_;
  std::string kernel_;
};

/// The embedded code of a kernel, found by the address that the host uses for
/// it. Throws Error with rule "artifact" when the program has none.
Function find_kernel(const Context &context, const void *kernel,
                     const std::string &name);

LaunchPlan plan_launch(const Context &context, Function function,
                       const LaunchRequest &request,
                       const contract::Constants &contract,
                       const std::string &kernel);

/// Throws Error with rule "relation". `parameters` is the parameter list as it
/// stands in the source, `values` describes the arguments in order.
[[noreturn]] void throw_relation(const std::string &kernel, const char *text,
                                 const char *parameters,
                                 std::span<const std::string> values);

template <class Kernel> struct Signature;
template <class... P> struct Signature<void (*)(P...)> {
  static constexpr std::size_t arity = sizeof...(P);
  using Values = std::tuple<P...>;
  template <std::size_t I> using Parameter = std::tuple_element_t<I, Values>;
};

} // namespace detail

template <auto Kernel> class PreparedLaunch;
template <auto Kernel, class Launch>
PreparedLaunch<Kernel> prepare(const Context &context, const Launch &launch);
template <auto Kernel, class Launch>
PreparedLaunch<Kernel> prepare(const Context &context, const Function &function,
                               const Launch &launch);

/// A checked launch of `Kernel` and of no other kernel; comes from prepare().
/// May be called any number of times, from any thread.
template <auto Kernel> class PreparedLaunch {
  using Signature = detail::Signature<decltype(Kernel)>;
  using Contract = contract::Of<Kernel>;
  using Positions = std::make_index_sequence<Signature::arity>;

public:
  const Geometry &geometry() const { return plan_.geometry(); }

  /// Enqueues the kernel. `Slice<const T>` takes `const DeviceBuffer<T> &`,
  /// `DisjointSlice<T>` takes `DeviceBuffer<T> &`, `Uniform<T>` takes T, other
  /// parameters take exactly their own type.
  ///
  /// Throws Error with rule "relation", "alias", "context", "moved-from" or
  /// "driver"; the kernel has then not been enqueued.
  template <class... Arguments>
  void operator()(const Stream &stream, Arguments &&...arguments) const {
    static_assert(sizeof...(Arguments) == Signature::arity,
                  "oxide: this launch has another number of arguments than the "
                  "kernel has parameters");
    if constexpr (sizeof...(Arguments) == Signature::arity)
      run(stream, Positions{}, std::forward<Arguments>(arguments)...);
  }

private:
  explicit PreparedLaunch(detail::LaunchPlan plan) : plan_(std::move(plan)) {}

  template <auto K, class Launch>
  friend PreparedLaunch<K> prepare(const Context &, const Launch &);
  template <auto K, class Launch>
  friend PreparedLaunch<K> prepare(const Context &, const Function &,
                                   const Launch &);

  template <std::size_t I>
  using Mapping =
      detail::ArgumentMapping<typename Signature::template Parameter<I>>;

  template <std::size_t... I, class... Arguments>
  void run(const Stream &stream, std::index_sequence<I...>,
           Arguments &&...arguments) const {
    constexpr bool accepted =
        (detail::LaunchArgument<I + 1,
                                typename Signature::template Parameter<I>,
                                Arguments>::accepted &&
         ...);
    if constexpr (accepted) {
      const std::array<detail::BufferUse, sizeof...(I)> uses = {
          Mapping<I>::use(arguments)...};
      typename Signature::Values values{Mapping<I>::bind(arguments)...};
      check_relations(values);
      plan_.admit(stream, uses);
      // The extra element keeps the array legal for a kernel without
      // parameters.
      void *addresses[] = {static_cast<void *>(&std::get<I>(values))...,
                           nullptr};
      plan_.enqueue(stream, addresses);
    }
  }

  void check_relations(const typename Signature::Values &values) const {
    if constexpr (Contract::relation_count > 0) {
      const auto specs = std::apply(
          [](const auto &...value) { return Contract::evaluate(value...); },
          values);
      for (unsigned r = 0; r < Contract::relation_count; ++r)
        if (!specs.relations[r].holds) [[unlikely]]
          report(specs.relations[r].text, values, Positions{});
    }
  }

  template <std::size_t... I>
  [[noreturn]] void report(const char *text,
                           const typename Signature::Values &values,
                           std::index_sequence<I...>) const {
    const std::array<std::string, sizeof...(I)> described = {
        Mapping<I>::describe(std::get<I>(values))...};
    detail::throw_relation(plan_.kernel(), text, Contract::parameters_text,
                           described);
  }

  detail::LaunchPlan plan_;
};

/// Checks a launch of `Kernel` against its contract, the device and the
/// compiled code, which is the code that the compiler embedded in this program.
/// The rank of `launch` (Launch1D, Launch2D, Launch3D) must be the contract's
/// domain.
///
/// A kernel declared without OXIDE_KERNEL, such as an instance of a template,
/// has an empty contract. Throws Error; the rules are those of
/// detail::resolve() and "artifact".
template <auto Kernel, class Launch>
PreparedLaunch<Kernel> prepare(const Context &context, const Launch &launch) {
  using Contract = contract::Of<Kernel>;
  const std::string name = Contract::kernel_name;
  return prepare<Kernel>(
      context,
      detail::find_kernel(context, reinterpret_cast<const void *>(Kernel),
                          name),
      launch);
}

/// The same with code loaded by hand: `module.function("vecadd")`.
template <auto Kernel, class Launch>
PreparedLaunch<Kernel> prepare(const Context &context, const Function &function,
                               const Launch &launch) {
  using Contract = contract::Of<Kernel>;
  static_assert(Contract::domain == 0 || Contract::domain == Launch::rank,
                "oxide: the rank of this launch is not the domain in the "
                "kernel's contract");
  return PreparedLaunch<Kernel>(
      detail::plan_launch(context, function, launch.request(),
                          Contract::constants, function.name()));
}

/// Launches without a contract check: arguments are the kernel's parameters
/// themselves, and the caller answers for geometry, relations, lifetimes,
/// aliasing and order. Tier: unsafe.
template <auto Kernel, class... Arguments>
OXIDE_UNSAFE_FN void unsafe_launch(const Context &context, const Stream &stream,
                                   const Geometry &geometry,
                                   Arguments... arguments) {
  using Signature = detail::Signature<decltype(Kernel)>;
  static_assert(
      std::is_same_v<typename Signature::Values, std::tuple<Arguments...>>,
      "oxide: unsafe_launch takes exactly the kernel's parameter types");
  const std::string name = contract::Of<Kernel>::kernel_name;
  const detail::LaunchPlan plan(
      context,
      detail::find_kernel(context, reinterpret_cast<const void *>(Kernel),
                          name),
      geometry, name);
  void *addresses[] = {static_cast<void *>(&arguments)..., nullptr};
  plan.enqueue(stream, addresses);
}

} // namespace oxide

#endif
