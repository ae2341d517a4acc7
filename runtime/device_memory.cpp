// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/device_memory.h"

#include "state.h"

#include "oxide/host/buffer.h"
#include "oxide/host/error.h"

#include <limits>
#include <utility>

namespace oxide::detail {
namespace {

[[noreturn]] void throw_rule(const char *rule, std::string wanted,
                             std::string found) {
  ErrorInfo info;
  info.rule = rule;
  info.wanted = std::move(wanted);
  info.found = std::move(found);
  throw Error(std::move(info));
}

} // namespace

std::size_t buffer_bytes(std::size_t count, std::size_t size) {
  const std::size_t most = std::numeric_limits<std::size_t>::max() / size;
  if (count > most)
    throw_rule("buffer-size",
               "at most " + std::to_string(most) + " elements of " +
                   std::to_string(size) + " bytes",
               std::to_string(count));
  return count * size;
}

void check_copy_size(std::size_t buffer, std::size_t host) {
  if (buffer != host)
    throw_rule("copy-size",
               std::to_string(buffer) + " elements, as in the buffer",
               std::to_string(host));
}

DeviceMemory::DeviceMemory(const Stream &stream, std::size_t bytes)
    : context_(stream.state()->context()), bytes_(bytes),
      pooled_(context_->has_pools()), last_(stream.state()) {
  if (bytes == 0)
    return;
  const CurrentContext current(*context_);
  const DriverTable &driver = context_->driver();
  CUdeviceptr address = 0;
  if (pooled_)
    check(driver, driver.cuMemAllocAsync(&address, bytes, last_->handle()),
          "cuMemAllocAsync", {}, std::to_string(bytes) + " bytes wanted");
  else
    check(driver, driver.cuMemAlloc(&address, bytes), "cuMemAlloc", {},
          std::to_string(bytes) + " bytes wanted");
  address_ = address;
}

DeviceMemory::~DeviceMemory() { release(); }

DeviceMemory::DeviceMemory(DeviceMemory &&other) noexcept
    : context_(std::move(other.context_)),
      address_(std::exchange(other.address_, 0)),
      bytes_(std::exchange(other.bytes_, 0)), pooled_(other.pooled_),
      last_(std::move(other.last_)) {}

DeviceMemory &DeviceMemory::operator=(DeviceMemory &&other) noexcept {
  if (this != &other) {
    release();
    context_ = std::move(other.context_);
    address_ = std::exchange(other.address_, 0);
    bytes_ = std::exchange(other.bytes_, 0);
    pooled_ = other.pooled_;
    last_ = std::move(other.last_);
  }
  return *this;
}

void DeviceMemory::release() noexcept {
  if (address_ == 0)
    return;
  const DriverTable &driver = context_->driver();
  if (driver.cuCtxPushCurrent(context_->handle()) != CUDA_SUCCESS)
    return;
  if (pooled_) {
    // Every other stream's use comes before what is on the last stream.
    driver.cuMemFreeAsync(address_, last_->handle());
  } else {
    // cuMemFree itself is not ordered after work on non-blocking streams.
    driver.cuStreamSynchronize(last_->handle());
    driver.cuMemFree(address_);
  }
  CUcontext popped = nullptr;
  driver.cuCtxPopCurrent(&popped);
  address_ = 0;
}

void DeviceMemory::require_alive() const {
  if (moved_from()) [[unlikely]]
    throw_rule("moved-from", "a buffer that owns its elements",
               "one whose elements were moved to another buffer");
}

std::uint64_t DeviceMemory::address() const {
  require_alive();
  return address_;
}

std::size_t DeviceMemory::bytes() const {
  require_alive();
  return bytes_;
}

const std::shared_ptr<ContextState> &DeviceMemory::context() const {
  require_alive();
  return context_;
}

void DeviceMemory::order_on(const Stream &stream) const {
  require_alive();
  const std::shared_ptr<StreamState> &next = stream.state();
  if (next == last_)
    return;
  if (next->context() != context_)
    throw_rule("context", "a stream of the buffer's own context",
               "a stream of another one");
  const CurrentContext current(*context_);
  last_->precede(*next);
  last_ = next;
}

void DeviceMemory::copy_from_host(const Stream &stream, const void *source,
                                  std::size_t bytes) {
  order_on(stream);
  if (bytes == 0)
    return;
  const CurrentContext current(*context_);
  const DriverTable &driver = context_->driver();
  check(driver,
        driver.cuMemcpyHtoDAsync(address_, source, bytes, last_->handle()),
        "cuMemcpyHtoDAsync");
  check(driver, driver.cuStreamSynchronize(last_->handle()),
        "cuStreamSynchronize");
}

void DeviceMemory::copy_to_host(const Stream &stream, void *target,
                                std::size_t bytes) const {
  order_on(stream);
  if (bytes == 0)
    return;
  const CurrentContext current(*context_);
  const DriverTable &driver = context_->driver();
  check(driver,
        driver.cuMemcpyDtoHAsync(target, address_, bytes, last_->handle()),
        "cuMemcpyDtoHAsync");
  check(driver, driver.cuStreamSynchronize(last_->handle()),
        "cuStreamSynchronize");
}

void DeviceMemory::zero(const Stream &stream) {
  order_on(stream);
  if (bytes_ == 0)
    return;
  const CurrentContext current(*context_);
  const DriverTable &driver = context_->driver();
  check(driver, driver.cuMemsetD8Async(address_, 0, bytes_, last_->handle()),
        "cuMemsetD8Async");
}

} // namespace oxide::detail
