// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-plain-flag

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)

// Waiting for a variable that the compiler may read once.

KERNEL plain(int *flag, int *out) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
      // expected-warning@-1 {{this loop waits for another thread to write 'flag' and may read it only once}}
      // expected-note@-2 {{'flag' is neither atomic nor volatile here}}
    }
  out[blockIdx.x * Block + threadIdx.x] = 1;
}
KERNEL shared_flag(int *out) {
  __shared__ int ready;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    ready = 1;
  } else if (threadIdx.x == 32) {
    while (!ready)
      // expected-warning@-1 {{this loop waits for another thread to write 'ready' and may read it only once}}
      // expected-note@-2 {{'ready' is neither atomic nor volatile here}}
      ;
  }
}
__device__ unsigned turn;
__device__ void wait(unsigned my) {
  do {
  } while (turn != my);
  // expected-warning@-1 {{this loop waits for another thread to write 'turn' and may read it only once}}
  // expected-note@-2 {{'turn' is neither atomic nor volatile here}}
}
KERNEL helper(int *out) {
  if (threadIdx.x == 0)
    wait(blockIdx.x); // expected-note {{called from here}}
}
struct Gate {
  int *flag;
  __device__ void pass() const {
    for (;;)
      if (*flag > 0)
        // expected-warning@-1 {{this loop waits for another thread to write 'flag' and may read it only once}}
        // expected-note@-2 {{'flag' is neither atomic nor volatile here}}
        break;
  }
};
template <class T> KERNEL in_class(T *flag, int *out) {
  if (threadIdx.x == 0)
    Gate{flag}.pass(); // expected-note {{called from here}}
}
template __global__ void in_class<int>(int *, int *);

KERNEL volatile_good(volatile int *flag) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
}
KERNEL atomic_good(int *flag) {
  if (threadIdx.x == 0)
    while (atomicAdd(flag, 0) == 0) {
    }
}
KERNEL cast_good(int *flag) {
  if (threadIdx.x == 0)
    while (*(volatile int *)flag == 0) {
    }
}
KERNEL fence_good(int *flag) {
  if (threadIdx.x == 0)
    while (*flag == 0)
      __threadfence();
}
KERNEL list_good(const int *next, int *out) {
  int i = threadIdx.x;
  while (next[i] != i)
    i = next[i];
  out[blockIdx.x * Block + threadIdx.x] = i;
}
KERNEL own_good(int *count) {
  int i = blockIdx.x * Block + threadIdx.x;
  while (count[i] > 0)
    count[i] -= 1;
}
KERNEL barrier_good(int *out) {
  __shared__ int more;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      more = out[0];
    __syncthreads();
  } while (more);
}

// A barrier of the grid that is used again.

__device__ void all_blocks(unsigned *counter) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(counter, 1u) == gridDim.x - 1) { // expected-note {{a thread that has left the loop counts again here}}
      atomicExch(counter, 0u); // expected-note {{it is reset here}}
    } else {
      while (atomicAdd(counter, 0u) != 0) {
        // expected-warning@-1 {{this loop may miss the moment at which 'counter' is reset, because the counter is used again}}
      }
    }
    __threadfence();
  }
  __syncthreads();
}
KERNEL in_loop(int *data, unsigned *counter) {
  int i = blockIdx.x * Block + threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    data[i] += k;
    all_blocks(counter); // expected-note {{called from here}}
  }
}
KERNEL twice(volatile unsigned *counter) {
  if (threadIdx.x == 0) {
    if (atomicAdd((unsigned *)counter, 1u) == gridDim.x - 1)
      *counter = 0; // expected-note {{it is reset here}}
    while (*counter != 0) {
      // expected-warning@-1 {{this loop may miss the moment at which 'counter' is reset, because the counter is used again}}
    }
    atomicAdd((unsigned *)counter, 1u); // expected-note {{a thread that has left the loop counts again here}}
  }
}

KERNEL once_good(volatile unsigned *counter) {
  if (threadIdx.x == 0) {
    if (atomicAdd((unsigned *)counter, 1u) == gridDim.x - 1)
      *counter = 0;
    while (*counter != 0) {
    }
  }
}
KERNEL growing_good(int *data, unsigned *counter) {
  for (unsigned k = 0; k < 8; ++k) {
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd(counter, 1u);
      while (atomicAdd(counter, 0u) < (k + 1) * gridDim.x) {
      }
    }
    __syncthreads();
  }
}
KERNEL sense_good(unsigned *counter, volatile unsigned *sense) {
  for (unsigned k = 0; k < 8; ++k) {
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned before = *sense;
      __threadfence();
      if (atomicAdd(counter, 1u) == gridDim.x - 1) {
        atomicExch(counter, 0u);
        __threadfence();
        *sense = before + 1;
      } else {
        while (*sense == before) {
        }
      }
    }
    __syncthreads();
  }
}
KERNEL two_counters_good(unsigned *counter) {
  for (unsigned k = 0; k < 8; ++k)
    if (threadIdx.x == 0) {
      if (atomicAdd(counter + k % 2, 1u) == gridDim.x - 1)
        atomicExch(counter + k % 2, 0u);
      else
        while (atomicAdd(counter + k % 2, 0u) != 0) {
        }
    }
}
KERNEL lock_good(int *mutex, int *data) {
  for (int k = 0; k < 8; ++k)
    if (threadIdx.x == 0) {
      while (atomicExch(mutex, 1) != 0) {
      }
      __threadfence();
      data[0] += 1;
      __threadfence();
      atomicExch(mutex, 0);
    }
}
