// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_HOST_BUFFER_H
#define OXIDE_HOST_BUFFER_H

#include "oxide/attributes.h"
#include "oxide/device_copy.h"
#include "oxide/host/device_memory.h"
#include "oxide/host/error.h"
#include "oxide/host/stream.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace oxide {

namespace detail {
/// `count * size` bytes; throws Error with rule "buffer-size" on overflow.
std::size_t buffer_bytes(std::size_t count, std::size_t size);
/// Throws Error with rule "copy-size" unless both counts are equal.
void check_copy_size(std::size_t buffer, std::size_t host);
} // namespace detail

/// `size()` elements of device memory, owned. Move-only; using a moved-from
/// buffer throws Error with rule "moved-from".
///
/// Uses on different streams are put in order, and destroying a buffer while
/// work is in flight is safe: the memory is freed after that work. A buffer is
/// used by one host thread at a time; using it as input changes its record of
/// the last stream, so this holds for a const buffer as well.
template <class T> class OXIDE_SEALED DeviceBuffer {
  static_assert(detail::check_element<T>());

public:
  using value_type = T;

  /// A copy of `elements`. Returns when the copy is done.
  static DeviceBuffer from_host(const Stream &stream,
                                std::span<const T> elements) {
    DeviceBuffer buffer(stream, elements.size());
    buffer.memory_.copy_from_host(stream, elements.data(),
                                  elements.size_bytes());
    return buffer;
  }

  /// `size` elements whose bytes are all zero. Does not wait.
  static DeviceBuffer zeroed(const Stream &stream, std::size_t size) {
    DeviceBuffer buffer(stream, size);
    buffer.memory_.zero(stream);
    return buffer;
  }

  /// Number of elements.
  std::size_t size() const { return memory_.bytes() / sizeof(T); }
  std::size_t size_bytes() const { return memory_.bytes(); }
  bool empty() const { return size() == 0; }

  /// Waits for the work that writes the buffer and returns its elements.
  std::vector<T> to_host(const Stream &stream) const {
    const std::size_t count = size();
    if constexpr (std::is_same_v<T, bool>) {
      // std::vector<bool> packs its bits and has no array to copy into.
      const auto raw = std::make_unique<bool[]>(count);
      copy_to_host(stream, std::span<bool>(raw.get(), count));
      return std::vector<bool>(raw.get(), raw.get() + count);
    } else {
      std::vector<T> elements(count);
      copy_to_host(stream, std::span<T>(elements));
      return elements;
    }
  }

  /// Copies all elements into `target`, which has exactly size() elements.
  void copy_to_host(const Stream &stream, std::span<T> target) const {
    detail::check_copy_size(size(), target.size());
    memory_.copy_to_host(stream, target.data(), target.size_bytes());
  }

  /// Replaces all elements by `source`, which has exactly size() elements. When
  /// this throws a driver error the buffer's contents are undefined.
  void copy_from_host(const Stream &stream, std::span<const T> source) {
    detail::check_copy_size(size(), source.size());
    memory_.copy_from_host(stream, source.data(), source.size_bytes());
  }

  /// The address of the first element, for calls that this library does not
  /// wrap: such a use is not put in order with others. Tier: unsafe.
  OXIDE_UNSAFE_FN T *device_pointer() const {
    return reinterpret_cast<T *>(memory_.address());
  }

  const detail::DeviceMemory &memory() const { return memory_; }

private:
  DeviceBuffer(const Stream &stream, std::size_t size)
      : memory_(stream, detail::buffer_bytes(size, sizeof(T))) {}

  detail::DeviceMemory memory_;
};

template <class T> class DeviceBuffer<T &> {
  static_assert(detail::always_false<T>,
                "oxide: a device element must be an object, not a reference");
};

/// A buffer seen as rows of `width` elements, for a kernel parameter
/// `DisjointSlice<T, Runtime2D>`. Borrows the buffer; made by row_width().
template <class T> class RowWidth {
public:
  DeviceBuffer<T> &buffer() const { return *buffer_; }
  std::size_t width() const { return width_; }
  std::size_t rows() const { return buffer_->size() / width_; }

private:
  RowWidth(DeviceBuffer<T> &buffer, std::size_t width)
      : buffer_(&buffer), width_(width) {}

  template <class U>
  friend RowWidth<U> row_width(DeviceBuffer<U> &buffer, std::size_t width);

  DeviceBuffer<T> *buffer_;
  std::size_t width_;
};

/// Throws Error with rule "row-width" unless `width` is positive and divides
/// the size of the buffer.
template <class T>
RowWidth<T> row_width(DeviceBuffer<T> &buffer, std::size_t width) {
  if (width == 0 || buffer.size() % width != 0) {
    ErrorInfo info;
    info.rule = "row-width";
    info.wanted = "a positive width that divides " +
                  std::to_string(buffer.size()) + " elements";
    info.found = std::to_string(width);
    throw Error(std::move(info));
  }
  return RowWidth<T>(buffer, width);
}

} // namespace oxide

#endif
