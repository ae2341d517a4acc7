// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-mbarrier-protocol

#include "mock_ptx.h"

using ptx::u64;
constexpr int N = 256;
#define KERNEL __global__ void __launch_bounds__(128)

__device__ void wait(u64 *bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity)) {
  }
}

// The initialisation is not visible to the async proxy.

KERNEL not_fenced(const float *x, float *out) {
  __shared__ alignas(128) float buf[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&bar, 1); // expected-note {{initialised here}} expected-note {{the thread needs fence.mbarrier_init.release.cluster or fence.proxy.async after it}}
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(&bar, N * 4);
    ptx::cp_async_bulk(buf, x, N * 4, &bar); // expected-warning {{this bulk copy completes on mbarrier 'bar', and no fence has made its initialisation visible to the async proxy}}
  }
  wait(&bar, 0);
  out[threadIdx.x] = buf[threadIdx.x];
}
KERNEL fenced(const float *x, float *out) {
  __shared__ alignas(128) float buf[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(&bar, N * 4);
    ptx::cp_async_bulk(buf, x, N * 4, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = buf[threadIdx.x];
}
// A fence of the proxy does as well, here in a function of its own.
__device__ void prepare(u64 *bar, int count) {
  ptx::mbarrier_init(bar, count);
  ptx::fence_proxy_async();
}
KERNEL fenced_in_helper(const float *x, float *out) {
  __shared__ alignas(128) float buf[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    prepare(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(&bar, N * 4);
    ptx::cp_async_bulk(buf, x, N * 4, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = buf[threadIdx.x];
}

// The same in a class template, with a tensor copy.
template <typename T> struct Stage {
  T tile[N];
  u64 ready;

  __device__ void load(const CUtensorMap *map, int at) {
    ptx::mbarrier_arrive_expect_tx(&ready, sizeof(tile));
    ptx::cp_async_bulk_tensor(tile, map, at, &ready);
  }
};
template <typename T, bool Fence>
KERNEL staged(const __grid_constant__ CUtensorMap map, T *out) {
  __shared__ alignas(128) Stage<T> stage;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&stage.ready, 1); // expected-note {{initialised here}} expected-note {{the thread needs fence.mbarrier_init.release.cluster or fence.proxy.async after it}}
    if (Fence)
      ptx::fence_mbarrier_init();
    stage.load(&map, blockIdx.x * N); // expected-warning {{this bulk copy completes on mbarrier 'stage', and no fence has made its initialisation visible to the async proxy}}
  }
  __syncthreads();
  wait(&stage.ready, 0);
  out[threadIdx.x] = stage.tile[threadIdx.x];
}
template __global__ void staged<float, false>(const CUtensorMap, float *);
template __global__ void staged<int, true>(const CUtensorMap, int *);

// Two barriers; only one of them is used by copies.
KERNEL other_barrier(const float *x, float *out) {
  __shared__ alignas(128) float buf[N];
  __shared__ u64 full, empty;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init();
    ptx::mbarrier_init(&empty, 128);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(&full, N * 4);
    ptx::cp_async_bulk(buf, x, N * 4, &full);
  }
  wait(&full, 0);
  out[threadIdx.x] = buf[threadIdx.x];
  ptx::mbarrier_arrive(&empty);
}

// Initialised by more than one warp.

KERNEL two_warps(float *out) {
  __shared__ u64 bar;
  if (threadIdx.x % 32 == 0)
    ptx::mbarrier_init(&bar, 128); // expected-warning {{threads of several warps initialise mbarrier 'bar'}}
  __syncthreads();
  ptx::mbarrier_arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = 0;
}
// The lanes of one warp do it at the same moment.
KERNEL one_warp(float *out) {
  __shared__ u64 bar;
  if (threadIdx.x < 32)
    ptx::mbarrier_init(&bar, 128);
  __syncthreads();
  ptx::mbarrier_arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = 0;
}
KERNEL all_of_them(float *out) {
  __shared__ u64 bar[2];
  for (int i = 0; i < 2; ++i)
    ptx::mbarrier_init(&bar[i], 128); // expected-warning {{threads of several warps initialise mbarrier 'bar'}}
  __syncthreads();
  ptx::mbarrier_arrive(&bar[0]);
  wait(&bar[0], 0);
  out[threadIdx.x] = 0;
}
KERNEL one_each(float *out) {
  __shared__ u64 bar[4];
  if (threadIdx.x < 4)
    ptx::mbarrier_init(&bar[threadIdx.x], 128);
  __syncthreads();
  ptx::mbarrier_arrive(&bar[0]);
  wait(&bar[0], 0);
  out[threadIdx.x] = 0;
}
KERNEL last_thread(float *out) {
  __shared__ u64 bar[4];
  if (threadIdx.x == blockDim.x - 1)
    for (int i = 0; i < 4; ++i)
      ptx::mbarrier_init(&bar[i], 128);
  __syncthreads();
  ptx::mbarrier_arrive(&bar[0]);
  wait(&bar[0], 0);
  out[threadIdx.x] = 0;
}

// One lane arrives for what all lanes have written.

KERNEL one_lane(const float *x, float *out) {
  __shared__ float buf[N];
  __shared__ u64 ready;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = lane; i < N; i += 32)
      buf[i] = x[i]; // expected-note {{all lanes write here}}
    if (lane == 0)
      ptx::mbarrier_arrive(&ready); // expected-warning {{this arrival releases the writes of its own thread only, and other lanes of the warp have written 'buf'}} expected-note {{__syncwarp() must come before the arrival}}
  } else {
    wait(&ready, 0);
    out[threadIdx.x] = buf[threadIdx.x]; // expected-note {{read here after the wait}}
  }
}
KERNEL together(const float *x, float *out) {
  __shared__ float buf[N];
  __shared__ u64 ready;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = lane; i < N; i += 32)
      buf[i] = x[i];
    __syncwarp();
    if (lane == 0)
      ptx::mbarrier_arrive(&ready);
  } else {
    wait(&ready, 0);
    out[threadIdx.x] = buf[threadIdx.x];
  }
}
KERNEL every_lane(const float *x, float *out) {
  __shared__ float buf[N];
  __shared__ u64 ready;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&ready, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = threadIdx.x; i < N; i += 32)
      buf[i] = x[i];
    ptx::mbarrier_arrive(&ready);
  } else {
    wait(&ready, 0);
    out[threadIdx.x] = buf[threadIdx.x];
  }
}
// Both arms arrive: no lane is left out.
KERNEL both_arms(const float *x, float *out) {
  __shared__ float buf[N];
  __shared__ u64 ready;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&ready, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    buf[threadIdx.x] = x[threadIdx.x];
    if (threadIdx.x == 0)
      ptx::mbarrier_arrive(&ready);
    else
      ptx::mbarrier_arrive(&ready);
  } else {
    wait(&ready, 0);
    out[threadIdx.x] = buf[threadIdx.x % 32];
  }
}
// Only the lane that arrives has written.
KERNEL own_write(const float *x, float *out) {
  __shared__ float buf[4];
  __shared__ u64 ready;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    buf[0] = x[0];
    ptx::mbarrier_arrive(&ready);
  }
  wait(&ready, 0);
  out[threadIdx.x] = buf[0];
}
// A barrier of the block follows in any case.
KERNEL ordered_later(const float *x, float *out) {
  __shared__ float buf[32];
  __shared__ u64 ready;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&ready, 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    buf[threadIdx.x] = x[threadIdx.x];
    if (threadIdx.x == 0)
      ptx::mbarrier_arrive(&ready);
  }
  wait(&ready, 0);
  __syncthreads();
  out[threadIdx.x] = buf[threadIdx.x % 32];
}

// The parity does not change.

KERNEL same_parity(const float *x, float *out, int steps) {
  __shared__ alignas(128) float buf[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    prepare(&bar, 1);
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(&bar, N * 4); // expected-note {{each iteration completes a phase here}}
      ptx::cp_async_bulk(buf, x + s * N, N * 4, &bar);
    }
    wait(&bar, 0); // expected-warning {{this wait for mbarrier 'bar' has the same parity in each iteration, so that every second one returns at once}}
    out[s * 128 + threadIdx.x] = buf[threadIdx.x];
    __syncthreads();
  }
}
KERNEL turning_parity(const float *x, float *out, int steps) {
  __shared__ alignas(128) float buf[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    prepare(&bar, 1);
  __syncthreads();
  unsigned parity = 0;
  for (int s = 0; s < steps; ++s, parity ^= 1) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(&bar, N * 4);
      ptx::cp_async_bulk(buf, x + s * N, N * 4, &bar);
    }
    wait(&bar, parity);
    out[s * 128 + threadIdx.x] = buf[threadIdx.x];
    __syncthreads();
  }
}
// Two phases an iteration.
KERNEL two_phases(float *out, int steps) {
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&bar, 128);
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    ptx::mbarrier_arrive(&bar);
    wait(&bar, 0);
    ptx::mbarrier_arrive(&bar);
    wait(&bar, 1);
  }
  out[threadIdx.x] = 0;
}
// Only the first iteration loads and waits.
KERNEL first_only(const float *x, float *out, int steps) {
  __shared__ alignas(128) float buf[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    prepare(&bar, 1);
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    if (s == 0) {
      if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(&bar, N * 4);
        ptx::cp_async_bulk(buf, x, N * 4, &bar);
      }
      wait(&bar, 0);
    }
    out[s * 128 + threadIdx.x] = buf[threadIdx.x];
  }
}

// Bytes.

KERNEL too_few_bytes(const float *x, const float *y, float *out) {
  __shared__ alignas(128) float a[N], b[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    prepare(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(&bar, N * 4); // expected-warning {{mbarrier 'bar' expects 1024 bytes, and the copies on it bring 2048}}
    ptx::cp_async_bulk(a, x, N * 4, &bar);
    ptx::cp_async_bulk(b, y, N * 4, &bar); // expected-note {{the last of the copies}}
  }
  wait(&bar, 0);
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
KERNEL right_bytes(const float *x, const float *y, float *out) {
  __shared__ alignas(128) float a[N], b[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    prepare(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(&bar, 2 * N * 4);
    ptx::cp_async_bulk(a, x, N * 4, &bar);
    ptx::cp_async_bulk(b, y, N * 4, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
// The second copy stands elsewhere: which of them run is not told.
KERNEL bytes_elsewhere(const float *x, const float *y, float *out, int n) {
  __shared__ alignas(128) float a[N], b[N];
  __shared__ u64 bar;
  if (threadIdx.x == 0)
    prepare(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(&bar, 2 * N * 4);
    ptx::cp_async_bulk(a, x, N * 4, &bar);
    if (n > 0)
      ptx::cp_async_bulk(b, y, N * 4, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
