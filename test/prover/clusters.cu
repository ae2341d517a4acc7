// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Clusters: their barrier is one of each block too. The shared memory of
// another block is not followed.

#include "cuda_runtime.h"

template <class T> T any();

__device__ void sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

// CHECK: verdict on 'cluster_sync': race freedom proven
__global__ void cluster_sync(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// CHECK: verdict on 'cluster_missing': race freedom refuted
__global__ void cluster_missing(int *out) {
  __shared__ int s[64];
  sync();
  s[threadIdx.x] = threadIdx.x;
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// The blocks may be in one cluster, or not.
// CHECK: verdict on 'cluster_blocks': race freedom not proven
__global__ void cluster_blocks(int *out) {
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  sync();
  out[(blockIdx.x + 1) % gridDim.x * 64 + threadIdx.x] = 2;
}

// CHECK: verdict on 'cluster_same_phase': race freedom refuted
__global__ void cluster_same_phase(int *out) {
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  out[(blockIdx.x + 1) % gridDim.x * 64 + threadIdx.x] = 2;
  sync();
}

// What is done between arrival and wait is not ordered by them.
// CHECK: verdict on 'arrive_early': race freedom not proven
__global__ void arrive_early(int *out) {
  __shared__ int s[64];
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  s[threadIdx.x] = threadIdx.x;
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// CHECK: verdict on 'other_block': race freedom not proven
// CHECK: the shared memory of another block of the cluster is not followed
__global__ void other_block(int *sink) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  int *there = (int *)__nvvm_mapa((void *)s, 1);
  int v = there[threadIdx.x];
  if (v == 77)
    asm volatile("nanosleep.u32 1;");
}

// CHECK: verdict on 'other_block_asm': race freedom not proven
__global__ void other_block_asm(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  sync();
  unsigned there, v;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;"
               : "=r"(there)
               : "r"((unsigned)(unsigned long long)(__attribute__((
                   address_space(3))) void *)(s + threadIdx.x)));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(there));
  out[blockIdx.x * 64 + threadIdx.x] = v;
}

void launch() {
  cluster_sync<<<4, 64>>>(any<int *>());
  cluster_missing<<<4, 64>>>(any<int *>());
  cluster_blocks<<<4, 64>>>(any<int *>());
  cluster_same_phase<<<4, 64>>>(any<int *>());
  arrive_early<<<4, 64>>>(any<int *>());
  other_block<<<4, 64>>>(any<int *>());
  other_block_asm<<<4, 64>>>(any<int *>());
}
