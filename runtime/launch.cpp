// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/launch.h"

#include "parameter_names.h"
#include "state.h"

#include "oxide/host/error.h"

#include <utility>

namespace oxide::detail {
namespace {

[[noreturn]] void refuse(const char *rule, const std::string &kernel,
                         std::string wanted, std::string found) {
  ErrorInfo info;
  info.rule = rule;
  info.kernel = kernel;
  info.wanted = std::move(wanted);
  info.found = std::move(found);
  throw Error(std::move(info));
}

bool overlap(const DeviceMemory &a, const DeviceMemory &b) {
  return a.bytes() != 0 && b.bytes() != 0 &&
         a.address() < b.address() + b.bytes() &&
         b.address() < a.address() + a.bytes();
}

} // namespace

LaunchPlan plan_launch(const Context &context, Function function,
                       const LaunchRequest &request,
                       const contract::Constants &contract,
                       const std::string &kernel) {
  const ContextState &state = *context.state();
  const FunctionLimits limits = function.limits();
  const Geometry geometry =
      resolve(request, contract, state.info(), limits, kernel);
  // The device's ordinary limit covers static and dynamic shared memory
  // together; beyond it a kernel must opt in to the dynamic part.
  if (limits.static_shared + geometry.dynamic_shared >
      state.info().limits.shared_per_block) {
    const CurrentContext current(state);
    check(state.driver(),
          state.driver().cuFuncSetAttribute(
              function.native(),
              CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
              static_cast<int>(geometry.dynamic_shared)),
          "cuFuncSetAttribute", kernel);
  }
  return LaunchPlan(context, std::move(function), geometry, kernel);
}

LaunchPlan::LaunchPlan(const Context &context, Function function,
                       Geometry geometry, std::string kernel)
    : context_(context), function_(std::move(function)), geometry_(geometry),
      kernel_(std::move(kernel)) {}

void LaunchPlan::admit(const Stream &stream,
                       std::span<const BufferUse> uses) const {
  if (stream.state()->context() != context_.state())
    refuse("context", kernel_, "a stream of the launch's own context",
           "a stream of another one");
  for (std::size_t a = 0; a < uses.size(); ++a) {
    if (uses[a].memory == nullptr)
      continue;
    if (uses[a].memory->context() != context_.state())
      refuse("context", kernel_, "buffers of the launch's own context",
             "argument " + std::to_string(a + 1) + " of another one");
    for (std::size_t b = 0; b < a; ++b) {
      if (uses[b].memory == nullptr ||
          (!uses[a].exclusive && !uses[b].exclusive) ||
          !overlap(*uses[a].memory, *uses[b].memory))
        continue;
      const std::size_t output = (uses[a].exclusive ? a : b) + 1;
      const std::size_t other = (uses[a].exclusive ? b : a) + 1;
      refuse("alias", kernel_,
             "an output buffer that no other argument overlaps",
             "argument " + std::to_string(output) +
                 " (output) in the same memory as argument " +
                 std::to_string(other));
    }
  }
  // Only now, when nothing can refuse the launch any more.
  for (const BufferUse &use : uses)
    if (use.memory != nullptr)
      use.memory->order_on(stream);
}

void LaunchPlan::enqueue(const Stream &stream, void **arguments) const {
  const ContextState &state = *context_.state();
  const CurrentContext current(state);
  const Dim3 &grid = geometry_.grid;
  const Dim3 &block = geometry_.block;
  check(state.driver(),
        state.driver().cuLaunchKernel(
            function_.native(), grid.x, grid.y, grid.z, block.x, block.y,
            block.z, static_cast<unsigned>(geometry_.dynamic_shared),
            stream.native(), arguments, nullptr),
        "cuLaunchKernel", kernel_);
}

void throw_relation(const std::string &kernel, const char *text,
                    const char *parameters,
                    std::span<const std::string> values) {
  const std::vector<std::string> names =
      parameter_names(parameters, values.size());
  ErrorInfo info;
  info.rule = "relation";
  info.kernel = kernel;
  info.wanted = text;
  for (std::size_t i = 0; i < values.size(); ++i)
    info.found += (i == 0 ? "" : ", ") + names[i] + values[i];
  throw Error(std::move(info));
}

} // namespace oxide::detail
