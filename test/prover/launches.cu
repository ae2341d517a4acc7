// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Where the shape of the blocks comes from.

#include "cuda_runtime.h"

#define OUT(v) out[blockIdx.x * blockDim.x + threadIdx.x] = (v)

// At most 64 threads, by the attribute.
// CHECK: verdict on 'bounded': race freedom proven, barrier uniformity proven, bounds proven
__global__ void __launch_bounds__(64) bounded(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  OUT(s[63 - threadIdx.x]);
}

// CHECK: verdict on 'bounded_mod': race freedom proven, barrier uniformity proven, bounds proven
__global__ void __launch_bounds__(64) bounded_mod(int *out) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = 1;
  __syncthreads();
  OUT(s[0]);
}

// No index of a block is read: one block.
// CHECK: verdict on 'single_block': race freedom proven, barrier uniformity proven, bounds proven
__global__ void __launch_bounds__(64) single_block(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}

// No index at all: one thread.
// CHECK: verdict on 'one_thread': race freedom proven, barrier uniformity proven, bounds proven
__global__ void one_thread(int *n) { n[0] += 1; }

// CHECK: verdict on 'block_only': race freedom proven, barrier uniformity proven, bounds proven
__global__ void block_only(int *n) { n[blockIdx.x] += 1; }

// One of two launches is enough.
// CHECK: verdict on 'shape_of_launches': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void shape_of_launches(int *n) { n[threadIdx.x / 32] = threadIdx.x; }

// CHECK: verdict on 'dims_of_variable': race freedom proven, barrier uniformity proven, bounds proven
__global__ void dims_of_variable(int *n) {
  n[threadIdx.x + threadIdx.y * 8] = threadIdx.x;
}

// The variable has another value by then.
// CHECK: verdict on 'dims_changed': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void dims_changed(int *n) {
  n[threadIdx.x + threadIdx.y * 8] = threadIdx.x;
}

// CHECK: verdict on 'dims_by_ref': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void dims_by_ref(int *n) {
  n[threadIdx.x + threadIdx.y * 8] = threadIdx.x;
}

// CHECK: verdict on 'dims_in_template': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void dims_in_template(int *n) {
  n[threadIdx.x + threadIdx.y * 8] = threadIdx.x;
}

// The barrier is under t < n, and n is the size of the block.
// CHECK: verdict on 'host_bound': race freedom {{.*}}, barrier uniformity {{proven|not proven}}, bounds proven
__global__ void __launch_bounds__(256) host_bound(int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = t;
    __syncthreads();
    out[t] = s[255 - t];
  }
}

// CHECK: verdict on 'global_dims': race freedom refuted, barrier uniformity proven, bounds proven
__global__ void global_dims(int *n) { n[threadIdx.x / 2] = threadIdx.x; }

// CHECK: verdict on 'conditional_dims': race freedom {{refuted|not proven}}, barrier uniformity proven, bounds proven
__global__ void conditional_dims(int *n) { n[threadIdx.x & 31] = threadIdx.x; }

void two_launches(int *n) {
  shape_of_launches<<<1, 1>>>(n);
  shape_of_launches<<<1, 64>>>(n);
}
void variable_launch(int *n) {
  dim3 block(8, 8);
  dims_of_variable<<<1, block>>>(n);
}
void changed_launch(int *n, int w) {
  dim3 block(8, 8);
  if (w)
    block.x = 16;
  dims_changed<<<1, block>>>(n);
}
void set(dim3 &d);
void ref_launch(int *n, int w) {
  dim3 block(8, 8);
  set(block);
  dims_by_ref<<<1, block>>>(n);
}
template <int W> void template_launch(int *n) {
  dims_in_template<<<1, dim3(W, 4)>>>(n);
}
template void template_launch<8>(int *);
template void template_launch<9>(int *);
void launch_host_bound(int *o) { host_bound<<<1, 256>>>(o, 256); }
const int Threads = 64;
dim3 global_block(Threads);
void global_launch(int *n) { global_dims<<<1, global_block>>>(n); }
void conditional_launch(int *n, bool b) {
  conditional_dims<<<1, b ? 32 : 64>>>(n);
}
