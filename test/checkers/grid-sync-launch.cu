// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-grid-sync-launch

#include "cuda_runtime.h"

// As in cooperative_groups.h.
namespace cooperative_groups {
struct grid_group {
  __device__ void sync() const;
  __device__ bool is_valid() const;
};
struct thread_block {
  __device__ void sync() const;
};
__device__ grid_group this_grid();
__device__ thread_block this_thread_block();
} // namespace cooperative_groups
namespace cg = cooperative_groups;

__global__ void step(float *x) {
  x[threadIdx.x] = 0;
  cg::this_grid().sync(); // expected-note 3 {{the barrier of the grid}}
}
__device__ void meet(const cg::grid_group &g) {
  g.sync(); // expected-note {{the barrier of the grid}}
}
__global__ void through_helper(float *x) { meet(cg::this_grid()); }
template <class T> __global__ void generic(T *x) {
  cg::grid_group grid = cg::this_grid();
  grid.sync(); // expected-note {{the barrier of the grid}}
}
struct Phase {
  __device__ static void end() { cg::this_grid().sync(); } // expected-note {{the barrier of the grid}}
};
__global__ void through_class(float *x) { Phase::end(); }

void direct(float *x) {
  step<<<4, 32>>>(x); // expected-warning {{kernel 'step' waits for the whole grid, and this is no cooperative launch}} expected-note {{cudaLaunchCooperativeKernel}}
}
void in_loop(float *x, cudaStream_t s) {
  for (int i = 0; i < 4; ++i)
    step<<<4, 32, 0, s>>>(x); // expected-warning {{kernel 'step' waits for the whole grid}} expected-note {{cudaLaunchCooperativeKernel}}
}
void helper(float *x) {
  through_helper<<<4, 32>>>(x); // expected-warning {{kernel 'through_helper'}} expected-note {{cudaLaunchCooperativeKernel}}
}
void instance(float *x) {
  generic<<<4, 32>>>(x); // expected-warning {{kernel 'generic<float>'}} expected-note {{cudaLaunchCooperativeKernel}}
}
void in_class(float *x) {
  through_class<<<4, 32>>>(x); // expected-warning {{kernel 'through_class'}} expected-note {{cudaLaunchCooperativeKernel}}
}
void runtime(float *x, void **arguments) {
  cudaLaunchKernel((void *)step, dim3(4), dim3(32), arguments, 0, nullptr); // expected-warning {{kernel 'step'}} expected-note {{cudaLaunchCooperativeKernel}}
}

// Cooperative, a barrier of the block, a kernel that asks first, one that
// nobody launches here.
__global__ void block_only(float *x) { cg::this_thread_block().sync(); }
__global__ void asks(float *x) {
  if (cg::this_grid().is_valid())
    cg::this_grid().sync();
}
__global__ void elsewhere(float *x) { cg::this_grid().sync(); }
__global__ void plain(float *x) { __syncthreads(); }
void good(float *x, void **arguments) {
  cudaLaunchCooperativeKernel((void *)step, dim3(4), dim3(32), arguments, 0, nullptr);
  block_only<<<4, 32>>>(x);
  asks<<<4, 32>>>(x);
  plain<<<4, 32>>>(x);
}
