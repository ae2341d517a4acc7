// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/context.h"

#include "state.h"

#include "oxide/host/error.h"

#include <utility>

namespace oxide {
namespace detail {
namespace {

[[noreturn]] void throw_no_device(const std::string &found) {
  ErrorInfo info;
  info.rule = "no-device";
  info.found = found;
  throw Error(std::move(info));
}

} // namespace

ContextState::ContextState(std::shared_ptr<const DriverTable> driver,
                           int ordinal)
    : driver_(std::move(driver)) {
  const CUresult started = driver_->cuInit(0);
  if (started == CUDA_ERROR_NO_DEVICE)
    throw_no_device("the driver sees no GPU");
  check(*driver_, started, "cuInit");
  int count = 0;
  check(*driver_, driver_->cuDeviceGetCount(&count), "cuDeviceGetCount");
  if (ordinal < 0 || ordinal >= count)
    throw_no_device("device " + std::to_string(ordinal) +
                    " was asked for, the driver sees " + std::to_string(count));
  check(*driver_, driver_->cuDeviceGet(&device_, ordinal), "cuDeviceGet");
  read_device(ordinal);
  check(*driver_, driver_->cuDevicePrimaryCtxRetain(&handle_, device_),
        "cuDevicePrimaryCtxRetain");
}

std::shared_ptr<ContextState>
ContextState::open(std::shared_ptr<const DriverTable> driver, int ordinal) {
  return std::shared_ptr<ContextState>(
      new ContextState(std::move(driver), ordinal));
}

ContextState::~ContextState() {
  // Results are dropped: a destructor cannot report them, and at process exit
  // the driver may already be gone.
  if (!embedded_.empty() &&
      driver_->cuCtxPushCurrent(handle_) == CUDA_SUCCESS) {
    for (const auto &[image, module] : embedded_)
      driver_->cuModuleUnload(module);
    CUcontext popped = nullptr;
    driver_->cuCtxPopCurrent(&popped);
  }
  driver_->cuDevicePrimaryCtxRelease(device_);
}

void ContextState::read_device(int ordinal) {
  char name[256] = {};
  check(*driver_, driver_->cuDeviceGetName(name, sizeof(name) - 1, device_),
        "cuDeviceGetName");
  const auto attribute = [this](CUdevice_attribute which) {
    int value = 0;
    check(*driver_, driver_->cuDeviceGetAttribute(&value, which, device_),
          "cuDeviceGetAttribute");
    return static_cast<unsigned>(value);
  };
  info_.ordinal = ordinal;
  info_.name = name;
  info_.compute_capability =
      10 * attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
      attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  DeviceLimits &limits = info_.limits;
  limits.max_block_threads =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  limits.max_block[0] = attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
  limits.max_block[1] = attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y);
  limits.max_block[2] = attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
  limits.max_grid[0] = attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
  limits.max_grid[1] = attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
  limits.max_grid[2] = attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
  limits.shared_per_block =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  limits.shared_per_block_opt_in =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  has_pools_ = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
}

std::shared_ptr<StreamState> ContextState::default_stream() {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<StreamState> stream = default_stream_.lock();
  if (stream == nullptr) {
    stream = std::make_shared<StreamState>(shared_from_this(), nullptr);
    default_stream_ = stream;
  }
  return stream;
}

CUmodule ContextState::embedded_module(const void *image) {
  const std::lock_guard lock(mutex_);
  const auto found = embedded_.find(image);
  if (found != embedded_.end())
    return found->second;
  const CurrentContext current(*this);
  CUmodule module = load_image(*this, image, "the code in this program");
  embedded_.emplace(image, module);
  return module;
}

CurrentContext::CurrentContext(const ContextState &context)
    : driver_(context.driver()) {
  CUcontext current = nullptr;
  check(driver_, driver_.cuCtxGetCurrent(&current), "cuCtxGetCurrent");
  if (current == context.handle())
    return;
  check(driver_, driver_.cuCtxPushCurrent(context.handle()),
        "cuCtxPushCurrent");
  pushed_ = true;
}

CurrentContext::~CurrentContext() {
  CUcontext popped = nullptr;
  if (pushed_)
    driver_.cuCtxPopCurrent(&popped);
}

} // namespace detail

Context::Context(std::shared_ptr<detail::ContextState> state)
    : state_(std::move(state)) {}

Context Context::open(int ordinal) {
  return Context(detail::ContextState::open(detail::system_driver(), ordinal));
}

const DeviceInfo &Context::device() const { return state_->info(); }

Stream Context::default_stream() const {
  return Stream(state_->default_stream());
}

Stream Context::new_stream() const {
  const detail::CurrentContext current(*state_);
  CUstream handle = nullptr;
  detail::check(
      state_->driver(),
      state_->driver().cuStreamCreate(&handle, CU_STREAM_NON_BLOCKING),
      "cuStreamCreate");
  return Stream(std::make_shared<detail::StreamState>(state_, handle));
}

void Context::synchronize() const {
  const detail::CurrentContext current(*state_);
  detail::check(state_->driver(), state_->driver().cuCtxSynchronize(),
                "cuCtxSynchronize");
}

} // namespace oxide
