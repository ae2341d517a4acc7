// SPDX-License-Identifier: Apache-2.0
//
// As much of the CUDA headers as the checker tests need, so that they run
// without a toolkit and in a fraction of the time.

#ifndef OXIDE_TEST_MOCK_CUDA_RUNTIME_H
#define OXIDE_TEST_MOCK_CUDA_RUNTIME_H

#ifdef __CUDA__
#define __constant__ __attribute__((constant))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((managed))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#else
#define __constant__
#define __device__
#define __global__
#define __host__
#endif

typedef __SIZE_TYPE__ size_t;

struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned X = 1, unsigned Y = 1,
                                     unsigned Z = 1)
      : x(X), y(Y), z(Z) {}
  __host__ __device__ constexpr dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
};
struct float4 { float x, y, z, w; };

inline __host__ __device__ void *operator new(size_t, void *P) noexcept {
  return P;
}

typedef enum cudaError { cudaSuccess = 0 } cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
struct CUstream_st;
typedef CUstream_st *cudaStream_t;
struct CUevent_st;
typedef CUevent_st *cudaEvent_t;
struct cudaLaunchConfig_t { dim3 gridDim, blockDim; size_t dynamicSmemBytes; };

struct CUfunc_st;
typedef CUfunc_st *CUfunction;
struct CUmod_st;
typedef CUmod_st *CUmodule;
typedef int CUresult;
typedef unsigned long long CUdeviceptr;
typedef CUstream_st *CUstream;
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };

extern "C" {
int printf(const char *, ...);
__host__ __device__ void *memcpy(void *, const void *, size_t);
__host__ __device__ cudaError_t cudaMalloc(void **, size_t);
__host__ __device__ cudaError_t cudaFree(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t,
                               size_t = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyFromSymbol(void *, const void *, size_t, size_t = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost);
cudaError_t cudaGetLastError();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaHostRegister(void *, size_t, unsigned);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                             cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                        size_t, cudaStream_t);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *,
                                void **);
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned,
                        unsigned, unsigned, unsigned, CUstream, void **,
                        void **);
CUresult cuMemFree(CUdeviceptr);
CUresult cuModuleUnload(CUmodule);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void * = nullptr);
unsigned cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
}

template <class T>
cudaError_t cudaMemcpyToSymbol(const T &Symbol, const void *From, size_t Size,
                               size_t Offset = 0,
                               cudaMemcpyKind Kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&Symbol, From, Size, Offset, Kind);
}

#ifdef __CUDA__
#include <__clang_cuda_builtin_vars.h>

extern "C" {
__device__ void __syncthreads();
__device__ void __syncwarp(unsigned = 0xffffffff);
__device__ void __threadfence();
__device__ int __shfl_sync(unsigned, int, int, int = 32);
__device__ int __shfl_down_sync(unsigned, int, unsigned, int = 32);
__device__ unsigned __ballot_sync(unsigned, int);
__device__ unsigned __activemask();
__device__ void __trap();
}
__device__ int atomicAdd(int *, int);
__device__ float atomicAdd(float *, float);
template <class T> __device__ T __ldg(const T *P) { return *P; }

namespace nvcuda { namespace wmma {
struct row_major {};
struct matrix_a {};
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {};
template <class F> __device__ void fill_fragment(F &, float) {}
template <class F> __device__ void load_matrix_sync(F &, const void *, unsigned) {}
}} // namespace nvcuda::wmma
#endif // __CUDA__

#endif // OXIDE_TEST_MOCK_CUDA_RUNTIME_H
