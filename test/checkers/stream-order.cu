// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-stream-order

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)

__global__ void produce(float *p, int n) { p[threadIdx.x] = n; }
__global__ void consume(const float *p, float *q, int n) { q[threadIdx.x] = p[n - 1]; }
__global__ void update(float *p, int n) { p[threadIdx.x] = p[n - 1 - threadIdx.x] + 1; }
__global__ void other(float *q) { q[0] = 0; }
void order_somewhere(cudaStream_t, cudaStream_t);
struct cudaMemcpy3DParms;
extern "C" cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *);

struct Two {
  cudaStream_t first, second;
};

// Bad.

void pipeline(float *p, float *q, int n) {
  cudaStream_t a, b;
  CK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  CK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  produce<<<1, 32, 0, a>>>(p, n); // expected-note {{the earlier one}}
  CK(cudaGetLastError());
  consume<<<1, 32, 0, b>>>(p, q, n); // expected-warning {{kernel 'consume' reads 'p' on stream 'b', and kernel 'produce' writes it on stream 'a' with nothing that orders the two}} expected-note {{cudaEventRecord on the first stream and cudaStreamWaitEvent on the second order them}}
}
void kernel_then_copy(float *p, float *h, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n); // expected-note {{the earlier one}}
  cudaMemcpyAsync(h, p, n * sizeof(float), cudaMemcpyDeviceToHost, b); // expected-warning {{cudaMemcpyAsync reads 'p' on stream 'b'}} expected-note {{order them}}
  cudaStreamSynchronize(b);
}
void copy_then_kernel(float *p, float *q, const float *h, int n) {
  Two s;
  cudaStreamCreate(&s.first);
  cudaStreamCreate(&s.second);
  cudaMemcpyAsync(p, h, sizeof(float) * n, cudaMemcpyHostToDevice, s.first); // expected-note {{the earlier one}}
  consume<<<1, 32, 0, s.second>>>(p, q, n); // expected-warning {{kernel 'consume' reads 'p' on stream 's.second', and cudaMemcpyAsync writes it on stream 's.first'}} expected-note {{order them}}
}
void overwritten(float *p, float *q, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  for (int k = 0; k < 4; ++k) {
    consume<<<1, 32, 0, a>>>(p, q, n); // expected-note {{the earlier one}}
    produce<<<1, 32, 0, b>>>(p, n); // expected-warning {{kernel 'produce' writes 'p' on stream 'b', and kernel 'consume' reads it on stream 'a'}} expected-note {{order them}}
  }
}
template <class T> void in_template(T *p, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMemsetAsync(p, 0, n * sizeof(T), a); // expected-note {{the earlier one}}
  produce<<<1, 32, 0, b>>>(p, n); // expected-warning {{kernel 'produce' writes 'p' on stream 'b', and cudaMemsetAsync writes it on stream 'a'}} expected-note {{order them}}
}
template void in_template<float>(float *, int);
void event_on_the_wrong_side(float *p, float *q, int n, cudaEvent_t e) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamWaitEvent(b, e, 0);
  produce<<<1, 32, 0, a>>>(p, n); // expected-note {{the earlier one}}
  cudaEventRecord(e, a);
  consume<<<1, 32, 0, b>>>(p, q, n); // expected-warning {{with nothing that orders the two}} expected-note {{order them}}
}

// Good.

void with_an_event(float *p, float *q, int n, cudaEvent_t e) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  cudaEventRecord(e, a);
  cudaStreamWaitEvent(b, e, 0);
  consume<<<1, 32, 0, b>>>(p, q, n);
}
void the_host_waits(float *p, float *q, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  CK(cudaStreamSynchronize(a));
  consume<<<1, 32, 0, b>>>(p, q, n);
}
void one_stream(float *p, float *q, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  consume<<<1, 32, 0, a>>>(p, q, n);
}
void out_of_view(float *p, float *q, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  order_somewhere(a, b);
  consume<<<1, 32, 0, b>>>(p, q, n);
}
void another_call_of_the_api(float *p, float *q, int n, const cudaMemcpy3DParms *m) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  cudaMemcpy3D(m);
  consume<<<1, 32, 0, b>>>(p, q, n);
}
void the_default_stream(float *p, float *q, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  other<<<1, 1>>>(q);
  consume<<<1, 32, 0, b>>>(p, q, n);
}
void captured(float *p, int n, cudaGraph_t *g) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  update<<<1, 32, 0, a>>>(p, n);
  cudaStreamEndCapture(a, g);
  cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal);
  update<<<1, 32, 0, b>>>(p, n);
  cudaStreamEndCapture(b, g);
}
void parts(float *p, int n, int offset) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  update<<<1, 32, 0, a>>>(p, n);
  update<<<1, 32, 0, b>>>(p + n, n);
  update<<<1, 32, 0, a>>>(p, offset);
  offset += n;
  update<<<1, 32, 0, b>>>(p, offset);
}
void swapped(float *p, float *q, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  float *t = p;
  p = q;
  q = t;
  produce<<<1, 32, 0, b>>>(p, n);
}
void both_read(float *p, float *q, float *r, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  consume<<<1, 32, 0, a>>>(p, q, n);
  consume<<<1, 32, 0, b>>>(p, r, n);
}
void perhaps_one(float *p, float *q, int n, bool overlap) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  produce<<<1, 32, 0, a>>>(p, n);
  if (!overlap)
    b = a;
  consume<<<1, 32, 0, b>>>(p, q, n);
}
void from_elsewhere(float *p, float *q, int n, cudaStream_t a, cudaStream_t b) {
  produce<<<1, 32, 0, a>>>(p, n);
  consume<<<1, 32, 0, b>>>(p, q, n);
}
