// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/module.h"

#include "state.h"

#include "oxide/host/error.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

namespace oxide {
namespace {

[[noreturn]] void throw_artifact(std::string wanted, std::string found) {
  ErrorInfo info;
  info.rule = "artifact";
  info.wanted = std::move(wanted);
  info.found = std::move(found);
  throw Error(std::move(info));
}

Module load_bytes(const Context &context, std::vector<std::byte> bytes,
                  const std::string &origin,
                  Module (*make)(std::shared_ptr<detail::ModuleState>)) {
  if (bytes.empty())
    throw_artifact("PTX, a cubin or a fatbin", origin + ", which is empty");
  // The driver reads PTX as a string. A zero byte after a binary is harmless.
  bytes.push_back(std::byte{0});
  const detail::CurrentContext current(*context.state());
  CUmodule handle = detail::load_image(*context.state(), bytes.data(), origin);
  return make(std::make_shared<detail::ModuleState>(context.state(), handle));
}

} // namespace

namespace detail {

ModuleState::~ModuleState() {
  const DriverTable &driver = context_->driver();
  if (handle_ == nullptr ||
      driver.cuCtxPushCurrent(context_->handle()) != CUDA_SUCCESS)
    return;
  driver.cuModuleUnload(handle_);
  CUcontext popped = nullptr;
  driver.cuCtxPopCurrent(&popped);
}

CUmodule load_image(const ContextState &context, const void *image,
                    const std::string &origin) {
  std::array<char, 8192> log{};
  std::array<CUjit_option, 2> options = {CU_JIT_ERROR_LOG_BUFFER,
                                         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void *, 2> values = {
      log.data(),
      reinterpret_cast<void *>(static_cast<std::uintptr_t>(log.size()))};
  CUmodule module = nullptr;
  const CUresult loaded = context.driver().cuModuleLoadDataEx(
      &module, image, options.size(), options.data(), values.data());
  log.back() = '\0';
  check(context.driver(), loaded, "cuModuleLoadDataEx", {},
        origin + (log[0] != '\0' ? std::string(": ") + log.data() : ""));
  return module;
}

FunctionLimits read_limits(const ContextState &context, CUfunction function,
                           const std::string &kernel) {
  const auto attribute = [&](CUfunction_attribute which) {
    int value = 0;
    check(context.driver(),
          context.driver().cuFuncGetAttribute(&value, which, function),
          "cuFuncGetAttribute", kernel);
    return static_cast<unsigned>(value);
  };
  FunctionLimits limits;
  limits.max_threads = attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  limits.static_shared = attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  return limits;
}

} // namespace detail

Function::Function(std::shared_ptr<detail::ModuleState> module,
                   CUfunc_st *handle, std::string name, FunctionLimits limits)
    : module_(std::move(module)), handle_(handle), name_(std::move(name)),
      limits_(limits) {}

Module::Module(std::shared_ptr<detail::ModuleState> state)
    : state_(std::move(state)) {}

Module Module::load(const Context &context, std::span<const std::byte> image) {
  return load_bytes(context, {image.begin(), image.end()}, "the given image",
                    [](std::shared_ptr<detail::ModuleState> s) {
                      return Module(std::move(s));
                    });
}

Module Module::load_file(const Context &context,
                         const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>()};
  if (!file.good() && !file.eof())
    throw_artifact("a readable file", path.string());
  std::vector<std::byte> bytes(text.size());
  if (!text.empty())
    std::memcpy(bytes.data(), text.data(), text.size());
  return load_bytes(context, std::move(bytes), path.string(),
                    [](std::shared_ptr<detail::ModuleState> s) {
                      return Module(std::move(s));
                    });
}

Function Module::function(const std::string &name) const {
  const detail::ContextState &context = *state_->context();
  const detail::CurrentContext current(context);
  CUfunction handle = nullptr;
  detail::check(context.driver(),
                context.driver().cuModuleGetFunction(&handle, state_->handle(),
                                                     name.c_str()),
                "cuModuleGetFunction", name);
  return Function(state_, handle, name,
                  detail::read_limits(context, handle, name));
}

} // namespace oxide
