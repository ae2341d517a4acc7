// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_DEVICE_OPTIONAL_REF_H
#define OXIDE_DEVICE_OPTIONAL_REF_H

#include "oxide/attributes.h"
#include "oxide/device/bounds.h"
#include "oxide/execution_space.h"

#include <cstddef>

namespace oxide {

template <class T> class Slice;
template <class T, class Space> class DisjointSlice;

/// One element of a slice, or nothing:
///
///     if (auto out = c.get(i)) *out = value;
///
/// Stays where it was made: neither copied nor moved. Using an empty one ends
/// the launch with a message; after a test the compiler sees that this cannot
/// happen and drops the check. Tier: safe.
template <class T> class OXIDE_SEALED OptionalRef {
public:
  OptionalRef(const OptionalRef &) = delete;
  OptionalRef(OptionalRef &&) = delete;
  OptionalRef &operator=(const OptionalRef &) = delete;
  OptionalRef &operator=(OptionalRef &&) = delete;

  OXIDE_DEVICE constexpr bool has_value() const { return present_; }
  OXIDE_DEVICE constexpr explicit operator bool() const { return present_; }

  OXIDE_ACCESS OXIDE_DEVICE constexpr T &operator*() const {
    if (!present_) [[unlikely]]
      detail::empty_element_used();
    return base_[index_];
  }
  OXIDE_ACCESS OXIDE_DEVICE constexpr T *operator->() const { return &**this; }

private:
  OXIDE_DEVICE constexpr OptionalRef(T *base, std::size_t index, bool present)
      : base_(base), index_(index), present_(present) {}

  template <class U> friend class Slice;
  template <class U, class Space> friend class DisjointSlice;

  // Base and index, not one address: an address may not be formed before the
  // test, and comparing one with null would leave a second test in the PTX.
  T *base_;
  std::size_t index_;
  bool present_;
};

} // namespace oxide

#endif
