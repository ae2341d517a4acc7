// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_DEVICE_SLICE_H
#define OXIDE_DEVICE_SLICE_H

#include "oxide/attributes.h"
#include "oxide/device/bounds.h"
#include "oxide/device/index_space.h"
#include "oxide/device/optional_ref.h"
#include "oxide/device/thread_index.h"
#include "oxide/device_copy.h"
#include "oxide/execution_space.h"

#include <cstddef>

namespace oxide {

namespace detail {
template <class Parameter> struct ArgumentMapping;
}

template <class T> class OXIDE_SEALED Slice {
  static_assert(detail::always_false<T>,
                "oxide: a Slice is read-only: write Slice<const T>, or "
                "DisjointSlice<T> for output");
};

/// A read-only run of elements in global memory, shared by all threads of the
/// launch. A kernel parameter; the host passes `const DeviceBuffer<T> &`.
///
/// Sizes and indices count elements. A failed check prints index and size and
/// ends the launch with CUDA_ERROR_ASSERT. Tier: safe. In PTX: two 64-bit
/// parameters; an access is a `setp`, a branch and the load, or the load alone
/// where the contract's relations imply the check (see assume.h).
template <class T> class Slice<const T> {
  static_assert(detail::check_element<T>());

public:
  using value_type = T;

  Slice() = default;

  /// Takes `size` elements at `data`, which must be live, aligned, and written
  /// by nobody during the launch. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_HOST_DEVICE static constexpr Slice
  from_raw_parts(const T *data, std::size_t size) {
    return Slice(data, size);
  }

  OXIDE_HOST_DEVICE constexpr std::size_t size() const { return size_; }
  OXIDE_HOST_DEVICE constexpr bool empty() const { return size_ == 0; }

  OXIDE_ACCESS OXIDE_DEVICE constexpr const T &
  operator[](std::size_t index) const {
    if (index >= size_) [[unlikely]]
      detail::index_out_of_range(index, size_);
    return data_[index];
  }

  template <FlatIndexSpace Space>
  OXIDE_ACCESS OXIDE_DEVICE constexpr const T &
  operator[](const ThreadIndex<Space> &index) const {
    return (*this)[index.get()];
  }

  /// The element, or nothing when the index is out of range.
  OXIDE_ACCESS OXIDE_DEVICE constexpr OptionalRef<const T>
  get(std::size_t index) const {
    return OptionalRef<const T>(data_, index, index < size_);
  }

  template <FlatIndexSpace Space>
  OXIDE_ACCESS OXIDE_DEVICE constexpr OptionalRef<const T>
  get(const ThreadIndex<Space> &index) const {
    return get(index.get());
  }

  /// The element without a check; `index` must be below size(). Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_ACCESS OXIDE_DEVICE constexpr const T &
  get_unchecked(std::size_t index) const {
    return data_[index];
  }

  /// The address of the first element. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_HOST_DEVICE constexpr const T *data() const {
    return data_;
  }

private:
  OXIDE_HOST_DEVICE constexpr Slice(const T *data, std::size_t size)
      : data_(data), size_(size) {}

  template <class Parameter> friend struct detail::ArgumentMapping;

  const T *data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace oxide

#endif
