// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-inline-ptx

#include "cuda_runtime.h"
#include "oxide/attributes.h"

// Roles of the operands.

__device__ int reads_output(int a) {
  int r;
  asm("add.u32 %0, %0, %1;" : "=r"(r) : "r"(a)); // expected-warning {{inline PTX reads its output operand '%0' before anything wrote it}}
  return r;
}
__device__ int reads_named_output(int a) {
  int r;
  asm("add.u32 %[sum], %[sum], %[a];" : [sum] "=r"(r) : [a] "r"(a)); // expected-warning {{reads its output operand '%[sum]'}}
  return r;
}
__device__ int reads_too_early(int a) {
  int r, s;
  asm("mov.u32 %1, %0;\n\tmov.u32 %0, %2;" : "=r"(r), "=r"(s) : "r"(a)); // expected-warning {{reads its output operand '%0'}}
  return r + s;
}
__device__ int reads_own_result(int a) {
  int r;
  asm("mov.u32 %0, %1;\n\tadd.u32 %0, %0, 1;" : "=r"(r) : "r"(a));
  return r;
}
__device__ int in_and_out(int a) {
  asm("add.u32 %0, %0, 1;" : "+r"(a));
  return a;
}
__device__ int tied(int a, int b) {
  int r;
  asm("add.u32 %0, %0, %2;" : "=r"(r) : "0"(a), "r"(b));
  return r;
}

__device__ int writes_input(int a, int b) {
  int r;
  asm("mov.u32 %1, %2;\n\tmov.u32 %0, %1;" : "=r"(r) : "r"(a), "r"(b)); // expected-warning {{inline PTX writes its input operand '%1'}}
  return r;
}
__device__ int never_writes(int a) {
  int r;
  asm("add.u32 %1, %1, 1;" : "=r"(r), "+r"(a)); // expected-warning {{inline PTX never writes its output operand '%0'}}
  return r;
}
__device__ unsigned predicated(unsigned a) {
  unsigned r = 0;
  asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, 1; @!p mov.u32 %0, 2; }" : "=r"(r) : "r"(a));
  return r;
}
__device__ unsigned shared_address(const void *p) {
  unsigned r;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(r) : "l"(p));
  return r;
}
__device__ float4 vector_load(const float4 *p) {
  float4 v;
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}

// What happens beside the operands.

__device__ unsigned atomic_not_volatile(unsigned *p) {
  unsigned old;
  asm("atom.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(p)); // expected-warning {{inline PTX with 'atom.global.add.u32' is neither volatile nor has a memory clobber, so that the compiler may drop, merge or move it}}
  return old;
}
__device__ unsigned acquire_not_volatile(unsigned *p) {
  unsigned v;
  do
    asm("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p)); // expected-warning {{inline PTX with 'ld.acquire.gpu.global.u32' is neither volatile}}
  while (v == 0);
  return v;
}
__device__ unsigned wait_not_volatile(unsigned bar) {
  unsigned ok;
  asm("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(bar)); // expected-warning {{inline PTX with 'mbarrier.try_wait}}
  return ok;
}
__device__ unsigned clock_not_volatile() {
  unsigned t;
  asm("mov.u32 %0, %%clock;" : "=r"(t)); // expected-warning {{inline PTX with 'mov.u32' is neither volatile}}
  return t;
}

__device__ unsigned effects_stated(unsigned *p, unsigned bar) {
  unsigned a, b, t;
  asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(a) : "l"(p));
  asm("atom.global.add.u32 %0, [%1], 1;" : "=r"(b) : "l"(p) : "memory");
  asm volatile("mov.u32 %0, %%clock;" : "=r"(t));
  // Without outputs an asm statement is volatile by itself.
  asm("st.global.u32 [%0], %1;" ::"l"(p), "r"(a));
  asm("bar.sync 1, 64;");
  asm("membar.gl;");
  return a + b + t;
}
__device__ unsigned plain_load(const unsigned *p) {
  unsigned v, lane;
  asm("ld.global.nc.u32 %0, [%1];" : "=r"(v) : "l"(p));
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return v + lane;
}

// In enforced code a store says that it writes memory.

OXIDE_MODE("enforce") __device__ void enforced(unsigned *p, unsigned v) {
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(v)); // expected-warning {{inline PTX with 'st.global.u32' writes memory but has no memory clobber}}
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p), "r"(v)); // expected-warning {{'red.global.add.u32' writes memory}}
  asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
  asm volatile("bar.sync 1, 64;");
}

// In templates, once; in classes, lambdas, macros, kernels.

template <class T> __device__ T generic(T a) {
  T r;
  asm("add.u32 %0, %0, %1;" : "=r"(r) : "r"(a)); // expected-warning {{reads its output operand '%0'}}
  return r;
}
template __device__ int generic<int>(int);
template __device__ unsigned generic<unsigned>(unsigned);

struct Counter {
  unsigned *p;
  __device__ unsigned next() {
    unsigned old;
    asm("atom.global.inc.u32 %0, [%1], 7;" : "=r"(old) : "l"(p)); // expected-warning {{'atom.global.inc.u32' is neither volatile}}
    return old;
  }
};

__global__ void kernel(int *out) {
  auto f = [](int a) {
    int r;
    asm("sub.s32 %0, %0, %1;" : "=r"(r) : "r"(a)); // expected-warning {{reads its output operand '%0'}}
    return r;
  };
  *out = f(1);
}

// Host assembly is not PTX.
void host() {
  int r = 1;
  asm volatile("" : "=r"(r));
}
