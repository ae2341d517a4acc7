// SPDX-License-Identifier: Apache-2.0
//
// What happens when a checked access fails: one line with the numbers, then a
// device-side assertion, which ends the launch with CUDA_ERROR_ASSERT. The
// functions are cold and out of line, so a check costs its caller one compare,
// one branch and one call that is never taken.
#ifndef OXIDE_DEVICE_BOUNDS_H
#define OXIDE_DEVICE_BOUNDS_H

#include "oxide/execution_space.h"

#include <cassert>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace oxide::detail {

// The assertion comes second because it is the driver that prints it, with
// block and thread, even where printf's buffer is lost.
[[noreturn]] OXIDE_DETAIL_COLD OXIDE_DEVICE inline void
index_out_of_range(std::size_t index, std::size_t size) {
#if OXIDE_CUDA
  printf("oxide: index %llu is out of range for a slice of %llu elements\n",
         static_cast<unsigned long long>(index),
         static_cast<unsigned long long>(size));
  __assert_fail("index < size", "oxide/device/slice.h", 0, "operator[]");
  __trap();
#else
  std::fprintf(stderr,
               "oxide: index %zu is out of range for a slice of %zu elements\n",
               index, size);
  std::abort();
#endif
}

[[noreturn]] OXIDE_DETAIL_COLD OXIDE_DEVICE inline void empty_element_used() {
#if OXIDE_CUDA
  printf("oxide: an empty OptionalRef was dereferenced; test it first\n");
  __assert_fail("has_value()", "oxide/device/optional_ref.h", 0, "operator*");
  __trap();
#else
  std::fprintf(stderr,
               "oxide: an empty OptionalRef was dereferenced; test it first\n");
  std::abort();
#endif
}

} // namespace oxide::detail

#endif
