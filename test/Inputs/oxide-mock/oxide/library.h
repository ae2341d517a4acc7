// SPDX-License-Identifier: Apache-2.0
//
// Look-alikes of the library types, as small as the checkers allow.

#ifndef OXIDE_TEST_MOCK_LIBRARY_H
#define OXIDE_TEST_MOCK_LIBRARY_H

#include "attributes.h"
#include <cuda_runtime.h>

namespace oxide {

struct Index1D {};
template <size_t Stride> struct Index2D {};

template <class Space> struct OXIDE_SEALED SpaceTraits {
  static constexpr bool known = false;
  static bool tested;
  struct Nested;
};
template <> struct SpaceTraits<Index1D> {
  static constexpr bool known = true;
};
template <class T> inline constexpr bool is_element OXIDE_SEALED = false;
template <class T> inline constexpr bool is_element<T *> = false;
template <class T> __host__ __device__ int rank_of(T) { return 1; }

template <class Space> class ThreadIndex;
namespace thread {
__device__ ThreadIndex<Index1D> index_1d();
template <class Kernel> __device__ ThreadIndex<Index1D> index_of();
__device__ unsigned supplied(const ThreadIndex<Index1D> &);
} // namespace thread

template <class Space> class OXIDE_WITNESS ThreadIndex {
public:
  ThreadIndex(const ThreadIndex &) = delete;
  ThreadIndex &operator=(const ThreadIndex &) = delete;
  __device__ size_t get() const { return index_; }

private:
  __device__ explicit constexpr ThreadIndex(size_t index) : index_(index) {}
  friend __device__ ThreadIndex<Index1D> thread::index_1d();
  friend __device__ unsigned thread::supplied(const ThreadIndex<Index1D> &);
  template <class Kernel>
  friend __device__ ThreadIndex<Index1D> thread::index_of();
  template <class S> friend class Range;

  size_t index_;
};

/// The witness of a space of its own; not copied either.
template <> class OXIDE_WITNESS ThreadIndex<Index2D<0>> {
public:
  ThreadIndex(ThreadIndex &&) = delete;
  __device__ size_t row() const { return row_; }

private:
  ThreadIndex() = default;
  size_t row_ = 0;
};

namespace thread {
__device__ inline ThreadIndex<Index1D> index_1d() {
  return ThreadIndex<Index1D>(threadIdx.x);
}
template <class Kernel> __device__ ThreadIndex<Index1D> index_of() {
  return ThreadIndex<Index1D>(threadIdx.x);
}
} // namespace thread

/// The thread's own share of a range; its own iterator, for brevity.
template <class Space> class OXIDE_WITNESS Range {
public:
  __device__ explicit Range(size_t size) : at_(threadIdx.x), size_(size) {}
  Range(const Range &) = delete;
  __device__ Range begin() const { return Range(size_); }
  __device__ size_t end() const { return size_; }
  __device__ ThreadIndex<Space> operator*() const {
    return ThreadIndex<Space>(at_);
  }
  __device__ Range &operator++() {
    at_ += blockDim.x;
    return *this;
  }
  __device__ bool operator!=(size_t end) const { return at_ < end; }

private:
  size_t at_, size_;
};

/// Holds in all threads, so it may be copied.
template <class T> class OXIDE_WITNESS Uniform {
public:
  __host__ __device__ T get() const { return value_; }
  __host__ __device__ static Uniform zero() { return Uniform(T()); }

private:
  __host__ __device__ explicit constexpr Uniform(T value) : value_(value) {}
  T value_;
};

template <class T> class OptionalRef {
public:
  OptionalRef(const OptionalRef &) = delete;
  __device__ explicit operator bool() const { return pointer_; }
  OXIDE_ACCESS __device__ T &operator*() const { return *pointer_; }
  OXIDE_ACCESS __device__ T *operator->() const { return pointer_; }

private:
  template <class U> friend class Slice;
  template <class U> friend class DisjointSlice;
  __device__ explicit OptionalRef(T *pointer) : pointer_(pointer) {}
  T *pointer_;
};

template <class T> class Slice {
public:
  OXIDE_ACCESS __device__ T &operator[](size_t i) const { return data_[i]; }
  OXIDE_ACCESS __device__ OptionalRef<T> get(size_t i) const {
    return OptionalRef<T>(i < size_ ? data_ + i : nullptr);
  }
  __device__ T *data() const { return data_; }
  __device__ size_t size() const { return size_; }

private:
  T *data_;
  size_t size_;
};

template <class T> class DisjointSlice {
public:
  OXIDE_ACCESS __device__ OptionalRef<T>
  get(const ThreadIndex<Index1D> &i) const {
    return OptionalRef<T>(i.get() < size_ ? data_ + i.get() : nullptr);
  }
  OXIDE_ACCESS __device__ T &get_unchecked(size_t i) const { return data_[i]; }

private:
  T *data_;
  size_t size_;
};

template <class T> class DeviceBuffer {
public:
  ~DeviceBuffer() { cudaFree(data_); }
  static DeviceBuffer zeroed(size_t) { return {}; }

private:
  T *data_ = nullptr;
};

} // namespace oxide

/// Expands to a declaration that the library owns, wherever it is used.
#define OXIDE_MOCK_SPACE(type)                                                 \
  template <> struct oxide::SpaceTraits<type> {                                \
    static constexpr bool known = true;                                        \
  };

/// Expands to a namespace that the library owns, wherever it is used.
#define OXIDE_MOCK_REGISTER(name)                                              \
  namespace oxide {                                                            \
  struct name##_registered {};                                                 \
  }

#endif // OXIDE_TEST_MOCK_LIBRARY_H
