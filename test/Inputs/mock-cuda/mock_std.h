// SPDX-License-Identifier: Apache-2.0
//
// As much of the C++ standard library as the checker tests need, usable in
// host and device code.

#ifndef OXIDE_TEST_MOCK_STD_H
#define OXIDE_TEST_MOCK_STD_H

#include <cuda_runtime.h>

namespace std {

template <class T> class optional {
public:
  __host__ __device__ optional() : none(0) {}
  template <class F>
  __host__ __device__ explicit optional(const F &Make) : some(Make()) {}

private:
  struct Payload {
    union {
      char none;
      T value;
    };
  };
  union {
    char none;
    T some;
  };
};

template <class... Ts> struct tuple {};
template <class T, class... Ts> struct tuple<T, Ts...> : tuple<Ts...> {
  T head;
};
template <class T> __host__ __device__ tuple<T &> tie(T &Value) {
  return {{}, Value};
}

template <class T> class reference_wrapper {
public:
  __host__ __device__ explicit reference_wrapper(T &Value) : pointer(&Value) {}
  __host__ __device__ T &get() const { return *pointer; }

private:
  T *pointer;
};
template <class T> __host__ __device__ reference_wrapper<T> ref(T &Value) {
  return reference_wrapper<T>(Value);
}
template <class T> __host__ __device__ T *addressof(T &Value) {
  return __builtin_addressof(Value);
}
template <class To, class From>
__host__ __device__ constexpr To bit_cast(const From &Value) {
  return __builtin_bit_cast(To, Value);
}
template <class T, class U> inline constexpr bool is_same_v = false;
template <class T> inline constexpr bool is_same_v<T, T> = true;

template <class T, size_t N> struct array {
  T elements[N];
};
template <class A, class B> struct pair {
  A first;
  B second;
};
template <class T> class allocator {};
template <class Char> class basic_string {
public:
  basic_string();
  basic_string(const basic_string &);
  ~basic_string();

private:
  Char *data;
};
using string = basic_string<char>;
template <class T, class Allocator = allocator<T>> class vector {
public:
  vector();
  vector(const vector &);
  ~vector();

private:
  T *first, *last;
};
template <class T> class unique_ptr {
public:
  unique_ptr(const unique_ptr &) = delete;
  ~unique_ptr();

private:
  T *pointer;
};

} // namespace std

#endif // OXIDE_TEST_MOCK_STD_H
