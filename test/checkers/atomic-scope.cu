// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-atomic-scope --checks=oxide-global-race,oxide-shared-race,oxide-atomic-mix

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)

KERNEL count(unsigned *total) { atomicAdd_block(total, 1u); }
// expected-warning@-1 {{this atomic update of 'total' is atomic to its block only and races with an atomic update by a thread of another block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) atomically updates total[0]}}
// expected-note@-3 {{thread (0,0,0) of block (1,0,0) atomically updates total[0]}}
// expected-note@-4 {{with gridDim (4,1,1), blockDim (64,1,1)}}
KERNEL count_good(unsigned *total) { atomicAdd(total, 1u); }
KERNEL count_system(unsigned *total) { atomicAdd_system(total, 1u); }

// One element for each block.
KERNEL per_block(unsigned *total) { atomicAdd_block(&total[blockIdx.x / 2], 1u); }
// expected-warning@-1 {{this atomic update of 'total' is atomic to its block only and races with an atomic update by a thread of another block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) atomically updates total[0]}}
// expected-note@-3 {{thread (0,0,0) of block (1,0,0) atomically updates total[0]}}
// expected-note@-4 {{with gridDim (4,1,1), blockDim (64,1,1)}}
KERNEL per_block_good(unsigned *total) { atomicAdd_block(&total[blockIdx.x], 1u); }

// One of the two is too narrow.
KERNEL mixed(int *most) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  if (blockIdx.x == 0)
    atomicMax_block(most, (int)threadIdx.x);
    // expected-warning@-1 {{this atomic update of 'most' is atomic to its block only and races with an atomic update by a thread of another block}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) atomically updates most[0]}}
  else
    atomicMax(most, (int)threadIdx.x);
    // expected-note@-1 {{thread (0,0,0) of block (1,0,0) atomically updates most[0]}}
}

KERNEL mixed_good(int *most) {
  if (blockIdx.x == 0)
    atomicMax_block(most, (int)threadIdx.x);
  else
    atomicMax(most + 1, (int)threadIdx.x);
}

// Shared memory belongs to the block.
KERNEL shared(unsigned *out) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd_block(&sum, 1u);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

// Other operations, through a helper and in a loop.
__device__ void claim(int *slot, int value) { atomicExch_block(slot, value); }
// expected-warning@-1 {{this atomic update of 'slots' is atomic to its block only and races with an atomic update by a thread of another block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) atomically updates slots[0], iteration 0}}
// expected-note@-3 {{thread (0,0,0) of block (1,0,0) atomically updates slots[0], iteration 0}}
KERNEL exchange(int *slots) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  for (int k = 0; k < 3; ++k)
    claim(slots + k, blockIdx.x);
    // expected-note@-1 2 {{called from here}}
}

__device__ void claim_all(int *slot, int value) { atomicExch(slot, value); }
KERNEL exchange_good(int *slots) {
  for (int k = 0; k < 3; ++k)
    claim_all(slots + k, blockIdx.x);
}

KERNEL compare(int *slots) { atomicCAS_block(&slots[threadIdx.x], 0, 1); }
// expected-warning@-1 {{this atomic update of 'slots' is atomic to its block only and races with an atomic update by a thread of another block}}
// expected-note@-2 {{thread (0,0,0) of block (0,0,0) atomically updates slots[0]}}
// expected-note@-3 {{thread (0,0,0) of block (1,0,0) atomically updates slots[0]}}
// expected-note@-4 {{with gridDim (4,1,1), blockDim (64,1,1)}}
KERNEL compare_good(int *slots) { atomicCAS(&slots[threadIdx.x], 0, 1); }

// With one block there is nobody else.
KERNEL alone(int *slots) { atomicCAS_block(&slots[threadIdx.x % 2], 0, 1); }

template <class T> KERNEL generic(T *bits) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  atomicOr_block(bits, T(1) << threadIdx.x % 32);
  // expected-warning@-1 {{this atomic update of 'bits' is atomic to its block only and races with an atomic update by a thread of another block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) atomically updates bits[0]}}
  // expected-note@-3 {{thread (0,0,0) of block (1,0,0) atomically updates bits[0]}}
}
template __global__ void generic<unsigned>(unsigned *);
template <class T> KERNEL generic_good(T *bits) {
  atomicOr(bits, T(1) << threadIdx.x % 32);
}
template __global__ void generic_good<unsigned>(unsigned *);

void launch(unsigned *u, int *i) {
  count<<<4, Block>>>(u);
  count_good<<<4, Block>>>(u);
  count_system<<<4, Block>>>(u);
  per_block<<<4, Block>>>(u);
  per_block_good<<<4, Block>>>(u);
  mixed<<<4, Block>>>(i);
  mixed_good<<<4, Block>>>(i);
  shared<<<4, Block>>>(u);
  exchange<<<4, Block>>>(i);
  exchange_good<<<4, Block>>>(i);
  compare<<<4, Block>>>(i);
  compare_good<<<4, Block>>>(i);
  alone<<<1, Block>>>(i);
  generic<<<4, Block>>>(u);
  generic_good<<<4, Block>>>(u);
}
