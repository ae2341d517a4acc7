// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-pointer-units

#include "cuda_runtime.h"

__global__ void scale(float *p, int n);

struct Item { double a; int b; };

void sum(float *d, int n) {
  float *second = d + n * sizeof(float); // expected-warning {{this offset is in bytes, and the pointer counts elements of 4 bytes}}
  scale<<<1, 32>>>(second, n);
}
void difference(double *d, size_t n) {
  cudaFree(d - sizeof(double) * n); // expected-warning {{elements of 8 bytes}}
}
void through_variable(Item *items, int n) {
  const size_t bytes = n * sizeof(Item);
  cudaFree(items + bytes); // expected-warning {{elements of 16 bytes}}
}
void subscript(float *d, int row, int width) {
  cudaFree(&d[row * width * sizeof(*d)]); // expected-warning {{elements of 4 bytes}}
}
void assigned(float *d, int n) {
  d += n * sizeof(float); // expected-warning {{elements of 4 bytes}}
  cudaFree(d);
}
template <class T> void generic(T *d, int n) {
  cudaFree(d + n * sizeof(T)); // expected-warning {{elements of 2 bytes}}
}
template void generic<short>(short *, int);
class Owner {
public:
  void advance() { cudaFree(data + count * sizeof(int)); } // expected-warning {{elements of 4 bytes}}
  int *data;
  int count;
};
void in_lambda(float *d, int n) {
  auto f = [=] { cudaFree(d + sizeof(float) * n); }; // expected-warning {{elements of 4 bytes}}
  f();
}

// Bytes, quotients, other sizes, and no variable.
void bytes(char *c, unsigned char *u, void *v, float *d, int n, size_t size) {
  cudaFree(c + n * sizeof(float));
  cudaFree(u + n * sizeof(Item));
  cudaFree((char *)v + n * sizeof(float));
  cudaFree(d + size / sizeof(float));
  cudaFree(d + n * sizeof(Item));
  cudaFree(d + n);
  cudaFree(d + sizeof(float));
  cudaFree(d + n * 4);
  cudaMalloc(&d, n * sizeof(float));
}
// Nothing of the device's.
float *elsewhere(float *p, int n) { return p + n * sizeof(float); }
