// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-use-after-free

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)

__global__ void scale(float *p, int n);
bool more();
void take(float *&p);

void kernel_after(float *d, int n) {
  CK(cudaFree(d)); // expected-note {{freed here}}
  scale<<<1, 32>>>(d, n); // expected-warning {{a kernel gets 'd' after cudaFree has freed it}}
}
void copy_after(float *d, float *h, int n) {
  cudaFree(d); // expected-note {{freed here}}
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost); // expected-warning {{cudaMemcpy is called with 'd' after cudaFree has freed it}}
}
void twice(float *d) {
  cudaFree(d); // expected-note {{freed here}}
  cudaFree(d); // expected-warning {{cudaFree is called with 'd' after cudaFree has freed it}}
}
void stream_ordered(float *d, int n, cudaStream_t s) {
  cudaFreeAsync(d, s); // expected-note {{freed here}}
  cudaMemsetAsync(d, 0, n, s); // expected-warning {{cudaMemsetAsync is called with 'd' after cudaFreeAsync has freed it}}
}
void pinned(int n) {
  float *h = nullptr;
  cudaMallocHost(&h, n * sizeof(float));
  cudaFreeHost(h); // expected-note {{freed here}}
  h[0] = 1; // expected-warning {{host code writes 'h' after cudaFreeHost has freed it}}
}
void rounds(float *d, int n) {
  while (more()) {
    scale<<<1, 32>>>(d, n); // expected-warning {{a kernel gets 'd' after cudaFree has freed it}}
    cudaFree(d); // expected-note {{freed here}}
  }
}
void same_branch(float *d, int n, bool big) {
  if (big) {
    cudaFree(d); // expected-note {{freed here}}
    scale<<<1, 32>>>(d, n); // expected-warning {{a kernel gets 'd'}}
  }
}
struct Buffers {
  float *a, *b;
  void swap_out(int n) {
    cudaFree(a); // expected-note {{freed here}}
    scale<<<1, 32>>>(a, n); // expected-warning {{a kernel gets 'a'}}
  }
};
template <class T> void generic(T *d, int n) {
  cudaFree(d); // expected-note {{freed here}}
  cudaMemset(d, 0, n); // expected-warning {{cudaMemset is called with 'd'}}
}
template void generic<int>(int *, int);

// In order, another pointer, a new value.
void in_order(float *d, float *e, int n) {
  scale<<<1, 32>>>(d, n);
  cudaFree(d);
  scale<<<1, 32>>>(e, n);
  cudaFree(e);
}
void again(float *d, int n) {
  cudaFree(d);
  cudaMalloc(&d, n * sizeof(float));
  scale<<<1, 32>>>(d, n);
  cudaFree(d);
  d = nullptr;
  cudaFree(d);
  take(d);
  scale<<<1, 32>>>(d, n);
}
void each_round(int n) {
  while (more()) {
    float *d = nullptr;
    cudaMalloc(&d, n * sizeof(float));
    scale<<<1, 32>>>(d, n);
    cudaFree(d);
  }
}
// Conditions that may exclude each other; a way out.
void exclusive(float *d, int n, bool failed) {
  if (failed)
    cudaFree(d);
  if (!failed)
    scale<<<1, 32>>>(d, n);
}
int way_out(float *d, int n) {
  if (cudaMemset(d, 0, n) != cudaSuccess) {
    cudaFree(d);
    return 1;
  }
  scale<<<1, 32>>>(d, n);
  cudaFree(d);
  return 0;
}
// Members that a call may change; elements; the address alone.
struct Pool {
  float *p, *q[2];
  void refill();
  void use(int n) {
    cudaFree(p);
    refill();
    scale<<<1, 32>>>(p, n);
    cudaFree(q[0]);
    cudaFree(q[1]);
  }
};
bool compare(float *d, float *e) {
  cudaFree(d);
  return d == e;
}
