// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Parameters whose values the launches in view tell: all of them, and only if
// nothing may change the value on the way.

#include "cuda_runtime.h"

// CHECK: verdict on 'n_var': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_var(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
void l1(int *o, int m) {
  int n = 64;
  if (m)
    n = 5;
  n_var<<<1, 64>>>(o, n);
}

// CHECK: verdict on 'n_ref': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_ref(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
void change(int &);
void l2(int *o) {
  int n = 64;
  change(n);
  n_ref<<<1, 64>>>(o, n);
}

// CHECK: verdict on 'n_lambda': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_lambda(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void l3(int *o) {
  int n = 64;
  auto f = [&] { n = 3; };
  f();
  n_lambda<<<1, 64>>>(o, n);
}

// CHECK: verdict on 'n_two': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_two(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
void l4(int *o) {
  n_two<<<1, 64>>>(o, 64);
  n_two<<<1, 64>>>(o, 32);
}

// CHECK: verdict on 'n_one': race freedom proven, barrier uniformity proven
__global__ void n_one(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
void l5(int *o) { n_one<<<1, 64>>>(o, 64); }

// CHECK: verdict on 'n_wrap': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_wrap(int *out, unsigned char n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void l6(int *o) { n_wrap<<<1, 64>>>(o, 256 + 32); }

// CHECK: verdict on 'n_neg': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_neg(int *out, unsigned n) {
  out[threadIdx.x % (n + 33)] = threadIdx.x;
}
void l7(int *o) { n_neg<<<1, 64>>>(o, -1); }

// CHECK: verdict on 'n_changed': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_changed(int *out, int n) {
  n /= 2;
  out[threadIdx.x % n] = threadIdx.x;
}
void l8(int *o) { n_changed<<<1, 64>>>(o, 64); }

// CHECK: verdict on 'n_loop': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_loop(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
void l9(int *o) {
  for (int n = 64; n > 1; n /= 2)
    n_loop<<<1, 64>>>(o, n);
}

// CHECK: verdict on 'n_address': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_address(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void addr(int *);
void l10(int *o) {
  int n = 64;
  addr(&n);
  n_address<<<1, 64>>>(o, n);
}
int global_n = 64;

// CHECK: verdict on 'n_global': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_global(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void l11(int *o) { n_global<<<1, 64>>>(o, global_n); }
static int static_n = 64;
void set_static(int k) { static_n = k; }

// CHECK: verdict on 'n_static': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_static(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void l12(int *o) { n_static<<<1, 64>>>(o, static_n); }

// CHECK: verdict on 'n_template{{.*}}': race freedom proven
// CHECK: verdict on 'n_template{{.*}}': race freedom {{refuted|not proven}}
template <int N> __global__ void n_template(int *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
template <int N> void l13(int *o) { n_template<N><<<1, 64>>>(o, N); }
template void l13<64>(int *);
template void l13<7>(int *);

// CHECK: verdict on 'n_default': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_default(int *out, int n = 7) {
  out[threadIdx.x % n] = threadIdx.x;
}
void l14(int *o) { n_default<<<1, 64>>>(o); }

// CHECK: verdict on 'n_macro': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_macro(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
#define RUN(k, ...) k<<<1, 64>>>(__VA_ARGS__)
void l15(int *o) {
  RUN(n_macro, o, 64);
  RUN(n_macro, o, 63);
}

// CHECK: verdict on 'n_api': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void n_api(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
void l17(int *o) {
  int n = 3;
  void *a[] = {&o, &n};
  cudaLaunchKernel((const void *)n_api, dim3(1), dim3(64), a, 0, 0);
  n_api<<<1, 64>>>(o, 64);
}

// CHECK: verdict on 'al_cast': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void al_cast(int *a, float *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = 2;
}
void m3(int *d) { al_cast<<<1, 64>>>(d, (float *)d); }

// CHECK: verdict on 'al_addr': race freedom {{refuted|not proven}}, barrier uniformity proven
__global__ void al_addr(int *a, int *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x + 1] = 2;
}
void m4(int *d) { al_addr<<<1, 64>>>(&d[0], &d[1]); }

// CHECK: verdict on 'al_content': race freedom {{refuted|not proven}}, barrier uniformity {{.*}}
__global__ void al_content(int *a, const int *b) {
  if (b[0])
    __syncthreads();
  a[threadIdx.x] = 1;
}
void m8(int *d) { al_content<<<1, 64>>>(d, d); }
