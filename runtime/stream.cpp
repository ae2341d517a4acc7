// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/stream.h"

#include "state.h"

#include <utility>

namespace oxide {
namespace detail {

StreamState::StreamState(std::shared_ptr<ContextState> context, CUstream handle)
    : context_(std::move(context)), handle_(handle) {
  const CurrentContext current(*context_);
  const DriverTable &driver = context_->driver();
  const CUresult created =
      driver.cuEventCreate(&event_, CU_EVENT_DISABLE_TIMING);
  if (created != CUDA_SUCCESS && handle_ != nullptr)
    driver.cuStreamDestroy(handle_);
  check(driver, created, "cuEventCreate");
}

StreamState::~StreamState() {
  // The driver keeps a destroyed stream's work until it is done. Results are
  // dropped, as in every destructor here.
  const DriverTable &driver = context_->driver();
  if (driver.cuCtxPushCurrent(context_->handle()) != CUDA_SUCCESS)
    return;
  driver.cuEventDestroy(event_);
  if (handle_ != nullptr)
    driver.cuStreamDestroy(handle_);
  CUcontext popped = nullptr;
  driver.cuCtxPopCurrent(&popped);
}

void StreamState::precede(const StreamState &later) const {
  const DriverTable &driver = context_->driver();
  const std::lock_guard lock(event_mutex_);
  check(driver, driver.cuEventRecord(event_, handle_), "cuEventRecord");
  check(driver,
        driver.cuStreamWaitEvent(later.handle_, event_, CU_EVENT_WAIT_DEFAULT),
        "cuStreamWaitEvent");
}

} // namespace detail

Stream::Stream(std::shared_ptr<detail::StreamState> state)
    : state_(std::move(state)) {}

CUstream_st *Stream::native() const { return state_->handle(); }

void Stream::synchronize() const {
  const detail::ContextState &context = *state_->context();
  const detail::CurrentContext current(context);
  detail::check(context.driver(),
                context.driver().cuStreamSynchronize(state_->handle()),
                "cuStreamSynchronize");
}

} // namespace oxide
