// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-memcpy-direction

#include "cuda_runtime.h"

namespace std {
template <class T> struct allocator {};
template <class T, class A = allocator<T>> class vector {
public:
  explicit vector(size_t n);
  ~vector();
  T *data();
  T &operator[](size_t);
};
} // namespace std

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0) // expected-note {{expanded from macro}}

__constant__ float weights[16];
void somewhere(float *&);
float *from_anywhere();

// Bad.

void to_host_from_host(int n) {
  float *d = nullptr;
  CK(cudaMalloc(&d, n * sizeof(float)));
  std::vector<float> h(n);
  CK(cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyHostToDevice)); // expected-warning {{the kind of this copy says that it goes to the device, but this is host memory}} expected-warning {{the kind of this copy says that it goes from the host, but this is device memory}} expected-note 2 {{the kind}} expected-note@-2 {{it comes from cudaMalloc}}
}
void the_other_way(const float *in, size_t bytes) {
  float *d;
  cudaMalloc((void **)&d, bytes); // expected-note {{it comes from cudaMalloc}}
  cudaMemcpy(d, in, bytes, cudaMemcpyDeviceToHost); // expected-warning {{goes to the host, but this is device memory}} expected-note {{the kind}}
}
void from_malloc(float *d, size_t bytes, cudaStream_t s) {
  float *h = static_cast<float *>(malloc(bytes)); // expected-note {{it comes from malloc}}
  cudaMemcpyAsync(d, h + 4, bytes, cudaMemcpyDeviceToDevice, s); // expected-warning {{goes from the device, but this is host memory}} expected-note {{the kind}}
}
struct Buffers {
  float *host;
  float *device;
};
void in_members(size_t n) {
  Buffers b{new float[n], nullptr}; // expected-note {{it comes from new}}
  cudaMalloc(&b.device, n * sizeof(float));
  cudaMemcpy(b.host, b.device, n * sizeof(float), cudaMemcpyDeviceToDevice); // expected-warning {{goes to the device, but this is host memory}} expected-note {{the kind}}
}
template <class T> void in_template(T *d) {
  T value{};
  cudaMemcpy(d, &value, sizeof(T), cudaMemcpyDeviceToDevice); // expected-warning {{goes from the device, but this is host memory}} expected-note {{the kind}}
}
template void in_template<int>(int *);
void swapped(size_t n) {
  float *a, *b;
  cudaMalloc(&a, n); // expected-note {{it comes from cudaMalloc}}
  cudaMalloc(&b, n);
  for (int k = 0; k < 3; ++k) {
    float *t = a;
    a = b;
    b = t;
  }
  cudaMemcpy(a, from_anywhere(), n, cudaMemcpyHostToHost); // expected-warning {{goes to the host, but this is device memory}} expected-note {{the kind}}
}
void to_a_symbol(size_t n) {
  float *d;
  cudaMalloc(&d, n); // expected-note {{it comes from cudaMalloc}}
  cudaMemcpyToSymbol(weights, d, n, 0, cudaMemcpyHostToDevice); // expected-warning {{goes from the host, but this is device memory}} expected-note {{the kind}}
}
void hip_name(size_t n) {
  int *d;
  hipMalloc((void **)&d, n); // expected-note {{it comes from hipMalloc}}
  int h[4];
  hipMemcpy(d, h, sizeof(h), cudaMemcpyDeviceToHost); // expected-warning {{goes to the host, but this is device memory}} expected-warning {{goes from the device, but this is host memory}} expected-note 2 {{the kind}}
}

// Good.

void right(int n) {
  float *d = nullptr;
  CK(cudaMalloc(&d, n * sizeof(float)));
  std::vector<float> h(n);
  CK(cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CK(cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost));
  CK(cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDefault));
}
void one_or_the_other(bool device, size_t n, const float *from) {
  float *p;
  if (device)
    cudaMalloc(&p, n);
  else
    p = static_cast<float *>(malloc(n));
  cudaMemcpy(p, from, n, device ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost);
  cudaMemcpy(p, from, n, cudaMemcpyHostToHost);
}
void pinned_and_managed(float *d, size_t n) {
  float *p, *m;
  cudaMallocHost(&p, n);
  cudaMallocManaged(&m, n);
  cudaMemcpy(p, m, n, cudaMemcpyHostToDevice);
  cudaMemcpy(m, p, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(d, p, n, cudaMemcpyDeviceToDevice);
}
void somebody_sets_it(size_t n) {
  float *p;
  cudaMalloc(&p, n);
  somewhere(p);
  cudaMemcpy(p, from_anywhere(), n, cudaMemcpyHostToHost);
}
void whole_struct(Buffers other, size_t n) {
  Buffers b;
  cudaMalloc(&b.device, n);
  b = other;
  cudaMemcpy(b.device, other.host, n, cudaMemcpyHostToHost);
}
union Either {
  float *host;
  float *device;
};
void in_a_union(size_t n, float *from) {
  Either e;
  e.host = static_cast<float *>(malloc(n));
  cudaMalloc(&e.device, n);
  cudaMemcpy(e.host, from, n, cudaMemcpyHostToDevice);
}
void in_a_lambda(size_t n, float *from) {
  float *p = static_cast<float *>(malloc(n));
  auto use_device = [&] {
    cudaMalloc(&p, n);
  };
  use_device();
  cudaMemcpy(p, from, n, cudaMemcpyHostToDevice);
}
void registered(float *d, size_t n) {
  float *h = static_cast<float *>(malloc(n));
  cudaHostRegister(h, n, 2);
  cudaMemcpy(d, h, n, cudaMemcpyDeviceToDevice);
}
