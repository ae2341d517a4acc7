// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Branches, loops and jumps that each thread takes in its own way.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
template <class T> T any();

// CHECK: verdict on 'cases': race freedom proven, barrier uniformity proven, bounds proven
__global__ void cases(int *out, int k) {
  __shared__ int s[4];
  switch (threadIdx.x) {
  case 0:
    s[0] = 1;
    break;
  case 1:
    s[1] = 2;
    break;
  case 2:
    s[2] = 3;
    break;
  default:
    break;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[k & 3];
}

// Two threads store 3.
// CHECK: verdict on 'cases_fall': race freedom {{proven|not proven}}, barrier uniformity proven, bounds proven
__global__ void cases_fall(int *out) {
  __shared__ int s[4];
  switch (threadIdx.x) {
  case 0:
    s[0] = 1;
    break;
  case 1:
    s[1] = 2;
    [[fallthrough]];
  case 2:
    s[2] = 3;
    break;
  default:
    break;
  }
}

// CHECK: verdict on 'own_rows': race freedom proven, barrier uniformity proven
__global__ void own_rows(int *out) {
  int t = threadIdx.x;
  for (int i = 0; i < t; ++i)
    out[(blockIdx.x * 64 + t) * 64 + i] = t;
}

// CHECK: verdict on 'rows_meet': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void rows_meet(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 32)
    s[i] = t;
  OUT(0);
}

// CHECK: verdict on 'rows_do_not_meet': race freedom proven, barrier uniformity proven, bounds proven
__global__ void rows_do_not_meet(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 32)
    s[i] = t;
  OUT(0);
}

// CHECK: verdict on 'count_down': race freedom refuted, barrier uniformity proven
__global__ void count_down(int *out) {
  int i = threadIdx.x;
  while (i > 3)
    i -= 4;
  out[i] = threadIdx.x;
}

// CHECK: verdict on 'collatz': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void collatz(int *out) {
  int x = threadIdx.x + 1, n = 0;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    ++n;
  }
  out[n] = threadIdx.x;
}

// CHECK: verdict on 'gcd': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void gcd(int *out) {
  int a = threadIdx.x, b = 64;
  while (a) {
    int c = b % a;
    b = a;
    a = c;
  }
  out[b] = threadIdx.x;
}

// CHECK: verdict on 'loop_return': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void loop_return(int *out) {
  for (int k = 0;; ++k) {
    if (k == (int)threadIdx.x / 2) {
      out[k] = threadIdx.x;
      return;
    }
  }
}

// CHECK: verdict on 'nested_break': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void nested_break(int *out) {
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      if (i * 8 + j == t) {
        out[i] = t;
        goto done;
      }
    }
done:;
}

// CHECK: verdict on 'accumulate': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void accumulate(int *out) {
  int x = 0;
  for (int k = 0; k < 8; ++k) {
    if (threadIdx.x & (1 << k))
      x += k;
  }
  out[x] = threadIdx.x;
}

// CHECK: verdict on 'triangular_bad': race freedom refuted, barrier uniformity proven
__global__ void triangular_bad(int *out) {
  int t = threadIdx.x;
  for (int j = 0; j <= t + 1; ++j)
    out[t * (t + 1) / 2 + j] = t;
}

// CHECK: verdict on 'guard_off_by_one': race freedom refuted, barrier uniformity proven
__global__ void guard_off_by_one(int *out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t;
  if (t <= 63)
    OUT(s[t + (t < 63)]);
}

// CHECK: verdict on 'guard_parity': race freedom proven, barrier uniformity proven
__global__ void guard_parity(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t & 1)
    s[t] = t;
  else
    OUT(s[t]);
}

// CHECK: verdict on 'guard_parity_bad': race freedom refuted, barrier uniformity proven
__global__ void guard_parity_bad(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t & 1)
    s[t] = t;
  else
    OUT(s[t + 1]);
}

__device__ int pick(int t) {
  if (t < 8)
    return 0;
  for (int k = 0; k < 9; ++k)
    if (k * 8 > t)
      return k;
  return 9;
}
// CHECK: verdict on 'early_helper': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void early_helper(int *out) { out[pick(threadIdx.x)] = threadIdx.x; }

// Undefined for one thread: the others still meet.
// CHECK: verdict on 'unreachable_branch': race freedom refuted, barrier uniformity proven
__global__ void unreachable_branch(int *out) {
  if (threadIdx.x == 63)
    __builtin_unreachable();
  out[threadIdx.x / 2] = 1 + threadIdx.x;
}

// CHECK: verdict on 'volatile_loop': race freedom refuted, barrier uniformity proven
__global__ void volatile_loop(volatile int *out) {
  for (int i = 0; i < 4; ++i)
    out[i] = threadIdx.x;
}

// CHECK: verdict on 'data_index': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void data_index(int *out, const int *in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x] & 63;
  __syncthreads();
  out[s[threadIdx.x]] = threadIdx.x;
}

// CHECK: verdict on 'own_index': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void own_index(int *out, const int *in) {
  __shared__ int s[64];
  int i = in[threadIdx.x] & 63;
  s[i] = threadIdx.x;
  OUT(0);
}

// CHECK: verdict on 'late_store': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void late_store(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int i = s[t ^ 1];
  s[i] = 0;
}

// CHECK: verdict on 'cross_block': race freedom refuted, barrier uniformity proven
__global__ void cross_block(int *out) {
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  __syncthreads();
  if (blockIdx.x > 0)
    out[blockIdx.x * 64 + threadIdx.x] +=
        out[blockIdx.x * 64 + threadIdx.x - 64];
}

// CHECK: verdict on 'one_block_only': race freedom proven, barrier uniformity proven
__global__ void one_block_only(int *out) {
  if (blockIdx.x == 2) {
    out[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x + 100] = out[63 - threadIdx.x];
  }
}

// CHECK: verdict on 'grid_stride2': race freedom proven, barrier uniformity proven
__global__ void grid_stride2(int *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    out[i] = i;
}

// Each element gets its own number, again and again.
// CHECK: verdict on 'grid_stride_bad': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void grid_stride_bad(int *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    out[i] = i;
}

// CHECK: verdict on 'unsigned_down': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void unsigned_down(int *out) {
  __shared__ int s[64];
  for (unsigned i = threadIdx.x; i < 64; i -= 32)
    s[i] = threadIdx.x;
  OUT(0);
}

// CHECK: verdict on 'plain_open': race freedom proven, barrier uniformity proven
__global__ void plain_open(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}

// CHECK: verdict on 'saxpy': race freedom proven, barrier uniformity proven
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// CHECK: verdict on 'tiled_guarded': race freedom proven, barrier uniformity proven
__global__ void tiled_guarded(float *out, int width, int height) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = x;
}

// CHECK: verdict on 'local_array': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void local_array(int *out) {
  int ids[4] = {0, 1, 2, 2};
  out[ids[threadIdx.x & 3] + (threadIdx.x / 4) * 4] = threadIdx.x;
}

__constant__ int table[4] = {0, 1, 2, 2};
// CHECK: verdict on 'constant_array': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void constant_array(int *out) {
  out[table[threadIdx.x & 3] + (threadIdx.x / 4) * 4] = threadIdx.x;
}

// CHECK: verdict on 'active_blocks': race freedom {{proven|not proven}}, barrier uniformity {{proven|not proven}}
__global__ void active_blocks(int *out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x * blockDim.x < n) {
    s[threadIdx.x] = i;
    __syncthreads();
    if (i < n)
      out[i] = s[threadIdx.x];
  }
}

// CHECK: verdict on 'group_guard': race freedom {{proven|not proven}}, barrier uniformity {{proven|not proven}}
__global__ void group_guard(int *out, int rows) {
  __shared__ int s[256];
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  s[threadIdx.y * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (row < rows && threadIdx.x == 0)
    out[row] = s[threadIdx.y * blockDim.x];
}

void launch() {
  cases<<<4, 64>>>(any<int *>(), any<int>());
  cases_fall<<<4, 64>>>(any<int *>());
  own_rows<<<4, 64>>>(any<int *>());
  rows_meet<<<4, 64>>>(any<int *>());
  rows_do_not_meet<<<4, 32>>>(any<int *>());
  count_down<<<1, 64>>>(any<int *>());
  collatz<<<1, 64>>>(any<int *>());
  gcd<<<1, 64>>>(any<int *>());
  loop_return<<<1, 64>>>(any<int *>());
  nested_break<<<1, 64>>>(any<int *>());
  accumulate<<<1, 64>>>(any<int *>());
  triangular_bad<<<1, 64>>>(any<int *>());
  guard_off_by_one<<<1, 64>>>(any<int *>());
  guard_parity<<<1, 64>>>(any<int *>());
  guard_parity_bad<<<1, 64>>>(any<int *>());
  early_helper<<<1, 64>>>(any<int *>());
  unreachable_branch<<<1, 64>>>(any<int *>());
  volatile_loop<<<1, 64>>>(any<volatile int *>());
  data_index<<<4, 64>>>(any<int *>(), any<const int *>());
  own_index<<<4, 64>>>(any<int *>(), any<const int *>());
  late_store<<<1, 64>>>(any<int *>());
  cross_block<<<4, 64>>>(any<int *>());
  one_block_only<<<4, 64>>>(any<int *>());
  grid_stride2<<<64, 256>>>(any<int *>(), any<int>());
  grid_stride_bad<<<4, 64>>>(any<int *>(), any<int>());
  unsigned_down<<<4, 64>>>(any<int *>());
  tiled_guarded<<<dim3(4, 4), dim3(16, 16)>>>(any<float *>(), any<int>(),
                                              any<int>());
  local_array<<<1, 64>>>(any<int *>());
  constant_array<<<1, 64>>>(any<int *>());
}
