// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-warp-mask

#include "cuda_runtime.h"

constexpr unsigned All = 0xffffffff;
constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)

__device__ int place() { return blockIdx.x * Block + threadIdx.x; }
__device__ int lane() { return threadIdx.x % 32; }

// The mask leaves out lanes that execute the operation.

KERNEL lane_number_mask(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int warp = __shfl_sync(0x1f, threadIdx.x / 32, 0);
  // expected-warning@-1 {{the mask of this shuffle leaves out a lane that executes it}}
  // expected-note@-2 {{thread (5,0,0) of block (0,0,0) executes it and is not in its mask}}
  out[place()] = warp;
}
KERNEL half_mask(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  out[place()] = __ballot_sync(0xffff, out[place()] > 0);
  // expected-warning@-1 {{the mask of this vote leaves out a lane that executes it}}
  // expected-note@-2 {{thread (16,0,0) of block (0,0,0) executes it and is not in its mask}}
}
KERNEL ballot_off_by_one(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  unsigned mask = __ballot_sync(All, lane() < 16);
  int v = lane();
  if (lane() <= 16)
    v += __shfl_xor_sync(mask, v, 1);
    // expected-warning@-1 {{the mask of this shuffle leaves out a lane that executes it}}
    // expected-note@-2 {{thread (16,0,0) of block (0,0,0) executes it and is not in its mask}}
  out[place()] = v;
}
__device__ unsigned first(int n) { return (1u << n) - 1; }
template <int N> KERNEL generic(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  s[threadIdx.x] = out[place()];
  __syncwarp(first(N));
  // expected-warning@-1 {{the mask of this __syncwarp() leaves out a lane that executes it}}
  // expected-note@-2 {{thread (24,0,0) of block (0,0,0) executes it and is not in its mask}}
  out[place()] = s[threadIdx.x];
}
template __global__ void generic<24>(int *);
KERNEL reduction(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  out[place()] = __reduce_add_sync(0xf0f0f0f0, 1);
  // expected-warning@-1 {{the mask of this warp reduction leaves out a lane that executes it}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) executes it and is not in its mask}}
}
KERNEL match(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  out[place()] = __match_any_sync(~1u, 1);
  // expected-warning@-1 {{the mask of this match leaves out a lane that executes it}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) executes it and is not in its mask}}
}

KERNEL lane_number_mask_good(int *out) {
  int warp = __shfl_sync(All, threadIdx.x / 32, 0);
  out[place()] = warp;
}
KERNEL half_mask_good(int *out) {
  int v = lane();
  if (lane() < 16)
    v = __ballot_sync(0xffff, v > 3);
  out[place()] = v;
}
KERNEL ballot_good(int *out, int n) {
  unsigned mask = __ballot_sync(All, place() < n);
  if (place() < n)
    out[place()] = __shfl_xor_sync(mask, lane(), 1);
}
KERNEL tile_good(int *out) {
  unsigned mask = 0xffu << (lane() & -8);
  out[place()] = __shfl_xor_sync(mask, lane(), 1, 8);
}

// The mask names lanes that do not come.

KERNEL in_branch(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int v = lane();
  if (lane() < 16)
    v += __shfl_down_sync(All, v, 8);
    // expected-warning@-1 {{the mask of this shuffle names a lane that does not come here}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) executes it}}
    // expected-note@-3 {{thread (16,0,0) of block (0,0,0) is in its mask and does not come here}}
  out[place()] = v;
}
__device__ int sum(int v) {
  for (int o = 16; o > 0; o /= 2)
    v += __shfl_xor_sync(All, v, o);
    // expected-warning@-1 {{the mask of this shuffle names a lane that does not come here}}
    // expected-note@-2 {{thread (1,0,0) of block (0,0,0) executes it}}
    // expected-note@-3 {{thread (0,0,0) of block (0,0,0) is in its mask and does not come here}}
  return v;
}
KERNEL in_helper(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int v = lane();
  if (threadIdx.x % 2)
    v = sum(v); // expected-note {{called from here}}
  out[place()] = v;
}
KERNEL partial_syncwarp(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (lane() < 8)
    __syncwarp(0xffff);
    // expected-warning@-1 {{the mask of this __syncwarp() names a lane that does not come here}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) executes it}}
    // expected-note@-3 {{thread (8,0,0) of block (0,0,0) is in its mask and does not come here}}
  out[place()] = 1;
}

KERNEL whole_warp_good(int *out) {
  int v = lane();
  if (threadIdx.x < 32)
    v += __shfl_down_sync(All, v, 8);
  out[place()] = v;
}
KERNEL by_warp_good(int *out, int n) {
  int v = lane();
  for (int row = threadIdx.x / 32; row < n; row += 2)
    v += __shfl_down_sync(All, v, 8);
  out[place()] = v;
}
KERNEL early_return_good(int *out) {
  if (threadIdx.x >= 60)
    return;
  out[place()] = __shfl_xor_sync(All, lane(), 1);
}
KERNEL data_good(int *out, const int *in) {
  int v = in[place()];
  if (v > 0)
    v += __shfl_down_sync(All, v, 8); // depends on the data
  out[place()] = v;
}

// The lanes that happen to be together.

KERNEL active(const int *in, int *out, int n) {
  if (place() < n) {
    int v = in[place()];
    unsigned mask = __activemask();
    // expected-warning@-1 {{__activemask() gives the lanes that happen to be together here, not those that the shuffle}}
    for (int o = 16; o > 0; o /= 2) {
      int u =
          __shfl_down_sync(mask, v, o); // expected-note {{the shuffle takes it as its mask}}
      v += lane() + o < __popc(mask) ? u : 0;
    }
    out[place()] = v;
  }
}
KERNEL active_barrier(int *out) {
  __shared__ int s[Block];
  s[threadIdx.x] = lane();
  __syncwarp(__activemask());
  // expected-warning@-1 {{__activemask() gives the lanes that happen to be together here, not those that the __syncwarp()}}
  // expected-note@-2 {{the __syncwarp() takes it as its mask}}
  out[place()] = s[threadIdx.x];
}
KERNEL ballot_instead_good(const int *in, int *out, int n) {
  unsigned mask = __ballot_sync(All, place() < n);
  if (place() < n) {
    int v = in[place()];
    v += __shfl_down_sync(mask, v, 1);
    out[place()] = v;
  }
}
// Whoever is there elects a leader among those who are there.
KERNEL opportunistic_good(const int *in, int *out, int *count) {
  if (in[place()] > 0) {
    unsigned mask = __activemask();
    int leader = __ffs(mask) - 1, base = 0;
    if (lane() == leader)
      base = atomicAdd(count, __popc(mask));
    out[place()] = __shfl_sync(mask, base, leader);
  }
}
KERNEL counted_good(int *out) { out[place()] = __popc(__activemask()); }

// Something else where the mask belongs.

KERNEL forgotten(int *out) {
  int v = out[place()];
  for (int o = 16; o > 0; o /= 2)
    v += __shfl_down_sync(v, o, 32);
    // expected-warning@-1 {{a value stands where the mask of this shuffle belongs}}
  out[place()] = v;
}
KERNEL forgotten_float(const float *in, int *out) {
  float v = in[place()];
  out[place()] = __shfl_xor_sync(v, 1, 16);
  // expected-warning@-1 {{a value stands where the mask of this shuffle belongs}}
}
KERNEL accumulated(int *out) {
  int v = out[place()];
  for (int o = 16; o > 0; o /= 2)
    v += __shfl_xor_sync(v, v, o);
    // expected-warning@-1 {{a value stands where the mask of this shuffle belongs}}
  out[place()] = v;
}
KERNEL given_good(int *out, unsigned mask) {
  out[place()] = __shfl_xor_sync(mask, lane(), 1);
}

// Constants of the shuffle itself.

KERNEL dead_source(int *out) {
  int v = lane();
  if (lane() >= 16)
    v = __shfl_sync(0xffff0000, v, 0);
    // expected-warning@-1 {{the lane that this shuffle reads from is not in its mask}}
  out[place()] = v;
}
KERNEL width(int *out) {
  out[place()] = __shfl_down_sync(All, lane(), 1, 24);
  // expected-warning@-1 {{the width of this shuffle is not a power of two up to 32}}
}
KERNEL constants_good(int *out) {
  int v = __shfl_down_sync(All, lane(), 1, 8);
  if (lane() >= 16)
    v = __shfl_sync(0xffff0000, v, 16);
  out[place()] = v;
}

// No launch in view, and a mask for blocks of sixteen threads.
__global__ void small_block_good(int *out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffff, threadIdx.x, 1);
}

void launch(int *out, const int *in, const float *f, int n) {
  lane_number_mask<<<4, Block>>>(out);
  half_mask<<<4, Block>>>(out);
  ballot_off_by_one<<<4, Block>>>(out);
  generic<24><<<4, Block>>>(out);
  reduction<<<4, Block>>>(out);
  match<<<4, Block>>>(out);
  lane_number_mask_good<<<4, Block>>>(out);
  half_mask_good<<<4, Block>>>(out);
  ballot_good<<<4, Block>>>(out, n);
  tile_good<<<4, Block>>>(out);
  in_branch<<<4, Block>>>(out);
  in_helper<<<4, Block>>>(out);
  partial_syncwarp<<<4, Block>>>(out);
  whole_warp_good<<<4, Block>>>(out);
  by_warp_good<<<4, Block>>>(out, n);
  early_return_good<<<4, Block>>>(out);
  data_good<<<4, Block>>>(out, in);
  active<<<4, Block>>>(in, out, n);
  active_barrier<<<4, Block>>>(out);
  ballot_instead_good<<<4, Block>>>(in, out, n);
  opportunistic_good<<<4, Block>>>(in, out, out);
  counted_good<<<4, Block>>>(out);
  forgotten<<<4, Block>>>(out);
  forgotten_float<<<4, Block>>>(f, out);
  accumulated<<<4, Block>>>(out);
  given_good<<<4, Block>>>(out, All);
  dead_source<<<4, Block>>>(out);
  width<<<4, Block>>>(out);
  constants_good<<<4, Block>>>(out);
}
