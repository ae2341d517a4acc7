// SPDX-License-Identifier: Apache-2.0
//
// What the handles in include/oxide/host refer to. Ownership goes one way:
// buffer -> stream -> context, module -> context; so nothing outlives what it
// needs, whatever order a program destroys its objects in.
#ifndef OXIDE_RUNTIME_STATE_H
#define OXIDE_RUNTIME_STATE_H

#include "driver.h"

#include "oxide/host/context.h"
#include "oxide/host/module.h"

#include <map>
#include <memory>
#include <mutex>

namespace oxide::detail {

class ContextState : public std::enable_shared_from_this<ContextState> {
public:
  static std::shared_ptr<ContextState>
  open(std::shared_ptr<const DriverTable> driver, int ordinal);
  ~ContextState();
  ContextState(const ContextState &) = delete;
  ContextState &operator=(const ContextState &) = delete;

  const DriverTable &driver() const { return *driver_; }
  CUcontext handle() const { return handle_; }
  const DeviceInfo &info() const { return info_; }
  /// Whether the device has stream-ordered allocation.
  bool has_pools() const { return has_pools_; }

  std::shared_ptr<StreamState> default_stream();

  /// The module of an image that is part of the program, loaded on first use.
  CUmodule embedded_module(const void *image);

private:
  ContextState(std::shared_ptr<const DriverTable> driver, int ordinal);
  void read_device(int ordinal);

  std::shared_ptr<const DriverTable> driver_;
  CUdevice device_ = 0;
  CUcontext handle_ = nullptr;
  DeviceInfo info_;
  bool has_pools_ = false;

  std::mutex mutex_;
  std::weak_ptr<StreamState> default_stream_; // weak: a stream owns its context
  std::map<const void *, CUmodule> embedded_;
};

/// Makes a context current on this thread for the length of a scope.
class CurrentContext {
public:
  explicit CurrentContext(const ContextState &context);
  ~CurrentContext();
  CurrentContext(const CurrentContext &) = delete;
  CurrentContext &operator=(const CurrentContext &) = delete;

private:
  const DriverTable &driver_;
  bool pushed_ = false;
};

class StreamState {
public:
  /// Owns `handle` unless it is null, the default stream.
  StreamState(std::shared_ptr<ContextState> context, CUstream handle);
  ~StreamState();
  StreamState(const StreamState &) = delete;
  StreamState &operator=(const StreamState &) = delete;

  const std::shared_ptr<ContextState> &context() const { return context_; }
  CUstream handle() const { return handle_; }

  /// Lets `later` wait for what is on this stream now. The context is current.
  void precede(const StreamState &later) const;

private:
  std::shared_ptr<ContextState> context_;
  CUstream handle_;
  // One event serves every wait: the driver takes its state when the wait is
  // enqueued, so recording it again does not move an earlier wait.
  CUevent event_ = nullptr;
  mutable std::mutex event_mutex_;
};

/// A module loaded by hand, or a reference to nothing for embedded code, which
/// the context owns.
class ModuleState {
public:
  ModuleState(std::shared_ptr<ContextState> context, CUmodule handle)
      : context_(std::move(context)), handle_(handle) {}
  ~ModuleState();
  ModuleState(const ModuleState &) = delete;
  ModuleState &operator=(const ModuleState &) = delete;

  const std::shared_ptr<ContextState> &context() const { return context_; }
  CUmodule handle() const { return handle_; }

private:
  std::shared_ptr<ContextState> context_;
  CUmodule handle_;
};

/// Loads PTX, cubin or fatbin; the context is current. PTX text must end in a
/// zero byte. `origin` names the image in an error.
CUmodule load_image(const ContextState &context, const void *image,
                    const std::string &origin);

FunctionLimits read_limits(const ContextState &context, CUfunction function,
                           const std::string &kernel);

} // namespace oxide::detail

#endif
