// SPDX-License-Identifier: Apache-2.0
#include <cuda/std/span>

#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
#error "compiled for another architecture"
#endif
#ifndef __CUDACC_VER_MAJOR__
#error "no version of nvcc"
#endif

// nvcc takes one percent sign, and operands without a comma.
__device__ unsigned lane(int add) {
  unsigned id;
  asm volatile("mov.u32 %0, %laneid;\n\tadd.u32 %0, %0, %1;"
               : "=r"(id)
               : "r"(add) "r"(add));
  return id;
}

__global__ void wave(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = lane(i) + sinf(out[i]) / sqrtf(1.0f + i);
}

__global__ void first(cuda::std::span<const int> in, int *out) {
  if (threadIdx.x == 0 && !in.empty())
    *out = in.front();
}
