// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// What inline PTX does to memory.

#include "cuda_runtime.h"

template <class T> T any();

// CHECK: verdict on 'load_store': race freedom proven
__global__ void load_store(int *out, const int *in) {
  int i = blockIdx.x * 64 + threadIdx.x, v;
  asm volatile("ld.global.nc.L1::no_allocate.s32 %0, [%1];"
               : "=r"(v)
               : "l"(in + i));
  asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(out + i), "r"(v) : "memory");
}

// CHECK: verdict on 'store_wide': race freedom refuted
__global__ void store_wide(int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  asm volatile("st.global.v2.s32 [%0], {%1, %1};" ::"l"(out + i / 2 * 2),
               "r"(i)
               : "memory");
}

// CHECK: verdict on 'displaced': race freedom refuted
__global__ void displaced(int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  asm volatile("st.global.s32 [%0+4], %1;" ::"l"(out + i), "r"(i) : "memory");
  out[i] = 0;
}

// The others store the same 4 bytes further on.
// CHECK: verdict on 'displaced_all': race freedom proven
__global__ void displaced_all(int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  asm volatile("st.global.s32 [%0+4], %1;" ::"l"(out + i), "r"(i) : "memory");
}

// CHECK: verdict on 'updates': race freedom proven
__global__ void updates(unsigned *count) {
  asm volatile("red.global.add.u32 [%0], 1;" ::"l"(count + threadIdx.x % 4)
               : "memory");
  unsigned old;
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(count + 8), "r"(0)
               : "memory");
}

// Atomic to its block only.
// CHECK: verdict on 'updates_block': race freedom refuted
__global__ void updates_block(unsigned *count) {
  asm volatile("red.cta.global.add.u32 [%0], 1;" ::"l"(count + threadIdx.x % 4)
               : "memory");
}

// CHECK: verdict on 'update_and_store': race freedom refuted
__global__ void update_and_store(unsigned *count) {
  asm volatile("red.global.add.u32 [%0], 1;" ::"l"(count + threadIdx.x % 4)
               : "memory");
  count[blockIdx.x] = 0;
}

// Through registers of the statement, and as an address of shared memory.
// CHECK: verdict on 'in_registers': race freedom proven
__global__ void in_registers(int *out) {
  __shared__ int s[64];
  asm volatile("{ .reg .u64 a; .reg .u32 b; cvta.to.shared.u64 a, %0; "
               "cvt.u32.u64 b, a; st.shared.s32 [b], %1; }" ::"l"(
                   s + threadIdx.x),
               "r"(3)
               : "memory");
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// CHECK: verdict on 'in_registers_bad': race freedom refuted
__global__ void in_registers_bad(int *out) {
  __shared__ int s[64];
  asm volatile("{ .reg .u64 a; .reg .u32 b; cvta.to.shared.u64 a, %0; "
               "cvt.u32.u64 b, a; st.shared.s32 [b], %1; }" ::"l"(
                   s + threadIdx.x),
               "r"(3)
               : "memory");
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// A guard of the statement is not followed: no certain race.
// CHECK: verdict on 'guarded': race freedom not proven
__global__ void guarded(int *out, int n) {
  asm volatile("{ .reg .pred p; setp.eq.s32 p, %1, 7; @p st.global.s32 [%0], "
               "%1; }" ::"l"(out),
               "r"(n)
               : "memory");
}

// CHECK: verdict on 'exchange': race freedom proven, barrier uniformity proven
__global__ void exchange(int *out) {
  int v = threadIdx.x;
  asm volatile("{ .reg .pred p; .reg .s32 r; shfl.sync.up.b32 r|p, %0, 1, 0, "
               "-1; @p add.s32 %0, r, %0; }"
               : "+r"(v));
  out[blockIdx.x * 64 + threadIdx.x] = v;
}

// CHECK: verdict on 'exchange_some': race freedom not proven, barrier uniformity refuted
__global__ void exchange_some(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x % 2 == 0)
    asm volatile("shfl.sync.down.b32 %0, %0, 1, 31, -1;" : "+r"(v));
  out[blockIdx.x * 64 + threadIdx.x] = v;
}

// CHECK: verdict on 'matrix_rows': race freedom proven
__global__ void matrix_rows(int *out) {
  __shared__ alignas(16) short s[64][8];
  int t = threadIdx.x, r0, r1, r2, r3;
  for (int i = 0; i < 8; ++i)
    s[t][i] = t;
  __syncthreads();
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
               "[%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
               : "r"((unsigned)(unsigned long long)(__attribute__((
                   address_space(3))) void *)&s[63 - t][0]));
  out[blockIdx.x * 64 + t] = r0 + r1 + r2 + r3;
}

// CHECK: verdict on 'matrix_rows_bad': race freedom refuted
__global__ void matrix_rows_bad(int *out) {
  __shared__ alignas(16) short s[64][8];
  int t = threadIdx.x, r0, r1, r2, r3;
  for (int i = 0; i < 8; ++i)
    s[t][i] = t;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
               "[%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
               : "r"((unsigned)(unsigned long long)(__attribute__((
                   address_space(3))) void *)&s[63 - t][0]));
  out[blockIdx.x * 64 + t] = r0 + r1 + r2 + r3;
}

// Rows of the own lane: others get what is in them.
// CHECK: verdict on 'matrix_own_rows': race freedom not proven
__global__ void matrix_own_rows(int *out) {
  __shared__ alignas(16) short s[64][8];
  int t = threadIdx.x, r0, r1, r2, r3;
  for (int i = 0; i < 8; ++i)
    s[t][i] = t;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
               "[%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
               : "r"((unsigned)(unsigned long long)(__attribute__((
                   address_space(3))) void *)&s[t][0]));
  out[blockIdx.x * 64 + t] = r0 + r1 + r2 + r3;
}

// CHECK: verdict on 'matrix_warp_rows': race freedom proven
__global__ void matrix_warp_rows(int *out) {
  __shared__ alignas(16) short s[64][8];
  int t = threadIdx.x, r0, r1, r2, r3;
  for (int i = 0; i < 8; ++i)
    s[t][i] = t;
  __syncwarp();
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, "
               "[%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
               : "r"((unsigned)(unsigned long long)(__attribute__((
                   address_space(3))) void *)&s[t][0]));
  out[blockIdx.x * 64 + t] = r0 + r1 + r2 + r3;
}

// CHECK: verdict on 'surface': race freedom proven
__global__ void surface(unsigned long long to, unsigned long long from) {
  int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y, v;
  asm volatile("suld.b.2d.b32.trap {%0}, [%1, {%2, %3}];"
               : "=r"(v)
               : "l"(from), "r"(x * 4), "r"(y));
  asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], {%3};" ::"l"(to),
               "r"(x * 4), "r"(y), "r"(v)
               : "memory");
}

// CHECK: verdict on 'surface_row': race freedom refuted
__global__ void surface_row(unsigned long long to) {
  int y = blockIdx.x * 64 + threadIdx.x;
  asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], {%3};" ::"l"(to), "r"(y * 2),
               "r"(3), "r"(y)
               : "memory");
}

// At the border all those outside meet.
// CHECK: verdict on 'surface_clamp': race freedom not proven
__global__ void surface_clamp(unsigned long long to) {
  int x = blockIdx.x * 64 + threadIdx.x;
  asm volatile("sust.b.2d.b32.clamp [%0, {%1, %2}], {%3};" ::"l"(to),
               "r"(x * 4), "r"(3), "r"(x)
               : "memory");
}

// What waits or orders is never taken for nothing.
// CHECK: verdict on 'unknown_wait': race freedom not proven
__global__ void unknown_wait(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

void launch(int n) {
  load_store<<<4, 64>>>(any<int *>(), any<int *>());
  store_wide<<<4, 64>>>(any<int *>());
  displaced<<<4, 64>>>(any<int *>());
  displaced_all<<<4, 64>>>(any<int *>());
  updates<<<4, 64>>>(any<unsigned *>());
  updates_block<<<4, 64>>>(any<unsigned *>());
  update_and_store<<<4, 64>>>(any<unsigned *>());
  in_registers<<<4, 64>>>(any<int *>());
  in_registers_bad<<<4, 64>>>(any<int *>());
  guarded<<<4, 64>>>(any<int *>(), n);
  exchange<<<4, 64>>>(any<int *>());
  exchange_some<<<4, 64>>>(any<int *>());
  matrix_rows<<<4, 64>>>(any<int *>());
  matrix_rows_bad<<<4, 64>>>(any<int *>());
  matrix_own_rows<<<4, 64>>>(any<int *>());
  matrix_warp_rows<<<4, 64>>>(any<int *>());
  surface<<<4, 64>>>(1, 2);
  surface_row<<<4, 64>>>(1);
  surface_clamp<<<4, 64>>>(1);
  unknown_wait<<<4, 64>>>(any<int *>());
}
