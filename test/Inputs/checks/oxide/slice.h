// SPDX-License-Identifier: Apache-2.0
//
// The checked accesses of the library over the mock toolkit, and contracts that
// state no more than they need to.

#ifndef OXIDE_TEST_CHECKS_SLICE_H
#define OXIDE_TEST_CHECKS_SLICE_H

#include "attributes.h"
#include <cuda_runtime.h>

namespace oxide {

namespace detail {
[[noreturn]] __attribute__((noinline, cold)) __device__ inline void
index_out_of_range(size_t, size_t) {
  __trap();
}
[[noreturn]] __attribute__((noinline, cold)) __device__ inline void
empty_element_used() {
  __trap();
}
} // namespace detail

template <class T> class Element {
public:
  __device__ Element(T *base, size_t index, bool present)
      : base_(base), index_(index), present_(present) {}
  __device__ explicit operator bool() const { return present_; }
  OXIDE_ACCESS __device__ T &operator*() const {
    if (!present_)
      detail::empty_element_used();
    return base_[index_];
  }

private:
  T *base_;
  size_t index_;
  bool present_;
};

template <class T> class Slice {
public:
  __host__ __device__ size_t size() const { return size_; }
  OXIDE_ACCESS __device__ T &operator[](size_t index) const {
    if (index >= size_)
      detail::index_out_of_range(index, size_);
    return data_[index];
  }
  OXIDE_ACCESS __device__ Element<T> get(size_t index) const {
    return Element<T>(data_, index, index < size_);
  }

private:
  T *data_;
  size_t size_;
};

} // namespace oxide

/// The contract of KERNEL: it has no bounds checks.
#define DENIES_CHECKS(KERNEL)                                                  \
  struct KERNEL##_oxide_contract {                                             \
    static constexpr bool deny_checks = true;                                  \
  };

#endif
