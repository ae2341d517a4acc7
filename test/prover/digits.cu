// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' --timeout-per-kernel=1 %s \
// RUN:   -- -x cuda %cuda_flags 2>&1 | FileCheck %s
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags \
// RUN:   2>&1 | FileCheck %s --check-prefixes=CHECK,BAD
//
// Indices that are taken apart by division and by bits. The proofs need no
// solver: in the first run its limit is one step.

#include "cuda_runtime.h"

template <class T> T any();

// CHECK: verdict on 'spread': race freedom proven, barrier uniformity proven, bounds proven
__global__ void spread(int *out) {
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & 3);
  out[pos] = 1;
  out[pos + 4] = 2;
}

// BAD: verdict on 'spread_bad': race freedom refuted
__global__ void spread_bad(int *out) {
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & 3);
  out[pos] = threadIdx.x;
  out[pos + 3] = threadIdx.x;
}

// CHECK: verdict on 'transposed': race freedom proven, barrier uniformity proven, bounds proven
__global__ void transposed(int *out) {
  out[threadIdx.x % 16 * 32 + threadIdx.x / 16] = threadIdx.x;
}

// BAD: verdict on 'transposed_bad': race freedom refuted
__global__ void transposed_bad(int *out) {
  out[threadIdx.x % 16 * 31 + threadIdx.x / 16] = threadIdx.x;
}

// CHECK: verdict on 'swizzled': race freedom proven, barrier uniformity proven, bounds proven
__global__ void swizzled(int *out) { out[threadIdx.x ^ 40] = threadIdx.x; }

// BAD: verdict on 'cleared_bad': race freedom refuted
__global__ void cleared_bad(int *out) { out[threadIdx.x & ~8] = threadIdx.x; }

// The bits of the index change places.
// CHECK: verdict on 'rotated': race freedom proven, barrier uniformity proven, bounds proven
__global__ void rotated(int *out, const unsigned *in) {
  unsigned at = (threadIdx.x & ~63u) | (threadIdx.x & 15) << 2 |
                (threadIdx.x & 48) >> 4;
  out[at + 512 * (in[threadIdx.x] >> 26)] = 1;
}

// BAD: verdict on 'rotated_bad': race freedom {{refuted|not proven}}
__global__ void rotated_bad(int *out, const unsigned *in) {
  unsigned at = (threadIdx.x & ~63u) | (threadIdx.x & 15) << 2 |
                (threadIdx.x & 32) >> 4;
  out[at + 512 * (in[threadIdx.x] >> 26)] = threadIdx.x;
}

// The diagonal order of blocks.
// CHECK: verdict on 'diagonal': race freedom proven, barrier uniformity proven, bounds proven
__global__ void diagonal(int *out) {
  unsigned x = (blockIdx.x + blockIdx.y) % 64, y = blockIdx.x;
  out[(x * 16 + threadIdx.y) * 1024 + y * 16 + threadIdx.x] = 1;
}

void launch() {
  spread<<<1, 512>>>(any<int *>());
  spread_bad<<<1, 512>>>(any<int *>());
  transposed<<<1, 512>>>(any<int *>());
  transposed_bad<<<1, 512>>>(any<int *>());
  swizzled<<<1, 512>>>(any<int *>());
  cleared_bad<<<1, 512>>>(any<int *>());
  rotated<<<1, 512>>>(any<int *>(), any<unsigned *>());
  rotated_bad<<<1, 512>>>(any<int *>(), any<unsigned *>());
  diagonal<<<dim3(64, 64), dim3(16, 16)>>>(any<int *>());
}
