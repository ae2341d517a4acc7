// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-memcpy-type

#include "cuda_runtime.h"
#include "mock_std.h"

struct Base {
  virtual void f();
  int a;
};
struct Owner {
  int *p;
  ~Owner() { delete p; }
};
struct Names {
  std::string name;
};
struct Plain {
  int a;
  float b[4];
};
struct Handle {
  float *device;
  int n;
};

void owners(Owner *d, Owner *h, int n) {
  cudaMemcpy(d, h, n * sizeof(Owner), cudaMemcpyHostToDevice); // expected-warning {{this copies objects of type 'Owner' byte by byte}}
}
void virtuals(Base *d, cudaStream_t s) {
  Base h;
  cudaMemcpyAsync(d, &h, sizeof(h), cudaMemcpyHostToDevice, s); // expected-warning {{this copies objects of type 'Base' byte by byte, which does not make objects of them}}
}
void members(void *d) {
  Names names[4];
  cudaMemcpy(d, names, sizeof(names), cudaMemcpyHostToDevice); // expected-warning {{objects of type 'Names'}}
}
void back(const void *d) {
  std::string s;
  cudaMemcpy((void *)&s, d, sizeof(s), cudaMemcpyDeviceToHost); // expected-warning {{byte by byte}}
}
template <class T> void generic(T *d, const T *h) {
  cudaMemcpy(d, h, sizeof(T), cudaMemcpyHostToDevice); // expected-warning {{objects of type 'Owner'}}
}
template void generic<Owner>(Owner *, const Owner *);
template void generic<Plain>(Plain *, const Plain *);

void good(Plain *d, const Plain *h, Handle *dh, const Handle *hh, void *v, int *i, Owner **o) {
  cudaMemcpy(d, h, sizeof(Plain), cudaMemcpyHostToDevice);
  cudaMemcpy(dh, hh, sizeof(Handle), cudaMemcpyHostToDevice);
  cudaMemcpy(v, v, 64, cudaMemcpyDeviceToHost);
  cudaMemcpy(i, i + 4, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(o, v, sizeof(Owner *), cudaMemcpyDeviceToHost);
}
