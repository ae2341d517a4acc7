// SPDX-License-Identifier: Apache-2.0
// Barriers that the fix-its insert: each kernel is proven with them, and plugin
// and tidy module write the same file.

// RUN: cp %s %t.cu
// RUN: cp %s %t.tidy.cu
// RUN: %clang_mock_plugin -fplugin-arg-oxide-checks='-*,oxide-shared-race,oxide-warp-sync' --cuda-device-only -fsyntax-only -Xclang -fixit %t.cu
// RUN: not diff -U0 %s %t.cu | FileCheck %s --implicit-check-not=__sync --check-prefix=DIFF
// RUN: %clang_tidy --load=%tidy_module --checks='-*,oxide-shared-race,oxide-warp-sync' --fix --quiet %t.tidy.cu -- -x cuda %cuda_flags
// RUN: diff %t.cu %t.tidy.cu
// RUN: %oxide check --quiet --checks=-oxide-launch-unchecked %t.cu -- -x cuda %cuda_flags
// RUN: %oxide audit %t.cu -- -x cuda %cuda_flags | FileCheck %s --implicit-check-not=refuted --implicit-check-not=not-proven --check-prefix=AUDIT
// AUDIT: KERNEL

#include "cuda_runtime.h"

#define INDEX (blockIdx.x * 64 + threadIdx.x)

__global__ void missing(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[INDEX];
  // DIFF: {{^}}@@ -[[@LINE]],0 +
  out[INDEX] = s[63 - threadIdx.x];
  // DIFF-NEXT: {{^}}+  __syncthreads();
}

// The next round of the loop writes what this one reads.
__global__ void rounds(const float *in, float *out, int n) {
  __shared__ float s[64];
  for (int k = 0; k < n; ++k) {
    // DIFF: {{^}}@@ -[[@LINE]],0 +
    s[threadIdx.x] = in[k * 64 + threadIdx.x];
    // DIFF-NEXT: {{^}}+    __syncthreads();
    __syncthreads();
    out[(blockIdx.x * n + k) * 64 + threadIdx.x] = s[63 - threadIdx.x];
  }
}

// One barrier before the loop that reads, none in it.
__global__ void before_loop(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  float sum = 0;
  // DIFF: {{^}}@@ -[[@LINE]],0 +
  for (int k = 0; k < 64; ++k) {
    // DIFF-NEXT: {{^}}+  __syncthreads();
    sum += s[k];
  }
  out[INDEX] = sum;
}

// All threads decide alike.
__global__ void uniform_branch(const float *in, float *out, int n) {
  __shared__ float s[64];
  if (n > 4) {
    s[threadIdx.x] = in[INDEX];
    // DIFF: {{^}}@@ -[[@LINE]],0 +
    float v = s[63 - threadIdx.x];
    // DIFF-NEXT: {{^}}+    __syncthreads();
    out[INDEX] = v;
  }
}

// What one barrier orders needs no other.
__global__ void two_reads(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[INDEX];
  // DIFF: {{^}}@@ -[[@LINE]],0 +
  float left = s[(threadIdx.x + 63) % 64];
  // DIFF-NEXT: {{^}}+  __syncthreads();
  float right = s[(threadIdx.x + 1) % 64];
  out[INDEX] = left + right;
}

// On a line with something else.
__global__ void one_line(const float *in, float *out) {
  __shared__ float s[64];
  // clang-format off
  // DIFF: {{^}}@@ -[[@LINE+1]] +
  s[threadIdx.x] = in[INDEX]; out[INDEX] = s[63 - threadIdx.x];
  // DIFF: {{^}}+  s{{.*}}in[INDEX]; __syncthreads(); out
  // clang-format on
}

// Between two calls; the helpers stay as they are.
__device__ void fill(float *s, float v) { s[threadIdx.x] = v; }
__device__ float mirrored(const float *s) { return s[63 - threadIdx.x]; }
__global__ void calls(const float *in, float *out) {
  __shared__ float s[64];
  fill(s, in[INDEX]);
  // DIFF: {{^}}@@ -[[@LINE]],0 +
  out[INDEX] = mirrored(s);
  // DIFF-NEXT: {{^}}+  __syncthreads();
}

// All instances need it.
template <int Distance> __global__ void instances(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[INDEX];
  // DIFF: {{^}}@@ -[[@LINE]],0 +
  out[INDEX] = s[threadIdx.x ^ Distance];
  // DIFF-NEXT: {{^}}+  __syncthreads();
}

// A step of the loop against the one before it; the lanes of the first warp
// only. The loop is left and entered by all of them alike.
__global__ void steps(float *out, float v) {
  __shared__ float s[64];
  s[threadIdx.x] = v * threadIdx.x;
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    // DIFF: {{^}}@@ -[[@LINE]],0 +
    if (threadIdx.x < d)
      // DIFF-NEXT: {{^}}+    __syncwarp();
      s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

// One barrier in the loop orders what comes before it as well.
__global__ void reduction(const float *in, float *out) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  for (int d = 64; d > 0; d /= 2) {
    // DIFF: {{^}}@@ -[[@LINE]],0 +
    if (threadIdx.x < d) {
      // DIFF-NEXT: {{^}}+    __syncthreads();
      s[threadIdx.x] += s[threadIdx.x + d];
    }
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

// Whole warps are in the branch, whatever the block.
__global__ void first_warp(float *out) {
  __shared__ float s[32];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    // DIFF: {{^}}@@ -[[@LINE]],0 +
    out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
    // DIFF-NEXT: {{^}}+    __syncwarp();
  }
}

void launch(const float *in, float *out) {
  missing<<<4, 64>>>(in, out);
  rounds<<<4, 64>>>(in, out, 8);
  before_loop<<<4, 64>>>(in, out);
  uniform_branch<<<4, 64>>>(in, out, 8);
  two_reads<<<4, 64>>>(in, out);
  one_line<<<4, 64>>>(in, out);
  calls<<<4, 64>>>(in, out);
  instances<32><<<4, 64>>>(in, out);
  instances<33><<<4, 64>>>(in, out);
  steps<<<4, 64>>>(out, 2);
  reduction<<<4, 128>>>(in, out);
  first_warp<<<4, 64>>>(out);
}
