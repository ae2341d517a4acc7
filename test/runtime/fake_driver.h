// SPDX-License-Identifier: Apache-2.0
//
// A CUDA driver made of host code: device memory is host memory, a kernel is a
// host function, and every call is recorded. The whole runtime runs on it, so
// its tests need no GPU.
#ifndef OXIDE_TEST_RUNTIME_FAKE_DRIVER_H
#define OXIDE_TEST_RUNTIME_FAKE_DRIVER_H

#include "driver.h"

#include "oxide/host/context.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace oxide::test {

struct FakeLaunch {
  unsigned grid[3];
  unsigned block[3];
  unsigned dynamic_shared;
  CUstream stream;
  void **arguments;
};

/// One at a time: the table's functions are plain C functions and reach the
/// instance through a global.
class FakeDriver {
public:
  FakeDriver();
  ~FakeDriver();
  FakeDriver(const FakeDriver &) = delete;
  FakeDriver &operator=(const FakeDriver &) = delete;

  /// A context on this driver's only device.
  Context open();

  std::shared_ptr<const detail::DriverTable> table() const { return table_; }

  // What the device is like; set before open().
  int device_count = 1;
  int compute_capability = 90;
  bool pools = true;
  int init_result = CUDA_SUCCESS;

  // What the next kernels are like.
  int function_max_threads = 1024;
  int function_static_shared = 0;
  std::string jit_log;

  /// Runs instead of the kernel with this name in the device code.
  std::map<std::string, std::function<void(const FakeLaunch &)>> kernels;

  /// Call names that fail, with their result.
  std::map<std::string, CUresult> failures;

  // What happened.
  std::vector<std::string> calls;
  std::set<CUdeviceptr> live_memory;
  std::vector<CUstream> free_streams; // of cuMemFreeAsync
  std::vector<std::string> images;    // given to cuModuleLoadDataEx
  std::vector<FakeLaunch> launches;
  int max_dynamic_shared = 0; // set by cuFuncSetAttribute
  int live_streams = 0;
  int live_events = 0;
  int live_modules = 0;
  int live_contexts = 0;
  std::vector<CUcontext> context_stack;

  int count(const std::string &call) const;

  /// Records `call` and gives its result.
  CUresult enter(const char *call);
  std::map<CUfunction, std::string> functions;

private:
  std::shared_ptr<detail::DriverTable> table_;
};

} // namespace oxide::test

#endif
