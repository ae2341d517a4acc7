// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-memset-value

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0) // expected-note 2 {{expanded from macro}}
#define FILL(p, v, n) CK(cudaMemset(p, v, (n) * sizeof(*(p)))) // expected-note {{expanded from macro}}

// Bad.

void negative_float(float *d, int n) {
  CK(cudaMemset(d, -10000.0f, n * sizeof(float))); // expected-warning {{this floating-point value becomes an integer of which one byte is left}}
}
void one_float(float *d, size_t n, cudaStream_t s) {
  cudaMemsetAsync(d, 1.0, n * sizeof(float), s); // expected-warning {{this floating-point value}}
}
class Scores {
public:
  void reset(float value) {
    cudaMemset(data_, value, count_ * sizeof(float)); // expected-warning {{this floating-point value}}
  }

private:
  float *data_;
  size_t count_;
};
void large(int *d, int n) {
  cudaMemset(d, 1000, n * sizeof(int)); // expected-warning {{a fill sets bytes: of this value 1000 the lowest byte is left}}
}
void most(int *d, int n) {
  constexpr int infinity = 2147483647;
  cudaMemset(d, infinity, n * sizeof(int)); // expected-warning {{of this value 2147483647 the lowest byte}}
}
void ones(int *d, int n) {
  for (int k = 0; k < 4; ++k)
    cudaMemset(d + k * n, 1, n * sizeof(int)); // expected-warning {{no element becomes 1}}
  cudaMemset(d, 1, n * sizeof(int)); // expected-warning {{no element becomes 1, each of its bytes does}}
}
template <class T> void in_template(T *d, int n) {
  cudaMemset(d, T(1), sizeof(T) * n); // expected-warning {{a fill sets bytes}}
}
template void in_template(double *, int);
template void in_template(unsigned char *, int);
void in_macro(long *d, int n) {
  FILL(d, -1000, n); // expected-warning {{of this value -1000 the lowest byte}}
}
void hip_name(unsigned *d, int n) {
  hipMemset(d, 512, n * sizeof(unsigned)); // expected-warning {{of this value 512}}
}

// Good.

void zero(float *d, size_t n) {
  const float nothing = 0.0f;
  cudaMemset(d, 0, n);
  cudaMemset(d, 0.0f, n);
  cudaMemset(d, nothing, n);
}
void all_bits(int *d, int n) {
  cudaMemset(d, 0xff, n * sizeof(int));
  cudaMemset(d, -1, n * sizeof(int));
  cudaMemset(d, 0xffffffff, n * sizeof(int));
  cudaMemset(d, ~0, n * sizeof(int));
}
void patterns(int *d, int n) {
  cudaMemset(d, 0x7f, n * sizeof(int));
  cudaMemset(d, 0x7f7f7f7f, n * sizeof(int));
  cudaMemset(d, 'x', n);
}
void bytes(unsigned char *d, bool *flags, void *raw, size_t n) {
  cudaMemset(d, 1, n);
  cudaMemset(flags, 1, n * sizeof(bool));
  cudaMemset(raw, 1, n);
}
void one_byte(unsigned *d) {
  cudaMemset(d, 0, sizeof(unsigned));
  cudaMemset(d, 1, 1);
}
template <class T> void cleared(T *d, int n) {
  const T start = T();
  cudaMemset(d, (T)0, sizeof(T) * n);
  cudaMemset(d, T{}, sizeof(T) * n);
  cudaMemset(d, start, sizeof(T) * n);
}
template void cleared<double>(double *, int);
void unknown(int *d, int value, size_t n) { cudaMemset(d, value, n); }
