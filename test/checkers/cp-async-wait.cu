// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-cp-async-wait

#include "mock_ptx.h"

constexpr int Block = 128;
#define KERNEL __global__ void __launch_bounds__(Block)

// One group, and a wait that lets one be on the way.

template <int Left> KERNEL single(const float4 *x, float4 *out) {
  __shared__ float4 buf[Block];
  ptx::cp_async16(&buf[threadIdx.x], &x[threadIdx.x]); // expected-note {{the copy is issued here}}
  ptx::cp_async_commit_group();
  ptx::cp_async_wait_group<Left>(); // expected-warning {{this wait does not cover the asynchronous copy of line 13 to 'buf', which is read after it}}
  __syncthreads();
  out[threadIdx.x] = buf[Block - 1 - threadIdx.x]; // expected-note {{it is read here}}
}
template __global__ void single<0>(const float4 *, float4 *);
template __global__ void single<1>(const float4 *, float4 *);

// The group was not committed.
KERNEL not_committed(const float4 *x, float4 *out) {
  __shared__ float4 buf[Block];
  ptx::cp_async16(&buf[threadIdx.x], &x[threadIdx.x]); // expected-note {{the copy is issued here}}
  ptx::cp_async_wait_group<0>(); // expected-warning {{this wait does not cover the asynchronous copy of line 25 to 'buf', which is read after it}}
  __syncthreads();
  out[threadIdx.x] = buf[Block - 1 - threadIdx.x]; // expected-note {{it is read here}}
}

// Stages in a loop.
template <int Stages, int Left>
KERNEL stages(const float4 *x, float4 *out, int n) { // expected-note {{with gridDim (1,1,1), blockDim (128,1,1), n = 3}}
  __shared__ float4 buf[Stages][Block];
  const int t = threadIdx.x;
  for (int s = 0; s < Stages - 1; ++s) {
    if (s < n)
      ptx::cp_async16(&buf[s][t], &x[s * Block + t]);
    ptx::cp_async_commit_group();
  }
  for (int s = 0; s < n; ++s) {
    ptx::cp_async_wait_group<Left>(); // expected-warning {{this wait leaves the asynchronous copy of line 48 to shared memory 'buf' on the way, and a read follows in line 44}}
    __syncthreads(); // expected-note {{the copy may still be on the way at this barrier: its thread has not waited for it}}
    out[s * Block + t] = buf[s % Stages][Block - 1 - t]; // expected-note {{thread (0,0,0) of block (0,0,0) reads buf[2][127], iteration 2}}
    __syncthreads();
    const int next = s + Stages - 1;
    if (next < n)
      ptx::cp_async16(&buf[next % Stages][t], &x[next * Block + t]); // expected-note {{thread (127,0,0) of block (0,0,0) copies to buf[2][127], iteration 0}}
    ptx::cp_async_commit_group();
  }
}
template __global__ void stages<3, 2>(const float4 *, float4 *, int);
template __global__ void stages<3, 1>(const float4 *, float4 *, int);
template __global__ void stages<4, 2>(const float4 *, float4 *, int);

// Read by the tensor cores' loads, in a class.
struct Pipeline {
  float4 *buf;
  __device__ void fetch(const float4 *x) {
    ptx::cp_async16(&buf[threadIdx.x], &x[threadIdx.x]);
    ptx::cp_async_commit_group();
  }
  template <int Left> __device__ void wait() {
    ptx::cp_async_wait_group<Left>();
    __syncthreads();
  }
  __device__ unsigned row(int at) {
    unsigned v;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(ptx::shared(&buf[at])) : "memory");
    return v;
  }
};
template <int Left> KERNEL matrix(const float4 *x, unsigned *out) {
  __shared__ float4 buf[Block];
  Pipeline p{buf};
  p.fetch(x); // expected-note {{the copy is issued here}}
  p.wait<Left>(); // expected-warning {{this wait does not cover the asynchronous copy of line 76 to 'buf', which is read after it}}
  out[threadIdx.x] = p.row((threadIdx.x + 32) % Block); // expected-note {{it is read here}}
}
template __global__ void matrix<1>(const float4 *, unsigned *);
template __global__ void matrix<0>(const float4 *, unsigned *);

// The second of two groups is not waited for, the first is.
KERNEL two_groups(const float4 *x, float4 *out) {
  __shared__ float4 a[Block], b[Block];
  ptx::cp_async16(&a[threadIdx.x], &x[threadIdx.x]);
  ptx::cp_async_commit_group();
  ptx::cp_async16(&b[threadIdx.x], &x[Block + threadIdx.x]); // expected-note {{the copy is issued here}}
  ptx::cp_async_commit_group();
  ptx::cp_async_wait_group<1>(); // expected-warning {{this wait does not cover the asynchronous copy of line 88 to 'b', which is read after it}}
  __syncthreads();
  out[threadIdx.x] = a[Block - 1 - threadIdx.x];
  out[Block + threadIdx.x] = b[Block - 1 - threadIdx.x]; // expected-note {{it is read here}}
}
KERNEL two_waits(const float4 *x, float4 *out) {
  __shared__ float4 a[Block], b[Block];
  ptx::cp_async16(&a[threadIdx.x], &x[threadIdx.x]);
  ptx::cp_async_commit_group();
  ptx::cp_async16(&b[threadIdx.x], &x[Block + threadIdx.x]);
  ptx::cp_async_commit_group();
  ptx::cp_async_wait_group<1>();
  __syncthreads();
  out[threadIdx.x] = a[Block - 1 - threadIdx.x];
  ptx::cp_async_wait_group<0>();
  __syncthreads();
  out[Block + threadIdx.x] = b[Block - 1 - threadIdx.x];
}
// Everything is waited for at once.
KERNEL wait_all(const float4 *x, float4 *out) {
  __shared__ float4 buf[Block];
  ptx::cp_async16(&buf[threadIdx.x], &x[threadIdx.x]);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = buf[Block - 1 - threadIdx.x];
}

// Bulk stores and what they read.

template <bool Wait> KERNEL reuse(const float *x, float *out, int n) {
  __shared__ alignas(128) float tile[Block];
  for (int s = 0; s < n; ++s) {
    tile[threadIdx.x] = 2 * x[s * Block + threadIdx.x]; // expected-warning {{this write of 'tile' comes before the bulk copy that reads it has been waited for}}
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk_store(out + s * Block, tile, sizeof(tile)); // expected-note {{the bulk copy is issued here}}
      ptx::cp_async_bulk_commit_group();
      if (Wait)
        ptx::cp_async_bulk_wait_group_read<0>();
    }
    __syncthreads();
  }
  ptx::cp_async_bulk_wait_group_read<0>();
}
template __global__ void reuse<false>(const float *, float *, int);
template __global__ void reuse<true>(const float *, float *, int);

// With two tiles one store may be on the way.
KERNEL two_tiles(const float *x, float *out, int n) {
  __shared__ alignas(128) float tile[2][Block];
  for (int s = 0; s < n; ++s) {
    if (threadIdx.x == 0)
      ptx::cp_async_bulk_wait_group_read<1>();
    __syncthreads();
    tile[s % 2][threadIdx.x] = 2 * x[s * Block + threadIdx.x];
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk_store(out + s * Block, tile[s % 2], sizeof(tile[0]));
      ptx::cp_async_bulk_commit_group();
    }
  }
}
