// SPDX-License-Identifier: Apache-2.0
//
// What a launch contract can state: the specs that stand after the parameters
// in OXIDE_KERNEL. Each spec is an empty object whose type carries the value,
// so a contract is known by its type alone and costs nothing in a kernel.
#ifndef OXIDE_CONTRACT_SPEC_H
#define OXIDE_CONTRACT_SPEC_H

#include "oxide/execution_space.h"

#include <cstddef>
#include <type_traits>

namespace oxide::contract {

/// CUDA's limits on a block, all architectures. Source: CUDA Programming Guide,
/// "Features and Technical Specifications".
inline constexpr unsigned max_block_threads = 1024;
inline constexpr unsigned max_block_z = 64;

/// The static part of a contract; 0 means "not stated".
struct Constants {
  unsigned domain = 0;
  unsigned block_x = 0, block_y = 0, block_z = 0;
  bool block_exact = false;
  unsigned max_threads = 0;
  std::size_t dynamic_shared_min = 0, dynamic_shared_max = 0; // bytes
  bool dynamic_shared_stated = false;
  unsigned min_compute_capability = 0; // 90 is 9.0
  unsigned coordinate_bits = 0;
  bool deny_checks = false;
  bool repeated = false; // one kind of spec was given twice

  constexpr unsigned block_threads() const {
    return block_x * block_y * block_z;
  }
  /// The bound that reaches PTX as `.maxntid`.
  constexpr unsigned launch_bound() const {
    return block_exact ? block_threads() : max_threads;
  }
};

template <unsigned Rank> struct Domain {
  static_assert(Rank >= 1 && Rank <= 3,
                "oxide: a launch domain has 1, 2 or 3 dimensions");
  static constexpr void apply(Constants &c) {
    c.repeated |= c.domain != 0;
    c.domain = Rank;
  }
};

template <unsigned X, unsigned Y, unsigned Z> struct Block {
  static_assert(X > 0 && Y > 0 && Z > 0,
                "oxide: a block dimension in a contract must not be zero");
  static_assert(X <= max_block_threads && Y <= max_block_threads &&
                    Z <= max_block_z && X * Y * Z <= max_block_threads,
                "oxide: a block has at most 1024 threads, and 64 in z");
  static constexpr void apply(Constants &c) {
    c.repeated |= c.block_exact;
    c.block_x = X, c.block_y = Y, c.block_z = Z;
    c.block_exact = true;
  }
};

template <unsigned Threads> struct MaxThreads {
  static_assert(Threads > 0 && Threads <= max_block_threads,
                "oxide: max_threads must be between 1 and 1024");
  static constexpr void apply(Constants &c) {
    c.repeated |= c.max_threads != 0;
    c.max_threads = Threads;
  }
};

template <std::size_t Min, std::size_t Max> struct DynamicShared {
  static_assert(Min <= Max, "oxide: dynamic_shared_range needs min <= max");
  static constexpr void apply(Constants &c) {
    c.repeated |= c.dynamic_shared_stated;
    c.dynamic_shared_min = Min, c.dynamic_shared_max = Max;
    c.dynamic_shared_stated = true;
  }
};

template <unsigned Version> struct ComputeCapability {
  static_assert(Version >= 50 && Version < 200,
                "oxide: write compute capability 9.0 as 90");
  static constexpr void apply(Constants &c) {
    c.repeated |= c.min_compute_capability != 0;
    c.min_compute_capability = Version;
  }
};

template <unsigned Bits> struct Coordinates {
  static_assert(Bits == 32, "oxide: coordinates<32> is the only narrow form; "
                            "without it coordinates have 64 bits");
  static constexpr void apply(Constants &c) {
    c.repeated |= c.coordinate_bits != 0;
    c.coordinate_bits = Bits;
  }
};

struct DenyChecks {
  static constexpr void apply(Constants &c) {
    c.repeated |= c.deny_checks;
    c.deny_checks = true;
  }
};

/// A condition over the kernel's parameters, evaluated for one launch.
struct Relation {
  bool holds;
  const char *text;
  static constexpr void apply(Constants &) {}
};

/// Backs OXIDE_REQUIRES. `Condition` is bool, or a type made to stand for one
/// launch-wide condition such as Uniform<bool>.
template <class Condition>
OXIDE_HOST_DEVICE constexpr Relation relation(const Condition &condition,
                                              const char *text) {
  static_assert(
      !std::is_arithmetic_v<Condition> || std::is_same_v<Condition, bool>,
      "oxide: OXIDE_REQUIRES needs a condition, such as a comparison");
  return {static_cast<bool>(condition), text};
}

} // namespace oxide::contract

namespace oxide {

/// The launch has exactly `Rank` active dimensions: the others are 1 in grid
/// and block. Makes `thread::index_1d<kernel>()` check-free for Rank 1.
template <unsigned Rank> inline constexpr contract::Domain<Rank> domain{};

/// Every block has exactly this shape. Reaches PTX as `.maxntid`.
template <unsigned X, unsigned Y = 1, unsigned Z = 1>
inline constexpr contract::Block<X, Y, Z> block{};

/// A block has at most this many threads. Reaches PTX as `.maxntid`.
template <unsigned Threads>
inline constexpr contract::MaxThreads<Threads> max_threads{};

/// The launch passes exactly this many bytes of dynamic shared memory.
template <std::size_t Bytes>
inline constexpr contract::DynamicShared<Bytes, Bytes> dynamic_shared{};

/// The launch passes between `Min` and `Max` bytes of dynamic shared memory.
template <std::size_t Min, std::size_t Max>
inline constexpr contract::DynamicShared<Min, Max> dynamic_shared_range{};

/// The device has at least this compute capability; 90 is 9.0.
template <unsigned Version>
inline constexpr contract::ComputeCapability<Version> compute_capability{};

/// `grid * block` is at most 2^32 on each axis, so a thread's coordinates fit
/// 32-bit arithmetic. Checked on the host before each prepared launch.
template <unsigned Bits>
inline constexpr contract::Coordinates<Bits> coordinates{};

/// The kernel has no bounds check at run time: one that the prover does not
/// show to be redundant is an error of the analysis that names it. Costs
/// nothing and says nothing to a compiler without the analysis.
inline constexpr contract::DenyChecks deny_checks{};

} // namespace oxide

#endif
