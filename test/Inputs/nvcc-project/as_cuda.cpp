// SPDX-License-Identifier: Apache-2.0
// C++ by its name, CUDA to the build.
#ifndef __CUDACC__
#error "compiled as C++"
#endif
#if __NVCC__ != 1
#error "compiled by another compiler"
#endif
#include "shift.cuh"
#include <marker.h>

__global__ void fill(int *out) { out[threadIdx.x] = SCALE; }

void runFill(int *out, float *data) {
  fill<<<1, MARKER>>>(out);
  shift<<<1, 256>>>(data);
}
