// SPDX-License-Identifier: Apache-2.0
// RUN: not %oxide check --quiet --checks='-*,oxide-missing-guard,oxide-misaligned-access' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
//
// Where the host passes numbers, a guard and a pitch are numbers too: they are
// a guard and a pitch all the same.

#include "cuda_runtime.h"

__global__ void guarded(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] *= 2;
}

// CHECK: fixed-count.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this read of 'a' has no guard
__global__ void unguarded(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] *= 2;
}

void scale(int n) {
  float *a;
  cudaMalloc((void **)&a, n * sizeof(float));
  guarded<<<(n + 511) / 512, 512>>>(a, n);
  unguarded<<<(n + 511) / 512, 512>>>(a);
}
void scale_million() { scale(1 << 20); }

// Copies side by side: the second word of one and the first of the next are no
// copy.
__global__ void tiles(float *out, int pitch) {
  float *p = out + 8 * threadIdx.x * pitch + 8 * threadIdx.y;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 8; j += 4) {
      float4 v;
      v.x = v.y = v.z = v.w = i;
      *(float4 *)(p + i * pitch + j) = v;
    }
}

// CHECK: fixed-count.cu:[[@LINE+4]]:{{[0-9]+}}: warning: this write of 'out' cannot be aligned to 16 bytes in all threads
__global__ void shifted(float *out) {
  float4 v;
  v.x = v.y = v.z = v.w = 1;
  *(float4 *)(out + 5 * threadIdx.x) = v;
}

void launch(float *out) {
  tiles<<<1, dim3(16, 16)>>>(out, 1024);
  shifted<<<1, 64>>>(out);
}
