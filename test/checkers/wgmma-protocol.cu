// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-wgmma-protocol

#include "mock_ptx.h"

constexpr int Block = 128, A = 64 * 16, B = 8 * 16;
#define KERNEL __global__ void __launch_bounds__(Block)

__device__ void fill(short *to, const short *from, int n) {
  for (int i = threadIdx.x; i < n; i += Block)
    to[i] = from[i];
}

// Tiles that are written while they are read.

KERNEL late_wait(const short *a, const short *b, float *c, int steps) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  fill(sb, b, B);
  for (int s = 0; s < steps; ++s) {
    for (int i = threadIdx.x; i < A; i += Block)
      sa[i] = a[s * A + i]; // expected-warning {{this write of 'sa' comes before the wgmma that reads it has been waited for}}
    ptx::fence_proxy_async();
    __syncthreads();
    ptx::wgmma_fence();
    ptx::wgmma_tile(d, sa, sb); // expected-note {{the tensor cores may still read it from here}}
    ptx::wgmma_commit_group();
    __syncthreads();
  }
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}
KERNEL wait_each(const short *a, const short *b, float *c, int steps) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  fill(sb, b, B);
  for (int s = 0; s < steps; ++s) {
    for (int i = threadIdx.x; i < A; i += Block)
      sa[i] = a[s * A + i];
    ptx::fence_proxy_async();
    __syncthreads();
    ptx::wgmma_fence();
    ptx::wgmma_tile(d, sa, sb);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>();
    __syncthreads();
  }
  c[threadIdx.x] = d[0];
}
// One group may be left: it is the one that reads the tile.
template <int Left>
KERNEL weak_wait(const short *a, const short *b, float *c, int steps) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  fill(sb, b, B);
  for (int s = 0; s < steps; ++s) {
    for (int i = threadIdx.x; i < A; i += Block)
      sa[i] = a[s * A + i]; // expected-warning {{this write of 'sa' comes before the wgmma that reads it has been waited for}}
    ptx::fence_proxy_async();
    __syncthreads();
    ptx::wgmma_fence();
    ptx::wgmma_tile(d, sa, sb); // expected-note {{the tensor cores may still read it from here}}
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<Left>();
    __syncthreads();
  }
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}
template __global__ void weak_wait<0>(const short *, const short *, float *, int);
template __global__ void weak_wait<1>(const short *, const short *, float *, int);
// With two stages one group may be left.
KERNEL two_stages(const short *a, const short *b, float *c, int steps) {
  __shared__ alignas(128) short sa[2][A], sb[B];
  float d[4] = {};
  fill(sb, b, B);
  for (int s = 0; s < steps; ++s) {
    for (int i = threadIdx.x; i < A; i += Block)
      sa[s % 2][i] = a[s * A + i];
    ptx::fence_proxy_async();
    __syncthreads();
    ptx::wgmma_fence();
    ptx::wgmma_tile(d, sa[s % 2], sb);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<1>();
    __syncthreads();
  }
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}
// Straight on, through a class.
struct Tile {
  short *at;
  __device__ void clear() {
    for (int i = threadIdx.x; i < A; i += Block)
      at[i] = 0;
  }
};
KERNEL cleared(const short *a, const short *b, float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  Tile tile{sa};
  float d[4] = {};
  fill(sa, a, A);
  fill(sb, b, B);
  ptx::fence_proxy_async();
  __syncthreads();
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb); // expected-note {{the tensor cores may still read it from here}}
  ptx::wgmma_commit_group();
  __syncthreads();
  tile.clear(); // expected-warning {{this write of 'sa' comes before the wgmma that reads it has been waited for}}
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0] + sa[threadIdx.x];
}
KERNEL cleared_later(const short *a, const short *b, float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  Tile tile{sa};
  float d[4] = {};
  fill(sa, a, A);
  fill(sb, b, B);
  ptx::fence_proxy_async();
  __syncthreads();
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  __syncthreads();
  tile.clear();
  __syncthreads();
  c[threadIdx.x] = d[0] + sa[threadIdx.x];
}

// Without the fence.

KERNEL no_fence(float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  ptx::wgmma_tile(d, sa, sb); // expected-warning {{no wgmma.fence comes before this wgmma, whose registers earlier instructions have written}}
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}
// The fence may stand anywhere before, and in a branch.
KERNEL fence_in_branch(float *c, int n) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  if (n > 0)
    ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}

// Results that are not there yet.

KERNEL early_result(float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb); // expected-note {{the wgmma is issued here}}
  ptx::wgmma_commit_group();
  float sum = d[0] + d[1]; // expected-warning {{this uses the accumulator of a wgmma that has not been waited for}}
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = sum;
}
KERNEL result(float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0] + d[1];
}
// The wait is for groups, and this one was never committed.
KERNEL no_commit(float *c) {
  __shared__ alignas(128) short sa[A], sb[B];
  float d[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa, sb); // expected-note {{the wgmma is issued here}}
  ptx::wgmma_wait_group<0>(); // expected-note {{this wait does not cover it}}
  c[threadIdx.x] = d[0]; // expected-warning {{this uses the accumulator of a wgmma that has not been waited for}}
}
// The next mma goes on with the registers.
KERNEL chain(float *c) {
  __shared__ alignas(128) short sa[2][A], sb[B];
  float d[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa[0], sb);
  ptx::wgmma_tile(d, sa[1], sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] = d[0];
}
// Two groups; the first one is there.
KERNEL first_of_two(float *c) {
  __shared__ alignas(128) short sa[2][A], sb[B];
  float d[4] = {}, e[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa[0], sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_tile(e, sa[1], sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<1>();
  c[threadIdx.x] = d[0];
  ptx::wgmma_wait_group<0>();
  c[threadIdx.x] += e[0];
}
KERNEL second_of_two(float *c) {
  __shared__ alignas(128) short sa[2][A], sb[B];
  float d[4] = {}, e[4] = {};
  ptx::wgmma_fence();
  ptx::wgmma_tile(d, sa[0], sb);
  ptx::wgmma_commit_group();
  ptx::wgmma_tile(e, sa[1], sb); // expected-note {{the wgmma is issued here}}
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<1>(); // expected-note {{this wait does not cover it}}
  c[threadIdx.x] = d[0] + e[0]; // expected-warning {{this uses the accumulator of a wgmma that has not been waited for}}
}
