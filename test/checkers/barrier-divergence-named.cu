// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-barrier-divergence

#include "cuda_runtime.h"

// Barriers with a number and a count, and barriers of the grid.

__device__ int warp() { return threadIdx.x / 32; }
template <int Number, int Count> __device__ void sync() {
  asm volatile("bar.sync %0, %1;" ::"n"(Number), "n"(Count) : "memory");
  // expected-warning@-1 {{barrier 3 waits here for 64 threads and only 32 come}}
  // expected-note@-2 {{the warp of thread 0 waits here when all other warps wait or have ended}}
}
__device__ void arrive(int number, int count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__global__ void __launch_bounds__(64) crossed() {
  if (warp() == 0) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    // expected-warning@-1 {{barrier 1 waits here for 64 threads and only 32 come}}
    // expected-note@-2 {{the warp of thread 0 waits here when all other warps wait or have ended}}
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  }
}
__global__ void __launch_bounds__(64) counts() {
  if (warp() == 0)
    asm volatile("bar.sync 1, 96;" ::: "memory"); // expected-note {{the other warp is here}}
  else
    asm volatile("bar.sync 1, 128;" ::: "memory");
    // expected-warning@-1 {{barrier 1 is for 128 threads here and for 96 threads in line 31}}
}
__global__ void __launch_bounds__(64) nobody() {
  asm volatile("bar.arrive 1, 64;" ::: "memory");
  // expected-warning@-1 {{64 threads arrive at barrier 1 and none waits for them}}
}
// The consumer makes one round more.
__global__ void __launch_bounds__(64) rounds(int *out, int n) {
  for (int i = 0; i < 4 + (warp() == 0); ++i) {
    if (warp() == 0) {
      sync<3, 64>(); // expected-note {{called from here}}
      arrive(4, 64);
    } else {
      arrive(3, 64);
      asm volatile("bar.sync 4, 64;" ::: "memory");
    }
  }
}
// The producer does not wait for the consumer.
__global__ void __launch_bounds__(64) ahead(int *out, int n) {
  for (int i = 0; i < 4; ++i)
    if (warp() == 0)
      asm volatile("bar.sync 5, 64;" ::: "memory");
    else
      asm volatile("bar.arrive 5, 64;" ::: "memory");
      // expected-warning@-1 {{64 threads arrive at barrier 5 and none waits for them}}
}

__global__ void __launch_bounds__(64) crossed_good() {
  if (warp() == 0) {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  }
}
// Two stages, handed to and fro; the last arrival is left over.
__global__ void __launch_bounds__(128) rounds_good(int *out, const int *in) {
  __shared__ int s[2][64];
  int t = threadIdx.x % 64;
  if (warp() < 2) {
    for (int i = 0; i < 8; ++i) {
      asm volatile("bar.sync %0, 128;" ::"r"(1 + i % 2) : "memory");
      out[i * 64 + t] = s[i % 2][t];
      arrive(3 + i % 2, 128);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      if (i >= 2)
        asm volatile("bar.sync %0, 128;" ::"r"(3 + i % 2) : "memory");
      if (in[i * 64 + t] > 0)
        s[i % 2][t] = in[i * 64 + t];
      arrive(1 + i % 2, 128);
    }
  }
}
// Half of the block only, and then all of it.
__global__ void __launch_bounds__(64) half_good() {
  if (warp() == 0)
    asm volatile("bar.sync 1, 32;" ::: "memory");
  __syncthreads();
}
// Control that is not followed.
__global__ void __launch_bounds__(64) data_good(const int *in) {
  if (in[warp()])
    asm volatile("bar.sync 1, 64;" ::: "memory");
}

namespace cooperative_groups {
struct grid_group {
  __device__ void sync() const;
};
} // namespace cooperative_groups

__global__ void grid(int *out) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  cooperative_groups::grid_group all;
  if (blockIdx.x < 2)
    all.sync();
    // expected-warning@-1 {{not all blocks of the grid come to this barrier}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) waits here, thread (0,0,0) of block (2,0,0) does not come}}
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void grid_good(int *out, int n) {
  cooperative_groups::grid_group all;
  for (int i = 0; i < n; ++i)
    all.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

void launch(int *out) {
  grid<<<4, 64>>>(out);
  grid_good<<<4, 64>>>(out, 3);
}
