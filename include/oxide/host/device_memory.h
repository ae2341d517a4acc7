// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_HOST_DEVICE_MEMORY_H
#define OXIDE_HOST_DEVICE_MEMORY_H

#include "oxide/host/stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace oxide::detail {

class ContextState;

/// Owns bytes of device memory and keeps their uses in order; DeviceBuffer adds
/// the element type. Move-only: a moved-from object owns nothing and every use
/// of it throws Error with rule "moved-from".
///
/// It remembers the last stream it was used on. A use on another stream makes
/// that stream wait for the last one, so two streams never touch the bytes at
/// the same time, and freeing on the last stream comes after all uses.
class DeviceMemory {
public:
  DeviceMemory() = default;
  /// Allocates in the order of `stream`. Zero bytes own no memory but are
  /// valid.
  DeviceMemory(const Stream &stream, std::size_t bytes);
  ~DeviceMemory();

  DeviceMemory(DeviceMemory &&other) noexcept;
  DeviceMemory &operator=(DeviceMemory &&other) noexcept;
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;

  bool moved_from() const noexcept { return context_ == nullptr; }
  std::uint64_t address() const;
  std::size_t bytes() const;
  const std::shared_ptr<ContextState> &context() const;

  /// Puts what is enqueued on `stream` from now on after every earlier use.
  void order_on(const Stream &stream) const;

  /// Each returns when the bytes are there, so that the host memory is free.
  void copy_from_host(const Stream &stream, const void *source,
                      std::size_t bytes);
  void copy_to_host(const Stream &stream, void *target,
                    std::size_t bytes) const;
  /// Enqueues; does not wait.
  void zero(const Stream &stream);

private:
  void require_alive() const;
  void release() noexcept;

  std::shared_ptr<ContextState> context_;
  std::uint64_t address_ = 0;
  std::size_t bytes_ = 0;
  bool pooled_ = false; // allocated by cuMemAllocAsync
  mutable std::shared_ptr<StreamState> last_;
};

} // namespace oxide::detail

#endif
