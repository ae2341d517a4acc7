// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/geometry.h"

#include "oxide/host/error.h"

#include <array>
#include <cstdint>
#include <utility>

namespace oxide::detail {
namespace {

constexpr std::array<const char *, 3> axis_names = {"x", "y", "z"};

std::array<unsigned, 3> axes(const Dim3 &size) {
  return {size.x, size.y, size.z};
}

std::string print(const Dim3 &size) {
  return "(" + std::to_string(size.x) + ", " + std::to_string(size.y) + ", " +
         std::to_string(size.z) + ")";
}

std::string print_capability(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

std::string bytes(std::size_t count) {
  return std::to_string(count) + " bytes";
}

/// The checks of one launch, one function per rule.
class Resolver {
public:
  Resolver(const LaunchRequest &request, const contract::Constants &contract,
           const DeviceInfo &device, const FunctionLimits &function,
           const std::string &kernel)
      : request_(request), contract_(contract), device_(device),
        function_(function), kernel_(kernel) {}

  Geometry run() {
    check_capability();
    choose_block();
    check_block();
    choose_grid();
    check_grid();
    choose_dynamic_shared();
    return geometry_;
  }

private:
  [[noreturn]] void refuse(const char *rule, std::string wanted,
                           std::string found) const {
    ErrorInfo info;
    info.rule = rule;
    info.kernel = kernel_;
    info.wanted = std::move(wanted);
    info.found = std::move(found);
    throw Error(std::move(info));
  }

  void check_capability() const {
    if (device_.compute_capability < contract_.min_compute_capability)
      refuse("compute-capability",
             print_capability(contract_.min_compute_capability) +
                 " or later, by the contract",
             print_capability(device_.compute_capability) + " on " +
                 device_.name);
  }

  void choose_block() {
    const Dim3 stated{contract_.block_x, contract_.block_y, contract_.block_z};
    if (contract_.block_exact) {
      if (request_.block && *request_.block != stated)
        refuse("block-shape",
               "a block of " + print(stated) + " threads, by the contract",
               print(*request_.block));
      geometry_.block = stated;
    } else if (request_.block) {
      geometry_.block = *request_.block;
    } else {
      geometry_.block = default_block();
    }
  }

  /// 256 threads, or what the contract and the compiled code allow where that
  /// is less. Narrowed along y and z first, to keep warps along x.
  Dim3 default_block() const {
    Dim3 block = request_.rank == 1   ? Dim3{256, 1, 1}
                 : request_.rank == 2 ? Dim3{16, 16, 1}
                                      : Dim3{8, 8, 4};
    const unsigned most = max_threads();
    while (threads(block) > most) {
      unsigned &axis = block.z > 1 ? block.z : block.y > 1 ? block.y : block.x;
      axis /= 2;
    }
    return block;
  }

  unsigned max_threads() const {
    unsigned most = device_.limits.max_block_threads;
    if (function_.max_threads != 0 && function_.max_threads < most)
      most = function_.max_threads;
    if (contract_.max_threads != 0 && contract_.max_threads < most)
      most = contract_.max_threads;
    return most;
  }

  static std::uint64_t threads(const Dim3 &block) {
    return std::uint64_t{block.x} * block.y * block.z;
  }

  void check_block() const {
    for (unsigned a = 0; a < 3; ++a) {
      const unsigned size = axes(geometry_.block)[a];
      if (size == 0)
        refuse("zero-dimension",
               "a block of at least one thread along each axis",
               print(geometry_.block));
      if (size > device_.limits.max_block[a])
        refuse("block-dimension",
               "at most " + std::to_string(device_.limits.max_block[a]) +
                   " threads along " + axis_names[a] + ", by the device",
               std::to_string(size));
    }
    const std::uint64_t count = threads(geometry_.block);
    const auto limit = [&](unsigned most, const char *who) {
      if (most != 0 && count > most)
        refuse("block-threads",
               "at most " + std::to_string(most) + " threads per block, by " +
                   who,
               std::to_string(count));
    };
    limit(contract_.max_threads, "the contract");
    limit(device_.limits.max_block_threads, "the device");
    limit(function_.max_threads, "the compiled kernel");
  }

  void choose_grid() {
    if (request_.grid) {
      geometry_.grid = *request_.grid;
      return;
    }
    std::array<unsigned, 3> grid = {};
    for (unsigned a = 0; a < 3; ++a) {
      const std::size_t elements = request_.elements[a];
      const unsigned block = axes(geometry_.block)[a];
      const std::size_t blocks = elements / block + (elements % block != 0);
      if (blocks > device_.limits.max_grid[a])
        refuse_grid(a, blocks);
      grid[a] = blocks == 0 ? 1 : static_cast<unsigned>(blocks);
    }
    geometry_.grid = Dim3{grid[0], grid[1], grid[2]};
  }

  [[noreturn]] void refuse_grid(unsigned axis, std::size_t blocks) const {
    refuse("grid-dimension",
           "at most " + std::to_string(device_.limits.max_grid[axis]) +
               " blocks along " + axis_names[axis] + ", by the device",
           std::to_string(blocks));
  }

  void check_grid() const {
    for (unsigned a = 0; a < 3; ++a) {
      const unsigned size = axes(geometry_.grid)[a];
      if (size == 0)
        refuse("zero-dimension", "a grid of at least one block along each axis",
               print(geometry_.grid));
      if (size > device_.limits.max_grid[a])
        refuse_grid(a, size);
      const std::uint64_t extent =
          std::uint64_t{size} * axes(geometry_.block)[a];
      if (contract_.coordinate_bits == 32 && extent > (std::uint64_t{1} << 32))
        refuse("coordinates",
               std::string("at most 2^32 threads along ") + axis_names[a] +
                   ", by coordinates<32> of the contract",
               std::to_string(extent));
    }
    check_rank();
  }

  /// exact() of a Launch2D or Launch3D can leave any axis active; the type has
  /// fixed the rank, so this finds an axis beyond it.
  void check_rank() const {
    for (unsigned a = request_.rank; a < 3; ++a)
      if (axes(geometry_.grid)[a] != 1 || axes(geometry_.block)[a] != 1)
        refuse("domain",
               "a launch of " + std::to_string(request_.rank) +
                   " dimensions, with 1 along " + axis_names[a],
               "grid " + print(geometry_.grid) + ", block " +
                   print(geometry_.block));
  }

  void choose_dynamic_shared() {
    const std::size_t size =
        request_.dynamic_shared.value_or(contract_.dynamic_shared_min);
    if (contract_.dynamic_shared_stated &&
        (size < contract_.dynamic_shared_min ||
         size > contract_.dynamic_shared_max))
      refuse("dynamic-shared",
             contract_.dynamic_shared_min == contract_.dynamic_shared_max
                 ? "exactly " + bytes(contract_.dynamic_shared_min) +
                       " of dynamic shared memory, by the contract"
                 : "between " + std::to_string(contract_.dynamic_shared_min) +
                       " and " + bytes(contract_.dynamic_shared_max) +
                       " of dynamic shared memory, by the contract",
             bytes(size));
    const std::size_t most = device_.limits.shared_per_block_opt_in;
    if (function_.static_shared > most || size > most - function_.static_shared)
      refuse("shared-memory",
             "at most " + bytes(most) +
                 " of shared memory per block, by the "
                 "device",
             bytes(function_.static_shared) + " static and " + bytes(size) +
                 " dynamic");
    geometry_.dynamic_shared = size;
  }

  const LaunchRequest &request_;
  const contract::Constants &contract_;
  const DeviceInfo &device_;
  const FunctionLimits &function_;
  const std::string &kernel_;
  Geometry geometry_;
};

} // namespace

Geometry resolve(const LaunchRequest &request,
                 const contract::Constants &contract, const DeviceInfo &device,
                 const FunctionLimits &function, const std::string &kernel) {
  return Resolver(request, contract, device, function, kernel).run();
}

} // namespace oxide::detail
