// SPDX-License-Identifier: Apache-2.0
#include "driver.h"

#include "oxide/host/error.h"

#include <dlfcn.h>

#include <utility>

namespace oxide::detail {
namespace {

// The entry points are looked up through the driver's own cuGetProcAddress:
// dlsym would give a symbol's oldest variant, whose signature may differ from
// the one in cuda.h. The last argument is CUdriverProcAddressQueryResult *,
// an enumeration that the headers before CUDA 12 do not have; they are what
// Debian 12 brings, and build a program for a newer driver all the same.
using GetProcAddress = CUresult (*)(const char *, void **, int, cuuint64_t,
                                    int *);

[[noreturn]] void throw_no_driver(const std::string &found) {
  ErrorInfo info;
  info.rule = "no-driver";
  info.found = found;
  throw Error(std::move(info));
}

template <class Function>
void find(GetProcAddress get, const char *library, const char *name,
          int version, Function &function) {
  void *address = nullptr;
  int status = 0;
  if (get(name, &address, version, CU_GET_PROC_ADDRESS_DEFAULT, &status) !=
          CUDA_SUCCESS ||
      address == nullptr)
    throw_no_driver(std::string(library) + " has no " + name +
                    " (CUDA 12.0 or later is needed)");
  function = reinterpret_cast<Function>(address);
}

} // namespace

std::shared_ptr<const DriverTable> load_driver(const char *library) {
  // Never closed: streams and contexts may outlive any point at which it could
  // be, and the driver keeps threads of its own.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char *reason = dlerror();
    throw_no_driver(std::string(library) + " could not be opened (" +
                    (reason != nullptr ? reason : "no reason given") + ")");
  }
  const auto get =
      reinterpret_cast<GetProcAddress>(dlsym(handle, "cuGetProcAddress_v2"));
  if (get == nullptr)
    throw_no_driver(std::string(library) +
                    " is too old (CUDA 12.0 or later is needed)");

  const auto table = std::make_shared<DriverTable>();
#define OXIDE_DRIVER_FUNCTION(name, version)                                   \
  find(get, library, #name, version, table->name);
#include "driver_functions.def"
#undef OXIDE_DRIVER_FUNCTION
  return table;
}

std::shared_ptr<const DriverTable> system_driver() {
  // A failed load throws and is tried again by the next caller.
  static const std::shared_ptr<const DriverTable> table = load_driver();
  return table;
}

void check(const DriverTable &driver, CUresult result, const char *call,
           const std::string &kernel, const std::string &detail) {
  if (result == CUDA_SUCCESS) [[likely]]
    return;
  ErrorInfo info;
  info.rule = "driver";
  info.call = call;
  info.kernel = kernel;
  info.detail = detail;
  info.driver_code = result;
  const char *text = nullptr;
  if (driver.cuGetErrorName(result, &text) == CUDA_SUCCESS && text != nullptr)
    info.driver_name = text;
  text = nullptr;
  if (driver.cuGetErrorString(result, &text) == CUDA_SUCCESS && text != nullptr)
    info.driver_text = text;
  throw Error(std::move(info));
}

} // namespace oxide::detail
