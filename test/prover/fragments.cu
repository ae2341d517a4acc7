// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Matrix fragments: a warp loads and stores the rows of one tile together.

#include "cuda_runtime.h"

template <class T> T any();

// CHECK: verdict on 'tiles': race freedom proven
__global__ void tiles(float *d) {
  float c[8] = {};
  int warp = threadIdx.x / 32;
  __hmma_m16n16k16_st_c_f32(d + (blockIdx.x * 8 + warp) * 16, c, 16 * 32, 0);
}

// The tiles of two warps have a column in common.
// CHECK: verdict on 'tiles_overlap': race freedom not proven
__global__ void tiles_overlap(float *d) {
  float c[8] = {};
  int warp = threadIdx.x / 32;
  __hmma_m16n16k16_st_c_f32(d + (blockIdx.x * 8 + warp) * 15, c, 16 * 32, 0);
}

// Rows of one tile lie in the next one.
// CHECK: verdict on 'tiles_pitch': race freedom not proven
__global__ void tiles_pitch(float *d) {
  float c[8] = {};
  int warp = threadIdx.x / 32;
  __hmma_m16n16k16_st_c_f32(d + (blockIdx.x * 8 + warp) * 16, c, 24, 0);
}

// In columns: the tiles of 16 columns lie one after the other.
// CHECK: verdict on 'tiles_columns': race freedom proven
__global__ void tiles_columns(float *d) {
  float c[8] = {};
  int warp = threadIdx.x / 32;
  __hmma_m16n16k16_st_c_f32(d + (blockIdx.x * 8 + warp) * 16 * 64, c, 64, 1);
}

// CHECK: verdict on 'through_shared': race freedom proven
__global__ void through_shared(float *out) {
  __shared__ float s[8][256];
  float c[8] = {};
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  __hmma_m16n16k16_st_c_f32(s[warp], c, 16, 0);
  __syncwarp();
  for (int i = lane; i < 256; i += 32)
    out[(blockIdx.x * 8 + warp) * 256 + i] = s[warp][i];
}

// The lanes of a store are not ordered with those that read.
// CHECK: verdict on 'no_syncwarp': race freedom not proven
__global__ void no_syncwarp(float *out) {
  __shared__ float s[8][256];
  float c[8] = {};
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  __hmma_m16n16k16_st_c_f32(s[warp], c, 16, 0);
  for (int i = lane; i < 256; i += 32)
    out[(blockIdx.x * 8 + warp) * 256 + i] = s[warp][i];
}

// CHECK: verdict on 'other_warp': race freedom not proven
__global__ void other_warp(float *out) {
  __shared__ float s[8][256];
  float c[8] = {};
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  __hmma_m16n16k16_st_c_f32(s[warp], c, 16, 0);
  __syncwarp();
  for (int i = lane; i < 256; i += 32)
    out[(blockIdx.x * 8 + warp) * 256 + i] = s[7 - warp][i];
}

void launch() {
  tiles<<<4, 256>>>(any<float *>());
  tiles_overlap<<<4, 256>>>(any<float *>());
  tiles_pitch<<<4, 256>>>(any<float *>());
  tiles_columns<<<4, 256>>>(any<float *>());
  through_shared<<<4, 256>>>(any<float *>());
  no_syncwarp<<<4, 256>>>(any<float *>());
  other_warp<<<4, 256>>>(any<float *>());
}
