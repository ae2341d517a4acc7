// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-capture-misuse

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)

__global__ void square(const float *in, float *out, int n) {}
void end_somewhere(cudaStream_t);

static float *buffer(int n) {
  float *t = nullptr;
  CK(cudaMalloc(&t, n * sizeof(float))); // expected-note 2 {{called here}}
  return t;
}
static void indirect(int n) { buffer(n); }

// Bad.

cudaGraph_t through_a_helper(float *out, int n, cudaStream_t s) {
  cudaGraph_t graph = nullptr;
  CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); // expected-note {{the capture begins here}}
  float *temp = buffer(n); // expected-warning {{'buffer' calls cudaMalloc while 's' is being captured, which is an error}}
  square<<<1, 32, 0, s>>>(temp, out, n);
  CK(cudaStreamEndCapture(s, &graph));
  return graph;
}
void waits(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); // expected-note {{the capture begins here}}
  square<<<1, 32, 0, s>>>(nullptr, nullptr, 0);
  cudaStreamSynchronize(s); // expected-warning {{cudaStreamSynchronize is called while 's' is being captured, which is an error}}
  cudaStreamEndCapture(s, g);
}
// The legacy stream waits for streams that block, and only for those.
void copies(float *d, const float *h, cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); // expected-note {{the capture begins here}}
  for (int i = 0; i < 3; ++i)
    CK(cudaMemcpy(d + i, h, 4, cudaMemcpyHostToDevice)); // expected-warning {{cudaMemcpy is called while 's' is being captured}}
  cudaStreamEndCapture(s, g);
}
void copies_beside(float *d, const float *h, cudaStream_t given, cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);
  cudaMemset(d, 0, 4);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(given, cudaStreamCaptureModeGlobal);
  cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);
  cudaStreamEndCapture(given, g);
}
void device_in_any_mode(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); // expected-note {{the capture begins here}}
  cudaDeviceSynchronize(); // expected-warning {{cudaDeviceSynchronize is called while 's' is being captured}}
  cudaStreamEndCapture(s, g);
}
class Recorder {
public:
  void record(float *scratch) {
    cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal); // expected-note 2 {{the capture begins here}}
    cudaFree(scratch); // expected-warning {{cudaFree is called while 'stream_' is being captured}}
    if (cudaStreamQuery(stream_) == cudaSuccess) // expected-warning {{cudaStreamQuery is called while 'stream_' is being captured}}
      square<<<1, 32, 0, stream_>>>(nullptr, nullptr, 0);
    cudaStreamEndCapture(stream_, &graph_);
  }

private:
  cudaStream_t stream_;
  cudaGraph_t graph_;
};
template <class T> void in_template(cudaStream_t s, cudaGraph_t *g) {
  T *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); // expected-note {{the capture begins here}}
  cudaMallocHost(&p, 64); // expected-warning {{cudaMallocHost is called while 's' is being captured}}
  cudaStreamEndCapture(s, g);
}
template void in_template<int>(cudaStream_t, cudaGraph_t *);
void whole_device(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); // expected-note 2 {{the capture begins here}}
  cudaEventQuery(e); // expected-warning {{cudaEventQuery is called while}}
  cudaDeviceSynchronize(); // expected-warning {{cudaDeviceSynchronize is called while}}
  cudaStreamEndCapture(s, g);
}
void on_a_condition(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (n < 0)
    indirect(n); // expected-warning {{'indirect' calls cudaMalloc while 's' is being captured}} expected-note@-2 {{the capture begins here}}
  cudaStreamEndCapture(s, g);
}

// Good.

void before_and_after(cudaStream_t s, cudaGraph_t *g, int n) {
  float *temp;
  cudaMalloc(&temp, n);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  square<<<1, 32, 0, s>>>(temp, temp, n);
  cudaMemcpyAsync(temp, temp + n, n, cudaMemcpyDeviceToDevice, s);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
  cudaFree(temp);
}
void stream_ordered(cudaStream_t s, cudaGraph_t *g, int n) {
  float *temp;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&temp, n, s);
  cudaFreeAsync(temp, s);
  cudaStreamEndCapture(s, g);
}
void relaxed(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, int n) {
  float *temp;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaMalloc(&temp, n);
  cudaStreamSynchronize(t);
  cudaStreamEndCapture(s, g);
}
void exchanged(cudaStream_t s, cudaGraph_t *g, int n) {
  float *temp;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMalloc(&temp, n);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamEndCapture(s, g);
}
void a_mode_from_elsewhere(cudaStream_t s, cudaStreamCaptureMode m, cudaGraph_t *g) {
  float *temp;
  cudaStreamBeginCapture(s, m);
  cudaMalloc(&temp, 64);
  cudaStreamEndCapture(s, g);
}
int after_a_failure(cudaStream_t s, cudaGraph_t *g, float *temp) {
  cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (e != cudaSuccess) {
    cudaFree(temp);
    return 1;
  }
  square<<<1, 32, 0, s>>>(temp, temp, 1);
  if (cudaGetLastError() != cudaSuccess) {
    cudaDeviceSynchronize();
    cudaFree(temp);
    return 2;
  }
  cudaStreamEndCapture(s, g);
  return 0;
}
void ended_out_of_view(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  end_somewhere(s);
  cudaStreamSynchronize(s);
}
static void end_deep(cudaStream_t s, cudaGraph_t *g) { cudaStreamEndCapture(s, g); }
static void end_deeper(cudaStream_t s, cudaGraph_t *g) { end_deep(s, g); }
void ended_by_helpers(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  end_deeper(s, g);
  cudaDeviceSynchronize();
}
