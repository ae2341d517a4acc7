// SPDX-License-Identifier: Apache-2.0
//
// Which types may live in device memory and be copied there byte by byte.
#ifndef OXIDE_DEVICE_COPY_H
#define OXIDE_DEVICE_COPY_H

#include "oxide/attributes.h"

#include <type_traits>

// CUDA's 16-bit floats have user-written constructors, so the standard trait
// says no although their bytes are their value. Named by forward declaration:
// this header needs neither cuda_fp16.h nor cuda_bf16.h.
struct __half;
struct __half2;
struct __nv_bfloat16;
struct __nv_bfloat162;

namespace oxide {
namespace detail {

template <class...> inline constexpr bool always_false = false;

template <class T>
inline constexpr bool is_cuda_float =
    std::is_same_v<T, __half> || std::is_same_v<T, __half2> ||
    std::is_same_v<T, __nv_bfloat16> || std::is_same_v<T, __nv_bfloat162>;

// Found by argument-dependent lookup, so no template of ours is specialised.
template <class T>
concept OptedIn = requires(const T *type) { oxide_unsafe_device_copy(type); };

// An enumeration without a fixed underlying type has fewer values than its
// bytes have patterns, so bytes from a device may be none of them. Only an
// enumeration with a fixed type can be list-initialised from an integer.
template <class T> constexpr bool has_partial_values() {
  if constexpr (std::is_enum_v<T>)
    return !requires { T{0}; };
  else
    return false;
}

} // namespace detail

/// Answers for DeviceCopy. Sealed: a type joins through
/// OXIDE_UNSAFE_DEVICE_COPY, which leaves a contract to audit.
template <class T> struct OXIDE_SEALED DeviceCopyTrait {
  /// Bytes are the value: no owner such as std::string, no virtual functions.
  static constexpr bool trivially_copyable = std::is_trivially_copyable_v<T> ||
                                             detail::is_cuda_float<T> ||
                                             detail::OptedIn<T>;
  /// An address says nothing about which memory it belongs to.
  static constexpr bool no_pointer = !std::is_pointer_v<T> &&
                                     !std::is_member_pointer_v<T> &&
                                     !std::is_null_pointer_v<T>;
  static constexpr bool all_values = !detail::has_partial_values<T>();
  static constexpr bool object = std::is_object_v<T> && !std::is_array_v<T> &&
                                 !std::is_const_v<T> && !std::is_volatile_v<T>;
  static constexpr bool value =
      object && trivially_copyable && no_pointer && all_values;
};

/// A type whose objects may be passed to a kernel by value: trivially copyable
/// or one of CUDA's 16-bit floats, not a pointer or reference, and with a value
/// for each pattern of its bytes. Members that are pointers are looked at by
/// the checker `device-copy`.
template <class T>
concept DeviceCopy = DeviceCopyTrait<T>::value;

namespace detail {

/// Fails with one line that says why `T` cannot be an element of device memory.
/// An element must also be assignable, since kernels write elements, and hold
/// something: an empty class and a zero-length array have nothing to copy.
template <class T> constexpr bool check_element() {
  using Trait = DeviceCopyTrait<T>;
  static_assert(Trait::no_pointer,
                "oxide: a device element must not be a pointer");
  static_assert(Trait::object,
                "oxide: a device element must not be an array, const or "
                "volatile");
  static_assert(Trait::trivially_copyable || !Trait::object,
                "oxide: a device element must be trivially copyable: no owner "
                "such as std::string, no virtual function");
  static_assert(Trait::all_values,
                "oxide: a device element must not be an enum without a fixed "
                "underlying type; write enum E : int");
  if constexpr (Trait::value) {
    static_assert(std::is_copy_assignable_v<T> || OptedIn<T>,
                  "oxide: a device element must be assignable: no reference "
                  "and no const member");
    static_assert(!std::is_empty_v<T> && sizeof(T) > 0,
                  "oxide: a device element must not be empty");
  }
  return true;
}

} // namespace detail
} // namespace oxide

/// Lets `type` into device memory although the compiler cannot see that its
/// bytes are its value. Stands in the namespace of `type`; `contract` says why
/// it holds and is listed by the audit.
#define OXIDE_UNSAFE_DEVICE_COPY(type, contract)                               \
  OXIDE_UNSAFE(contract)                                                       \
  constexpr bool oxide_unsafe_device_copy(const type *) { return true; }

#endif
