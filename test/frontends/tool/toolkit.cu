// SPDX-License-Identifier: Apache-2.0
// REQUIRES: cuda, cccl
// With a real toolkit nothing has to be said: the tool finds it, adds its
// folders and an architecture. What the user says wins.

// RUN: env CUDA_PATH=%cuda_path %oxide check %s -- -std=c++20
// RUN: env CUDA_PATH=%cuda_path %oxide check %s --print-command -- -std=c++20 | FileCheck --check-prefix=ADDED %s
// ADDED: -std=c++20 {{.*}}--cuda-path={{.*}} --offload-arch=sm_75
// RUN: env CUDA_PATH=/no/such/folder %oxide check %s --print-command -- -std=c++20 --cuda-path=%cuda_path --cuda-gpu-arch=sm_90a | FileCheck --check-prefix=USER %s
// USER: --cuda-gpu-arch=sm_90a
// USER-NOT: --offload-arch
// RUN: cp %s %t.cuh && env CUDA_PATH=%cuda_path %oxide check %t.cuh --print-command | FileCheck --check-prefix=HEADER %s
// HEADER: clang -x cuda

#include <cooperative_groups.h>
#include <cuda/std/span>

__global__ void copy(cuda::std::span<const float> from, float *to) {
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() < from.size())
    to[block.thread_rank()] = from[block.thread_rank()];
}
