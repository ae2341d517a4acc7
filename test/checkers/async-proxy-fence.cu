// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-async-proxy-fence

#include "mock_ptx.h"

using ptx::u64;
constexpr int Block = 128, A = 64 * 16, B = 8 * 16;
#define KERNEL __global__ void __launch_bounds__(Block)

// Tiles of the tensor cores.

KERNEL product(const short *a, const short *b, float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  for (int i = threadIdx.x; i < A; i += Block)
    sa[i] = a[i]; // expected-note {{written through the generic proxy here}} expected-note {{each thread that writes needs fence.proxy.async after its writes and before the barrier}}
  for (int i = threadIdx.x; i < B; i += Block)
    sb[i] = b[i]; // expected-note {{written through the generic proxy here}} expected-note {{each thread that writes needs fence.proxy.async after its writes and before the barrier}}
  __syncthreads();
  float d[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb); // expected-warning {{the tensor cores read 'sa' through the async proxy, and no fence.proxy.async comes after the write in line 15}} expected-warning {{the tensor cores read 'sb' through the async proxy, and no fence.proxy.async comes after the write in line 17}}
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}
KERNEL product_fenced(const short *a, const short *b, float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  for (int i = threadIdx.x; i < A; i += Block)
    sa[i] = a[i];
  for (int i = threadIdx.x; i < B; i += Block)
    sb[i] = b[i];
  ptx::fence_proxy_async();
  __syncthreads();
  float d[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}
// The fence comes before the writes of the second tile.
KERNEL fence_too_early(const short *a, const short *b, float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  for (int i = threadIdx.x; i < A; i += Block)
    sa[i] = a[i];
  ptx::fence_proxy_async();
  for (int i = threadIdx.x; i < B; i += Block)
    sb[i] = b[i]; // expected-note {{written through the generic proxy here}} expected-note {{each thread that writes needs fence.proxy.async after its writes and before the barrier}}
  __syncthreads();
  float d[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb); // expected-warning {{the tensor cores read 'sb' through the async proxy, and no fence.proxy.async comes after the write in line 48}}
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}

// Through helpers, in a template, in a loop.
struct Loader {
  short *tile;
  __device__ void fill(const short *from) {
    for (int i = threadIdx.x; i < A; i += Block)
      tile[i] = from[i];
  }
  __device__ void publish() { ptx::fence_proxy_async(); }
};
template <bool Fence>
KERNEL steps(const short *a, const short *b, float *c, int n) {
  __shared__ alignas(128) short sa[A], sb[B];
  Loader loader{sa};
  float d[4] = {};
  for (int i = threadIdx.x; i < B; i += Block)
    sb[i] = b[i];
  ptx::fence_proxy_async();
  for (int s = 0; s < n; ++s) {
    loader.fill(a + s * A); // expected-note {{written through the generic proxy here}} expected-note {{each thread that writes needs fence.proxy.async after its writes and before the barrier}}
    if (Fence)
      loader.publish();
    __syncthreads();
    ptx::wgmma_fence();
    ptx::wgmma_tile(d, sa, sb); // expected-warning {{the tensor cores read 'sa' through the async proxy, and no fence.proxy.async comes after the write in line 76}}
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>();
    __syncthreads();
  }
  c[threadIdx.x] = d[0];
}
template __global__ void steps<false>(const short *, const short *, float *, int);
template __global__ void steps<true>(const short *, const short *, float *, int);

// Two stages: what is written now is not what is read now, and the fence comes
// before it is.
KERNEL stages(const short *a, float *c, int n) {
  __shared__ alignas(128) short sa[2][A];
  float d[4] = {};
  for (int i = threadIdx.x; i < A; i += Block)
    sa[0][i] = a[i];
  ptx::fence_proxy_async();
  __syncthreads();
  for (int s = 0; s < n; ++s) {
    for (int i = threadIdx.x; i < A; i += Block)
      sa[(s + 1) % 2][i] = a[(s + 1) * A + i];
    ptx::wgmma_fence();
    ptx::wgmma_tile(d, sa[s % 2], sa[s % 2]);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>();
    ptx::fence_proxy_async();
    __syncthreads();
  }
  c[threadIdx.x] = d[0];
}

// Bulk stores.

KERNEL store(const float *x, float *out) {
  __shared__ alignas(128) float tile[Block];
  tile[threadIdx.x] = 2 * x[threadIdx.x]; // expected-note {{written through the generic proxy here}} expected-note {{each thread that writes needs fence.proxy.async after its writes and before the barrier}}
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_store(out, tile, sizeof(tile)); // expected-warning {{this bulk copy reads 'tile' through the async proxy, and no fence.proxy.async comes after the write in line 117}}
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read<0>();
  }
}
KERNEL store_fenced(const float *x, float *out) {
  __shared__ alignas(128) float tile[Block];
  tile[threadIdx.x] = 2 * x[threadIdx.x];
  ptx::fence_proxy_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_store(out, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read<0>();
  }
}
// The thread that stores has the fence: the model orders that as well.
KERNEL store_fenced_by_one(const float *x, float *out) {
  __shared__ alignas(128) float tile[Block];
  tile[threadIdx.x] = 2 * x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::fence_proxy_async();
    ptx::cp_async_bulk_store(out, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read<0>();
  }
}
// A fence of memory is none of the proxy.
KERNEL store_after_fence(const float *x, float *out) {
  __shared__ alignas(128) float tile[Block];
  tile[threadIdx.x] = x[threadIdx.x]; // expected-note {{written through the generic proxy here}} expected-note {{each thread that writes needs fence.proxy.async after its writes and before the barrier}}
  __threadfence_block();
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_store(out, tile, sizeof(tile)); // expected-warning {{this bulk copy reads 'tile' through the async proxy, and no fence.proxy.async comes after the write in line 151}}
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read<0>();
  }
}
// Another part of the same array.
KERNEL store_other_half(const float *x, float *out) {
  __shared__ alignas(128) float tile[2 * Block];
  tile[threadIdx.x] = x[threadIdx.x];
  ptx::fence_proxy_async();
  tile[Block + threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_store(out, tile, Block * 4);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read<0>();
  }
  out[Block + threadIdx.x] = tile[Block + threadIdx.x];
}

// A buffer that was changed in place and is filled again.

__device__ void wait(u64 *bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity)) {
  }
}
template <bool Fence> KERNEL refill(const float *x, float *out, int n) {
  __shared__ alignas(128) float tile[Block];
  __shared__ u64 bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  for (int s = 0; s < n; ++s) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(&bar, sizeof(tile));
      ptx::cp_async_bulk(tile, x + s * Block, sizeof(tile), &bar); // expected-warning {{this bulk copy writes 'tile' through the async proxy, and no fence.proxy.async comes after the write in line 195}}
    }
    wait(&bar, s % 2);
    tile[threadIdx.x] *= 2; // expected-note {{written through the generic proxy here}} expected-note {{each thread that writes needs fence.proxy.async after its writes and before the barrier}}
    if (Fence)
      ptx::fence_proxy_async();
    __syncthreads();
    out[s * Block + threadIdx.x] = tile[Block - 1 - threadIdx.x];
    __syncthreads();
  }
}
template __global__ void refill<false>(const float *, float *, int);
template __global__ void refill<true>(const float *, float *, int);

// Written by the async proxy itself.
KERNEL through(const float *x, float *out) {
  __shared__ alignas(128) float tile[Block];
  __shared__ u64 bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init();
    ptx::mbarrier_arrive_expect_tx(&bar, sizeof(tile));
    ptx::cp_async_bulk(tile, x, sizeof(tile), &bar);
  }
  __syncthreads();
  wait(&bar, 0);
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_store(out, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read<0>();
  }
}
