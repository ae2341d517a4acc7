// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// What indices come to on a machine with words of 32 bits, narrower types and
// tables of powers: the races that only wrapping makes, and the guards and
// permutations that look dangerous and are not.

#include "cuda_runtime.h"

typedef unsigned char u8;
typedef unsigned long long u64;
template <class T> T any();

// Each thread its own place: 0, 3, 4, 7, ...
// CHECK: verdict on 'low_bit': race freedom proven, barrier uniformity proven, bounds proven
__global__ void low_bit(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[2 * t + (t & 1)] = t;
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[2 * t + (t & 1)];
}

// 1 and 2 meet at 2.
// CHECK: verdict on 'low_bit_meets': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void low_bit_meets(int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t + (t & 1)] = t;
}

// t * 2^26 is 0 for t = 0 and t = 64.
// CHECK: verdict on 'wraps': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void wraps(float *out) {
  unsigned i = threadIdx.x * 65536u * blockDim.x;
  out[i] = threadIdx.x;
}

// CHECK: verdict on 'wraps_not': race freedom proven, barrier uniformity proven
__global__ void wraps_not(float *out) {
  unsigned i = threadIdx.x * 4096u;
  out[i] = threadIdx.x;
}

// 64 * 4 is 0 again in 8 bits.
// CHECK: verdict on 'byte_index2': race freedom refuted, barrier uniformity proven
__global__ void byte_index2(int *out) {
  u8 i = threadIdx.x * 4;
  out[i] = threadIdx.x;
}

// 5 is odd: a permutation of the bytes.
// CHECK: verdict on 'byte_index3': race freedom proven, barrier uniformity proven
__global__ void byte_index3(int *out) {
  u8 i = threadIdx.x * 5;
  out[i] = threadIdx.x;
}

// CHECK: verdict on 'signed_byte': race freedom refuted, barrier uniformity proven
__global__ void signed_byte(int *out) {
  signed char i = threadIdx.x;
  out[i < 0 ? -i : i] = threadIdx.x;
}

// CHECK: verdict on 'signed_byte_ok': race freedom proven, barrier uniformity proven
__global__ void signed_byte_ok(int *out) {
  signed char i = threadIdx.x;
  out[i + 128] = threadIdx.x;
}

// The counter starts again at 0 when the second thread begins.
// CHECK: verdict on 'byte_counter': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void byte_counter(int *out) {
  __shared__ int s[256];
  u8 c = 0;
  for (int k = 0; k < 512; ++k) {
    if (k / 256 == threadIdx.x)
      s[c] = threadIdx.x;
    ++c;
  }
}

// x is 0 after 32 rounds, and everybody writes s[0].
// CHECK: verdict on 'doubling': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void doubling(int *out) {
  __shared__ int s[64];
  unsigned x = 1;
  for (int k = 0; k < 40; ++k) {
    s[x == 0 ? 0 : threadIdx.x] = threadIdx.x;
    x <<= 1;
  }
}

// In the third round x ends in 3.
// CHECK: verdict on 'lcg': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void lcg(int *out) {
  __shared__ int s[64];
  unsigned x = 1;
  for (int k = 0; k < 40; ++k) {
    s[(x & 7) == 3 ? 0 : threadIdx.x] = threadIdx.x;
    x = x * 1664525u + 1013904223u;
  }
}

// Sixty-four threads, thirty-two places.
// CHECK: verdict on 'fibonacci': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void fibonacci(int *out) {
  out[(threadIdx.x * 2654435761u) >> 27] = threadIdx.x;
}

// CHECK: verdict on 'odd_multiplier': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void odd_multiplier(int *out) {
  out[(threadIdx.x * 2654435761u) & 63] = threadIdx.x;
}

// CHECK: verdict on 'even_multiplier': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void even_multiplier(int *out) {
  out[(threadIdx.x * 2654435762u) & 63] = threadIdx.x;
}

// What the conversion leaves is 0.
// CHECK: verdict on 'cut_64': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void cut_64(int *out) {
  unsigned i = (unsigned)((u64)threadIdx.x << 32);
  out[i] = threadIdx.x;
}

// CHECK: verdict on 'cut_64b': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void cut_64b(int *out) {
  unsigned i = (unsigned)((u64)threadIdx.x * 0x80000001ull >> 1);
  out[i & 31] = threadIdx.x;
}

// 0 - 1 is 2^32 - 1, whose remainder is 63.
// CHECK: verdict on 'minus_one': race freedom proven, barrier uniformity proven
__global__ void minus_one(int *out) {
  out[(threadIdx.x - 1u) % 64] = threadIdx.x;
}

// CHECK: verdict on 'minus_one_bad': race freedom refuted, barrier uniformity proven
__global__ void minus_one_bad(int *out) {
  out[(threadIdx.x - 1u) % 63] = threadIdx.x;
}

// The upper bits are gone before they come back.
// CHECK: verdict on 'shift_out': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void shift_out(int *out) {
  out[(threadIdx.x << 28) >> 30] = threadIdx.x;
}

// Multiples of 2^32.
// CHECK: verdict on 'square_wrap': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void square_wrap(int *out) {
  unsigned t = threadIdx.x * 65536u;
  out[t * t] = threadIdx.x;
}

// -1 % 8 is -1: fifteen places.
// CHECK: verdict on 'neg_mod': race freedom refuted, barrier uniformity proven
__global__ void neg_mod(int *out) {
  int i = (int)threadIdx.x - 32;
  out[(i % 8) + 8] = threadIdx.x;
}

// CHECK: verdict on 'neg_shift': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void neg_shift(int *out) {
  int i = (int)threadIdx.x - 32;
  out[(i >> 1) + 64] = threadIdx.x;
}

// A Gray code.
// CHECK: verdict on 'xor_swizzle': race freedom proven, barrier uniformity proven
__global__ void xor_swizzle(int *out) {
  int t = threadIdx.x;
  out[t ^ (t >> 3)] = t;
}

// CHECK: verdict on 'rotl': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void rotl(int *out) {
  unsigned t = threadIdx.x;
  unsigned r = (t << 31) | (t >> 1);
  out[r & 31] = t;
}

// CHECK: verdict on 'rev_pairs': race freedom proven, barrier uniformity proven
__global__ void rev_pairs(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[n - 1 - i] = i;
}

// With n == 100, 0 and 100 meet.
// CHECK: verdict on 'modulo_n': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void modulo_n(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i % n] = i;
}

// CHECK: verdict on 'half': race freedom refuted, barrier uniformity proven
__global__ void half(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i >> 1] = i;
}

// CHECK: verdict on 'by_block_div': race freedom refuted, barrier uniformity proven
__global__ void by_block_div(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / blockDim.x] = i;
}

// CHECK: verdict on 'minmax': race freedom refuted, barrier uniformity proven
__global__ void minmax(int *out) {
  int t = threadIdx.x;
  out[t < 60 ? t : 60] = t;
}

// CHECK: verdict on 'absdiff': race freedom refuted, barrier uniformity proven
__global__ void absdiff(int *out) {
  int t = threadIdx.x;
  out[t > 32 ? t - 32 : 32 - t] = t;
}

// CHECK: verdict on 'assume_n': race freedom proven, barrier uniformity proven
__global__ void assume_n(int *out, int n) {
  __builtin_assume(n == 64);
  out[threadIdx.x % n] = 1 + threadIdx.x;
}

// The assumption is made where it cannot hold.
// CHECK: verdict on 'assume_later': race freedom refuted, barrier uniformity proven
__global__ void assume_later(int *out, int n) {
  if (n == 7)
    __builtin_assume(n == 64);
  out[threadIdx.x / 2] = 1 + threadIdx.x;
}

// Three is no power of two.
// CHECK: verdict on 'stride_three': race freedom proven, barrier uniformity proven, bounds proven
__global__ void stride_three(int *out) {
  __shared__ int s[192];
  int t = threadIdx.x;
  for (int c = 0; c < 3; ++c)
    s[3 * t + c] = c;
  __syncthreads();
  for (int c = 0; c < 3; ++c)
    out[(blockIdx.x * 64 + t) * 3 + c] = s[64 * c + t];
}

// CHECK: verdict on 'stride_three_wide': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void stride_three_wide(int *out) {
  __shared__ int s[196];
  int t = threadIdx.x;
  for (int c = 0; c < 4; ++c)
    s[3 * t + c] = c + t;
}

// One value of x makes the race.
// CHECK: verdict on 'needle_open': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void needle_open(int *out, int x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[x == 185 ? i / 2 : i] = i;
}

// CHECK: verdict on 'needle': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void needle(int *out, int x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[x == 185 ? t / 2 : t] = t;
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[t];
}

void launch() {
  low_bit<<<4, 64>>>(any<int *>());
  low_bit_meets<<<4, 64>>>(any<int *>());
  wraps<<<1, 1024>>>(any<float *>());
  wraps_not<<<1, 1024>>>(any<float *>());
  byte_index2<<<1, 128>>>(any<int *>());
  byte_index3<<<1, 64>>>(any<int *>());
  signed_byte<<<1, 256>>>(any<int *>());
  signed_byte_ok<<<1, 256>>>(any<int *>());
  byte_counter<<<1, 2>>>(any<int *>());
  doubling<<<1, 64>>>(any<int *>());
  lcg<<<1, 64>>>(any<int *>());
  fibonacci<<<1, 64>>>(any<int *>());
  odd_multiplier<<<1, 64>>>(any<int *>());
  even_multiplier<<<1, 64>>>(any<int *>());
  cut_64<<<1, 64>>>(any<int *>());
  cut_64b<<<1, 64>>>(any<int *>());
  minus_one<<<1, 64>>>(any<int *>());
  minus_one_bad<<<1, 64>>>(any<int *>());
  shift_out<<<1, 64>>>(any<int *>());
  square_wrap<<<1, 64>>>(any<int *>());
  neg_mod<<<1, 64>>>(any<int *>());
  neg_shift<<<1, 64>>>(any<int *>());
  xor_swizzle<<<1, 64>>>(any<int *>());
  rotl<<<1, 64>>>(any<int *>());
  rev_pairs<<<4, 64>>>(any<int *>(), any<int>());
  modulo_n<<<4, 64>>>(any<int *>(), any<int>());
  half<<<4, 64>>>(any<int *>());
  by_block_div<<<4, 64>>>(any<int *>());
  minmax<<<1, 64>>>(any<int *>());
  absdiff<<<1, 64>>>(any<int *>());
  assume_n<<<1, 64>>>(any<int *>(), any<int>());
  assume_later<<<1, 64>>>(any<int *>(), any<int>());
  stride_three<<<4, 64>>>(any<int *>());
  stride_three_wide<<<4, 64>>>(any<int *>());
  needle<<<4, 64>>>(any<int *>(), any<int>());
}
