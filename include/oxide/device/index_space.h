// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_DEVICE_INDEX_SPACE_H
#define OXIDE_DEVICE_INDEX_SPACE_H

#include "oxide/attributes.h"

#include <cstddef>

namespace oxide {

/// One index per thread of a one-dimensional launch.
struct Index1D {};

/// Row-major index over rows of `Stride` elements, one per thread of a
/// two-dimensional launch. The stride is part of the type: two strides in one
/// kernel would let two threads meet in one element.
template <std::size_t Stride> struct Index2D {
  // A row is below 2^26 (65535 blocks of 1024 threads), so row * Stride +
  // column stays within 64 bits.
  static_assert(Stride > 0 && Stride <= (std::size_t{1} << 32),
                "oxide: the stride of Index2D must be between 1 and 2^32");
  static constexpr std::size_t stride = Stride;
};

/// Row and column per thread of a two-dimensional launch, where the width of a
/// row belongs to the slice and is set by the host.
struct Runtime2D {};

namespace detail {

template <class Space> struct OXIDE_SEALED SpaceTraits {
  static constexpr bool known = false;
  static constexpr bool flat = false;
};
template <> struct SpaceTraits<Index1D> {
  static constexpr bool known = true;
  static constexpr bool flat = true;
};
template <std::size_t Stride> struct SpaceTraits<Index2D<Stride>> {
  // Names a member, so that the stride is checked wherever the space is used.
  static constexpr bool known = Index2D<Stride>::stride > 0;
  static constexpr bool flat = true;
};
template <> struct SpaceTraits<Runtime2D> {
  static constexpr bool known = true;
  static constexpr bool flat = false;
};

} // namespace detail

/// The spaces above and no other.
template <class Space>
concept IndexSpace = detail::SpaceTraits<Space>::known;

/// A space whose index is one number.
template <class Space>
concept FlatIndexSpace = detail::SpaceTraits<Space>::flat;

} // namespace oxide

#endif
