// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_DEVICE_DISJOINT_SLICE_H
#define OXIDE_DEVICE_DISJOINT_SLICE_H

#include "oxide/attributes.h"
#include "oxide/device/index_space.h"
#include "oxide/device/optional_ref.h"
#include "oxide/device/thread_index.h"
#include "oxide/device_copy.h"
#include "oxide/execution_space.h"

#include <cstddef>
#include <type_traits>

namespace oxide {

namespace detail {

template <class Parameter> struct ArgumentMapping;

template <class T> constexpr bool check_output() {
  static_assert(!std::is_const_v<T>,
                "oxide: a DisjointSlice is for output: write Slice<const T> "
                "for input");
  if constexpr (!std::is_const_v<T>)
    return check_element<T>();
  return true;
}

} // namespace detail

/// An output run of elements in global memory of which each thread reaches only
/// its own: there is no operator[], and `get` takes the thread's witness. A
/// kernel parameter; the host passes `DeviceBuffer<T> &`.
///
/// Sizes count elements. Tier: safe. In PTX: two 64-bit parameters; `get` is
/// the guard that a hand-written kernel has. Source of the rule: cuda-oxide,
/// DisjointSlice::get_mut.
template <class T, class Space = Index1D> class OXIDE_SEALED DisjointSlice {
  static_assert(IndexSpace<Space>,
                "oxide: the index space of a DisjointSlice is Index1D, "
                "Index2D<Stride> or Runtime2D");
  static_assert(detail::check_output<T>());

public:
  using value_type = T;

  DisjointSlice() = default;

  /// Takes `size` elements at `data`, which must be live, aligned, and reached
  /// by nobody else during the launch. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_HOST_DEVICE static constexpr DisjointSlice
  from_raw_parts(T *data, std::size_t size) {
    return DisjointSlice(data, size);
  }

  OXIDE_HOST_DEVICE constexpr std::size_t size() const { return size_; }
  OXIDE_HOST_DEVICE constexpr bool empty() const { return size_ == 0; }

  /// The calling thread's element, or nothing when its index is invalid or out
  /// of range.
  OXIDE_ACCESS OXIDE_DEVICE constexpr OptionalRef<T>
  get(const ThreadIndex<Space> &index) const {
    return OptionalRef<T>(data_, index.get(), index.in_bounds(size_));
  }

  template <class Other>
  OXIDE_DEVICE constexpr OptionalRef<T> get(const ThreadIndex<Other> &) const {
    static_assert(detail::always_false<Other>,
                  "oxide: this thread index belongs to another index space "
                  "than the slice");
  }

  template <class Integer>
    requires std::is_integral_v<Integer>
  OXIDE_DEVICE constexpr OptionalRef<T> get(Integer) const {
    static_assert(detail::always_false<Integer>,
                  "oxide: DisjointSlice::get needs a thread index from "
                  "oxide::thread; two threads could have the same integer");
  }

  /// The element at `index`, which must be below size() and used by no other
  /// thread at the same time. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_ACCESS OXIDE_DEVICE constexpr T &
  get_unchecked(std::size_t index) const {
    return data_[index];
  }

  /// The address of the first element. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_HOST_DEVICE constexpr T *data() const { return data_; }

private:
  OXIDE_HOST_DEVICE constexpr DisjointSlice(T *data, std::size_t size)
      : data_(data), size_(size) {}

  template <class Parameter> friend struct detail::ArgumentMapping;

  T *data_ = nullptr;
  std::size_t size_ = 0;
};

/// The form whose rows have a width that the host chose. The host passes
/// `row_width(buffer, width)`; rows * width never exceeds the buffer, so the
/// address is computed without a check for overflow.
///
/// In PTX: three 64-bit parameters and a guard on row and column.
template <class T> class DisjointSlice<T, Runtime2D> {
  static_assert(detail::check_output<T>());

public:
  using value_type = T;

  DisjointSlice() = default;

  /// Takes `rows` rows of `width` elements at `data`: live, aligned, reached by
  /// nobody else during the launch, and the same in all threads. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_HOST_DEVICE static constexpr DisjointSlice
  from_raw_parts(T *data, std::size_t rows, std::size_t width) {
    return DisjointSlice(data, rows, width);
  }

  OXIDE_HOST_DEVICE constexpr std::size_t rows() const { return rows_; }
  OXIDE_HOST_DEVICE constexpr std::size_t row_width() const { return width_; }
  OXIDE_HOST_DEVICE constexpr std::size_t size() const {
    return rows_ * width_;
  }
  OXIDE_HOST_DEVICE constexpr bool empty() const { return size() == 0; }

  /// The calling thread's element, or nothing when its row or column is out of
  /// range.
  OXIDE_ACCESS OXIDE_DEVICE constexpr OptionalRef<T>
  get(const ThreadIndex<Runtime2D> &index) const {
    return OptionalRef<T>(data_, index.row() * width_ + index.column(),
                          index.in_bounds(rows_, width_));
  }

  template <class Other>
  OXIDE_DEVICE constexpr OptionalRef<T> get(const ThreadIndex<Other> &) const {
    static_assert(detail::always_false<Other>,
                  "oxide: this thread index belongs to another index space "
                  "than the slice");
  }

  /// The address of the first element. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_HOST_DEVICE constexpr T *data() const { return data_; }

private:
  OXIDE_HOST_DEVICE constexpr DisjointSlice(T *data, std::size_t rows,
                                            std::size_t width)
      : data_(data), rows_(rows), width_(width) {}

  template <class Parameter> friend struct detail::ArgumentMapping;

  T *data_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t width_ = 0;
};

// Apart, so that the one line below is the only error: the members above cannot
// even be declared for a reference.
template <class T, class Space> class DisjointSlice<T &, Space> {
  static_assert(detail::always_false<T>,
                "oxide: a device element must be an object, not a reference");
};

} // namespace oxide

#endif
