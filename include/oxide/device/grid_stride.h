// SPDX-License-Identifier: Apache-2.0
//
// The grid-stride loop with witnesses. Exists in CUDA translation units only.
#ifndef OXIDE_DEVICE_GRID_STRIDE_H
#define OXIDE_DEVICE_GRID_STRIDE_H

#include "oxide/contract.h"
#include "oxide/device/disjoint_slice.h"
#include "oxide/device/thread.h"

#if OXIDE_CUDA

namespace oxide {

struct GridStrideEnd {
  std::size_t size;
};

template <class Space> class GridStrideRange;

/// Walks the calling thread's share of an index range. Neither copied nor
/// moved: it stands for the thread that made it.
template <class Space> class OXIDE_WITNESS GridStrideIterator {
public:
  GridStrideIterator(const GridStrideIterator &) = delete;
  GridStrideIterator &operator=(const GridStrideIterator &) = delete;

  OXIDE_DEVICE ThreadIndex<Space> operator*() const {
    return ThreadIndex<Space>(index_, true);
  }
  OXIDE_DEVICE GridStrideIterator &operator++() {
    index_ += period_;
    return *this;
  }
  OXIDE_DEVICE friend bool operator!=(const GridStrideIterator &iterator,
                                      const GridStrideEnd &end) {
    return iterator.index_ < end.size;
  }

private:
  OXIDE_DEVICE GridStrideIterator(std::size_t index, std::size_t period)
      : index_(index), period_(period) {}
  friend class GridStrideRange<Space>;

  std::size_t index_;
  std::size_t period_;
};

template <class Space> class OXIDE_WITNESS GridStrideRange {
public:
  GridStrideRange(const GridStrideRange &) = delete;
  GridStrideRange &operator=(const GridStrideRange &) = delete;

  OXIDE_DEVICE GridStrideIterator<Space> begin() const {
    return GridStrideIterator<Space>(first_, period_);
  }
  OXIDE_DEVICE GridStrideEnd end() const { return {size_}; }

private:
  OXIDE_DEVICE GridStrideRange(std::size_t first, std::size_t period,
                               std::size_t size)
      : first_(first), period_(period), size_(size) {}

  std::size_t first_;
  std::size_t period_;
  std::size_t size_;

  template <auto Kernel, class T>
  friend OXIDE_DEVICE GridStrideRange<Index1D>
  grid_stride_over(const DisjointSlice<T, Index1D> &slice);
};

template <auto Kernel, class T>
OXIDE_DEVICE inline GridStrideRange<Index1D>
grid_stride_over(const DisjointSlice<T, Index1D> &slice) {
  // A size of 0 ends the loop before it begins where the launch has another
  // rank, in which two threads would walk one share.
  std::size_t size = slice.size();
  if constexpr (!detail::rank_is_stated<Kernel, 1>)
    size = detail::launch_is_flat_in_yz() ? size : 0;
  return GridStrideRange<Index1D>(
      detail::coordinate<Kernel>(blockIdx.x, blockDim.x, threadIdx.x),
      detail::coordinate<Kernel>(gridDim.x, blockDim.x, 0), size);
}

namespace thread {

/// The indices of `slice` that belong to the calling thread, one per
/// `gridDim.x * blockDim.x` elements:
///
///     for (auto i : oxide::thread::grid_stride<scale>(y))
///       if (auto out = y.get(i)) *out *= factor;
///
/// The period is read from the hardware and cannot be passed: a shorter one
/// would give one element to two threads. `grid_stride<kernel>(slice)` relies
/// on domain<1> of the contract, `grid_stride(slice)` asks the hardware and is
/// empty in a launch of another rank.
///
/// Tier: safe. PTX: the loop that is written by hand; the test inside `get`
/// folds into the loop's own.
template <auto Kernel = nullptr, class T>
OXIDE_DEVICE inline GridStrideRange<Index1D>
grid_stride(const DisjointSlice<T, Index1D> &slice) {
  static_assert(std::is_null_pointer_v<decltype(Kernel)> ||
                    contract::Of<Kernel>::domain == 1,
                "oxide: thread::grid_stride<kernel>() needs oxide::domain<1> "
                "in the kernel's contract");
  return grid_stride_over<Kernel>(slice);
}

} // namespace thread
} // namespace oxide

#endif // OXIDE_CUDA

#endif
