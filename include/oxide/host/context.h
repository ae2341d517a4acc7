// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_HOST_CONTEXT_H
#define OXIDE_HOST_CONTEXT_H

#include "oxide/host/stream.h"

#include <cstddef>
#include <memory>
#include <string>

namespace oxide {

namespace detail {
class ContextState;
}

/// What a launch must fit into. Threads, blocks and bytes.
struct DeviceLimits {
  unsigned max_block_threads = 0;
  unsigned max_block[3] = {};
  unsigned max_grid[3] = {};
  std::size_t shared_per_block = 0;        // without opting in
  std::size_t shared_per_block_opt_in = 0; // the most a kernel can opt in to
};

struct DeviceInfo {
  int ordinal = 0;
  std::string name;
  unsigned compute_capability = 0; // 90 is 9.0
  DeviceLimits limits;
};

/// One CUDA device, opened. Copies refer to the same context; streams, buffers
/// and modules keep it open. Safe to use from several threads.
class Context {
public:
  /// Opens device number `ordinal`, through its primary context, so that code
  /// that uses the CUDA runtime sees the same memory.
  ///
  /// Throws Error with rule "no-driver" where libcuda cannot be opened,
  /// "no-device" where it sees no such device, and "driver" otherwise.
  static Context open(int ordinal = 0);

  explicit Context(std::shared_ptr<detail::ContextState> state);

  const DeviceInfo &device() const;

  /// CUDA's legacy default stream, which waits for blocking streams.
  Stream default_stream() const;

  /// A new stream that does not synchronise with the default stream. Buffers
  /// used on several streams are put in order by themselves, see buffer.h.
  Stream new_stream() const;

  /// Waits for all work of this context.
  void synchronize() const;

  const std::shared_ptr<detail::ContextState> &state() const { return state_; }

private:
  std::shared_ptr<detail::ContextState> state_;
};

} // namespace oxide

#endif
