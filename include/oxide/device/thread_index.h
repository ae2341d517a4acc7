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
  OXIDE_DEVICE constexpr std::size_t get() const {
    return valid_ ? index_ : static_cast<std::size_t>(-1);
  }

  OXIDE_DEVICE constexpr bool is_valid() const { return valid_; }

  /// Whether the index is valid and below `size` elements.
  OXIDE_DEVICE constexpr bool in_bounds(std::size_t size) const {
    return valid_ && index_ < size;
  }

private:
  OXIDE_DEVICE constexpr ThreadIndex(std::size_t index, bool valid)
      : index_(index), valid_(valid) {}

  template <auto Kernel>
  friend OXIDE_DEVICE ThreadIndex<Index1D> thread::index_1d();
  template <std::size_t Stride, auto Kernel>
  friend OXIDE_DEVICE ThreadIndex<Index2D<Stride>> thread::index_2d();
  template <class S> friend class GridStrideIterator;

  std::size_t index_;
  // Beside the index, not a special value of it: so the two tests of
  // `in_bounds` are those that are written by hand, and a constant true costs
  // nothing.
  bool valid_;
};

/// The two-dimensional form: the slice turns row and column into an address
/// with its own width, so an index taken for one slice is right for any other.
template <> class OXIDE_WITNESS ThreadIndex<Runtime2D> {
public:
  ThreadIndex(const ThreadIndex &) = delete;
  ThreadIndex(ThreadIndex &&) = delete;
  ThreadIndex &operator=(const ThreadIndex &) = delete;
  ThreadIndex &operator=(ThreadIndex &&) = delete;

  OXIDE_DEVICE constexpr std::size_t row() const { return row_; }
  OXIDE_DEVICE constexpr std::size_t column() const { return column_; }
  OXIDE_DEVICE constexpr bool is_valid() const { return valid_; }

  /// Whether the index is valid and inside of `rows` rows of `width` elements.
  OXIDE_DEVICE constexpr bool in_bounds(std::size_t rows,
                                        std::size_t width) const {
    return valid_ && row_ < rows && column_ < width;
  }

private:
  OXIDE_DEVICE constexpr ThreadIndex(std::size_t row, std::size_t column,
                                     bool valid)
      : row_(row), column_(column), valid_(valid) {}

  template <auto Kernel>
  friend OXIDE_DEVICE ThreadIndex<Runtime2D> thread::index_2d_runtime();

  std::size_t row_;
  std::size_t column_;
  bool valid_;
};

} // namespace oxide

#endif
