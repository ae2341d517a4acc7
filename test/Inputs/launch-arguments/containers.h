// SPDX-License-Identifier: Apache-2.0
//
// Containers with the names and template parameters of the real ones.

namespace std {
template <class T> struct allocator {};
template <class C> struct char_traits {};
template <class T, class A = allocator<T>> struct vector {
  vector();
  vector(const vector &);
  ~vector();
  T *data();
  T &operator[](size_t);
};
template <class C, class T = char_traits<C>, class A = allocator<C>>
struct basic_string {
  basic_string();
  basic_string(const basic_string &);
  ~basic_string();
  const C *c_str() const;
};
using string = basic_string<char>;
} // namespace std

namespace pool {
template <class T> struct managed_allocator {};
} // namespace pool

namespace thrust {
template <class T> struct device_vector {
  device_vector();
  ~device_vector();
  T *data();
};
} // namespace thrust

struct Small {
  int value;
};
