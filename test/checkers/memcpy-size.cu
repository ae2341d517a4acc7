// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-memcpy-size

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)

size_t round_up(size_t);

// Bad.

void allocation(const double *h, int n) {
  double *d = nullptr;
  CK(cudaMalloc(&d, n)); // expected-warning {{this size is a number of elements, and 'd' has elements of 8 bytes}}
  CK(cudaMemcpy(d, h, sizeof(double) * n, cudaMemcpyHostToDevice)); // expected-note {{here the same number is multiplied by the size of an element}}
}
void copy(float *out, int rows, int cols) {
  float *d;
  cudaMalloc((void **)&d, rows * cols * sizeof(float)); // expected-note {{here the same number is multiplied}}
  cudaMemcpy(out, d, rows * cols, cudaMemcpyDeviceToHost); // expected-warning {{this size is a number of elements, and 'd' has elements of 4 bytes}}
}
void fill(size_t n, cudaStream_t s) {
  int *d;
  const size_t bytes = n * sizeof(int);
  cudaMallocAsync(&d, bytes, s); // expected-note {{here}}
  cudaMemsetAsync(d, 0, n, s); // expected-warning {{number of elements, and 'd' has elements of 4 bytes}}
}
class Grid {
public:
  void upload(const float *h) {
    cudaMalloc(&cells_, count_ * sizeof(float)); // expected-note {{here}}
    cudaMemcpy(cells_, h, count_, cudaMemcpyHostToDevice); // expected-warning {{number of elements, and 'cells_' has elements of 4 bytes}}
  }

private:
  float *cells_ = nullptr;
  size_t count_ = 0;
};
template <class T> void in_template(const T *h, int n) {
  T *d;
  cudaMalloc(&d, n * sizeof(T)); // expected-note {{here}}
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice); // expected-warning {{number of elements, and 'd' has elements of 2 bytes}}
}
template void in_template(const short *, int);
template void in_template(const char *, int);
void of_the_pointer(float *d, const float *h, int n) {
  cudaMemcpy(d, h, n * sizeof(h), cudaMemcpyHostToDevice); // expected-warning {{this size is that of the pointer 'h', not of what it points to}}
}
struct Wide {
  double values[4];
};
void too_small_for_one(const Wide *h) {
  Wide *d;
  cudaMalloc(&d, sizeof(d)); // expected-warning {{this size is that of the pointer 'd'}}
}
void beyond_the_allocation(const float *h) {
  float *d;
  cudaMalloc(&d, 64 * sizeof(float)); // expected-note {{allocated here}}
  cudaMemcpy(d, h, 128 * sizeof(float), cudaMemcpyHostToDevice); // expected-warning {{this takes 512 bytes of 'd', which has 256}}
}
void beyond_the_array(const float *d) {
  float h[8];
  cudaMemcpy(h, d, 16 * sizeof(float), cudaMemcpyDeviceToHost); // expected-warning {{this copies 64 bytes, and 'h' has 32}}
}
void hip_name(const int *h) {
  int *d;
  hipMalloc((void **)&d, 1024); // expected-note {{allocated here}}
  hipMemcpy(d, h, 4096, cudaMemcpyHostToDevice); // expected-warning {{this takes 4096 bytes of 'd', which has 1024}}
}

// Good.

void right(const double *h, int n) {
  double *d = nullptr;
  CK(cudaMalloc(&d, n * sizeof(double)));
  CK(cudaMemcpy(d, h, n * sizeof(double), cudaMemcpyHostToDevice));
}
void in_bytes(const double *h, size_t bytes) {
  double *d;
  cudaMalloc(&d, bytes);
  cudaMemset(d, 0, bytes);
  cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
}
void bytes_of_bytes(const char *h, size_t n) {
  char *d;
  cudaMalloc(&d, n * sizeof(char));
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
}
void another_value(const float *h, size_t n) {
  float *d;
  n *= sizeof(float);
  cudaMalloc(&d, n);
  n /= sizeof(float);
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
}
void first_element(int n) {
  int *d;
  cudaMalloc(&d, 4 * sizeof(int));
  cudaMemset(d, 0, 4);
  cudaMemset(d, 0, sizeof(int));
}
void another_buffer(const float *h, bool large) {
  float *d;
  cudaMalloc(&d, 64);
  float *big;
  cudaMalloc(&big, 4096);
  if (large)
    d = big;
  cudaMemcpy(d, h, 4096, cudaMemcpyHostToDevice);
}
void allocated_twice(const float *h, bool large) {
  float *d;
  if (large)
    cudaMalloc(&d, 4096);
  else
    cudaMalloc(&d, 64);
  cudaMemcpy(d, h, large ? 4096 : 64, cudaMemcpyHostToDevice);
}
struct Message {
  int length;
  char text[1];
};
void open_end(Message &m, const char *d) {
  cudaMemcpy(m.text, d, 100, cudaMemcpyDeviceToHost);
}
void the_same_number(size_t n, const size_t *h) {
  size_t *d;
  cudaMalloc((void **)&d, sizeof(d));
  cudaMemcpy(d, &n, sizeof(d), cudaMemcpyHostToDevice);
  int *small;
  cudaMalloc(&small, n * sizeof(small));
}
void a_pointer_itself(float **slot, float *value) {
  cudaMemcpy(slot, &value, sizeof(value), cudaMemcpyHostToDevice);
}
void rounded(const float *h, size_t n) {
  float *d;
  cudaMalloc(&d, round_up(n));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
}
template <class T> void by_type(const void *h) {
  T *d;
  cudaMalloc(&d, 16 * sizeof(T));
  if constexpr (sizeof(T) == 8)
    cudaMemcpy(d, h, 16 * sizeof(double), cudaMemcpyHostToDevice);
  if (sizeof(T) == 8)
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
}
template void by_type<float>(const void *);
template void by_type<double>(const void *);
