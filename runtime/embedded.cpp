// SPDX-License-Identifier: Apache-2.0
//
// Where the device code of a kernel comes from when the program does not load a
// module by hand: from `oxide_fatbin` if the program is linked with it, else
// from the CUDA runtime. Both are weak references.
#include "fatbin.h"
#include "state.h"

#include "oxide/host/error.h"
#include "oxide/host/launch.h"

#include <utility>

extern "C" {
__attribute__((weak)) bool
oxide_fatbin_find(const void *stub, const char **name, const void **image);
// cudaError_t cudaGetFuncBySymbol(cudaFunction_t *, const void *), where
// cudaFunction_t is CUfunction. Its header may be absent where this is built.
__attribute__((weak)) int cudaGetFuncBySymbol(CUfunction *function,
                                              const void *stub);
}

namespace oxide::detail {
namespace {

[[noreturn]] void throw_artifact(const std::string &kernel, std::string found) {
  ErrorInfo info;
  info.rule = "artifact";
  info.kernel = kernel;
  info.wanted = "device code for the kernel in this program";
  info.found = std::move(found);
  throw Error(std::move(info));
}

} // namespace

Function find_kernel(const Context &context, const void *kernel,
                     const std::string &name) {
  ContextState &state = *context.state();
  // The context owns embedded modules, so the function need not.
  const auto owner = std::make_shared<ModuleState>(context.state(), nullptr);
  CUfunction handle = nullptr;

  const char *symbol = nullptr;
  const void *image = nullptr;
  if (oxide_fatbin_find != nullptr &&
      oxide_fatbin_find(kernel, &symbol, &image)) {
    CUmodule module = state.embedded_module(image);
    const CurrentContext current(state);
    check(state.driver(),
          state.driver().cuModuleGetFunction(&handle, module, symbol),
          "cuModuleGetFunction", name);
  } else if (cudaGetFuncBySymbol != nullptr) {
    const CurrentContext current(state);
    const int result = cudaGetFuncBySymbol(&handle, kernel);
    if (result != 0)
      throw_artifact(name, "error " + std::to_string(result) +
                               " of cudaGetFuncBySymbol");
  } else {
    throw_artifact(name,
                   oxide_fatbin_find != nullptr
                       ? "no registration of it; was it compiled as CUDA?"
                       : "neither oxide_fatbin nor the CUDA runtime linked");
  }
  const CurrentContext current(state);
  return Function(owner, handle, name, read_limits(state, handle, name));
}

} // namespace oxide::detail
