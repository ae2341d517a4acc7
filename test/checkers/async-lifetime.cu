// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-async-lifetime

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)

struct View {
  int *nodes;
  int length;
};
__global__ void consume(const int *p, int n) {}
__constant__ View view;
int next(int);
void wait_somewhere(cudaStream_t);

// Bad: the source dies.

void in_a_loop(View *d, int *pool, const int *lengths, int n, cudaStream_t s) {
  for (int r = 0; r < n; ++r) {
    View v{pool, lengths[r]}; // expected-note {{declared here, and nothing waits for the copy before it goes}}
    CK(cudaMemcpyAsync(d + r, &v, sizeof(v), cudaMemcpyHostToDevice, s)); // expected-warning {{'v' goes out of scope while this asynchronous copy from it may be in flight}}
  }
}
void an_array(float *d, cudaStream_t s) {
  float table[4] = {1, 2, 3, 4}; // expected-note {{declared here}}
  cudaMemcpyAsync(d, table, sizeof(table), cudaMemcpyHostToDevice, s); // expected-warning {{'table' goes out of scope}}
  consume<<<1, 32, 0, s>>>(nullptr, 0);
}
void a_parameter(View v, cudaStream_t s) { // expected-note {{declared here}}
  cudaMemcpyAsync((void *)1024, &v.length, sizeof(int), cudaMemcpyHostToDevice, s); // expected-warning {{'v' goes out of scope}}
}
template <class T> void in_template(T *d, T value, cudaStream_t s) {
  T copy = value; // expected-note {{declared here}}
  if (next(0))
    CK(cudaMemcpyAsync(d, &copy, sizeof(T), cudaMemcpyHostToDevice, s)); // expected-warning {{'copy' goes out of scope}}
}
template void in_template<double>(double *, double, cudaStream_t);
void driver(CUdeviceptr d, CUstream s) {
  int local = 3; // expected-note {{declared here}}
  cuMemcpyHtoDAsync_v2(d, &local, sizeof(local), s); // expected-warning {{'local' goes out of scope}}
}

// Bad: pinned memory is used again.

static void steps(int *pinned, int *d, int n, int count, cudaStream_t s) {
  for (int k = 0; k < count; ++k) {
    for (int i = 0; i < n; ++i)
      pinned[i] = i * k; // expected-warning {{host code writes 'pinned' while an asynchronous copy of it may be in flight}}
    CK(cudaMemcpyAsync(d, pinned, n * sizeof(int), cudaMemcpyHostToDevice, s)); // expected-note {{the copy, which nothing waits for in between}}
    consume<<<1, 32, 0, s>>>(d, n);
  }
  CK(cudaStreamSynchronize(s));
}
void through_a_helper(int *d, int n, cudaStream_t s) {
  int *pinned = nullptr;
  CK(cudaMallocHost(&pinned, n * sizeof(int))); // expected-note {{the buffer comes from cudaMallocHost}}
  steps(pinned, d, n, 4, s);
}
int read_too_early(const int *d, cudaStream_t s) {
  int *h;
  cudaHostAlloc(&h, 64, 0); // expected-note {{the buffer comes from cudaHostAlloc}}
  cudaMemcpyAsync(h, d, 64, cudaMemcpyDeviceToHost, s); // expected-note {{the copy, which nothing waits for}}
  return h[0]; // expected-warning {{host code reads 'h' while an asynchronous copy of it may be in flight}}
}
void cleared_too_early(int *d, cudaStream_t s) {
  int *h;
  cudaMallocHost((void **)&h, 64); // expected-note {{the buffer comes from cudaMallocHost}}
  cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, s); // expected-note {{the copy}}
  memset(h, 0, 64); // expected-warning {{host code writes 'h' while}}
}
struct Ring {
  View *slot;
};
void a_member(View *d, cudaStream_t s) {
  Ring r;
  cudaMallocHost(&r.slot, sizeof(View)); // expected-note {{the buffer comes from}}
  cudaMemcpyAsync(d, r.slot, sizeof(View), cudaMemcpyHostToDevice, s); // expected-note {{the copy}}
  r.slot->length = 3; // expected-warning {{host code writes 'r.slot' while}}
}

// Good.

void waits(View *d, cudaStream_t s) {
  View v{nullptr, 1};
  CK(cudaMemcpyAsync(d, &v, sizeof(v), cudaMemcpyHostToDevice, s));
  CK(cudaStreamSynchronize(s));
}
void waits_out_of_view(View *d, cudaStream_t s) {
  View v{nullptr, 1};
  cudaMemcpyAsync(d, &v, sizeof(v), cudaMemcpyHostToDevice, s);
  wait_somewhere(s);
}
struct Joined {
  cudaStream_t s;
  ~Joined() { cudaStreamSynchronize(s); }
};
void waits_in_a_destructor(View *d, cudaStream_t s) {
  View v{nullptr, 1};
  Joined j{s};
  cudaMemcpyAsync(d, &v, sizeof(v), cudaMemcpyHostToDevice, s);
}
void lives_on(View *d, cudaStream_t s) {
  static View v{nullptr, 1};
  cudaMemcpyAsync(d, &v, sizeof(v), cudaMemcpyHostToDevice, s);
}
void synchronous(View *d) {
  View v{nullptr, 1};
  cudaMemcpy(d, &v, sizeof(v), cudaMemcpyHostToDevice);
}
void of_the_function_around(View *d, cudaStream_t s) {
  View v{nullptr, 1};
  auto copy = [&] { cudaMemcpyAsync(d, &v, sizeof(v), cudaMemcpyHostToDevice, s); };
  copy();
  cudaStreamSynchronize(s);
}
void two_buffers(int *d, int n, cudaStream_t s) {
  int *a, *b;
  cudaMallocHost(&a, n * sizeof(int));
  cudaMallocHost(&b, n * sizeof(int));
  cudaMemcpyAsync(d, a, n * sizeof(int), cudaMemcpyHostToDevice, s);
  int *t = a;
  a = b;
  b = t;
  a[0] = 1;
  cudaStreamSynchronize(s);
}
void the_other_half(int *d, int n, cudaStream_t s) {
  int *h;
  cudaMallocHost(&h, 2 * n * sizeof(int));
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  for (int i = n; i < 2 * n; ++i)
    h[i] = next(i);
  h[n] = 0;
}
void only_reads(int *d, int *sum, cudaStream_t s) {
  int *h;
  cudaMallocHost(&h, 64);
  cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, s);
  *sum = h[0];
}
void with_an_event(int *d, int n, cudaEvent_t copied, cudaStream_t s) {
  int *h;
  cudaMallocHost(&h, n * sizeof(int));
  for (int k = 0; k < 4; ++k) {
    cudaEventSynchronize(copied);
    for (int i = 0; i < n; ++i)
      h[i] = k;
    cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
    cudaEventRecord(copied, s);
  }
}
void captured(int *d, cudaStream_t s, cudaGraph_t *g) {
  int *h;
  cudaMallocHost(&h, 64);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, g);
  h[0] = 1;
}
void pageable(int *d, int n, cudaStream_t s) {
  int *h = new int[n];
  cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
  h[0] = 1;
}
void polls(int *d, cudaStream_t s) {
  volatile int *flag;
  cudaHostAlloc((void **)&flag, 64, 0);
  cudaMemcpyAsync((void *)flag, d, 64, cudaMemcpyDeviceToHost, s);
  while (flag[0] == 0) {
  }
}
void after_a_failure(int *d, cudaStream_t s) {
  int *h;
  cudaMallocHost(&h, 64);
  if (cudaMemcpyAsync(h, d, 64, cudaMemcpyDeviceToHost, s) != cudaSuccess)
    h[0] = 0;
}
