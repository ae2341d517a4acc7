// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// cp.async writes later: at the wait of the thread that issued it.

#include "cuda_runtime.h"

template <class T> T any();

// Its own thread does not even wait.
// CHECK: verdict on 'async_no_wait': race freedom refuted, barrier uniformity {{.*}}
__global__ void async_no_wait(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __nvvm_cp_async_ca_shared_global_4(
      (__attribute__((address_space(3))) void *)(s + t),
      (__attribute__((address_space(1)))
       const void *)(in + blockIdx.x * 64 + t));
  out[blockIdx.x * 64 + t] = s[t];
}

// The others may be past the barrier before the bytes arrive.
// CHECK: verdict on 'async_barrier_no_wait': race freedom refuted, barrier uniformity {{.*}}
__global__ void async_barrier_no_wait(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __nvvm_cp_async_ca_shared_global_4(
      (__attribute__((address_space(3))) void *)(s + t),
      (__attribute__((address_space(1)))
       const void *)(in + blockIdx.x * 64 + t));
  __nvvm_cp_async_commit_group();
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[63 - t];
}

// CHECK: verdict on 'async_waited': race freedom proven, barrier uniformity {{.*}}
__global__ void async_waited(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __nvvm_cp_async_ca_shared_global_4(
      (__attribute__((address_space(3))) void *)(s + t),
      (__attribute__((address_space(1)))
       const void *)(in + blockIdx.x * 64 + t));
  __nvvm_cp_async_commit_group();
  __nvvm_cp_async_wait_all();
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[63 - t];
}

// The copy may arrive after the second store.
// CHECK: verdict on 'async_reuse': race freedom refuted, barrier uniformity {{.*}}
__global__ void async_reuse(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 5;
  __nvvm_cp_async_ca_shared_global_4(
      (__attribute__((address_space(3))) void *)(s + t),
      (__attribute__((address_space(1)))
       const void *)(in + blockIdx.x * 64 + t));
  s[t] = 7;
}

// The arrival of one lane releases the stores of that lane only.
// CHECK: verdict on 'elect_arrive': race freedom not proven, barrier uniformity {{.*}}
__global__ void elect_arrive(int *out) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  unsigned b = (unsigned)(unsigned long long)(__attribute__((
      address_space(3))) void *)&bar;
  if (t == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b) : "memory");
  __syncthreads();
  if (t < 32) {
    s[t] = t;
    if (t == 0)
      asm volatile(
          "{ .reg .b64 x; mbarrier.arrive.shared.b64 x, [%0]; }" ::"r"(b)
          : "memory");
  } else {
    asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, "
                 "[%0], 0; @!p bra W; }" ::"r"(b)
                 : "memory");
    out[blockIdx.x * 64 + t] = s[t - 32];
  }
}

void launch() {
  async_no_wait<<<4, 64>>>(any<const int *>(), any<int *>());
  async_barrier_no_wait<<<4, 64>>>(any<const int *>(), any<int *>());
  async_waited<<<4, 64>>>(any<const int *>(), any<int *>());
  async_reuse<<<4, 64>>>(any<const int *>(), any<int *>());
  elect_arrive<<<4, 64>>>(any<int *>());
}
