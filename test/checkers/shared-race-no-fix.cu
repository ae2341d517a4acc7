// SPDX-License-Identifier: Apache-2.0
// Races for which no fix-it is offered: no barrier helps, or it is not certain
// that all threads would come to it.

// RUN: %clang_mock_plugin -fplugin-arg-oxide-checks='-*,oxide-shared-race,oxide-warp-sync' --cuda-device-only -fsyntax-only -fno-caret-diagnostics -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s --implicit-check-not=fix-it --implicit-check-not=warning:

#include "cuda_runtime.h"

#define INDEX (blockIdx.x * 64 + threadIdx.x)

__global__ void divergent_branch(float *out) {
  __shared__ float s[64];
  if (threadIdx.x % 2) {
    s[threadIdx.x] = 1;
    out[INDEX] = s[threadIdx.x ^ 32]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
  }
}

__global__ void divergent_trip(float *out) {
  __shared__ float s[64];
  for (int k = 0; k < threadIdx.x; ++k) {
    s[threadIdx.x] = k;
    out[INDEX] = s[threadIdx.x ^ 32]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
  }
}

__global__ void early_return(float *out) {
  __shared__ float s[64];
  if (threadIdx.x == 5)
    return;
  s[threadIdx.x] = 1;
  out[INDEX] = s[63 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}

__global__ void break_before(float *out, int n) {
  __shared__ float s[64];
  for (int k = 0; k < n; ++k) {
    if (k > threadIdx.x)
      break;
    s[threadIdx.x] = k;
    out[INDEX] = s[threadIdx.x ^ 32]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
  }
}

// All threads of the block that is launched here, but not of any block.
__global__ void by_launch(float *out) {
  __shared__ float s[64];
  if (threadIdx.x < 64) {
    s[threadIdx.x] = 1;
    out[INDEX] = s[63 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
  }
}

__global__ void half_warp(float *out) {
  __shared__ float s[64];
  if (threadIdx.x < 16) {
    s[threadIdx.x] = 1;
    out[INDEX] = s[15 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
  }
}

// Read and written by one statement.
__global__ void one_statement(float v) {
  __shared__ float s[65];
  s[threadIdx.x] = v * threadIdx.x;
  __syncthreads();
  s[threadIdx.x] += s[threadIdx.x + 1]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}

// A barrier between the steps leaves each step as it is.
__global__ void half_of_it(float *out) {
  __shared__ volatile float s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] += s[threadIdx.x + 16]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
    s[threadIdx.x] += s[threadIdx.x + 8]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning:
  }
}

// Where nothing else is in a loop, its beginning is not found in the code.
__global__ void endless(float *out, int n) {
  __shared__ float s[64];
  int k = 0;
  for (;;) {
    if (k < n) {
      s[(threadIdx.x + k) % 64] = k; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
      ++k;
    } else {
      break;
    }
  }
}

__device__ float exchange(float *s, float v) {
  s[threadIdx.x] = v;
  return s[63 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}
__global__ void in_helper(float *out) {
  __shared__ float s[64];
  out[INDEX] = exchange(s, threadIdx.x);
}

#define READ_BACK out[INDEX] = s[63 - threadIdx.x]
__global__ void macro(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  READ_BACK; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}

#define BODY                                                                   \
  {                                                                            \
    __shared__ float s[64];                                                    \
    s[threadIdx.x] = 1;                                                        \
    out[INDEX] = s[63 - threadIdx.x];                                          \
  }
__global__ void macro_body(float *out) BODY // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:

__global__ void conditional_code(float *out) {
  __shared__ float s[64];
#ifdef SOMETHING_ELSE
  if (threadIdx.x == 0)
    return;
#endif
  s[threadIdx.x] = 1;
  out[INDEX] = s[63 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}

__global__ void label(float *out, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  if (n > 5)
    goto read;
  out[INDEX + 1024] = 3;
read:
  out[INDEX] = s[63 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}

__global__ void in_switch(float *out, int n) {
  __shared__ float s[64];
  switch (n) {
  case 1:
    s[threadIdx.x] = 1;
    out[INDEX] = s[63 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
  }
}

__global__ void in_lambda(float *out) {
  __shared__ float s[64];
  auto both = [&] {
    s[threadIdx.x] = 1;
    out[INDEX] = s[63 - threadIdx.x]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
  };
  both();
}

__global__ void no_braces(float *out, int n) {
  __shared__ float s[64];
  for (int k = 0; k < n; ++k)
    s[threadIdx.x] = s[63 - threadIdx.x] + k; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}

// One instance has no race, and may have other code.
template <int Distance> __global__ void instances(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  out[INDEX] = s[threadIdx.x ^ Distance]; // CHECK: :[[@LINE]]:{{[0-9]+}}: warning:
}

void launch(float *out) {
  divergent_branch<<<4, 64>>>(out);
  divergent_trip<<<4, 64>>>(out);
  early_return<<<4, 64>>>(out);
  break_before<<<4, 64>>>(out, 80);
  by_launch<<<4, 64>>>(out);
  half_warp<<<4, 64>>>(out);
  one_statement<<<4, 64>>>(2);
  half_of_it<<<4, 64>>>(out);
  endless<<<4, 64>>>(out, 64);
  in_helper<<<4, 64>>>(out);
  macro<<<4, 64>>>(out);
  macro_body<<<4, 64>>>(out);
  conditional_code<<<4, 64>>>(out);
  label<<<4, 64>>>(out, 8);
  in_switch<<<4, 64>>>(out, 1);
  in_lambda<<<4, 64>>>(out);
  no_braces<<<4, 64>>>(out, 8);
  instances<0><<<4, 64>>>(out);
  instances<1><<<4, 64>>>(out);
}
