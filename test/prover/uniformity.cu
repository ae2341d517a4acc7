// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Barriers in branches and loops whose conditions only a value makes the same,
// or different, for all threads of the block.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
template <class T> T any();

// Two barriers are not one.
// CHECK: verdict on 'both_branches': race freedom {{.*}}, barrier uniformity refuted
__global__ void both_branches(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 16) {
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
  } else {
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
  }
}

// CHECK: verdict on 'both_branches_uniform': race freedom proven, barrier uniformity proven, bounds proven
__global__ void both_branches_uniform(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (n < 16) {
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
  } else {
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
  }
}

// CHECK: verdict on 'own_trips': race freedom {{.*}}, barrier uniformity refuted
__global__ void own_trips(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < t; ++i) {
    s[t] = i;
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = s[t];
}

// Behind a barrier all read what thread 0 has written.
// CHECK: verdict on 'by_value': race freedom proven, barrier uniformity proven, bounds proven
__global__ void by_value(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    s[0] = in[blockIdx.x];
  __syncthreads();
  if (s[0] > 0) {
    __syncthreads();
    OUT(1);
  }
}

// Some may read before.
// CHECK: verdict on 'by_value_same_phase': race freedom {{refuted|not proven}}, barrier uniformity {{refuted|not proven}}, bounds proven
__global__ void by_value_same_phase(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    s[0] = in[blockIdx.x];
  if (s[0] > 0) {
    __syncthreads();
    OUT(1);
  }
}

// Lane 0 of the other warp has another value.
// CHECK: verdict on 'by_warp_value': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}, bounds proven
__global__ void by_warp_value(int *out, const int *in) {
  int t = threadIdx.x;
  int v = __shfl_sync(~0u, t, 0);
  if (v == 0)
    __syncthreads();
  OUT(1);
}

// Block 1 may write at any time.
// CHECK: verdict on 'by_global_value': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void by_global_value(int *out, int *flag) {
  if (threadIdx.x == 0 && blockIdx.x == 1)
    flag[0] = 1;
  __syncthreads();
  if (flag[0])
    __syncthreads();
}

// CHECK: verdict on 'by_global_later': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void by_global_later(int *out, int *flag) {
  if (flag[0])
    __syncthreads();
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 1)
    flag[0] = 1;
}

// Each thread gets another count.
// CHECK: verdict on 'by_atomic': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void by_atomic(int *out, int *flag) {
  if (atomicAdd(flag, 1) > 5)
    __syncthreads();
}

// CHECK: verdict on 'by_content': race freedom proven, barrier uniformity proven
__global__ void by_content(int *out, const int *flag) {
  if (flag[blockIdx.x])
    __syncthreads();
  OUT(1);
}

// Volatile: somebody else writes it.
// CHECK: verdict on 'by_content_volatile': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void by_content_volatile(int *out, const volatile int *flag) {
  if (flag[blockIdx.x])
    __syncthreads();
  OUT(1);
}

// The flag is set where the loop has made a round.
// CHECK: verdict on 'temporal': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void temporal(int *out) {
  int t = threadIdx.x, k = 0, seen = 0;
  for (; k < t; ++k)
    seen = 1;
  if (seen)
    __syncthreads();
  OUT(k);
}

// CHECK: verdict on 'temporal_induction': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void temporal_induction(int *out, int n) {
  int k = 0;
  while (k < 100) {
    if (k == (int)threadIdx.x)
      break;
    ++k;
  }
  if (k == 3)
    __syncthreads();
  OUT(k);
}

// CHECK: verdict on 'temporal_carried': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void temporal_carried(int *out, const int *in) {
  int x = 0;
  for (int k = 0; k < 10; ++k) {
    if (in[k] == (int)threadIdx.x)
      break;
    x = in[k];
  }
  if (x > 3)
    __syncthreads();
}

// CHECK: verdict on 'exit_iteration': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void exit_iteration(int *out, const int *in) {
  int t = threadIdx.x, k = 0, last = 0;
  do {
    last = k;
    ++k;
  } while (in[k] != t);
  if (last == 2)
    __syncthreads();
}

// Two rounds for each of the 32 threads.
// CHECK: verdict on 'equal_trips': race freedom proven, barrier uniformity proven, bounds proven
__global__ void equal_trips(int *out) {
  __shared__ int s[64];
  for (int i = threadIdx.x; i < 64; i += 32) {
    s[i] = 1;
    __syncthreads();
  }
  OUT(s[threadIdx.x]);
}

// Two rounds for 16 of the 48 threads.
// CHECK: verdict on 'unequal_trips': race freedom {{.*}}, barrier uniformity refuted
__global__ void unequal_trips(int *out) {
  __shared__ int s[64];
  for (int i = threadIdx.x; i < 64; i += 48) {
    s[i] = 1;
    __syncthreads();
  }
  OUT(0);
}

// Each thread reads its own element.
// CHECK: verdict on 'late_read': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void late_read(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (s[t] > 3)
    __syncthreads();
}

// The next round may change what a slow thread has not read.
// CHECK: verdict on 'racy_flag': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void racy_flag(int *out) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0)
    s = 0;
  __syncthreads();
  while (s < 5) {
    if (t == 0)
      s = s + 1;
    __syncthreads();
  }
}

// CHECK: verdict on 'good_flag': race freedom {{proven|not proven}}, barrier uniformity {{proven|not proven}}
__global__ void good_flag(int *out) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0)
    s = 0;
  __syncthreads();
  while (s < 5) {
    __syncthreads();
    if (t == 0)
      s = s + 1;
    __syncthreads();
  }
}

// All get the same answer.
// CHECK: verdict on 'or_loop': race freedom proven, barrier uniformity proven
__global__ void or_loop(int *out, const int *in) {
  int more = 1, k = 0;
  while (__syncthreads_or(more)) {
    more = in[k + threadIdx.x] > k;
    ++k;
  }
  OUT(k);
}

// Each warp gets its own.
// CHECK: verdict on 'any_loop': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void any_loop(int *out, const int *in) {
  int more = 1, k = 0;
  while (__any_sync(~0u, more)) {
    __syncthreads();
    more = in[k + threadIdx.x] > k;
    ++k;
  }
  OUT(k);
}

// CHECK: verdict on 'exit_uniform': race freedom proven, barrier uniformity proven
__global__ void exit_uniform(int *out, int n) {
  __shared__ int s[64];
  if (blockIdx.x >= n)
    return;
  s[threadIdx.x] = 1;
  __syncthreads();
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'exit_after': race freedom proven, barrier uniformity proven
__global__ void exit_after(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x >= n)
    return;
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'exit_first': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void exit_first(int *out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = i;
  __syncthreads();
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'exit_asm': race freedom {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void exit_asm(int *out) {
  if (threadIdx.x == 3)
    asm volatile("exit;");
  __syncthreads();
  out[threadIdx.x] = 1;
}

// CHECK: verdict on 'trap_guard': race freedom proven, barrier uniformity proven
__global__ void trap_guard(int *out) {
  if (threadIdx.x >= 32)
    __trap();
  out[threadIdx.x % 32] = threadIdx.x;
}

// A trap ends the grid: nobody waits.
// CHECK: verdict on 'trap_barrier': race freedom proven, barrier uniformity {{proven|not proven}}
__global__ void trap_barrier(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  if (threadIdx.x == blockIdx.y + 3)
    __trap();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// The value that the guard looks at is carried around the loop.
// CHECK: verdict on 'carried_guard': race freedom proven, barrier uniformity proven
__global__ void carried_guard(int *out) {
  unsigned q = 0;
  for (unsigned k = 0; k < 2; ++k) {
    if (q > 4)
      __syncthreads();
    else
      q = q * 2 + 1;
    __syncthreads();
  }
  out[threadIdx.x] = q;
}

// CHECK: verdict on 'warp_sync_divergent': race freedom {{refuted|not proven}}, barrier uniformity {{refuted|not proven}}
__global__ void warp_sync_divergent(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t & 1)
    __syncwarp();
  OUT(s[t ^ 1]);
}

// CHECK: verdict on 'warp_sync_first_warp': race freedom proven, barrier uniformity proven
__global__ void warp_sync_first_warp(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 32) {
    __syncwarp();
    OUT(s[t ^ 1]);
  }
}

void launch() {
  both_branches<<<4, 64>>>(any<int *>());
  both_branches_uniform<<<4, 64>>>(any<int *>(), any<int>());
  own_trips<<<4, 64>>>(any<int *>());
  by_value<<<4, 64>>>(any<int *>(), any<const int *>());
  by_value_same_phase<<<4, 64>>>(any<int *>(), any<const int *>());
  by_warp_value<<<4, 64>>>(any<int *>(), any<const int *>());
  by_global_value<<<4, 64>>>(any<int *>(), any<int *>());
  by_global_later<<<4, 64>>>(any<int *>(), any<int *>());
  by_atomic<<<4, 64>>>(any<int *>(), any<int *>());
  by_content<<<4, 64>>>(any<int *>(), any<const int *>());
  by_content_volatile<<<4, 64>>>(any<int *>(), any<const volatile int *>());
  temporal<<<4, 64>>>(any<int *>());
  temporal_induction<<<4, 64>>>(any<int *>(), any<int>());
  temporal_carried<<<4, 64>>>(any<int *>(), any<const int *>());
  exit_iteration<<<1, 64>>>(any<int *>(), any<const int *>());
  equal_trips<<<4, 32>>>(any<int *>());
  unequal_trips<<<4, 48>>>(any<int *>());
  late_read<<<1, 64>>>(any<int *>());
  racy_flag<<<1, 64>>>(any<int *>());
  good_flag<<<1, 64>>>(any<int *>());
  or_loop<<<4, 64>>>(any<int *>(), any<const int *>());
  any_loop<<<4, 64>>>(any<int *>(), any<const int *>());
  exit_uniform<<<4, 64>>>(any<int *>(), any<int>());
  exit_after<<<4, 64>>>(any<int *>(), any<int>());
  exit_first<<<4, 64>>>(any<int *>(), any<int>());
  exit_asm<<<1, 64>>>(any<int *>());
  trap_guard<<<1, 64>>>(any<int *>());
  trap_barrier<<<1, 64>>>(any<int *>());
  carried_guard<<<1, 64>>>(any<int *>());
  warp_sync_divergent<<<4, 64>>>(any<int *>());
  warp_sync_first_warp<<<4, 64>>>(any<int *>());
}
