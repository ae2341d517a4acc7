// SPDX-License-Identifier: Apache-2.0
//
// A contract as OXIDE_KERNEL makes it, as far as the analysis reads it.

namespace oxide {
struct Constants {
  unsigned domain = 0;
  unsigned block_x = 0, block_y = 0, block_z = 0;
  bool block_exact = false;
  unsigned max_threads = 0;
  size_t dynamic_shared_min = 0, dynamic_shared_max = 0;
  bool dynamic_shared_stated = false;
  unsigned min_compute_capability = 0;
};
constexpr Constants block(unsigned x, unsigned y = 1, unsigned z = 1) {
  Constants c;
  c.block_x = x, c.block_y = y, c.block_z = z;
  c.block_exact = true;
  return c;
}
constexpr Constants max_threads(unsigned n) {
  Constants c;
  c.max_threads = n;
  return c;
}
constexpr Constants dynamic_shared(size_t min, size_t max) {
  Constants c;
  c.dynamic_shared_min = min, c.dynamic_shared_max = max;
  c.dynamic_shared_stated = true;
  return c;
}
constexpr Constants domain(unsigned n) {
  Constants c;
  c.domain = n;
  return c;
}
constexpr Constants compute_capability(unsigned n) {
  Constants c;
  c.min_compute_capability = n;
  return c;
}

template <auto Kernel, class... Arguments>
__device__ void assume(const Arguments &...) {}
namespace thread {
template <auto Kernel> __device__ int index_1d() { return threadIdx.x; }
} // namespace thread
template <auto Kernel> __host__ int prepare() { return 0; }
} // namespace oxide

#define CONTRACT(name, ...)                                                    \
  struct name##_oxide_contract {                                               \
    static constexpr ::oxide::Constants constants = __VA_ARGS__;               \
    static constexpr unsigned max_threads = constants.max_threads;             \
  };
#define KERNEL(name, ...)                                                      \
  CONTRACT(name, __VA_ARGS__)                                                  \
  __global__ void name
