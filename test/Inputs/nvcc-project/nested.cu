// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#ifndef __CUDACC_RDC__
#error "compiled without relocatable device code"
#endif

__global__ void child(int depth) {
  int *copy = new int(depth);
  printf("child at %d\n", *copy);
  delete copy;
}

__global__ void parent(int depth) {
  if (threadIdx.x == 0)
    child<<<1, 1>>>(depth + 1);
}

void runNested() { parent<<<1, 32>>>(0); }
