// SPDX-License-Identifier: Apache-2.0
//
// The part of the runtime and the driver API that checkers of host code look
// at. Part of cuda_runtime.h.

#pragma once

struct CUgraph_st;
typedef CUgraph_st *cudaGraph_t;
struct CUgraphExec_st;
typedef CUgraphExec_st *cudaGraphExec_t;
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };

extern "C" {
void *malloc(size_t);
void free(void *);
__host__ __device__ void *memset(void *, int, size_t);

cudaError_t cudaMallocManaged(void **, size_t, unsigned = 1);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaHostAlloc(void **, size_t, unsigned);
cudaError_t cudaMallocAsync(void **, size_t, cudaStream_t);
cudaError_t cudaFreeAsync(void *, cudaStream_t);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind,
                            cudaStream_t = nullptr);
cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t,
                         cudaMemcpyKind);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = nullptr);
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                                 unsigned long long = 0);
cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int);

CUresult cuMemAlloc_v2(CUdeviceptr *, size_t);
CUresult cuMemcpyHtoD_v2(CUdeviceptr, const void *, size_t);
CUresult cuMemcpyDtoH_v2(void *, CUdeviceptr, size_t);
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr, const void *, size_t, CUstream);
CUresult cuStreamSynchronize(CUstream);

cudaError_t hipMalloc(void **, size_t);
cudaError_t hipFree(void *);
cudaError_t hipMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t hipMemset(void *, int, size_t);
}

// As cuda_runtime.h has them for C++.
template <class T>
__host__ __device__ cudaError_t cudaMalloc(T **P, size_t Size) {
  return cudaMalloc((void **)(void *)P, Size);
}
template <class T>
cudaError_t cudaMallocManaged(T **P, size_t Size, unsigned Flags = 1) {
  return cudaMallocManaged((void **)(void *)P, Size, Flags);
}
template <class T> cudaError_t cudaMallocHost(T **P, size_t Size) {
  return cudaMallocHost((void **)(void *)P, Size);
}
template <class T>
cudaError_t cudaHostAlloc(T **P, size_t Size, unsigned Flags) {
  return cudaHostAlloc((void **)(void *)P, Size, Flags);
}
template <class T>
cudaError_t cudaMallocAsync(T **P, size_t Size, cudaStream_t Stream) {
  return cudaMallocAsync((void **)(void *)P, Size, Stream);
}
template <class T>
cudaError_t cudaFuncSetAttribute(T *Kernel, cudaFuncAttribute Attribute,
                                 int Value) {
  return cudaFuncSetAttribute((const void *)Kernel, Attribute, Value);
}
