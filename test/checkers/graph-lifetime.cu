// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-graph-lifetime

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)
__global__ void scale(float *p, int n);

void straight(float *d, int n, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  scale<<<1, 32, 0, s>>>(d, n); // expected-note {{captured here}}
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph);
  cudaFree(d); // expected-note {{freed here}}
  cudaGraphLaunch(exec, s); // expected-warning {{this graph uses 'd', which cudaFree has freed}}
}
void checked(int n, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *scratch = nullptr;
  CK(cudaMalloc(&scratch, n * sizeof(float)));
  CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  CK(cudaMemsetAsync(scratch, 0, n, s)); // expected-note {{captured here}}
  CK(cudaStreamEndCapture(s, &graph));
  CK(cudaGraphInstantiate(&exec, graph));
  CK(cudaGraphLaunch(exec, s));
  CK(cudaStreamSynchronize(s));
  CK(cudaFree(scratch)); // expected-note {{freed here}}
  CK(cudaGraphLaunch(exec, s)); // expected-warning {{this graph uses 'scratch'}}
}
void in_loop(float *d, const float *h, int n, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, s); // expected-note {{captured here}}
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph);
  for (int i = 0; i < 4; ++i) {
    cudaGraphLaunch(exec, s); // expected-warning {{this graph uses 'd'}}
    cudaFree(d); // expected-note {{freed here}}
  }
}
struct Replay {
  cudaGraphExec_t exec;
  void run(float *d, cudaStream_t s) {
    cudaGraph_t graph;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    scale<<<1, 32, 0, s>>>(d, 4); // expected-note {{captured here}}
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph);
    cudaFreeAsync(d, s); // expected-note {{freed here}}
    cudaGraphLaunch(exec, s); // expected-warning {{which cudaFreeAsync has freed}}
  }
};
template <class T> void generic(T *d, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(d, 0, 4, s); // expected-note {{captured here}}
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph);
  cudaFree(d); // expected-note {{freed here}}
  cudaGraphLaunch(exec, s); // expected-warning {{this graph uses 'd'}}
}
template void generic<int>(int *, cudaStream_t);

// Freed after the last launch; another buffer; not captured; made anew.
void good(float *d, float *e, int n, cudaStream_t s, cudaStream_t t, bool last) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  scale<<<1, 32, 0, s>>>(e, n);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  scale<<<1, 32, 0, s>>>(d, n);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph);
  cudaFree(e);
  cudaGraphLaunch(exec, s);
  if (last)
    cudaFree(d);
  else
    cudaGraphLaunch(exec, s);
}
void made_anew(float *d, cudaGraph_t other, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  scale<<<1, 32, 0, s>>>(d, 4);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph);
  cudaGraphLaunch(exec, s);
  cudaFree(d);
  cudaGraphInstantiate(&exec, other);
  cudaGraphLaunch(exec, s);
}
void another_stream(float *d, cudaStream_t s, cudaStream_t t) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  scale<<<1, 32, 0, t>>>(d, 4);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph);
  cudaFree(d);
  cudaGraphLaunch(exec, s);
}
