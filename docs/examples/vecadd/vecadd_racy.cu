// SPDX-License-Identifier: Apache-2.0
//
// The twin of vecadd.cu that must be rejected. Each thread stores its sum in
// shared memory and copies its neighbour's out, with no barrier in between: the
// neighbour may not have stored yet. The kernel is declared with OXIDE_KERNEL,
// so its shared memory and raw pointers need a zone with a contract, and nobody
// can write an honest one for this code.
#include "oxide/oxide.h"

#include <cstddef>

OXIDE_KERNEL(vecadd_racy,
             (const float *a, const float *b, float *c, std::size_t n)) {
  __shared__ float sum[256];
  const std::size_t i = blockIdx.x * std::size_t{256} + threadIdx.x;
  if (i < n)
    sum[threadIdx.x] = a[i] + b[i];
  const unsigned next = (threadIdx.x + 1) % 256;
  if (i < n)
    c[i] = sum[next];
}
