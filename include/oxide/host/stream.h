// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_HOST_STREAM_H
#define OXIDE_HOST_STREAM_H

#include <memory>

struct CUstream_st;

namespace oxide {

namespace detail {
class StreamState;
}

/// A queue of work on one device. Copies refer to the same queue, which lives
/// as long as a copy or a buffer that was used on it.
class Stream {
public:
  explicit Stream(std::shared_ptr<detail::StreamState> state);

  /// Waits for the work of this stream. Throws Error when that work failed.
  void synchronize() const;

  /// The driver's handle, for calls that this library does not wrap. Null is
  /// the legacy default stream.
  CUstream_st *native() const;

  const std::shared_ptr<detail::StreamState> &state() const { return state_; }

private:
  std::shared_ptr<detail::StreamState> state_;
};

} // namespace oxide

#endif
