// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-signal-order

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)

__device__ int place() { return blockIdx.x * Block + threadIdx.x; }

KERNEL result(float *out, unsigned *done) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  out[place()] = 1; // expected-note {{thread (1,0,0) of block (0,0,0) may still have to write here}}
  __threadfence();
  if (threadIdx.x == 0)
    atomicAdd(done, 1u);
    // expected-warning@-1 {{this thread signals for its block while other threads of the block may still have to write 'out'}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) signals here}}
}
KERNEL histogram(unsigned *hist, const unsigned *in, unsigned *done) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ unsigned local[256];
  for (int b = threadIdx.x; b < 256; b += Block)
    local[b] = 0;
  __syncthreads();
  atomicAdd(&local[in[place()] & 255], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += Block)
    atomicAdd(&hist[b], local[b]); // expected-note {{thread (1,0,0) of block (0,0,0) may still have to write here}}
  __threadfence();
  if (threadIdx.x == 0)
    atomicAdd(done, 1u);
    // expected-warning@-1 {{this thread signals for its block while other threads of the block may still have to write 'hist'}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) signals here}}
}
KERNEL flag(float *out, volatile int *ready) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  out[place()] = 1; // expected-note {{thread (0,0,0) of block (0,0,0) may still have to write here}}
  __threadfence();
  if (threadIdx.x == Block - 1)
    ready[blockIdx.x] = 1;
    // expected-warning@-1 {{this thread signals for its block while other threads of the block may still have to write 'out'}}
    // expected-note@-2 {{thread (63,0,0) of block (0,0,0) signals here}}
}
// The fence of the one thread does not help the others.
KERNEL last_block(float *part, float *out, unsigned *done) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ bool last;
  part[place()] = 1; // expected-note {{thread (1,0,0) of block (0,0,0) may still have to write here}}
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    // expected-warning@-1 {{this thread signals for its block while other threads of the block may still have to write 'part'}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) signals here}}
  }
  __syncthreads();
  if (last)
    for (unsigned b = 0; b < gridDim.x; ++b)
      out[threadIdx.x] += part[b * Block + threadIdx.x]; // expected-note {{what is written is read here after the signal}}
}
__device__ void signal(unsigned *done) {
  __threadfence();
  if (threadIdx.x == 0)
    atomicAdd(done, 1u);
    // expected-warning@-1 {{this thread signals for its block while other threads of the block may still have to write 'out'}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) signals here}}
}
template <class T> KERNEL generic(T *out, unsigned *done) { // expected-note {{with gridDim (4,1,1), blockDim (64,1,1)}}
  out[place()] = 1; // expected-note {{thread (1,0,0) of block (0,0,0) may still have to write here}}
  signal(done); // expected-note {{called from here}}
}
template __global__ void generic<int>(int *, unsigned *);

KERNEL result_good(float *out, unsigned *done) {
  out[place()] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(done, 1u);
}
KERNEL barrier_first_good(float *out, unsigned *done) {
  out[place()] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(done, 1u);
  }
}
// The thread that signals has written all that there is.
KERNEL one_thread_good(float *out, unsigned *done) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = 1;
  __threadfence();
  if (threadIdx.x == 0)
    atomicAdd(done, 1u);
}
// Every thread speaks for itself.
KERNEL each_good(float *out, unsigned *done) {
  out[place()] = 1;
  __threadfence();
  atomicAdd(done, 1u);
}
// A sum, not a signal.
KERNEL statistics_good(float *out, unsigned *sum) {
  out[place()] = 1;
  if (threadIdx.x == 0)
    atomicAdd(sum, 64u);
}
// A lock of one thread, for other data.
KERNEL lock_good(float *out, int *mutex, float *total) {
  out[place()] = 1;
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    *total += 1;
    __threadfence();
    atomicExch(mutex, 0);
  }
}

void launch(float *f, unsigned *u, volatile int *v, int *p) {
  result<<<4, Block>>>(f, u);
  histogram<<<4, Block>>>(u, u + 4096, u + 8192);
  flag<<<4, Block>>>(f, v);
  last_block<<<4, Block>>>(f, f + 4096, u);
  generic<int><<<4, Block>>>(p, u);
  result_good<<<4, Block>>>(f, u);
  barrier_first_good<<<4, Block>>>(f, u);
  one_thread_good<<<4, Block>>>(f, u);
  each_good<<<4, Block>>>(f, u);
  statistics_good<<<4, Block>>>(f, u);
  lock_good<<<4, Block>>>(f, p, f + 4096);
}
