// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-launch-shared-memory

#include "cuda_runtime.h"

extern __shared__ float tile[];

__global__ void plain(float *p) { p[0] = tile[0]; }
__global__ void raised(float *p) { p[0] = tile[0]; }
__global__ void with_static(int *p) {
  __shared__ int hot[2048];
  hot[threadIdx.x] = p[0];
  p[0] = hot[0];
}
__device__ int helper(int i) {
  __shared__ int table[4096];
  table[i] = i;
  return table[0];
}
__global__ void through_helper(int *p) { p[0] = helper(threadIdx.x); }
template <class T> __global__ void typed(T *p) {
  __shared__ T part[1024];
  part[threadIdx.x] = p[0];
  p[0] = part[0];
}

// Bad.

void too_much(float *p) {
  plain<<<1, 32, 64 * 1024>>>(p); // expected-warning {{this launch takes 65536 bytes of dynamic shared memory, which is more than 49152 bytes, and nothing raises the limit of 'plain'}} expected-note {{cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize raises it}}
}
void forgets_the_static_part(int *p) {
  constexpr size_t bytes = 12 * 1024 * sizeof(int);
  if (bytes > 48 * 1024)
    cudaFuncSetAttribute(with_static, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  with_static<<<1, 256, bytes>>>(p); // expected-warning {{this launch takes 49152 bytes of dynamic and 8192 of static shared memory, which is more than 49152 bytes}} expected-note {{raises it}}
}
void static_in_a_helper(int *p, cudaStream_t s) {
  const int count = 9000;
  through_helper<<<1, 256, count * sizeof(int), s>>>(p); // expected-warning {{this launch takes 36000 bytes of dynamic and 16384 of static}} expected-note {{raises it}}
}
template <class T> void in_template(T *p) {
  typed<T><<<1, 32, 44 * 1024>>>(p); // expected-warning {{this launch takes 45056 bytes of dynamic and 8192 of static}} expected-note {{raises it}}
}
template void in_template<double>(double *);
template void in_template<float>(float *);
void in_a_loop(float *p) {
  for (int i = 0; i < 3; ++i)
    plain<<<i + 1, 32, 50000>>>(p); // expected-warning {{this launch takes 50000 bytes of dynamic shared memory}} expected-note {{raises it}}
}
void more_than_there_is(float *p) {
  cudaFuncSetAttribute(raised, cudaFuncAttributeMaxDynamicSharedMemorySize, 256 * 1024);
  raised<<<1, 32, 256 * 1024>>>(p); // expected-warning {{this launch takes 262144 bytes of dynamic shared memory, and no device has more than 232448 bytes for a block}}
}
void runtime_call(void **args) {
  const size_t bytes = 49153;
  plain<<<1, 32, bytes>>>(nullptr); // expected-warning {{this launch takes 49153 bytes of dynamic shared memory}} expected-note {{raises it}}
}

// Good.

void within(float *p, int *q) {
  plain<<<1, 32, 48 * 1024>>>(p);
  with_static<<<1, 32, 40 * 1024>>>(q);
  with_static<<<1, 32>>>(q);
}
void asks(float *p) {
  raised<<<1, 32, 100 * 1024>>>(p);
}
__global__ void raised_elsewhere(float *p) { p[0] = tile[0]; }
static void prepare(int bytes) {
  cudaFuncSetAttribute(&raised_elsewhere, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}
void through_a_function(float *p) {
  prepare(96 * 1024);
  raised_elsewhere<<<1, 32, 96 * 1024>>>(p);
}
void unknown(float *p, size_t bytes) {
  plain<<<1, 32, bytes>>>(p);
  plain<<<1, 32, bytes + 60000>>>(p);
}
void not_there(float *p) {
  constexpr size_t bytes = 60000;
  if (bytes <= 48 * 1024)
    plain<<<1, 32, bytes>>>(p);
}
__global__ void unused_array(float *p) {
  __shared__ float never[4096];
  p[0] = tile[0];
}
void nobody_names_it(float *p) { unused_array<<<1, 32, 40 * 1024>>>(p); }
