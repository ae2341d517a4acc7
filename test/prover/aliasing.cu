// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Which pointers may meet.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)
typedef unsigned long long u64;
template <class T> T any();

// The launch gives one buffer for both, whatever __restrict__ says.
// CHECK: verdict on 'restrict_same': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void restrict_same(float *__restrict__ a,
                              const float *__restrict__ b, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n)
    a[i] = b[i + 1];
}

// CHECK: verdict on 'restrict_two': race freedom proven, barrier uniformity proven
__global__ void restrict_two(float *__restrict__ a, const float *__restrict__ b,
                             int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n)
    a[i] = b[i + 1];
}

// CHECK: verdict on 'doubled': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void doubled(int *a, int *b, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = 1;
  b[i + 1] = 2;
}

// CHECK: verdict on 'offset_buffer': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void offset_buffer(int *a, int *b, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = 1;
  b[i] = 2;
}

// CHECK: verdict on 'sel': race freedom proven, barrier uniformity proven
__global__ void sel(int *a, int *b) {
  int t = threadIdx.x;
  int *p = (t & 1) ? a : b;
  p[t / 2] = t;
}

// CHECK: verdict on 'sel_bad': race freedom refuted, barrier uniformity proven
__global__ void sel_bad(int *a, int *b) {
  int t = threadIdx.x;
  int *p = (t & 1) ? a : b;
  p[t / 4] = t;
}

// CHECK: verdict on 'bump': race freedom proven, barrier uniformity proven
__global__ void bump(int *a) {
  int *p = a + threadIdx.x;
  for (int k = 0; k < 8; ++k, p += 64)
    *p = k;
}

// CHECK: verdict on 'bump_bad': race freedom refuted, barrier uniformity proven
__global__ void bump_bad(int *a) {
  int *p = a + threadIdx.x;
  for (int k = 0; k < 8; ++k, p += 32)
    *p = k + threadIdx.x;
}

// A pointer that was an integer.
// CHECK: verdict on 'int_pointer': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void int_pointer(int *a) {
  u64 p = (u64)a;
  p += 4 * (threadIdx.x / 2);
  *(int *)p = threadIdx.x;
}

// The first way out is never taken.
// CHECK: verdict on 'two_exits': race freedom {{proven|not proven}}, barrier uniformity proven
__global__ void two_exits(int *a, int *b) {
  int t = threadIdx.x;
  int *p = b + t;
  for (int k = 0; k < 4; ++k) {
    if (k == 9) {
      p = a;
      break;
    }
  }
  *p = t;
}

// CHECK: verdict on 'two_exits3': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void two_exits3(int *a, int *b, int n) {
  int t = threadIdx.x;
  int *p;
  int k = 0;
  for (;; ++k) {
    if (k == 3) {
      p = a;
      break;
    }
    if (k == t) {
      p = b + t;
      break;
    }
  }
  *p = t;
}

__device__ int g[64];
__device__ int *gp;
// CHECK: verdict on 'device_var': race freedom refuted, barrier uniformity proven
__global__ void device_var(int *a) { g[threadIdx.x / 2] = threadIdx.x; }

// CHECK: verdict on 'device_ptr': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void device_ptr(int *a) { gp[threadIdx.x / 2] = threadIdx.x; }

struct Args {
  int *a;
  int *b;
  int n;
};
// CHECK: verdict on 'by_struct': race freedom proven, barrier uniformity proven
__global__ void by_struct(Args x) { x.a[threadIdx.x] = x.b[threadIdx.x + 1]; }

// CHECK: verdict on 'by_struct_bad': race freedom refuted, barrier uniformity proven
__global__ void by_struct_bad(Args x) {
  x.a[threadIdx.x] = x.a[threadIdx.x + 1];
}

// CHECK: verdict on 'by_struct_swap': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void by_struct_swap(Args x) {
  if (threadIdx.x & 1) {
    int *c = x.a;
    x.a = x.b;
    x.b = c;
  }
  x.a[threadIdx.x / 4] = threadIdx.x;
}

// CHECK: verdict on 'stored_pointer': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void stored_pointer(int *out) {
  __shared__ int *p;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    p = s;
  __syncthreads();
  p[threadIdx.x] = threadIdx.x;
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'pointer_table': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void pointer_table(int **rows) {
  rows[threadIdx.x / 2][0] = threadIdx.x;
}

// CHECK: verdict on 'pointer_table2': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void pointer_table2(int **rows, int *a) {
  rows[threadIdx.x][0] = threadIdx.x;
  a[threadIdx.x] = 1;
}

__device__ int *scratch() {
  __shared__ int s[64];
  return s;
}
// One variable, whoever asks.
// CHECK: verdict on 'static_shared': race freedom refuted, barrier uniformity proven
__global__ void static_shared(int *out) {
  int *a = scratch(), *b = scratch();
  a[threadIdx.x] = 1;
  OUT(b[63 - threadIdx.x]);
}

template <int N> __device__ int *scratch_t() {
  __shared__ int s[64];
  return s;
}
// One for each instantiation.
// CHECK: verdict on 'static_shared_t': race freedom proven, barrier uniformity proven
__global__ void static_shared_t(int *out) {
  int *a = scratch_t<0>(), *b = scratch_t<1>();
  a[threadIdx.x] = 1;
  OUT(b[63 - threadIdx.x]);
}

__device__ __noinline__ void noinl(int *p) { p[threadIdx.x / 2] = threadIdx.x; }
// CHECK: verdict on 'no_inline': race freedom refuted, barrier uniformity {{.*}}
__global__ void no_inline(int *out) { noinl(out); }

__device__ void st(int *p) { *p = threadIdx.x; }
// CHECK: verdict on 'fn_pointer': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void fn_pointer(int *out, int k) {
  void (*f)(int *) = st;
  f(out + k);
}

__device__ int rec(int t) { return t < 2 ? t : rec(t - 2); }
// CHECK: verdict on 'recursive': race freedom not proven, barrier uniformity {{.*}}
__global__ void recursive(int *out) { out[rec(threadIdx.x)] = threadIdx.x; }

struct Base {
  __device__ virtual void go(int *p) { *p = threadIdx.x; }
};
// CHECK: verdict on 'virtual_call': race freedom not proven, barrier uniformity {{.*}}
__global__ void virtual_call(Base *b, int *out) { b->go(out); }

void aliases(float *d, float *e, int *i) {
  restrict_same<<<4, 64>>>(d, d, 256);
  restrict_two<<<4, 64>>>(d, e, 256);
  doubled<<<4, 64>>>(i, i, 3);
  offset_buffer<<<4, 64>>>(i, i + 1, 3);
}

void launch() {
  sel<<<1, 64>>>(any<int *>(), any<int *>());
  sel_bad<<<1, 64>>>(any<int *>(), any<int *>());
  bump<<<1, 64>>>(any<int *>());
  bump_bad<<<1, 64>>>(any<int *>());
  int_pointer<<<1, 64>>>(any<int *>());
  two_exits<<<1, 64>>>(any<int *>(), any<int *>());
  two_exits3<<<1, 64>>>(any<int *>(), any<int *>(), any<int>());
  device_var<<<1, 64>>>(any<int *>());
  device_ptr<<<1, 64>>>(any<int *>());
  by_struct<<<1, 64>>>(any<Args>());
  by_struct_bad<<<1, 64>>>(any<Args>());
  by_struct_swap<<<1, 64>>>(any<Args>());
  stored_pointer<<<1, 64>>>(any<int *>());
  pointer_table<<<1, 64>>>(any<int **>());
  pointer_table2<<<1, 64>>>(any<int **>(), any<int *>());
  static_shared<<<1, 64>>>(any<int *>());
  static_shared_t<<<1, 64>>>(any<int *>());
  no_inline<<<1, 64>>>(any<int *>());
  fn_pointer<<<1, 64>>>(any<int *>(), any<int>());
  recursive<<<1, 64>>>(any<int *>());
  virtual_call<<<1, 64>>>(any<Base *>(), any<int *>());
}
