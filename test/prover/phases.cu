// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Barriers in loops, seen from each way on which control can pass them by.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
template <class T> T any();

// From the last round of the inner loop to the next of the outer one.
// CHECK: verdict on 'inner_outer': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void inner_outer(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, r = 0;
  for (int o = 0; o < 4; ++o) {
    s[t] = o;
    for (int i = 0; i < 3; ++i) {
      __syncthreads();
      r += s[63 - t];
    }
  }
  OUT(r);
}

// CHECK: verdict on 'inner_outer_good': race freedom proven, barrier uniformity proven, bounds proven
__global__ void inner_outer_good(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, r = 0;
  for (int o = 0; o < 4; ++o) {
    s[t] = o;
    for (int i = 0; i < 3; ++i) {
      __syncthreads();
      r += s[63 - t];
    }
    __syncthreads();
  }
  OUT(r);
}

// The inner loop has three rounds: the barrier is always met.
// CHECK: verdict on 'uncut_inner3': race freedom proven, barrier uniformity proven, bounds proven
__global__ void uncut_inner3(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int o = 0; o < 64; ++o) {
    s[t + o] = o;
    for (int i = 0; i < 3; ++i)
      __syncthreads();
  }
  OUT(0);
}

// Block 0 makes no round at all.
// CHECK: verdict on 'uncut_inner_block': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void uncut_inner_block(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int o = 0; o < 64; ++o) {
    s[t + o] = o;
    for (int i = 0; i < (int)blockIdx.x; ++i)
      __syncthreads();
  }
  OUT(0);
}

// A barrier in every other round: two rounds in a row are one phase.
// CHECK: verdict on 'uncut_odd': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void uncut_odd(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int o = 0; o < 64; ++o) {
    s[t + o] = o;
    for (int i = 0; i < (o & 1); ++i)
      __syncthreads();
  }
  OUT(0);
}

// Three rounds are one phase; the first and the third meet.
// CHECK: verdict on 'uncut_third': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void uncut_third(int *out) {
  __shared__ int s[192];
  int t = threadIdx.x;
  for (int o = 0; o < 3; ++o) {
    s[o == 0 ? t : o == 1 ? 64 + t : (t + 1) % 64] = o;
    for (int i = 0; i < (o == 2); ++i)
      __syncthreads();
  }
  OUT(0);
}

// The same with an if.
// CHECK: verdict on 'uncut_if': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void uncut_if(int *out) {
  __shared__ int s[192];
  int t = threadIdx.x;
  for (int o = 0; o < 9; ++o) {
    s[o % 3 == 0 ? t : o % 3 == 1 ? 64 + t : (t + 1) % 64] = o;
    if (o % 3 == 2)
      __syncthreads();
  }
  OUT(0);
}

// CHECK: verdict on 'uncut_if_good': race freedom proven, barrier uniformity proven, bounds proven
__global__ void uncut_if_good(int *out) {
  __shared__ int s[192];
  int t = threadIdx.x;
  for (int o = 0; o < 9; ++o) {
    s[o % 3 == 0 ? t : o % 3 == 1 ? 64 + t : 128 + (t + 1) % 64] = o;
    if (o % 3 == 2)
      __syncthreads();
  }
  OUT(0);
}

// Block 0 meets no barrier.
// CHECK: verdict on 'zero_trips': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void zero_trips(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  for (int i = 0; i < (int)blockIdx.x; ++i)
    __syncthreads();
  OUT(s[63 - threadIdx.x]);
}

// With n == 0 nobody does.
// CHECK: verdict on 'zero_trips_n': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void zero_trips_n(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  for (int i = 0; i < n; ++i)
    __syncthreads();
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'zero_width': race freedom refuted, barrier uniformity proven
__global__ void zero_width(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  for (int i = 0; i < 0; ++i)
    __syncthreads();
  OUT(s[63 - t]);
}

// At least one.
// CHECK: verdict on 'one_trip': race freedom proven, barrier uniformity proven, bounds proven
__global__ void one_trip(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  int i = 0;
  do {
    __syncthreads();
  } while (++i < n);
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'maybe_barrier': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void maybe_barrier(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (in[0])
    __syncthreads();
  OUT(s[63 - t]);
}

// CHECK: verdict on 'break_after': race freedom proven, barrier uniformity proven, bounds proven
__global__ void break_after(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, r = 0;
  for (int k = 0;; ++k) {
    s[t] = k;
    __syncthreads();
    r += s[63 - t];
    __syncthreads();
    if (k == n)
      break;
  }
  OUT(r);
}

// Left between the write and the barrier.
// CHECK: verdict on 'break_between': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void break_between(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, r = 0;
  for (int k = 0;; ++k) {
    s[t] = k;
    if (k == 5)
      break;
    __syncthreads();
    r += s[63 - t];
    __syncthreads();
  }
  OUT(r + s[63 - t]);
}

// An odd round writes its own element only.
// CHECK: verdict on 'continue_past': race freedom proven, barrier uniformity proven
__global__ void continue_past(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, r = 0;
  for (int k = 0; k < 6; ++k) {
    s[t] = k;
    if (k % 2)
      continue;
    __syncthreads();
    r += s[63 - t];
    __syncthreads();
  }
  OUT(r);
}

// An odd round goes on to the next write.
// CHECK: verdict on 'continue_read': race freedom refuted, barrier uniformity proven
__global__ void continue_read(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, r = 0;
  for (int k = 0; k < 6; ++k) {
    __syncthreads();
    s[t] = k;
    if (k % 2)
      continue;
    r += s[63 - t];
    __syncthreads();
  }
  OUT(r);
}

// CHECK: verdict on 'three_stage': race freedom proven, barrier uniformity proven
__global__ void three_stage(int *out) {
  __shared__ int s[3][64];
  int t = threadIdx.x, r = 0;
  for (int k = 0; k < 9; ++k) {
    s[k % 3][t] = k;
    __syncthreads();
    r += s[k % 3][63 - t];
  }
  OUT(r);
}

// The barrier of the next round comes before the tile is filled again.
// CHECK: verdict on 'two_stage': race freedom proven, barrier uniformity proven
__global__ void two_stage(int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x, r = 0;
  for (int k = 0; k < 9; ++k) {
    s[k % 2][t] = k;
    __syncthreads();
    r += s[k % 2][63 - t];
  }
  OUT(r);
}

// A thread and its neighbour one round later.
// CHECK: verdict on 'rotate_no_barrier': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void rotate_no_barrier(int *out) {
  __shared__ int s[64];
  int j = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    s[j] = k;
    j = (j + 1) % 64;
  }
  OUT(0);
}

// CHECK: verdict on 'ping_pong': race freedom proven, barrier uniformity proven, bounds proven
__global__ void ping_pong(int *out, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x, cur = 0;
  s[0][t] = t;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    s[1 - cur][t] = s[cur][63 - t] + 1;
    cur = 1 - cur;
    __syncthreads();
  }
  OUT(s[cur][t]);
}

// CHECK: verdict on 'ping_pong_bad': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void ping_pong_bad(int *out, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x, cur = 0;
  s[0][t] = t;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    s[1 - cur][t] = s[1 - cur][63 - t] + 1;
    cur = 1 - cur;
    __syncthreads();
  }
  OUT(s[cur][t]);
}

// CHECK: verdict on 'halving_wrong': race freedom refuted, barrier uniformity proven
__global__ void halving_wrong(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  for (int d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t <= d)
      s[t] += s[(t + d) % 64];
  }
}

// CHECK: verdict on 'blelloch': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void blelloch(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = out[2 * t];
  s[2 * t + 1] = out[2 * t + 1];
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      s[b] += s[a];
    }
    offset *= 2;
  }
  if (t == 0)
    s[127] = 0;
  for (int d = 1; d < 128; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int c = s[a];
      s[a] = s[b];
      s[b] += c;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

// Nobody waits for the last step of the scan.
// CHECK: verdict on 'blelloch_bad': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void blelloch_bad(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = out[2 * t];
  s[2 * t + 1] = out[2 * t + 1];
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      s[b] += s[a];
    }
    offset *= 2;
  }
  if (t == 1)
    s[127] = 0;
  for (int d = 1; d < 128; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int c = s[a];
      s[a] = s[b];
      s[b] += c;
    }
  }
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

// CHECK: verdict on 'exit_loop_uniform': race freedom proven, barrier uniformity proven
__global__ void exit_loop_uniform(int *out, int n) {
  __shared__ int s[64];
  for (int k = 0; k < 4; ++k) {
    if (k == n)
      return;
    s[threadIdx.x] = k;
    __syncthreads();
    OUT(s[63 - threadIdx.x]);
    __syncthreads();
  }
}

// Without an end, and in order.
// CHECK: verdict on 'infinite_barrier': race freedom proven, barrier uniformity proven
__global__ void infinite_barrier(int *out) {
  __shared__ int s[64];
  for (int k = 0;; ++k) {
    s[(threadIdx.x + k) & 63] = k;
    __syncthreads();
  }
}

void launch() {
  inner_outer<<<4, 64>>>(any<int *>());
  inner_outer_good<<<4, 64>>>(any<int *>());
  uncut_inner3<<<4, 64>>>(any<int *>());
  uncut_inner_block<<<4, 64>>>(any<int *>());
  uncut_odd<<<4, 64>>>(any<int *>());
  uncut_third<<<4, 64>>>(any<int *>());
  uncut_if<<<4, 64>>>(any<int *>());
  uncut_if_good<<<4, 64>>>(any<int *>());
  zero_trips<<<4, 64>>>(any<int *>());
  zero_trips_n<<<4, 64>>>(any<int *>(), any<int>());
  zero_width<<<1, 64>>>(any<int *>(), any<int>());
  one_trip<<<4, 64>>>(any<int *>(), any<int>());
  maybe_barrier<<<1, 64>>>(any<int *>(), any<const int *>());
  break_after<<<4, 64>>>(any<int *>(), any<int>());
  break_between<<<4, 64>>>(any<int *>());
  continue_past<<<1, 64>>>(any<int *>());
  continue_read<<<1, 64>>>(any<int *>());
  three_stage<<<1, 64>>>(any<int *>());
  two_stage<<<1, 64>>>(any<int *>());
  rotate_no_barrier<<<4, 64>>>(any<int *>());
  ping_pong<<<4, 64>>>(any<int *>(), any<int>());
  ping_pong_bad<<<4, 64>>>(any<int *>(), any<int>());
  halving_wrong<<<1, 64>>>(any<int *>());
  blelloch<<<1, 64>>>(any<int *>());
  blelloch_bad<<<1, 64>>>(any<int *>());
  exit_loop_uniform<<<4, 64>>>(any<int *>(), any<int>());
  infinite_barrier<<<1, 64>>>(any<int *>());
}
