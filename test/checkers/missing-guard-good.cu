// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-missing-guard
// expected-no-diagnostics

#include "cuda_runtime.h"

__global__ void clear(unsigned *e, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && e[i] == 0xffffffffu)
    e[i] = 0;
}
void launch_clear(unsigned *e, unsigned n) {
  clear<<<(n + 127) / 128, 128>>>(e, n);
}

// Other guards.
__global__ void early(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  x[i] = 1;
}
struct Args { float *x; int n; };
__global__ void in_struct(Args a, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n)
    y[i] = 1;
}
__global__ void strided(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x[i] = 1;
}
__global__ void clamped(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = i < n ? i : n - 1;
  if (i < n)
    y[i] = x[j];
}
void launch_guards(float *x, float *y, int n) {
  early<<<(n + 127) / 128, 128>>>(x, n);
  in_struct<<<(n + 127) / 128, 128>>>(Args{x, n}, y);
  strided<<<(n + 127) / 128, 128>>>(x, n);
  clamped<<<(n + 127) / 128, 128>>>(x, y, n);
}

__global__ void set(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// The caller sees to it that whole blocks are enough.
__global__ void set_whole(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
bool launch_whole(float *x, int n) {
  if (n % 128 != 0)
    return false;
  set_whole<<<(n + 127) / 128, 128>>>(x);
  return true;
}
// Not rounded up.
__global__ void set_exact(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch_exact(float *x, int blocks, int n) {
  set_exact<<<blocks, 128>>>(x);
  set_exact<<<n / 128, 128>>>(x);
}
// Room for the whole grid.
__global__ void set_padded(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch_padded(int n) {
  int blocks = (n + 127) / 128;
  float *x;
  cudaMalloc((void **)&x, blocks * 128 * sizeof(float));
  set_padded<<<blocks, 128>>>(x);
}
// A number that leaves no rest.
__global__ void set_fixed(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch_fixed() {
  int n = 1024;
  float *x;
  cudaMalloc((void **)&x, n * sizeof(float));
  set_fixed<<<(n + 127) / 128, 128>>>(x);
}
// Nothing is known of the buffer.
struct Owner { float *data; int n; };
__global__ void set_member(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch_member(Owner &o, int n) {
  set_member<<<(n + 127) / 128, 128>>>(o.data);
}
// One element for each block.
__global__ void per_block(float *x) {
  if (threadIdx.x == 0)
    x[blockIdx.x] = 1;
}
void launch_per_block(float *x, int n) {
  per_block<<<(n + 127) / 128, 128>>>(x);
}
// The divisor is not the block.
__global__ void other_block(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch_other(float *x, int n) {
  other_block<<<(n + 255) / 256, 64>>>(x);
}
// The kernel is also launched elsewhere.
void launch_set(float *x, int n) { set<<<(n + 127) / 128, 128>>>(x); }
const void *address_of_set() { return (const void *)set; }
