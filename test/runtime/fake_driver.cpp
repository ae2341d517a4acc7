// SPDX-License-Identifier: Apache-2.0
#include "fake_driver.h"

#include "state.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace oxide::test {
namespace {

FakeDriver *active = nullptr;

/// A handle that is distinct from all others and never null.
template <class Handle> Handle new_handle() {
  static std::uintptr_t next = 0x1000;
  return reinterpret_cast<Handle>(next += 0x10);
}

const CUcontext the_context = reinterpret_cast<CUcontext>(0x42);

CUresult get_error_name(CUresult result, const char **text) {
  *text = result == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY"
                                             : "CUDA_ERROR_FAKE";
  return CUDA_SUCCESS;
}

CUresult get_error_string(CUresult result, const char **text) {
  *text = result == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory" : "fake failure";
  return CUDA_SUCCESS;
}

int device_attribute(CUdevice_attribute attribute) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    return active->compute_capability / 10;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    return active->compute_capability % 10;
  case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
    return 1024;
  case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
    return 64;
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    return 2147483647;
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
  case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
    return 65535;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
    return 48 * 1024;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    return 227 * 1024;
  case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    return active->pools ? 1 : 0;
  default:
    return 0;
  }
}

CUresult allocate(CUdeviceptr *address, std::size_t bytes) {
  *address = reinterpret_cast<CUdeviceptr>(std::malloc(bytes));
  active->live_memory.insert(*address);
  return CUDA_SUCCESS;
}

CUresult release(CUdeviceptr address) {
  if (active->live_memory.erase(address) == 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::free(reinterpret_cast<void *>(address));
  return CUDA_SUCCESS;
}

template <class Handle> CUresult create(Handle *handle, int &live) {
  *handle = new_handle<Handle>();
  ++live;
  return CUDA_SUCCESS;
}

void fill_context(detail::DriverTable &t) {
  t.cuInit = [](unsigned) {
    active->enter("cuInit");
    return static_cast<CUresult>(active->init_result);
  };
  t.cuGetErrorName = get_error_name;
  t.cuGetErrorString = get_error_string;
  t.cuDeviceGetCount = [](int *count) {
    *count = active->device_count;
    return active->enter("cuDeviceGetCount");
  };
  t.cuDeviceGet = [](CUdevice *device, int ordinal) {
    *device = ordinal;
    return active->enter("cuDeviceGet");
  };
  t.cuDeviceGetName = [](char *name, int size, CUdevice) {
    std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
    return active->enter("cuDeviceGetName");
  };
  t.cuDeviceGetAttribute = [](int *value, CUdevice_attribute which, CUdevice) {
    *value = device_attribute(which);
    return active->enter("cuDeviceGetAttribute");
  };
  t.cuDevicePrimaryCtxRetain = [](CUcontext *context, CUdevice) {
    *context = the_context;
    ++active->live_contexts;
    return active->enter("cuDevicePrimaryCtxRetain");
  };
  t.cuDevicePrimaryCtxRelease = [](CUdevice) {
    --active->live_contexts;
    return active->enter("cuDevicePrimaryCtxRelease");
  };
  t.cuCtxGetCurrent = [](CUcontext *context) {
    *context =
        active->context_stack.empty() ? nullptr : active->context_stack.back();
    return active->enter("cuCtxGetCurrent");
  };
  t.cuCtxPushCurrent = [](CUcontext context) {
    active->context_stack.push_back(context);
    return active->enter("cuCtxPushCurrent");
  };
  t.cuCtxPopCurrent = [](CUcontext *context) {
    if (active->context_stack.empty())
      return CUDA_ERROR_INVALID_CONTEXT;
    *context = active->context_stack.back();
    active->context_stack.pop_back();
    return active->enter("cuCtxPopCurrent");
  };
  t.cuCtxSynchronize = [] { return active->enter("cuCtxSynchronize"); };
}

void fill_stream(detail::DriverTable &t) {
  t.cuStreamCreate = [](CUstream *stream, unsigned) {
    const CUresult result = active->enter("cuStreamCreate");
    return result != CUDA_SUCCESS ? result
                                  : create(stream, active->live_streams);
  };
  t.cuStreamDestroy = [](CUstream) {
    --active->live_streams;
    return active->enter("cuStreamDestroy");
  };
  t.cuStreamSynchronize = [](CUstream) {
    return active->enter("cuStreamSynchronize");
  };
  t.cuStreamWaitEvent = [](CUstream, CUevent, unsigned) {
    return active->enter("cuStreamWaitEvent");
  };
  t.cuEventCreate = [](CUevent *event, unsigned) {
    const CUresult result = active->enter("cuEventCreate");
    return result != CUDA_SUCCESS ? result : create(event, active->live_events);
  };
  t.cuEventDestroy = [](CUevent) {
    --active->live_events;
    return active->enter("cuEventDestroy");
  };
  t.cuEventRecord = [](CUevent, CUstream) {
    return active->enter("cuEventRecord");
  };
}

void fill_memory(detail::DriverTable &t) {
  t.cuMemAlloc = [](CUdeviceptr *address, std::size_t bytes) {
    const CUresult result = active->enter("cuMemAlloc");
    return result != CUDA_SUCCESS ? result : allocate(address, bytes);
  };
  t.cuMemFree = [](CUdeviceptr address) {
    active->enter("cuMemFree");
    return release(address);
  };
  t.cuMemAllocAsync = [](CUdeviceptr *address, std::size_t bytes, CUstream) {
    const CUresult result = active->enter("cuMemAllocAsync");
    return result != CUDA_SUCCESS ? result : allocate(address, bytes);
  };
  t.cuMemFreeAsync = [](CUdeviceptr address, CUstream stream) {
    active->enter("cuMemFreeAsync");
    active->free_streams.push_back(stream);
    return release(address);
  };
  t.cuMemcpyHtoDAsync = [](CUdeviceptr target, const void *source,
                           std::size_t bytes, CUstream) {
    std::memcpy(reinterpret_cast<void *>(target), source, bytes);
    return active->enter("cuMemcpyHtoDAsync");
  };
  t.cuMemcpyDtoHAsync = [](void *target, CUdeviceptr source, std::size_t bytes,
                           CUstream) {
    std::memcpy(target, reinterpret_cast<const void *>(source), bytes);
    return active->enter("cuMemcpyDtoHAsync");
  };
  t.cuMemsetD8Async = [](CUdeviceptr target, unsigned char value,
                         std::size_t bytes, CUstream) {
    std::memset(reinterpret_cast<void *>(target), value, bytes);
    return active->enter("cuMemsetD8Async");
  };
}

CUresult load_module(CUmodule *module, const void *image, unsigned count,
                     CUjit_option *options, void **values) {
  const CUresult result = active->enter("cuModuleLoadDataEx");
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      std::strcpy(static_cast<char *>(values[i]), active->jit_log.c_str());
  if (result != CUDA_SUCCESS)
    return result;
  active->images.emplace_back(static_cast<const char *>(image));
  return create(module, active->live_modules);
}

CUresult launch_kernel(CUfunction function, unsigned gx, unsigned gy,
                       unsigned gz, unsigned bx, unsigned by, unsigned bz,
                       unsigned shared, CUstream stream, void **arguments,
                       void **) {
  const CUresult result = active->enter("cuLaunchKernel");
  if (result != CUDA_SUCCESS)
    return result;
  const FakeLaunch launch{
      {gx, gy, gz}, {bx, by, bz}, shared, stream, arguments};
  active->launches.push_back(launch);
  const auto kernel = active->kernels.find(active->functions.at(function));
  if (kernel != active->kernels.end())
    kernel->second(launch);
  return CUDA_SUCCESS;
}

void fill_module(detail::DriverTable &t) {
  t.cuModuleLoadDataEx = load_module;
  t.cuModuleUnload = [](CUmodule) {
    --active->live_modules;
    return active->enter("cuModuleUnload");
  };
  t.cuModuleGetFunction = [](CUfunction *function, CUmodule, const char *name) {
    const CUresult result = active->enter("cuModuleGetFunction");
    if (result != CUDA_SUCCESS)
      return result;
    *function = new_handle<CUfunction>();
    active->functions[*function] = name;
    return CUDA_SUCCESS;
  };
  t.cuFuncGetAttribute = [](int *value, CUfunction_attribute which,
                            CUfunction) {
    *value = which == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
                 ? active->function_max_threads
                 : active->function_static_shared;
    return active->enter("cuFuncGetAttribute");
  };
  t.cuFuncSetAttribute = [](CUfunction, CUfunction_attribute, int value) {
    active->max_dynamic_shared = value;
    return active->enter("cuFuncSetAttribute");
  };
  t.cuLaunchKernel = launch_kernel;
}

} // namespace

FakeDriver::FakeDriver() : table_(std::make_shared<detail::DriverTable>()) {
  active = this;
  fill_context(*table_);
  fill_stream(*table_);
  fill_memory(*table_);
  fill_module(*table_);
}

FakeDriver::~FakeDriver() { active = nullptr; }

Context FakeDriver::open() {
  return Context(detail::ContextState::open(table_, 0));
}

int FakeDriver::count(const std::string &call) const {
  return static_cast<int>(std::count(calls.begin(), calls.end(), call));
}

CUresult FakeDriver::enter(const char *call) {
  calls.emplace_back(call);
  const auto failure = failures.find(call);
  return failure == failures.end() ? CUDA_SUCCESS : failure->second;
}

} // namespace oxide::test
