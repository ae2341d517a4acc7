// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Asynchronous copies in several stages. A copy is on the way from where it is
// issued to the wait that covers its group, over barriers.

#include "cuda_runtime.h"

template <class T> T any();

__device__ unsigned smem(const void *p) {
  return (unsigned)(unsigned long long)(__attribute__((address_space(3)))
                                        const void *)p;
}

__device__ void copy(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(smem(to)),
               "l"(from));
}

__device__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }

template <int N> __device__ void wait() {
  asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}

__device__ void waitAll() { asm volatile("cp.async.wait_all;\n" ::); }

struct alignas(16) Four {
  float x, y, z, w;
};

// Two stages: the copy of the next one runs while this one is read.
// CHECK: verdict on 'two_stages': race freedom proven
__global__ void two_stages(Four *out, const Four *in, int n) {
  __shared__ Four s[2][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      copy(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t]);
    commit();
    wait<1>();
    __syncthreads();
    sum += s[k % 2][255 - t].x;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// One group more may be on the way than is good.
// CHECK: verdict on 'two_stages_count': race freedom refuted
__global__ void two_stages_count(Four *out, const Four *in, int n) {
  __shared__ Four s[2][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      copy(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t]);
    commit();
    wait<2>();
    __syncthreads();
    sum += s[k % 2][255 - t].x;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// The copy into the stage that was read last starts while others read it.
// CHECK: verdict on 'two_stages_reuse': race freedom refuted
__global__ void two_stages_reuse(Four *out, const Four *in, int n) {
  __shared__ Four s[2][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      copy(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t]);
    commit();
    wait<1>();
    __syncthreads();
    sum += s[k % 2][255 - t].x;
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// CHECK: verdict on 'no_barrier': race freedom refuted
__global__ void no_barrier(Four *out, const Four *in, int n) {
  __shared__ Four s[2][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      copy(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t]);
    commit();
    wait<1>();
    sum += s[k % 2][255 - t].x;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// Waits on both ways.
// CHECK: verdict on 'two_waits': race freedom proven
__global__ void two_waits(Four *out, const Four *in, int n) {
  __shared__ Four s[2][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) {
      copy(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t]);
      commit();
      wait<1>();
    } else {
      wait<0>();
    }
    __syncthreads();
    sum += s[k % 2][255 - t].x;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// The last stage is never waited for: without the commit of an empty group.
// CHECK: verdict on 'last_stage': race freedom refuted
__global__ void last_stage(Four *out, const Four *in, int n) {
  __shared__ Four s[2][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) {
      copy(&s[(k + 1) % 2][t], &in[(k + 1) * 256 + t]);
      commit();
    }
    wait<1>();
    __syncthreads();
    sum += s[k % 2][255 - t].x;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// Three stages with one barrier for each: the stage that is filled again is the
// one that everybody has left.
// CHECK: verdict on 'three_stages': race freedom proven
__global__ void three_stages(Four *out, const Four *in, int n) {
  __shared__ Four s[3][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  copy(&s[1][t], &in[256 + t]);
  commit();
  for (int k = 0; k < n; ++k) {
    wait<1>();
    __syncthreads();
    sum += s[k % 3][255 - t].x;
    if (k + 2 < n)
      copy(&s[(k + 2) % 3][t], &in[(k + 2) * 256 + t]);
    commit();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// CHECK: verdict on 'three_stages_count': race freedom refuted
__global__ void three_stages_count(Four *out, const Four *in, int n) {
  __shared__ Four s[3][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  copy(&s[1][t], &in[256 + t]);
  commit();
  for (int k = 0; k < n; ++k) {
    wait<2>();
    __syncthreads();
    sum += s[k % 3][255 - t].x;
    if (k + 2 < n)
      copy(&s[(k + 2) % 3][t], &in[(k + 2) * 256 + t]);
    commit();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// Filled again one stage too early.
// CHECK: verdict on 'three_stages_early': race freedom refuted
__global__ void three_stages_early(Four *out, const Four *in, int n) {
  __shared__ Four s[3][256];
  int t = threadIdx.x;
  float sum = 0;
  copy(&s[0][t], &in[t]);
  commit();
  copy(&s[1][t], &in[256 + t]);
  commit();
  for (int k = 0; k < n; ++k) {
    wait<1>();
    __syncthreads();
    sum += s[k % 3][255 - t].x;
    if (k + 3 < n)
      copy(&s[(k + 3) % 3][t], &in[(k + 3) * 256 + t]);
    commit();
  }
  out[blockIdx.x * 256 + t].x = sum;
}

// Several copies by each thread.
// CHECK: verdict on 'in_pieces': race freedom proven
__global__ void in_pieces(Four *out, const Four *in) {
  __shared__ Four s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256)
    copy(&s[i], &in[i]);
  commit();
  wait<0>();
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[1023 - t];
}

// CHECK: verdict on 'pieces_no_wait': race freedom refuted
__global__ void pieces_no_wait(Four *out, const Four *in) {
  __shared__ Four s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256)
    copy(&s[i], &in[i]);
  commit();
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[1023 - t];
}

// The thread reads what it has copied itself.
// CHECK: verdict on 'own_waited': race freedom proven
__global__ void own_waited(Four *out, const Four *in) {
  __shared__ Four s[256];
  int t = threadIdx.x;
  copy(&s[t], &in[blockIdx.x * 256 + t]);
  waitAll();
  out[blockIdx.x * 256 + t] = s[t];
}

// CHECK: verdict on 'own_not_committed': race freedom refuted
__global__ void own_not_committed(Four *out, const Four *in) {
  __shared__ Four s[256];
  int t = threadIdx.x;
  copy(&s[t], &in[blockIdx.x * 256 + t]);
  wait<0>();
  out[blockIdx.x * 256 + t] = s[t];
}

// What is copied is overwritten while it is read.
// CHECK: verdict on 'source_changed': race freedom refuted
__global__ void source_changed(Four *data) {
  __shared__ Four s[256];
  int t = threadIdx.x;
  copy(&s[t], &data[blockIdx.x * 256 + t]);
  data[blockIdx.x * 256 + t].x = 1;
  waitAll();
  data[blockIdx.x * 256 + t].y = s[t].y;
}

// CHECK: verdict on 'pipelined_groups': race freedom proven
__global__ void pipelined_groups(Four *out, const Four *in) {
  __shared__ Four s[4][256];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    copy(&s[i][t], &in[i * 256 + t]);
    commit();
  }
  wait<3>();
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[0][255 - t];
}

// CHECK: verdict on 'pipelined_groups_bad': race freedom refuted
__global__ void pipelined_groups_bad(Four *out, const Four *in) {
  __shared__ Four s[4][256];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    copy(&s[i][t], &in[i * 256 + t]);
    commit();
  }
  wait<3>();
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[1][255 - t];
}

void launch(int n) {
  two_stages<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  two_stages_count<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  two_stages_reuse<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  no_barrier<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  two_waits<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  last_stage<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  three_stages<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  three_stages_count<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  three_stages_early<<<4, 256>>>(any<Four *>(), any<Four *>(), n);
  in_pieces<<<4, 256>>>(any<Four *>(), any<Four *>());
  pieces_no_wait<<<4, 256>>>(any<Four *>(), any<Four *>());
  own_waited<<<4, 256>>>(any<Four *>(), any<Four *>());
  own_not_committed<<<4, 256>>>(any<Four *>(), any<Four *>());
  source_changed<<<4, 256>>>(any<Four *>());
  pipelined_groups<<<4, 256>>>(any<Four *>(), any<Four *>());
  pipelined_groups_bad<<<4, 256>>>(any<Four *>(), any<Four *>());
}
