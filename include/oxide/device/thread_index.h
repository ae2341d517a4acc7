// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_DEVICE_THREAD_INDEX_H
#define OXIDE_DEVICE_THREAD_INDEX_H

#include "oxide/attributes.h"
#include "oxide/device/index_space.h"
#include "oxide/execution_space.h"

#include <cstddef>

namespace oxide {

template <IndexSpace Space> class ThreadIndex;
template <class T, class Space> class DisjointSlice;
template <class Space> class GridStrideIterator;

namespace thread {
template <auto Kernel = nullptr> OXIDE_DEVICE ThreadIndex<Index1D> index_1d();
template <std::size_t Stride, auto Kernel = nullptr>
OXIDE_DEVICE ThreadIndex<Index2D<Stride>> index_2d();
template <auto Kernel = nullptr>
OXIDE_DEVICE ThreadIndex<Runtime2D> index_2d_runtime();
} // namespace thread

/// Proof that an index belongs to the calling thread alone. Comes only from the
/// functions of oxide::thread, is neither copied nor moved, and is of no use to
/// another thread. An index that is not unique (the launch has the wrong rank)
/// or lies outside its row is invalid: slices give nothing for it.
///
/// Indices count elements. Tier: safe. Becomes a register in PTX.
/// Source of the rule: cuda-oxide, gpu-safety/the-safety-model.
template <IndexSpace Space> class OXIDE_WITNESS ThreadIndex {
public:
  ThreadIndex(const ThreadIndex &) = delete;
  ThreadIndex(ThreadIndex &&) = delete;
  ThreadIndex &operator=(const ThreadIndex &) = delete;
  ThreadIndex &operator=(ThreadIndex &&) = delete;

  /// The index, or SIZE_MAX when invalid.
  OXIDE_DEVICE constexpr std::size_t get() const { return index_; }

  OXIDE_DEVICE constexpr bool is_valid() const { return index_ != invalid; }

  /// Whether the index is valid and below `size` elements.
  OXIDE_DEVICE constexpr bool in_bounds(std::size_t size) const {
    // SIZE_MAX is below no size, so one comparison tests both.
    return index_ < size;
  }

private:
  static constexpr std::size_t invalid = static_cast<std::size_t>(-1);

  OXIDE_DEVICE explicit constexpr ThreadIndex(std::size_t index)
      : index_(index) {}

  template <auto Kernel>
  friend OXIDE_DEVICE ThreadIndex<Index1D> thread::index_1d();
  template <std::size_t Stride, auto Kernel>
  friend OXIDE_DEVICE ThreadIndex<Index2D<Stride>> thread::index_2d();
  template <class S> friend class GridStrideIterator;

  std::size_t index_;
};

/// The two-dimensional form: the slice turns row and column into an address
/// with its own width, so an index taken for one slice is right for any other.
template <> class OXIDE_WITNESS ThreadIndex<Runtime2D> {
public:
  ThreadIndex(const ThreadIndex &) = delete;
  ThreadIndex(ThreadIndex &&) = delete;
  ThreadIndex &operator=(const ThreadIndex &) = delete;
  ThreadIndex &operator=(ThreadIndex &&) = delete;

  /// The row, or SIZE_MAX when invalid.
  OXIDE_DEVICE constexpr std::size_t row() const { return row_; }
  OXIDE_DEVICE constexpr std::size_t column() const { return column_; }
  OXIDE_DEVICE constexpr bool is_valid() const { return row_ != invalid; }

private:
  static constexpr std::size_t invalid = static_cast<std::size_t>(-1);

  OXIDE_DEVICE constexpr ThreadIndex(std::size_t row, std::size_t column)
      : row_(row), column_(column) {}

  template <auto Kernel>
  friend OXIDE_DEVICE ThreadIndex<Runtime2D> thread::index_2d_runtime();

  std::size_t row_;
  std::size_t column_;
};

} // namespace oxide

#endif
