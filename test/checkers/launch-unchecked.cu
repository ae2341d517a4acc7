// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-launch-unchecked

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)

__global__ void k(float *p) {}
void look_somewhere();
void report(cudaError_t);
extern "C" void c_check();
cudaError_t cudaMemcpy3DLike(float *);

// Bad.

int nothing_at_all(float *p, int n) {
  if (n <= 0)
    return 0;
  k<<<n, 256>>>(p); // expected-warning {{after this launch of 'k' nobody in view looks at errors}} expected-note {{cudaGetLastError() tells whether a launch has failed}}
  return 0;
}
void result_dropped(float *p) {
  k<<<1, 32>>>(p); // expected-warning {{nobody in view looks at errors}} expected-note {{tells}}
  cudaDeviceSynchronize();
  cudaFree(p);
}
void one_way_out(float *p, bool early) {
  k<<<1, 32>>>(p); // expected-warning {{nobody in view looks at errors}} expected-note {{tells}}
  if (early)
    return;
  CK(cudaGetLastError());
}
static void helper(float *p) {
  k<<<1, 32>>>(p); // expected-warning {{nobody in view looks at errors}} expected-note {{tells}}
  printf("launched\n");
}
void calls_helper(float *p) { helper(p); }
class Step {
public:
  void run(float *p) {
    for (int i = 0; i < 4; ++i)
      k<<<i + 1, 32>>>(p); // expected-warning {{nobody in view looks at errors}} expected-note {{tells}}
  }
};
template <class T> void in_template(T *p) {
  k<<<1, sizeof(T)>>>(p); // expected-warning {{nobody in view looks at errors}} expected-note {{tells}}
  const char *text = cudaGetErrorString(cudaSuccess);
  printf("%s", text);
}
template void in_template<float>(float *);
int main() {
  k<<<1, 32>>>(nullptr); // expected-warning {{nobody in view looks at errors}} expected-note {{tells}}
  return 0;
}

// Good.

void at_once(float *p) {
  k<<<1, 32>>>(p);
  CK(cudaGetLastError());
}
cudaError_t returned(float *p) {
  k<<<1, 32>>>(p);
  return cudaPeekAtLastError();
}
void by_the_next_call(float *p) {
  k<<<1, 32>>>(p);
  cudaError_t e = cudaDeviceSynchronize();
  report(e);
}
void another_function_of_the_api(float *p) {
  k<<<1, 32>>>(p);
  CK(cudaMemcpy3DLike(p));
}
void out_of_view(float *p) {
  k<<<1, 32>>>(p);
  look_somewhere();
}
void in_c(float *p) {
  k<<<1, 32>>>(p);
  c_check();
}
static void wrapper() { look_somewhere(); }
void through_two(float *p) {
  k<<<1, 32>>>(p);
  wrapper();
}
static void unchecked(float *p) { k<<<1, 32>>>(p); }
void the_caller_looks(float *p) {
  unchecked(p);
  CK(cudaGetLastError());
}
struct Guard {
  ~Guard() { CK(cudaGetLastError()); }
};
void by_a_destructor(float *p) {
  Guard g;
  k<<<1, 32>>>(p);
}
struct Checked {
  explicit Checked(const char *) { report(cudaGetLastError()); }
};
void by_a_constructor(float *p) {
  k<<<1, 32>>>(p);
  Checked c("k");
}
template <class F> void timed(F f) {
  f();
  CK(cudaGetLastError());
}
void in_a_lambda(float *p) {
  timed([=] { k<<<1, 32>>>(p); });
}
static void one(float *p) { k<<<1, 32>>>(p); }
static void two(float *p) { k<<<1, 64>>>(p); }
void through_a_pointer(float *p, bool large) {
  void (*run)(float *) = large ? two : one;
  run(p);
  CK(cudaGetLastError());
}
struct Base {
  virtual void after() {}
};
void overridden(float *p, Base &b) {
  k<<<1, 32>>>(p);
  b.after();
}
void throws(float *p, bool bad) {
  k<<<1, 32>>>(p);
  if (bad)
    throw 1;
  CK(cudaGetLastError());
}
void other_launch(void **args) {
  CK(cudaLaunchKernel((const void *)k, dim3(1), dim3(32), args, 0, nullptr));
}
