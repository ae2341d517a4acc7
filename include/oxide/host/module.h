// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_HOST_MODULE_H
#define OXIDE_HOST_MODULE_H

#include "oxide/host/context.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

struct CUfunc_st;

namespace oxide {

namespace detail {
class ModuleState;
}

/// What the compiler decided about one kernel.
struct FunctionLimits {
  unsigned max_threads = 0;      // per block: registers, `.maxntid`
  std::size_t static_shared = 0; // bytes
};

/// One kernel in a loaded module, which it keeps loaded.
class Function {
public:
  Function(std::shared_ptr<detail::ModuleState> module, CUfunc_st *handle,
           std::string name, FunctionLimits limits);

  CUfunc_st *native() const { return handle_; }
  const std::string &name() const { return name_; }
  const FunctionLimits &limits() const { return limits_; }

private:
  std::shared_ptr<detail::ModuleState> module_;
  CUfunc_st *handle_;
  std::string name_;
  FunctionLimits limits_;
};

/// Device code loaded by hand: PTX text, a cubin or a fatbin. Code that the
/// compiler embedded in the program needs no Module, see prepare().
class Module {
public:
  /// Throws Error with the log of the driver's compiler when `image` is not
  /// code for this device.
  static Module load(const Context &context, std::span<const std::byte> image);

  /// Throws Error with rule "artifact" when the file cannot be read.
  static Module load_file(const Context &context,
                          const std::filesystem::path &path);

  /// The kernel with this name in the module: the mangled name, unless the
  /// kernel is `extern "C"`. Throws Error when there is none.
  Function function(const std::string &name) const;

private:
  explicit Module(std::shared_ptr<detail::ModuleState> state);
  std::shared_ptr<detail::ModuleState> state_;
};

} // namespace oxide

#endif
