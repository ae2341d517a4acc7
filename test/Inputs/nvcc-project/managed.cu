// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__managed__ int counter;
__device__ __managed__ float table[32];

__global__ void count() { atomicAdd(&counter, 1); }

int runManaged() {
  count<<<1, 64>>>();
  cudaDeviceSynchronize();
  table[0] = 1.0f;
  std::printf("%s: %d\n", NAME, counter);
  return counter;
}
