// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-atomic-mix --checks=oxide-global-race,oxide-shared-race

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)
#define OUT out[blockIdx.x * Block + threadIdx.x]

// Some blocks may have added before block 0 resets.
KERNEL reset(int *count) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *count = 0;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes count[0]}}
  atomicAdd(count, 1);
  // expected-warning@-1 {{this atomic update of 'count' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (1,0,0) of block (0,0,0) atomically updates count[0]}}
}

__global__ void reset_only(int *count) { *count = 0; }
KERNEL reset_good(int *count) { atomicAdd(count, 1); }

// A histogram that is read before all have counted.
KERNEL histogram(unsigned *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ unsigned bins[8];
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  atomicAdd(&bins[threadIdx.x % 8], 1u);
  // expected-note@-1 {{thread (8,0,0) of block (0,0,0) atomically updates bins[0]}}
  if (threadIdx.x < 8)
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
    // expected-warning@-1 {{this read of shared memory 'bins' races with an atomic update by another thread of the block}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads bins[0]}}
}

KERNEL histogram_good(unsigned *out) {
  __shared__ unsigned bins[8];
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 8], 1u);
  __syncthreads();
  if (threadIdx.x < 8)
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// Initialised in the same phase.
KERNEL maximum(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes most}}
  atomicMax(&most, (int)threadIdx.x);
  // expected-warning@-1 {{this atomic update of shared memory 'most' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (1,0,0) of block (0,0,0) atomically updates most}}
  __syncthreads();
  OUT = most;
}

KERNEL maximum_good(int *out) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  atomicMax(&most, (int)threadIdx.x);
  __syncthreads();
  OUT = most;
}

// Polling with a plain read.
KERNEL poll(unsigned *ticket, int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (threadIdx.x == 0)
    atomicInc(ticket, 1000u);
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) atomically updates ticket[0]}}
  OUT = *ticket;
  // expected-warning@-1 {{this read of 'ticket' races with an atomic update by another thread of the block}}
  // expected-note@-2 {{thread (1,0,0) of block (0,0,0) reads ticket[0]}}
}

KERNEL poll_good(unsigned *ticket, int *out) {
  if (threadIdx.x == 0)
    atomicInc(ticket, 1000u);
  OUT = atomicAdd(ticket, 0u);
}

// One byte of the word that another thread updates.
KERNEL part_of_word(unsigned *words) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  int t = threadIdx.x;
  atomicOr(&words[blockIdx.x * Block + t], 1u);
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) atomically updates words[0]}}
  reinterpret_cast<unsigned char *>(
      words)[4 * (blockIdx.x * Block + (t + 1) % Block) + 3] = 9;
      // expected-warning@-1 {{this write of 'words' races with an atomic update by another thread of the block}}
      // expected-note@-2 {{thread (63,0,0) of block (0,0,0) writes words[0]}}
}

KERNEL part_of_word_good(unsigned *words) {
  int t = threadIdx.x;
  atomicOr(&words[blockIdx.x * Block + t], 1u);
  reinterpret_cast<unsigned char *>(words)[4 * (blockIdx.x * Block + t) + 3] =
      9;
}

// Through a helper, in a template, in a loop.
template <class T> __device__ void add(T *to, T value) { atomicAdd(to, value); }
// expected-warning@-1 {{this atomic update of shared memory 'sum' races with a write by another thread of the block}}
// expected-note@-2 {{thread (1,0,0) of block (0,0,0) atomically updates sum[1], iteration 0}}
template <class T> KERNEL sums(T *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ T sum[2];
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x == 0)
      sum[k % 2] = 0;
      // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes sum[1], iteration 1}}
    __syncthreads();
    add(&sum[k % 2], T(threadIdx.x));
    __syncthreads();
    // expected-note@-1 {{no __syncthreads() orders the two after this one}}
    add(&sum[1 - k % 2], T(1));
    // expected-note@-1 {{called from here}}
  }
  OUT = threadIdx.x;
}
template __global__ void sums<float>(float *);

template <class T> KERNEL sums_good(T *out) {
  __shared__ T sum[2];
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x == 0)
      sum[k % 2] = 0;
    __syncthreads();
    add(&sum[k % 2], T(threadIdx.x));
    __syncthreads();
    add(&sum[k % 2], T(1));
  }
  OUT = threadIdx.x;
}
template __global__ void sums_good<float>(float *);

void launch(int *i, unsigned *u, float *f) {
  reset<<<4, Block>>>(i);
  reset_only<<<1, 1>>>(i);
  reset_good<<<4, Block>>>(i);
  histogram<<<4, Block>>>(u);
  histogram_good<<<4, Block>>>(u);
  maximum<<<4, Block>>>(i);
  maximum_good<<<4, Block>>>(i);
  poll<<<4, Block>>>(u, i);
  poll_good<<<4, Block>>>(u, i);
  part_of_word<<<4, Block>>>(u);
  part_of_word_good<<<4, Block>>>(u);
  sums<<<4, Block>>>(f);
  sums_good<<<4, Block>>>(f);
}
