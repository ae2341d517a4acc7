// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Flags, fences, locks and counters. What the prover does not recognise must be
// neither proven nor, where it may order the accesses, refuted.

#include "cuda_runtime.h"

template <class T> T any();

// CHECK: verdict on 'flag_no_fence': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void flag_no_fence(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      flag[0] = 1;
    }
  } else if (threadIdx.x == 0) {
    while (flag[0] == 0)
      ;
    out[blockIdx.x] = data[0];
  }
}

// CHECK: verdict on 'flag_fence': race freedom not proven, barrier uniformity proven
__global__ void flag_fence(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      __threadfence();
      atomicExch(flag, 1);
    }
  } else if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0)
      ;
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}

// CHECK: verdict on 'lock': race freedom not proven, barrier uniformity {{.*}}
__global__ void lock(int *l, int *v) {
  if (threadIdx.x == 0) {
    while (atomicCAS(l, 0, 1))
      ;
    __threadfence();
    v[0] += 1;
    __threadfence();
    atomicExch(l, 0);
  }
}

// CHECK: verdict on 'lock_no_fence': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void lock_no_fence(int *l, int *v) {
  if (threadIdx.x == 0) {
    while (atomicCAS(l, 0, 1))
      ;
    v[0] += 1;
    atomicExch(l, 0);
  }
}

// CHECK: verdict on 'last_block': race freedom not proven, barrier uniformity {{.*}}
__global__ void last_block(const float *in, float *part, float *out,
                           unsigned *count) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(count, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float v = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      v += part[i];
    out[0] = v;
  }
}

// CHECK: verdict on 'last_block_barrier': race freedom not proven, barrier uniformity {{.*}}
__global__ void last_block_barrier(const float *in, float *part, float *out,
                                   unsigned *count) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(count, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __syncthreads();
    if (threadIdx.x == 0) {
      float v = 0;
      for (unsigned i = 0; i < gridDim.x; ++i)
        v += part[i];
      out[0] = v;
    }
  }
}

// The counter gives each place once.
// CHECK: verdict on 'append': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void append(int *q, int *n, const int *in) {
  int t = blockIdx.x * 64 + threadIdx.x;
  if (in[t])
    q[atomicAdd(n, 1)] = t;
}

// CHECK: verdict on 'append1': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void append1(int *q, int *n) { q[atomicAdd(n, 1)] = threadIdx.x; }

// CHECK: verdict on 'append0': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append0(int *q, int *n) { q[atomicAdd(n, 0)] = threadIdx.x; }

// CHECK: verdict on 'append_k': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_k(int *q, int *n, int k) {
  q[atomicAdd(n, k)] = threadIdx.x;
}

// CHECK: verdict on 'append_tid': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_tid(int *q, int *n) {
  q[atomicAdd(n, (int)threadIdx.x)] = threadIdx.x;
}

// CHECK: verdict on 'append_neg': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_neg(int *q, int *n) {
  if (threadIdx.x & 1)
    q[atomicAdd(n, 1)] = threadIdx.x;
  else
    q[atomicAdd(n, -1)] = 7;
}

// CHECK: verdict on 'append_pair': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_pair(int *q, int *n) {
  int i = atomicAdd(n, 1);
  q[i] = threadIdx.x;
  q[i + 1] = 2;
}

// CHECK: verdict on 'append_pair2': race freedom proven, barrier uniformity proven
__global__ void append_pair2(int *q, int *n) {
  int i = atomicAdd(n, 2);
  q[i] = threadIdx.x;
  q[i + 1] = 2;
}

// CHECK: verdict on 'append_half': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_half(int *q, int *n) {
  int i = atomicAdd(n, 1);
  q[i / 2] = threadIdx.x;
}

// A counter for each block, one queue for all.
// CHECK: verdict on 'append_shared': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_shared(int *q) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  q[atomicAdd(&n, 1)] = threadIdx.x;
}

// CHECK: verdict on 'append_shared_one': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void append_shared_one(int *q) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  q[atomicAdd(&n, 1)] = threadIdx.x;
}

// CHECK: verdict on 'append_reset': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_reset(int *q) {
  __shared__ int n;
  for (int k = 0; k < 3; ++k) {
    if (threadIdx.x == 0)
      n = 0;
    __syncthreads();
    q[atomicAdd(&n, 1)] = threadIdx.x;
    __syncthreads();
  }
}

// CHECK: verdict on 'append_reset_g': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_reset_g(int *q, int *n) {
  q[atomicAdd(n, 1)] = threadIdx.x;
  if (threadIdx.x == 3)
    atomicExch(n, 0);
}

// It starts again at 6.
// CHECK: verdict on 'append_inc': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_inc(int *q, unsigned *n) {
  q[atomicInc(n, 5u)] = threadIdx.x;
}

// CHECK: verdict on 'append_block': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_block(int *q, int *n) {
  q[atomicAdd_block(n, 1)] = threadIdx.x;
}

// CHECK: verdict on 'append_two_counters': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_two_counters(int *q, int *n, int *m) {
  q[atomicAdd(threadIdx.x & 1 ? n : m, 1)] = threadIdx.x;
}

// CHECK: verdict on 'append_two_cells': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_two_cells(int *q, int *n) {
  q[atomicAdd(n + (threadIdx.x & 1), 1)] = threadIdx.x;
}

// CHECK: verdict on 'append_alias': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_alias(int *q) { q[atomicAdd(q, 1)] = threadIdx.x; }

// CHECK: verdict on 'append_byte': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_byte(int *q, int *n) {
  unsigned char i = atomicAdd(n, 1);
  q[i] = threadIdx.x;
}

// CHECK: verdict on 'append_mod': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_mod(int *q, int *n) {
  int i = atomicAdd(n, 1) % 64;
  q[i] = threadIdx.x;
}

// CHECK: verdict on 'append_read': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_read(int *q, int *n) {
  int i = atomicAdd(n, 1);
  q[i] = threadIdx.x;
  if (i > 0)
    q[i + 1000] = q[i - 1];
}

// CHECK: verdict on 'append_loop': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void append_loop(int *q, int *n) {
  for (int k = 0; k < 3; ++k)
    q[atomicAdd(n, 1)] = threadIdx.x;
}

// CHECK: verdict on 'append_max': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_max(int *q, int *n) {
  q[atomicMax(n, (int)threadIdx.x)] = threadIdx.x;
}

// One place for a warp.
// CHECK: verdict on 'append_shfl': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_shfl(int *q, int *n) {
  int i = 0;
  if (threadIdx.x % 32 == 0)
    i = atomicAdd(n, 1);
  i = __shfl_sync(~0u, i, 0);
  q[i] = threadIdx.x;
}

// CHECK: verdict on 'append_exch': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void append_exch(int *q, int *n) {
  q[atomicExch(n, (int)threadIdx.x)] = threadIdx.x;
}

// CHECK: verdict on 'histogram': race freedom proven, barrier uniformity proven
__global__ void histogram(unsigned *h, const unsigned char *in) {
  __shared__ unsigned s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 64)
    s[i] = 0;
  __syncthreads();
  atomicAdd(&s[in[t]], 1u);
  __syncthreads();
  for (int i = t; i < 256; i += 64)
    atomicAdd(&h[i], s[i]);
}

// CHECK: verdict on 'histogram_no_barrier': race freedom refuted, barrier uniformity proven
__global__ void histogram_no_barrier(unsigned *h, const unsigned char *in) {
  __shared__ unsigned s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 64)
    s[i] = 0;
  __syncthreads();
  atomicAdd(&s[t & 7], 1u);
  for (int i = t; i < 256; i += 64)
    atomicAdd(&h[i], s[i]);
}

// CHECK: verdict on 'histogram_no_init_barrier': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void histogram_no_init_barrier(unsigned *h,
                                          const unsigned char *in) {
  __shared__ unsigned s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 64)
    s[i] = 0;
  atomicAdd(&s[in[t]], 1u);
  __syncthreads();
  for (int i = t; i < 256; i += 64)
    atomicAdd(&h[i], s[i]);
}

// CHECK: verdict on 'block_scope': race freedom refuted, barrier uniformity proven
__global__ void block_scope(unsigned *h) { atomicAdd_block(h, 1u); }

// CHECK: verdict on 'block_scope_own': race freedom proven, barrier uniformity proven
__global__ void block_scope_own(unsigned *h) {
  atomicAdd_block(h + blockIdx.x, 1u);
}

// CHECK: verdict on 'block_scope_shared': race freedom proven, barrier uniformity proven
__global__ void block_scope_shared(unsigned *h) {
  __shared__ unsigned s;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  atomicAdd_block(&s, 1u);
  __syncthreads();
  if (threadIdx.x == 0)
    h[blockIdx.x] = s;
}

// CHECK: verdict on 'block_and_device': race freedom refuted, barrier uniformity proven
__global__ void block_and_device(unsigned *h) {
  if (blockIdx.x == 0)
    atomicAdd_block(h, 1u);
  else
    atomicAdd(h, 1u);
}

// CHECK: verdict on 'mixed': race freedom refuted, barrier uniformity proven
__global__ void mixed(int *n) {
  atomicAdd(n, 1);
  if (threadIdx.x == 0)
    n[0] = 0;
}

void launch() {
  flag_no_fence<<<4, 64>>>(any<int *>(), any<volatile int *>(), any<int *>());
  flag_fence<<<4, 64>>>(any<int *>(), any<int *>(), any<int *>());
  lock<<<4, 64>>>(any<int *>(), any<int *>());
  lock_no_fence<<<4, 64>>>(any<int *>(), any<int *>());
  last_block<<<4, 64>>>(any<const float *>(), any<float *>(), any<float *>(),
                        any<unsigned *>());
  last_block_barrier<<<4, 64>>>(any<const float *>(), any<float *>(),
                                any<float *>(), any<unsigned *>());
  append<<<4, 64>>>(any<int *>(), any<int *>(), any<const int *>());
  append1<<<4, 64>>>(any<int *>(), any<int *>());
  append0<<<4, 64>>>(any<int *>(), any<int *>());
  append_k<<<4, 64>>>(any<int *>(), any<int *>(), any<int>());
  append_tid<<<4, 64>>>(any<int *>(), any<int *>());
  append_neg<<<4, 64>>>(any<int *>(), any<int *>());
  append_pair<<<4, 64>>>(any<int *>(), any<int *>());
  append_pair2<<<4, 64>>>(any<int *>(), any<int *>());
  append_half<<<4, 64>>>(any<int *>(), any<int *>());
  append_shared<<<4, 64>>>(any<int *>());
  append_shared_one<<<1, 64>>>(any<int *>());
  append_reset<<<1, 64>>>(any<int *>());
  append_reset_g<<<4, 64>>>(any<int *>(), any<int *>());
  append_inc<<<4, 64>>>(any<int *>(), any<unsigned *>());
  append_block<<<4, 64>>>(any<int *>(), any<int *>());
  append_two_counters<<<4, 64>>>(any<int *>(), any<int *>(), any<int *>());
  append_two_cells<<<4, 64>>>(any<int *>(), any<int *>());
  append_alias<<<4, 64>>>(any<int *>());
  append_byte<<<4, 64>>>(any<int *>(), any<int *>());
  append_mod<<<4, 64>>>(any<int *>(), any<int *>());
  append_read<<<4, 64>>>(any<int *>(), any<int *>());
  append_loop<<<4, 64>>>(any<int *>(), any<int *>());
  append_max<<<4, 64>>>(any<int *>(), any<int *>());
  append_shfl<<<4, 64>>>(any<int *>(), any<int *>());
  append_exch<<<4, 64>>>(any<int *>(), any<int *>());
  histogram<<<4, 64>>>(any<unsigned *>(), any<const unsigned char *>());
  histogram_no_barrier<<<4, 64>>>(any<unsigned *>(),
                                  any<const unsigned char *>());
  histogram_no_init_barrier<<<4, 64>>>(any<unsigned *>(),
                                       any<const unsigned char *>());
  block_scope<<<4, 64>>>(any<unsigned *>());
  block_scope_own<<<4, 64>>>(any<unsigned *>());
  block_scope_shared<<<4, 64>>>(any<unsigned *>());
  block_and_device<<<4, 64>>>(any<unsigned *>());
  mixed<<<4, 64>>>(any<int *>());
}
