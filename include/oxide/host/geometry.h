// SPDX-License-Identifier: Apache-2.0
//
// How many threads a launch has. The rank is part of the type, so that a
// two-dimensional launch of a kernel with domain<1> does not compile.
#ifndef OXIDE_HOST_GEOMETRY_H
#define OXIDE_HOST_GEOMETRY_H

#include "oxide/contract_spec.h"
#include "oxide/host/context.h"
#include "oxide/host/module.h"

#include <cstddef>
#include <optional>
#include <string>

namespace oxide {

/// Sizes along x, y and z.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
  friend bool operator==(const Dim3 &, const Dim3 &) = default;
};

/// A launch that has passed all checks: blocks, threads per block, bytes.
struct Geometry {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic_shared = 0;
};

namespace detail {

/// What the program asked for, before contract and device are known.
struct LaunchRequest {
  unsigned rank = 1;
  std::size_t elements[3] = {1, 1, 1}; // covered by the grid, unless exact
  std::optional<Dim3> grid;
  std::optional<Dim3> block;
  std::optional<std::size_t> dynamic_shared;
};

/// Checks a request against contract, device and kernel, and fills in what it
/// leaves open. Throws Error whose rule is one of: zero-dimension, block-shape,
/// block-threads, block-dimension, grid-dimension, coordinates,
/// compute-capability, dynamic-shared, shared-memory.
Geometry resolve(const LaunchRequest &request,
                 const contract::Constants &contract, const DeviceInfo &device,
                 const FunctionLimits &function, const std::string &kernel);

template <class Launch, unsigned Rank> class LaunchBase {
public:
  static constexpr unsigned rank = Rank;

  /// Bytes of dynamic shared memory. Not called: what the contract states.
  Launch dynamic_shared(std::size_t bytes) const {
    Launch copy = static_cast<const Launch &>(*this);
    copy.request_.dynamic_shared = bytes;
    return copy;
  }

  const LaunchRequest &request() const { return request_; }

protected:
  LaunchBase() { request_.rank = Rank; }
  LaunchRequest request_;
};

} // namespace detail

/// A one-dimensional launch.
class Launch1D : public detail::LaunchBase<Launch1D, 1> {
public:
  /// At least one thread per element. The block comes from block(), else from
  /// the contract, else it has 256 threads. No elements still launch one block,
  /// which its guard turns into nothing.
  static Launch1D for_num_elems(std::size_t count) {
    Launch1D launch;
    launch.request_.elements[0] = count;
    return launch;
  }
  /// Exactly this many blocks and threads per block.
  static Launch1D exact(unsigned grid, unsigned block) {
    Launch1D launch;
    launch.request_.grid = Dim3{grid, 1, 1};
    launch.request_.block = Dim3{block, 1, 1};
    return launch;
  }
  Launch1D block(unsigned threads) const {
    Launch1D copy = *this;
    copy.request_.block = Dim3{threads, 1, 1};
    return copy;
  }

private:
  Launch1D() = default;
};

/// A two-dimensional launch: columns along x, rows along y.
class Launch2D : public detail::LaunchBase<Launch2D, 2> {
public:
  /// At least one thread per element. Without block() and without a block in
  /// the contract a block has 16 x 16 threads.
  static Launch2D for_shape(std::size_t rows, std::size_t columns) {
    Launch2D launch;
    launch.request_.elements[0] = columns;
    launch.request_.elements[1] = rows;
    return launch;
  }
  static Launch2D exact(Dim3 grid, Dim3 block) {
    Launch2D launch;
    launch.request_.grid = grid;
    launch.request_.block = block;
    return launch;
  }
  Launch2D block(unsigned x, unsigned y) const {
    Launch2D copy = *this;
    copy.request_.block = Dim3{x, y, 1};
    return copy;
  }

private:
  Launch2D() = default;
};

/// A three-dimensional launch.
class Launch3D : public detail::LaunchBase<Launch3D, 3> {
public:
  /// At least one thread per element. Without block() and without a block in
  /// the contract a block has 8 x 8 x 4 threads.
  static Launch3D for_extent(std::size_t x, std::size_t y, std::size_t z) {
    Launch3D launch;
    launch.request_.elements[0] = x;
    launch.request_.elements[1] = y;
    launch.request_.elements[2] = z;
    return launch;
  }
  static Launch3D exact(Dim3 grid, Dim3 block) {
    Launch3D launch;
    launch.request_.grid = grid;
    launch.request_.block = block;
    return launch;
  }
  Launch3D block(unsigned x, unsigned y, unsigned z) const {
    Launch3D copy = *this;
    copy.request_.block = Dim3{x, y, z};
    return copy;
  }

private:
  Launch3D() = default;
};

} // namespace oxide

#endif
