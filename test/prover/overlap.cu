// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Bytes, not names of elements.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
template <class T> T any();

// CHECK: verdict on 'vector_store': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void vector_store(float *out) {
  __shared__ float4 s[16];
  int t = threadIdx.x;
  if (t < 16)
    s[t] = float4{1, 2, 3, 4};
  out[blockIdx.x * 64 + t] = reinterpret_cast<float *>(s)[t];
}

// CHECK: verdict on 'vector_store_own': race freedom proven, barrier uniformity proven, bounds proven
__global__ void vector_store_own(float *out) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  s[t] = float4{1, 2, 3, (float)t};
  out[blockIdx.x * 64 + t] = reinterpret_cast<float *>(s)[4 * t + 3];
}

struct Mix {
  short a;
  char b, c;
};
// CHECK: verdict on 'bytes_apart': race freedom proven, barrier uniformity proven
__global__ void bytes_apart(Mix *m) {
  int t = threadIdx.x;
  if (t & 1)
    m[t / 2].b = 1;
  else
    m[t / 2].c = 2;
}

struct Bits {
  int a : 4, b : 4;
};
// One unit holds both: each write reads and writes it.
// CHECK: verdict on 'bits_together': race freedom refuted, barrier uniformity proven
__global__ void bits_together(Bits *m) {
  int t = threadIdx.x;
  if (t & 1)
    m[t / 2].b = 1;
  else
    m[t / 2].a = 2;
}

union Both {
  int i;
  short h[2];
};
// CHECK: verdict on 'union_overlap': race freedom refuted, barrier uniformity proven
__global__ void union_overlap(Both *m) {
  int t = threadIdx.x;
  if (t & 1)
    m[t / 2].i = 1;
  else
    m[t / 2].h[1] = 2;
}

// CHECK: verdict on 'union_apart': race freedom proven, barrier uniformity proven
__global__ void union_apart(Both *m) {
  int t = threadIdx.x;
  m[t / 2].h[t & 1] = 2;
}

// Five bytes, four apart.
// CHECK: verdict on 'memcpy_overlap': race freedom refuted, barrier uniformity proven
__global__ void memcpy_overlap(char *m) {
  int t = threadIdx.x;
  char v[5] = {1, 2, 3, 4, (char)t};
  memcpy(m + 4 * t, v, 5);
}

// CHECK: verdict on 'memcpy_ok': race freedom proven, barrier uniformity proven
__global__ void memcpy_ok(char *m) {
  int t = threadIdx.x;
  char v[4] = {1, 2, 3, (char)t};
  memcpy(m + 4 * t, v, 4);
}

// The length is not known.
// CHECK: verdict on 'memcpy_n': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void memcpy_n(char *m, const char *f, int n) {
  int t = threadIdx.x;
  memcpy(m + 4 * t, f, n);
}

// A misaligned access traps: whatever overlaps is a whole element.
// CHECK: verdict on 'unaligned_overlap': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void unaligned_overlap(char *p) {
  int t = threadIdx.x;
  *(int *)(p + 3 * t) = t;
}

// CHECK: verdict on 'unaligned_no_overlap': race freedom proven, barrier uniformity proven
__global__ void unaligned_no_overlap(char *p) {
  int t = threadIdx.x;
  *(int *)(p + 5 * t) = t;
}

// CHECK: verdict on 'aggregate_copy': race freedom refuted, barrier uniformity proven
__global__ void aggregate_copy(float4 *out) {
  __shared__ float4 s[33];
  int t = threadIdx.x;
  s[t / 2] = float4{1, 2, 3, (float)t};
}

// One byte of a word that another thread updates.
// CHECK: verdict on 'narrow_atomic': race freedom refuted, barrier uniformity proven
__global__ void narrow_atomic(unsigned *n) {
  int t = threadIdx.x;
  atomicAdd(n + t, 1u);
  ((unsigned char *)n)[4 * ((t + 1) & 63) + 3] = t;
}

// The last element of a row is the first of the next one.
// CHECK: verdict on 'overflow_row': race freedom proven, barrier uniformity proven
__global__ void overflow_row(int *out) {
  __shared__ int s[4][32];
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r)
    s[r][t + 1] = t;
  OUT(0);
}

// CHECK: verdict on 'overflow_row_read': race freedom refuted, barrier uniformity proven
__global__ void overflow_row_read(int *out) {
  __shared__ int s[5][32];
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r)
    s[r][t + 1] = t;
  if (t == 0)
    out[0] = s[1][0];
}

// Four rows, one index.
// CHECK: verdict on 'flat_of_two': race freedom refuted, barrier uniformity proven
__global__ void flat_of_two(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.y;
}

// CHECK: verdict on 'flat_of_two_ok': race freedom proven, barrier uniformity proven
__global__ void flat_of_two_ok(int *out) {
  __shared__ int s[64];
  s[threadIdx.x + 16 * threadIdx.y] = threadIdx.y;
}

// CHECK: verdict on 'transposed_wrong': race freedom refuted, barrier uniformity proven
__global__ void transposed_wrong(int *out) {
  __shared__ int s[64];
  s[threadIdx.x * 3 + threadIdx.y] = threadIdx.y;
}

// CHECK: verdict on 'three_d': race freedom refuted, barrier uniformity proven
__global__ void three_d(int *out) {
  __shared__ int s[64];
  s[threadIdx.x + 4 * threadIdx.y + 15 * threadIdx.z] = threadIdx.y;
}

// CHECK: verdict on 'carve': race freedom proven, barrier uniformity proven
__global__ void carve(int *out) {
  extern __shared__ int sm[];
  int *a = sm;
  float *b = (float *)(sm + blockDim.x);
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 1;
  out[t] = a[t];
}

// CHECK: verdict on 'carve_bad': race freedom refuted, barrier uniformity proven
__global__ void carve_bad(int *out) {
  extern __shared__ int sm[];
  int *a = sm;
  float *b = (float *)(sm + blockDim.x / 2);
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 1;
  out[t] = a[t];
}

extern __shared__ float smf[];
extern __shared__ int smi[];
// All unsized arrays begin at one address.
// CHECK: verdict on 'two_externs': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void two_externs(int *out) {
  int t = threadIdx.x;
  smf[t] = t;
  smi[63 - t] = 1;
}

void launch() {
  vector_store<<<4, 64>>>(any<float *>());
  vector_store_own<<<4, 64>>>(any<float *>());
  bytes_apart<<<1, 64>>>(any<Mix *>());
  bits_together<<<1, 64>>>(any<Bits *>());
  union_overlap<<<1, 64>>>(any<Both *>());
  union_apart<<<1, 64>>>(any<Both *>());
  memcpy_overlap<<<1, 64>>>(any<char *>());
  memcpy_ok<<<1, 64>>>(any<char *>());
  memcpy_n<<<1, 64>>>(any<char *>(), any<const char *>(), any<int>());
  unaligned_overlap<<<1, 64>>>(any<char *>());
  unaligned_no_overlap<<<1, 64>>>(any<char *>());
  aggregate_copy<<<1, 64>>>(any<float4 *>());
  narrow_atomic<<<4, 64>>>(any<unsigned *>());
  overflow_row<<<1, 32>>>(any<int *>());
  overflow_row_read<<<1, 32>>>(any<int *>());
  flat_of_two<<<1, dim3(16, 4)>>>(any<int *>());
  flat_of_two_ok<<<1, dim3(16, 4)>>>(any<int *>());
  transposed_wrong<<<1, dim3(16, 4)>>>(any<int *>());
  three_d<<<1, dim3(4, 4, 4)>>>(any<int *>());
  carve<<<1, 64>>>(any<int *>());
  carve_bad<<<1, 64>>>(any<int *>());
  two_externs<<<1, 64>>>(any<int *>());
}
