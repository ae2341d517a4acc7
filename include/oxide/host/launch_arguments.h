// SPDX-License-Identifier: Apache-2.0
//
// From the arguments of a typed launch to the parameters of the kernel. One
// specialisation of ArgumentMapping per kind of parameter says which host type
// it takes and how one becomes the other.
#ifndef OXIDE_HOST_LAUNCH_ARGUMENTS_H
#define OXIDE_HOST_LAUNCH_ARGUMENTS_H

#include "oxide/attributes.h"
#include "oxide/device/disjoint_slice.h"
#include "oxide/device/slice.h"
#include "oxide/device/uniform.h"
#include "oxide/device_copy.h"
#include "oxide/host/buffer.h"

#include <cstddef>
#include <string>
#include <type_traits>

namespace oxide::detail {

/// A buffer in one launch, for the test that exclusive buffers do not overlap.
struct BufferUse {
  const DeviceMemory *memory = nullptr; // null for other arguments
  bool exclusive = false;
};

template <class Argument> std::string print_value(const Argument &value) {
  if constexpr (std::is_same_v<Argument, bool>)
    return value ? "true" : "false";
  else if constexpr (std::is_arithmetic_v<Argument>)
    return std::to_string(value);
  else
    return "(object)";
}

/// Parameters by value: the argument has exactly the parameter's type, so that
/// nothing is converted or narrowed on the way.
template <class Parameter> struct OXIDE_SEALED ArgumentMapping {
  static constexpr bool by_value = true;

  template <class Argument>
  static constexpr bool accepts =
      std::is_same_v<std::remove_cvref_t<Argument>, Parameter>;

  static Parameter bind(const Parameter &value) { return value; }
  static BufferUse use(const Parameter &) { return {}; }
  static std::string describe(const Parameter &value) {
    return " = " + print_value(value);
  }
};

template <class T> struct ArgumentMapping<Uniform<T>> {
  template <class Argument>
  static constexpr bool accepts =
      std::is_same_v<std::remove_cvref_t<Argument>, T>;

  static Uniform<T> bind(T value) { return Uniform<T>(value); }
  static BufferUse use(const T &) { return {}; }
  static std::string describe(const Uniform<T> &value) {
    return " = " + print_value(value.get());
  }
};

template <class T> struct ArgumentMapping<Slice<const T>> {
  template <class Argument>
  static constexpr bool accepts =
      std::is_same_v<std::remove_cvref_t<Argument>, DeviceBuffer<T>>;

  static Slice<const T> bind(const DeviceBuffer<T> &buffer) {
    return Slice<const T>(
        reinterpret_cast<const T *>(buffer.memory().address()), buffer.size());
  }
  static BufferUse use(const DeviceBuffer<T> &buffer) {
    return {&buffer.memory(), false};
  }
  static std::string describe(const Slice<const T> &slice) {
    return ".size() = " + std::to_string(slice.size());
  }
};

template <class T, class Space>
struct ArgumentMapping<DisjointSlice<T, Space>> {
  // A temporary is refused: nobody could read what the kernel writes.
  template <class Argument>
  static constexpr bool accepts = std::is_same_v<Argument, DeviceBuffer<T> &>;

  static DisjointSlice<T, Space> bind(DeviceBuffer<T> &buffer) {
    return DisjointSlice<T, Space>(
        reinterpret_cast<T *>(buffer.memory().address()), buffer.size());
  }
  static BufferUse use(const DeviceBuffer<T> &buffer) {
    return {&buffer.memory(), true};
  }
  static std::string describe(const DisjointSlice<T, Space> &slice) {
    return ".size() = " + std::to_string(slice.size());
  }
};

template <class T> struct ArgumentMapping<DisjointSlice<T, Runtime2D>> {
  template <class Argument>
  static constexpr bool accepts =
      std::is_same_v<std::remove_cvref_t<Argument>, RowWidth<T>>;

  static DisjointSlice<T, Runtime2D> bind(const RowWidth<T> &rows) {
    return DisjointSlice<T, Runtime2D>(
        reinterpret_cast<T *>(rows.buffer().memory().address()), rows.rows(),
        rows.width());
  }
  static BufferUse use(const RowWidth<T> &rows) {
    return {&rows.buffer().memory(), true};
  }
  static std::string describe(const DisjointSlice<T, Runtime2D> &slice) {
    return ": rows() = " + std::to_string(slice.rows()) +
           ", row_width() = " + std::to_string(slice.row_width());
  }
};

/// Whether `Parameter` is passed as its own bytes and not made from a buffer.
template <class Parameter>
concept ByValue = requires { ArgumentMapping<Parameter>::by_value; };

/// Instantiated once per argument, so that the compiler's note names position,
/// parameter and argument. Position counts from 1.
template <std::size_t Position, class Parameter, class Argument>
struct LaunchArgument {
  // The assertions stand in a function, so that one that fails leaves
  // `accepted` false and the launch is not instantiated to fail again.
  static constexpr bool accepted = [] {
    if constexpr (std::is_pointer_v<Parameter>) {
      static_assert(always_false<Parameter>,
                    "oxide: a kernel with a raw pointer parameter has no typed "
                    "launch: use Slice or DisjointSlice, or unsafe_launch");
      return false;
    } else if constexpr (std::is_reference_v<Parameter>) {
      static_assert(always_false<Parameter>,
                    "oxide: a kernel parameter must not be a reference: the "
                    "GPU would get a host address");
      return false;
    } else if constexpr (ByValue<Parameter> && !DeviceCopy<Parameter>) {
      static_assert(always_false<Parameter>,
                    "oxide: a kernel parameter passed by value must be "
                    "trivially copyable: no owner such as std::string, no "
                    "virtual function");
      return false;
    } else {
      constexpr bool matches =
          ArgumentMapping<Parameter>::template accepts<Argument>;
      static_assert(matches,
                    "oxide: this launch argument does not match the kernel's "
                    "parameter: Slice<const T> takes DeviceBuffer<T>, "
                    "DisjointSlice<T> takes a non-const DeviceBuffer<T>, "
                    "DisjointSlice<T, Runtime2D> takes row_width(buffer, "
                    "width), other parameters take exactly their own type");
      return matches;
    }
  }();
};

} // namespace oxide::detail

#endif
