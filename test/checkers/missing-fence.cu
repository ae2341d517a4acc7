// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-missing-fence --checks=oxide-global-race

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)

// The block that comes last reads what the others wrote.

KERNEL last_block(float *part, float *out, unsigned *done) {
  __shared__ bool last;
  part[blockIdx.x * Block + threadIdx.x] = threadIdx.x; // expected-note {{each block writes its part here}}
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    // expected-warning@-1 {{no fence of device scope orders the write of 'part' in line}}
    __threadfence();
  }
  __syncthreads();
  if (last) {
    float sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      sum += part[b * Block + threadIdx.x]; // expected-note {{the block that comes last reads all parts here}}
    out[threadIdx.x] = sum;
  }
}

__device__ bool isLast(unsigned *done) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    // expected-warning@-1 {{no fence of device scope orders the write of 'part' in line 39 before this count of finished blocks}}
  __syncthreads();
  return last;
}
template <class T> KERNEL by_helper(T *part, T *out, unsigned *done) {
  part[blockIdx.x * Block + threadIdx.x] = threadIdx.x; // expected-note {{each block writes its part here}}
  __threadfence_block();
  if (!isLast(done)) // expected-note {{called from here}}
    return;
  T sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b)
    sum += part[b * Block + threadIdx.x]; // expected-note {{the block that comes last reads all parts here}}
  out[threadIdx.x] = sum;
}
template __global__ void by_helper<int>(int *, int *, unsigned *);

KERNEL last_block_good(float *part, float *out, unsigned *done) {
  __shared__ bool last;
  part[blockIdx.x * Block + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    float sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      sum += part[b * Block + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}
KERNEL fence_by_one_good(float *part, float *out, unsigned *done) {
  __shared__ bool last;
  part[blockIdx.x * Block + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last)
    for (unsigned b = 0; b < gridDim.x; ++b)
      out[b * Block + threadIdx.x] += part[b * Block + threadIdx.x];
}
// Each block reads its own part.
KERNEL own_part_good(float *part, float *out, unsigned *done) {
  __shared__ bool last;
  part[blockIdx.x * Block + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last)
    out[threadIdx.x] = part[blockIdx.x * Block + 63 - threadIdx.x];
}
// A queue hands out work: nobody waits for the others.
KERNEL queue_good(float *data, unsigned *next, unsigned n) {
  for (;;) {
    unsigned i = atomicAdd(next, 1u);
    if (i >= n)
      return;
    data[i] = data[i] + 1;
  }
}
KERNEL first_good(float *data, unsigned *count) {
  if (threadIdx.x == 0)
    data[blockIdx.x] = 1;
  if (atomicAdd(count, 1u) == 0)
    data[1000] = 0;
}

// A flag.

__device__ unsigned flag;
KERNEL publish(int *data, int *out) { // expected-note {{with gridDim (2,1,1), blockDim (64,1,1)}}
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 1; // expected-note {{thread (0,0,0) of block (0,0,0) writes data[0]}}
    __threadfence_block();
    atomicExch(&flag, 1u);
    // expected-warning@-1 {{no fence of device scope orders the access of 'data' in line 113 before this signal}}
  } else {
    while (atomicAdd(&flag, 0u) == 0) {
    }
    out[0] = data[0]; // expected-note {{thread (0,0,0) of block (1,0,0) reads data[0]}}
  }
}
KERNEL publish_good(int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(&flag, 1u);
  } else {
    while (atomicAdd(&flag, 0u) == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}
KERNEL volatile_flag_good(int *data, int *out, volatile int *ready) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}
// Within one block a fence of the block is enough.
KERNEL within_block_good(int *data, int *out) {
  if (threadIdx.x == 0) {
    data[0] = 1;
    __threadfence_block();
    atomicExch(&flag, 1u);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0u) == 0) {
    }
    __threadfence_block();
    out[0] = data[0];
  }
}

// A lock.

__device__ int mutex;
__device__ void lock() {
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
}
__device__ void unlock() {
  atomicExch(&mutex, 0);
}
KERNEL no_acquire(int *data) { // expected-note {{with gridDim (2,1,1), blockDim (64,1,1)}}
  if (threadIdx.x == 0) {
    lock();
    data[0] = data[0] + 1;
    // expected-warning@-1 {{no fence of device scope orders this access of 'data' after the lock that is taken in line 169}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads data[0]}}
    // expected-note@-3 {{thread (0,0,0) of block (1,0,0) writes data[0]}}
    __threadfence();
    unlock();
  }
}
KERNEL no_release(int *data) { // expected-note {{with gridDim (2,1,1), blockDim (64,1,1)}}
  if (threadIdx.x == 0) {
    lock();
    __threadfence();
    data[0] = data[0] + 1;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) reads data[0]}}
    // expected-note@-2 {{thread (0,0,0) of block (1,0,0) writes data[0]}}
    atomicExch(&mutex, 0);
    // expected-warning@-1 {{no fence of device scope orders the access of 'data' in line 190 before this signal}}
  }
}
KERNEL locked_good(int *data) {
  if (threadIdx.x == 0) {
    lock();
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    unlock();
  }
}
// Not a matter of fences: one side takes no lock.
KERNEL unlocked(int *data) { // expected-note {{with gridDim (2,1,1), blockDim (64,1,1)}}
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    lock();
    __threadfence();
    data[0] = 1;
    // expected-warning@-1 {{this write of 'data' races with a write by a thread of another block}} [oxide-global-race]
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes data[0]}}
    __threadfence();
    unlock();
  } else {
    data[0] = 2; // expected-note {{thread (0,0,0) of block (1,0,0) writes data[0]}}
  }
}

void launch(float *f, int *p, unsigned *u, volatile int *v) {
  last_block<<<4, Block>>>(f, f + 4096, u);
  by_helper<int><<<4, Block>>>(p, p + 4096, u);
  last_block_good<<<4, Block>>>(f, f + 4096, u);
  fence_by_one_good<<<4, Block>>>(f, f + 4096, u);
  own_part_good<<<4, Block>>>(f, f + 4096, u);
  queue_good<<<4, Block>>>(f, u, 1000);
  first_good<<<4, Block>>>(f, u);
  publish<<<2, Block>>>(p, p + 4096);
  publish_good<<<2, Block>>>(p, p + 4096);
  volatile_flag_good<<<2, Block>>>(p, p + 4096, v);
  within_block_good<<<1, Block>>>(p, p + 4096);
  no_acquire<<<2, Block>>>(p);
  no_release<<<2, Block>>>(p);
  locked_good<<<2, Block>>>(p);
  unlocked<<<2, Block>>>(p);
}
