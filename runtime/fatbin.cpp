// SPDX-License-Identifier: Apache-2.0
//
// The entry points that clang and nvcc call from the code that they generate
// for a CUDA translation unit. A program linked with this library needs no
// libcudart: constructors register the embedded device code here, and `<<<>>>`
// becomes a driver launch on device 0. A program that links libcudart must not
// link this library: both define these names.
#include "fatbin.h"

#include "state.h"

#include "oxide/host/context.h"
#include "oxide/host/error.h"
#include "oxide/host/launch.h"

#include <cstddef>
#include <cstdio>
#include <map>
#include <mutex>
#include <vector>

namespace {

// Layout from fatbinary_section.h of the CUDA toolkit.
struct FatbinWrapper {
  int magic;
  int version;
  const void *data;
  void *filename_or_fatbins;
};

struct Kernel {
  const char *name;
  const FatbinWrapper *fatbin;
};

struct Registry {
  std::mutex mutex;
  std::map<const void *, Kernel> kernels;
};

// Never destroyed: other translation units unregister from their own exit
// handlers, in an order that nobody controls.
Registry &registry() {
  static Registry &instance = *new Registry;
  return instance;
}

struct LaunchConfiguration {
  oxide::Geometry geometry;
  CUstream stream;
};

std::vector<LaunchConfiguration> &pending_launches() {
  static thread_local std::vector<LaunchConfiguration> stack;
  return stack;
}

// The numbers of cudaError_t that these functions return.
constexpr int success = 0;
constexpr int missing_configuration = 52;
constexpr int unknown_error = 999;

/// `dim3` as the compilers pass it: three unsigned, by value.
struct RawDim3 {
  unsigned x, y, z;
};

oxide::Dim3 to_dim3(const RawDim3 &size) { return {size.x, size.y, size.z}; }

/// A raw launch has no way to throw and its result is often dropped, so the
/// reason is printed here.
int report(const oxide::Error &error) {
  std::fprintf(stderr, "oxide: %s\n", error.what());
  return error.info().driver_code != 0 ? error.info().driver_code
                                       : unknown_error;
}

int launch(const void *stub, const oxide::Geometry &geometry, void **arguments,
           CUstream stream) {
  try {
    static const oxide::Context context = oxide::Context::open();
    const oxide::Function function =
        oxide::detail::find_kernel(context, stub, "launched by <<<>>>");
    const oxide::detail::ContextState &state = *context.state();
    const oxide::detail::CurrentContext current(state);
    oxide::detail::check(state.driver(),
                         state.driver().cuLaunchKernel(
                             function.native(), geometry.grid.x,
                             geometry.grid.y, geometry.grid.z, geometry.block.x,
                             geometry.block.y, geometry.block.z,
                             static_cast<unsigned>(geometry.dynamic_shared),
                             stream, arguments, nullptr),
                         "cuLaunchKernel");
    return success;
  } catch (const oxide::Error &error) {
    return report(error);
  }
}

} // namespace

extern "C" {

bool oxide_fatbin_find(const void *stub, const char **name,
                       const void **image) {
  Registry &all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.kernels.find(stub);
  if (found == all.kernels.end())
    return false;
  *name = found->second.name;
  *image = found->second.fatbin->data;
  return true;
}

void **__cudaRegisterFatBinary(void *wrapper) {
  // The handle is only passed back to us.
  return static_cast<void **>(wrapper);
}

void __cudaRegisterFatBinaryEnd(void **) {}

void __cudaUnregisterFatBinary(void **handle) {
  Registry &all = registry();
  const std::lock_guard lock(all.mutex);
  const auto *wrapper = reinterpret_cast<const FatbinWrapper *>(handle);
  std::erase_if(all.kernels, [wrapper](const auto &entry) {
    return entry.second.fatbin == wrapper;
  });
}

void __cudaRegisterFunction(void **handle, const char *stub, char *,
                            const char *name, int, void *, void *, void *,
                            void *, int *) {
  Registry &all = registry();
  const std::lock_guard lock(all.mutex);
  all.kernels[stub] =
      Kernel{name, reinterpret_cast<const FatbinWrapper *>(handle)};
}

// Device variables are reached by name through their module, so there is
// nothing to record.
void __cudaRegisterVar(void **, char *, char *, const char *, int, std::size_t,
                       int, int) {}
void __cudaRegisterManagedVar(void **, void **, char *, const char *, int,
                              std::size_t, int, int) {}

char __cudaInitModule(void **) { return 1; }

unsigned __cudaPushCallConfiguration(RawDim3 grid, RawDim3 block,
                                     std::size_t dynamic_shared, void *stream) {
  pending_launches().push_back({{to_dim3(grid), to_dim3(block), dynamic_shared},
                                static_cast<CUstream>(stream)});
  return 0;
}

int __cudaPopCallConfiguration(RawDim3 *grid, RawDim3 *block,
                               std::size_t *dynamic_shared, void *stream) {
  if (pending_launches().empty())
    return missing_configuration;
  const LaunchConfiguration top = pending_launches().back();
  pending_launches().pop_back();
  *grid = {top.geometry.grid.x, top.geometry.grid.y, top.geometry.grid.z};
  *block = {top.geometry.block.x, top.geometry.block.y, top.geometry.block.z};
  *dynamic_shared = top.geometry.dynamic_shared;
  *static_cast<CUstream *>(stream) = top.stream;
  return success;
}

int cudaLaunchKernel(const void *stub, RawDim3 grid, RawDim3 block,
                     void **arguments, std::size_t dynamic_shared,
                     void *stream) {
  return launch(stub, {to_dim3(grid), to_dim3(block), dynamic_shared},
                arguments, static_cast<CUstream>(stream));
}

// nvcc fetches a kernel's handle first; the stub's address serves as one.
int __cudaGetKernel(const void **kernel, const void *stub) {
  *kernel = stub;
  return success;
}

int __cudaLaunchKernel(const void *kernel, RawDim3 grid, RawDim3 block,
                       void **arguments, std::size_t dynamic_shared,
                       void *stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, dynamic_shared,
                          stream);
}

} // extern "C"
