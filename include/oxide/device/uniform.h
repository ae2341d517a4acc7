// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_DEVICE_UNIFORM_H
#define OXIDE_DEVICE_UNIFORM_H

#include "oxide/attributes.h"
#include "oxide/execution_space.h"

#include <type_traits>

namespace oxide {

template <class T> class Uniform;

namespace detail {
template <class Parameter> struct ArgumentMapping;
}
namespace thread {
OXIDE_DEVICE Uniform<unsigned> block_dim_x();
OXIDE_DEVICE Uniform<unsigned> block_dim_y();
OXIDE_DEVICE Uniform<unsigned> block_dim_z();
OXIDE_DEVICE Uniform<unsigned> grid_dim_x();
OXIDE_DEVICE Uniform<unsigned> grid_dim_y();
OXIDE_DEVICE Uniform<unsigned> grid_dim_z();
} // namespace thread

/// A value that is the same in all threads of a launch. Comes from a kernel
/// parameter of this type, from the launch's own shape
/// (`thread::block_dim_x()` ...), from a constant, or from arithmetic and
/// comparisons between uniform values.
///
/// Choosing between two uniform values under a condition that differs between
/// threads gives a value that is not uniform, and the type cannot see that; the
/// analysis decides uniformity by itself and does not rest on this type.
///
/// Tier: safe. Same bytes and PTX as T. T is an arithmetic type.
template <class T> class OXIDE_WITNESS OXIDE_SEALED Uniform {
  static_assert(std::is_arithmetic_v<T>,
                "oxide: Uniform holds an arithmetic type");

public:
  /// A compile-time constant: `Uniform<int>::constant<4>()`.
  template <T Value> OXIDE_HOST_DEVICE static constexpr Uniform constant() {
    return Uniform(Value);
  }

  /// Takes `value` as uniform. The caller answers for it being the same in all
  /// threads: not from a thread or block index, a per-thread load or a
  /// divergent branch. Tier: unsafe.
  OXIDE_UNSAFE_FN OXIDE_HOST_DEVICE static constexpr Uniform
  new_unchecked(T value) {
    return Uniform(value);
  }

  OXIDE_HOST_DEVICE constexpr T get() const { return value_; }
  OXIDE_HOST_DEVICE constexpr operator T() const { return value_; }

private:
  OXIDE_HOST_DEVICE explicit constexpr Uniform(T value) : value_(value) {}

  // The operators below are friends of this class alone; as a member, this
  // reaches the constructor of another instance.
  OXIDE_HOST_DEVICE static constexpr Uniform<bool> truth(bool value) {
    return Uniform<bool>(value);
  }

  template <class Parameter> friend struct detail::ArgumentMapping;
  template <class> friend class Uniform;
  friend OXIDE_DEVICE Uniform<unsigned> thread::block_dim_x();
  friend OXIDE_DEVICE Uniform<unsigned> thread::block_dim_y();
  friend OXIDE_DEVICE Uniform<unsigned> thread::block_dim_z();
  friend OXIDE_DEVICE Uniform<unsigned> thread::grid_dim_x();
  friend OXIDE_DEVICE Uniform<unsigned> thread::grid_dim_y();
  friend OXIDE_DEVICE Uniform<unsigned> thread::grid_dim_z();

  // Operands have one type: a mixed operation goes through plain T and is no
  // longer uniform by type. Narrow integers keep their type, so that u8 + u8 is
  // closed too; it wraps as it would on assignment.
#define OXIDE_DETAIL_UNIFORM_ARITHMETIC(op)                                    \
  OXIDE_HOST_DEVICE friend constexpr Uniform operator op(Uniform a,            \
                                                         Uniform b) {          \
    return Uniform(static_cast<T>(a.value_ op b.value_));                      \
  }
#define OXIDE_DETAIL_UNIFORM_COMPARISON(op)                                    \
  OXIDE_HOST_DEVICE friend constexpr Uniform<bool> operator op(Uniform a,      \
                                                               Uniform b) {    \
    return truth(a.value_ op b.value_);                                        \
  }
  OXIDE_DETAIL_UNIFORM_ARITHMETIC(+)
  OXIDE_DETAIL_UNIFORM_ARITHMETIC(-)
  OXIDE_DETAIL_UNIFORM_ARITHMETIC(*)
  OXIDE_DETAIL_UNIFORM_ARITHMETIC(/)
  OXIDE_DETAIL_UNIFORM_COMPARISON(==)
  OXIDE_DETAIL_UNIFORM_COMPARISON(!=)
  OXIDE_DETAIL_UNIFORM_COMPARISON(<)
  OXIDE_DETAIL_UNIFORM_COMPARISON(<=)
  OXIDE_DETAIL_UNIFORM_COMPARISON(>)
  OXIDE_DETAIL_UNIFORM_COMPARISON(>=)
#undef OXIDE_DETAIL_UNIFORM_ARITHMETIC
#undef OXIDE_DETAIL_UNIFORM_COMPARISON

  T value_;
};

} // namespace oxide

#endif
