// SPDX-License-Identifier: Apache-2.0
// REQUIRES: cuda, cccl
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- %real_cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// What a group orders: sync(tile) is no barrier of the block, whatever the name
// says.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// CHECK: verdict on 'tile_across': race freedom {{refuted|not proven}}
__global__ void __launch_bounds__(64) tile_across(int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  cg::sync(tile);
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x];
}

// CHECK: verdict on 'small_tile': race freedom {{refuted|not proven}}
__global__ void __launch_bounds__(64) small_tile(int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 8];
}

// CHECK: verdict on 'whole_block': race freedom proven, barrier uniformity proven
__global__ void __launch_bounds__(64) whole_block(int *out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  s[threadIdx.x] = threadIdx.x;
  block.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x];
}

// CHECK: verdict on 'whole_block_function': race freedom proven, barrier uniformity proven
__global__ void __launch_bounds__(64) whole_block_function(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  cg::sync(cg::this_thread_block());
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x];
}

// Half of the block asks for the whole one.
// CHECK: verdict on 'half_of_the_block': {{.*}}, barrier uniformity {{refuted|not proven}}
__global__ void __launch_bounds__(64) half_of_the_block(int *out) {
  if (threadIdx.x < 32)
    cg::this_thread_block().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// The grid meets; the threads of other blocks are ordered as well.
// CHECK: verdict on 'whole_grid': race freedom proven, barrier uniformity proven
__global__ void __launch_bounds__(64) whole_grid(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  int v = data[n - 1 - i];
  cg::this_grid().sync();
  data[i] = v;
}

// CHECK: verdict on 'block_for_grid': race freedom refuted
__global__ void __launch_bounds__(64) block_for_grid(int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  int v = data[n - 1 - i];
  cg::this_thread_block().sync();
  data[i] = v;
}

// The leader of the converged threads only.
// CHECK: verdict on 'leader': race freedom {{refuted|not proven}}
__global__ void __launch_bounds__(64) leader(int *out) {
  __shared__ int s;
  auto active = cg::coalesced_threads();
  if (active.thread_rank() == 0)
    s = threadIdx.x;
  active.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
