// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-shared-race
//
// Each kernel stands beside the one that it should have been.

#include "cuda_runtime.h"

constexpr int Block = 64;
#define KERNEL __global__ void __launch_bounds__(Block)
#define OUT out[blockIdx.x * Block + threadIdx.x]

// One thread sums up, the others read what it has found.
KERNEL broadcast(const int *count, int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int part[Block], total;
  int t = threadIdx.x;
  part[t] = count[blockIdx.x * Block + t];
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  if (t == 0) {
    int sum = 0;
    for (int k = 0; k < Block; ++k)
      sum += part[k];
    total = sum;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes total}}
  }
  OUT = part[t] + total;
  // expected-warning@-1 {{this read of shared memory 'total' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (1,0,0) of block (0,0,0) reads total}}
}

KERNEL broadcast_good(const int *count, int *out) {
  __shared__ int part[Block], total;
  int t = threadIdx.x;
  part[t] = count[blockIdx.x * Block + t];
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int k = 0; k < Block; ++k)
      sum += part[k];
    total = sum;
  }
  __syncthreads();
  OUT = part[t] + total;
}

// A tile that the next iteration fills again while it is still read.
constexpr int Tile = 8;
KERNEL transpose(const float *in, float *out, int batch) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (8,8,1)}}
  __shared__ float tile[Tile][Tile + 1];
  int x = threadIdx.x, y = threadIdx.y;
  for (int b = 0; b < batch; ++b) {
    tile[y][x] = in[(b * Tile + y) * Tile + x];
    // expected-note@-1 {{thread (1,0,0) of block (0,0,0) writes tile[0][1], iteration 1}}
    __syncthreads();
    // expected-note@-1 {{no __syncthreads() orders the two after this one}}
    out[((blockIdx.x * batch + b) * Tile + y) * Tile + x] = tile[x][y];
    // expected-warning@-1 {{this read of shared memory 'tile' races with a write by another thread of the block}}
    // expected-note@-2 {{thread (0,1,0) of block (0,0,0) reads tile[0][1], iteration 0}}
  }
}

KERNEL transpose_good(const float *in, float *out, int batch) {
  __shared__ float tile[Tile][Tile + 1];
  int x = threadIdx.x, y = threadIdx.y;
  for (int b = 0; b < batch; ++b) {
    tile[y][x] = in[(b * Tile + y) * Tile + x];
    __syncthreads();
    out[((blockIdx.x * batch + b) * Tile + y) * Tile + x] = tile[x][y];
    __syncthreads();
  }
}

// The first warp clears by lane what each warp fills by its number.
KERNEL warp_slots(float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ float slot[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (warp == 0)
    slot[lane] = 0;
    // expected-note@-1 {{thread (1,0,0) of block (0,0,0) writes slot[1]}}
  if (lane == 0)
    slot[warp] = warp + 1;
    // expected-warning@-1 {{this write of shared memory 'slot' races with a write by another thread of the block}}
    // expected-note@-2 {{thread (32,0,0) of block (0,0,0) writes slot[1]}}
  __syncthreads();
  OUT = slot[lane];
}

KERNEL warp_slots_good(float *out) {
  __shared__ float slot[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (warp == 0)
    slot[lane] = 0;
  __syncthreads();
  if (lane == 0)
    slot[warp] = warp + 1;
  __syncthreads();
  OUT = slot[lane];
}

// Each step of the scan overwrites what a neighbour still reads.
KERNEL scan(const int *in, int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int sum[Block];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  for (int d = 1; d < Block; d *= 2) {
    if (t >= d)
      sum[t] += sum[t - d];
      // expected-warning@-1 {{this write of shared memory 'sum' races with a read by another thread of the block}}
      // expected-note@-2 {{thread (2,0,0) of block (0,0,0) reads sum[1], iteration 0}}
      // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes sum[1], iteration 0}}
    __syncthreads();
  }
  OUT = sum[t];
}

KERNEL scan_good(const int *in, int *out) {
  __shared__ int sum[Block];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (int d = 1; d < Block; d *= 2) {
    int left = t >= d ? sum[t - d] : 0;
    __syncthreads();
    sum[t] += left;
    __syncthreads();
  }
  OUT = sum[t];
}

// The halving sum: each step reads what the step before wrote.
constexpr int Wide = 4 * Block;
__global__ void __launch_bounds__(Wide) reduce(const int *in, int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (256,1,1)}}
  __shared__ int sum[Wide];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * Wide + t];
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  for (int half = Wide / 2; half > 0; half >>= 1)
    if (t < half)
      sum[t] += sum[t + half];
      // expected-warning@-1 {{this write of shared memory 'sum' races with a read by another thread of the block}}
      // expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads sum[1], iteration 7}}
      // expected-note@-3 {{thread (1,0,0) of block (0,0,0) writes sum[1], iteration 0}}
  if (t == 0)
    out[blockIdx.x] = sum[0];
}

__global__ void __launch_bounds__(Wide) reduce_good(const int *in, int *out) {
  __shared__ int sum[Wide];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * Wide + t];
  __syncthreads();
  for (int half = Wide / 2; half > 0; half >>= 1) {
    if (t < half)
      sum[t] += sum[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sum[0];
}

// Through functions, members, templates, lambdas and macros.
__device__ void put(int *to, int i, int value) { to[i] = value; }
// expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
__device__ int get(const int *from, int i) { return from[i]; }
// expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
// expected-note@-2 {{thread (63,0,0) of block (0,0,0) reads s[0]}}
KERNEL helper(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  put(s, threadIdx.x, 1 + threadIdx.x);
  // expected-note@-1 {{called from here}}
  OUT = get(s, Block - 1 - threadIdx.x);
  // expected-note@-1 {{called from here}}
}

KERNEL helper_good(int *out) {
  __shared__ int s[Block];
  put(s, threadIdx.x, 1 + threadIdx.x);
  __syncthreads();
  OUT = get(s, Block - 1 - threadIdx.x);
}

template <int N, class T> struct Stage {
  T *data;
  __device__ T &operator[](int i) { return data[i % N]; }
};
template <int N, class T> __global__ void __launch_bounds__(N) generic(T *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ T s[N];
  Stage<N, T> stage{s};
  stage[threadIdx.x] = threadIdx.x;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  out[blockIdx.x * N + threadIdx.x] = stage[threadIdx.x + 1];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (63,0,0) of block (0,0,0) reads s[0]}}
}
template __global__ void generic<Block, float>(float *);

template <int N, class T>
__global__ void __launch_bounds__(N) generic_good(T *out) {
  __shared__ T s[N];
  Stage<N, T> stage{s};
  stage[threadIdx.x] = threadIdx.x;
  out[blockIdx.x * N + threadIdx.x] = stage[threadIdx.x + N];
}
template __global__ void generic_good<Block, float>(float *);

KERNEL lambda(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  auto store = [&](int i) { s[i] = threadIdx.x; };
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  store(threadIdx.x);
  // expected-note@-1 {{called from here}}
  OUT = s[threadIdx.x ^ 32];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (32,0,0) of block (0,0,0) reads s[0]}}
}

KERNEL lambda_good(int *out) {
  __shared__ int s[Block];
  auto store = [&](int i) { s[i] = threadIdx.x; };
  store(threadIdx.x);
  OUT = s[threadIdx.x ^ 0];
}

#define SWAP_IN(i) s[i] = OUT
KERNEL macro(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  SWAP_IN(threadIdx.x);
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  OUT = s[(threadIdx.x + 32) % Block];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (32,0,0) of block (0,0,0) reads s[0]}}
}

KERNEL macro_good(int *out) {
  __shared__ int s[Block];
  SWAP_IN(threadIdx.x);
  __syncthreads();
  OUT = s[(threadIdx.x + 32) % Block];
}

// The same bytes under other types.
KERNEL wide(float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ float4 s[Block / 4];
  int t = threadIdx.x;
  if (t < Block / 4)
    s[t] = {1, 2, 3, 4};
    // expected-note@-1 {{thread (1,0,0) of block (0,0,0) writes s[1]}}
  OUT = reinterpret_cast<float *>(s)[t];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (4,0,0) of block (0,0,0) reads s[1]}}
}

KERNEL wide_good(float *out) {
  __shared__ float4 s[Block / 4];
  int t = threadIdx.x;
  if (t % 4 == 0)
    s[t / 4] = {1, 2, 3, 4};
  if (t % 4 == 0)
    OUT = reinterpret_cast<float *>(s)[t];
}

struct Flags {
  unsigned low : 4, high : 4;
};
KERNEL bit_fields(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ Flags s[Block / 2];
  int t = threadIdx.x;
  if (t >= 32)
    s[t - 32].high = 1;
    // expected-warning@-1 {{this write of shared memory 's' races with a read by another thread of the block}}
    // expected-note@-2 {{thread (32,0,0) of block (0,0,0) writes s[0]}}
  else
    s[t].low = 2;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) reads s[0]}}
  OUT = t;
}

struct Bytes {
  unsigned char low, high;
};
KERNEL bit_fields_good(int *out) {
  __shared__ Bytes s[Block / 2];
  int t = threadIdx.x;
  if (t >= 32)
    s[t - 32].high = 1;
  else
    s[t].low = 2;
  OUT = t;
}

// Two arrays in dynamic shared memory: the second begins too early.
KERNEL dynamic(int *out) {
// expected-note@-1 2 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  extern __shared__ int memory[];
  int *first = memory;
  float *second = reinterpret_cast<float *>(memory + Block / 2);
  first[threadIdx.x] = threadIdx.x;
  // expected-note@-1 {{thread (32,0,0) of block (0,0,0) writes memory[32]}}
  second[threadIdx.x] = 0.5f;
  // expected-warning@-1 {{this write of shared memory 'memory' races with a write by another thread of the block}}
  // expected-note@-2 2 {{thread (0,0,0) of block (0,0,0) writes memory[32]}}
  OUT = first[threadIdx.x];
  // expected-warning@-1 {{this read of shared memory 'memory' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (32,0,0) of block (0,0,0) reads memory[32]}}
}

KERNEL dynamic_good(int *out) {
  extern __shared__ int memory[];
  int *first = memory;
  float *second = reinterpret_cast<float *>(memory + Block);
  first[threadIdx.x] = threadIdx.x;
  second[threadIdx.x] = 0.5f;
  OUT = first[threadIdx.x];
}

// Control flow.
KERNEL cases(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[4];
  switch (threadIdx.x) {
  case 0:
    s[0] = 10;
    break;
  case 20:
    s[1] = 11;
    [[fallthrough]];
  case 40:
    s[2] = 12 + threadIdx.x;
    // expected-warning@-1 {{this write of shared memory 's' races with the same write by another thread of the block}}
    // expected-note@-2 {{thread (20,0,0) of block (0,0,0) writes s[2]}}
    // expected-note@-3 {{thread (40,0,0) of block (0,0,0) writes s[2]}}
    break;
  }
  __syncthreads();
  OUT = s[threadIdx.x % 4];
}

KERNEL cases_good(int *out) {
  __shared__ int s[4];
  switch (threadIdx.x) {
  case 0:
    s[0] = 10;
    break;
  case 20:
    s[1] = 11;
    break;
  case 40:
    s[2] = 12 + threadIdx.x;
    break;
  }
  __syncthreads();
  OUT = s[threadIdx.x % 4];
}

KERNEL jumps(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  int i = 0, r = 0;
again:
  s[threadIdx.x] = i;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0], iteration 1}}
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  r += s[Block - 1 - threadIdx.x];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (63,0,0) of block (0,0,0) reads s[0], iteration 0}}
  if (++i < 4)
    goto again;
  OUT = r;
}

KERNEL jumps_good(int *out) {
  __shared__ int s[Block];
  int i = 0, r = 0;
again:
  s[threadIdx.x] = i;
  __syncthreads();
  r += s[Block - 1 - threadIdx.x];
  __syncthreads();
  if (++i < 4)
    goto again;
  OUT = r;
}

KERNEL do_while(int *out, int n) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  int i = 0, r = 0;
  s[threadIdx.x] = threadIdx.x;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  do {
    r += s[(threadIdx.x + i + 1) % Block];
    // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
    // expected-note@-2 {{thread (63,0,0) of block (0,0,0) reads s[0], iteration 0}}
    __syncthreads();
  } while (++i < n);
  OUT = r;
}

KERNEL do_while_good(int *out, int n) {
  __shared__ int s[Block];
  int i = 0, r = 0;
  s[threadIdx.x] = threadIdx.x;
  do {
    __syncthreads();
    r += s[(threadIdx.x + i + 1) % Block];
  } while (++i < n);
  OUT = r;
}

// From the end of the inner loop round the outer one no barrier is met.
KERNEL nested(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  int r = 0;
  for (int o = 0; o < 4; ++o) {
    s[threadIdx.x] = o;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0], iteration 1}}
    for (int i = 0; i < 3; ++i) {
      __syncthreads();
      // expected-note@-1 {{no __syncthreads() orders the two after this one}}
      r += s[(threadIdx.x + i + 1) % Block];
      // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
      // expected-note@-2 {{thread (61,0,0) of block (0,0,0) reads s[0], iteration 0, iteration 2}}
    }
  }
  OUT = r;
}

KERNEL nested_good(int *out) {
  __shared__ int s[Block];
  int r = 0;
  for (int o = 0; o < 4; ++o) {
    s[threadIdx.x] = o;
    for (int i = 0; i < 3; ++i) {
      __syncthreads();
      r += s[(threadIdx.x + i + 1) % Block];
    }
    __syncthreads();
  }
  OUT = r;
}

// The loop is left between the write and the barrier.
KERNEL leaves(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[Block];
  int r = 0;
  for (int i = 0;; ++i) {
    s[threadIdx.x] = i;
    // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes s[0], iteration 5}}
    if (i == 5)
      break;
    __syncthreads();
    r += s[Block - 1 - threadIdx.x];
    __syncthreads();
    // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  }
  OUT = r + s[Block - 1 - threadIdx.x];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (63,0,0) of block (0,0,0) reads s[0]}}
}

KERNEL leaves_good(int *out) {
  __shared__ int s[Block];
  int r = 0;
  for (int i = 0;; ++i) {
    s[threadIdx.x] = i;
    __syncthreads();
    r += s[Block - 1 - threadIdx.x];
    __syncthreads();
    if (i == 5)
      break;
  }
  OUT = r + s[Block - 1 - threadIdx.x];
}

KERNEL ping_pong(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[2][Block];
  int now = 0;
  s[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  // expected-note@-1 {{no __syncthreads() orders the two after this one}}
  for (int i = 0; i < 6; ++i) {
    s[now][threadIdx.x] = s[now][Block - 1 - threadIdx.x] + 1;
    // expected-warning@-1 {{this write of shared memory 's' races with a read by another thread of the block}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads s[0][63], iteration 0}}
    // expected-note@-3 {{thread (63,0,0) of block (0,0,0) writes s[0][63], iteration 0}}
    now ^= 1;
    __syncthreads();
  }
  OUT = s[now][threadIdx.x];
}

KERNEL ping_pong_good(int *out) {
  __shared__ int s[2][Block];
  int now = 0;
  s[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    s[now ^ 1][threadIdx.x] = s[now][Block - 1 - threadIdx.x] + 1;
    now ^= 1;
    __syncthreads();
  }
  OUT = s[now][threadIdx.x];
}

KERNEL bump(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int s[4 * Block];
  int *p = s + threadIdx.x;
  for (int i = 0; i < 4; ++i, p += Block / 2)
    *p = i;
    // expected-warning@-1 {{this write of shared memory 's' races with the same write by another thread of the block}}
    // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes s[32], iteration 1}}
    // expected-note@-3 {{thread (32,0,0) of block (0,0,0) writes s[32], iteration 0}}
  OUT = 0;
}

KERNEL bump_good(int *out) {
  __shared__ int s[4 * Block];
  int *p = s + threadIdx.x;
  for (int i = 0; i < 4; ++i, p += Block)
    *p = i;
  OUT = 0;
}

KERNEL choice(int *out, bool even) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ int a[Block], b[Block];
  int *p = even ? a : b;
  p[threadIdx.x] = 1;
  // expected-note@-1 {{thread (0,0,0) of block (0,0,0) writes a[0]}}
  OUT = (even ? a : b)[Block - 1 - threadIdx.x];
  // expected-warning@-1 {{this read of shared memory 'a' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (63,0,0) of block (0,0,0) reads a[0]}}
}

KERNEL choice_good(int *out, bool even) {
  __shared__ int a[Block], b[Block];
  int *p = even ? a : b;
  b[threadIdx.x] = 2;
  __syncthreads();
  p[threadIdx.x] = 1;
  OUT = b[threadIdx.x];
}

// All threads of a column of the block share one element.
KERNEL flat(int *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (8,8,1)}}
  __shared__ int s[Block];
  s[threadIdx.x] = threadIdx.y;
  // expected-warning@-1 {{this write of shared memory 's' races with the same write by another thread of the block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) writes s[0]}}
  // expected-note@-3 {{thread (0,1,0) of block (0,0,0) writes s[0]}}
  __syncthreads();
  out[blockIdx.x * Block + threadIdx.y * 8 + threadIdx.x] = s[threadIdx.x];
}

KERNEL flat_good(int *out) {
  __shared__ int s[Block];
  s[threadIdx.y * 8 + threadIdx.x] = threadIdx.y;
  __syncthreads();
  out[blockIdx.x * Block + threadIdx.y * 8 + threadIdx.x] = s[threadIdx.x];
}

void launch(const int *in, int *out, const float *f, float *g) {
  broadcast<<<4, Block>>>(in, out);
  broadcast_good<<<4, Block>>>(in, out);
  transpose<<<4, dim3(Tile, Tile)>>>(f, g, 3);
  transpose_good<<<4, dim3(Tile, Tile)>>>(f, g, 3);
  warp_slots<<<4, Block>>>(g);
  warp_slots_good<<<4, Block>>>(g);
  scan<<<4, Block>>>(in, out);
  scan_good<<<4, Block>>>(in, out);
  reduce<<<4, Wide>>>(in, out);
  reduce_good<<<4, Wide>>>(in, out);
  helper<<<4, Block>>>(out);
  helper_good<<<4, Block>>>(out);
  generic<Block><<<4, Block>>>(g);
  generic_good<Block><<<4, Block>>>(g);
  lambda<<<4, Block>>>(out);
  lambda_good<<<4, Block>>>(out);
  macro<<<4, Block>>>(out);
  macro_good<<<4, Block>>>(out);
  wide<<<4, Block>>>(g);
  wide_good<<<4, Block>>>(g);
  bit_fields<<<4, Block>>>(out);
  bit_fields_good<<<4, Block>>>(out);
  dynamic<<<4, Block, 8 * Block>>>(out);
  dynamic_good<<<4, Block, 8 * Block>>>(out);
  cases<<<4, Block>>>(out);
  cases_good<<<4, Block>>>(out);
  jumps<<<4, Block>>>(out);
  jumps_good<<<4, Block>>>(out);
  do_while<<<4, Block>>>(out, 9);
  do_while_good<<<4, Block>>>(out, 9);
  nested<<<4, Block>>>(out);
  nested_good<<<4, Block>>>(out);
  leaves<<<4, Block>>>(out);
  leaves_good<<<4, Block>>>(out);
  ping_pong<<<4, Block>>>(out);
  ping_pong_good<<<4, Block>>>(out);
  bump<<<4, Block>>>(out);
  bump_good<<<4, Block>>>(out);
  choice<<<4, Block>>>(out, true);
  choice_good<<<4, Block>>>(out, true);
  flat<<<4, dim3(8, 8)>>>(out);
  flat_good<<<4, dim3(8, 8)>>>(out);
}

// The loop runs for as long as the data says, then all write.
KERNEL after_loop(const float *in, float *out) {
// expected-note@-1 {{with gridDim (4,1,1), blockDim (64,1,1)}}
  __shared__ float s[65];
  float x = in[threadIdx.x];
  while (x > 1.0f)
    x *= 0.5f;
  s[threadIdx.x] = x;
  // expected-note@-1 {{thread (1,0,0) of block (0,0,0) writes s[1]}}
  out[threadIdx.x] = s[threadIdx.x + 1];
  // expected-warning@-1 {{this read of shared memory 's' races with a write by another thread of the block}}
  // expected-note@-2 {{thread (0,0,0) of block (0,0,0) reads s[1]}}
}

KERNEL after_loop_good(const float *in, float *out) {
  __shared__ float s[65];
  float x = in[threadIdx.x];
  while (x > 1.0f)
    x *= 0.5f;
  s[threadIdx.x] = x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

// Who leaves on the way does not come here: only some data makes it race.
KERNEL may_leave(const float *in, float *out) {
  __shared__ float s[65];
  if (in[threadIdx.x] > 1.0f)
    return;
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x + 1];
}

void after_data(const float *in, float *out) {
  after_loop<<<4, Block>>>(in, out);
  after_loop_good<<<4, Block>>>(in, out);
  may_leave<<<4, Block>>>(in, out);
}
