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
struct alignas(8) int2 { int x, y; };
struct alignas(8) float2 { float x, y; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(16) float4 { float x, y, z, w; };

inline __host__ __device__ void *operator new(size_t, void *P) noexcept {
  return P;
}

typedef enum cudaError { cudaSuccess = 0 } cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
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

#include "cuda_runtime_calls.h"

#ifdef __CUDA__
#include <__clang_cuda_builtin_vars.h>

// As clang's own CUDA headers map them.
extern "C" {
__device__ void __syncthreads();
}
#define MOCK_DEVICE static __inline__ __attribute__((device, always_inline))
MOCK_DEVICE __attribute__((noreturn)) void __trap() { __builtin_trap(); }
MOCK_DEVICE int __syncthreads_and(int P) { return __nvvm_bar0_and(P); }
MOCK_DEVICE int __syncthreads_or(int P) { return __nvvm_bar0_or(P); }
MOCK_DEVICE int __syncthreads_count(int P) { return __nvvm_bar0_popc(P); }
MOCK_DEVICE void __syncwarp(unsigned Mask = 0xffffffff) {
  __nvvm_bar_warp_sync(Mask);
}
MOCK_DEVICE void __threadfence() { __nvvm_membar_gl(); }
MOCK_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
MOCK_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
MOCK_DEVICE int __all_sync(unsigned Mask, int P) {
  return __nvvm_vote_all_sync(Mask, P);
}
MOCK_DEVICE int __any_sync(unsigned Mask, int P) {
  return __nvvm_vote_any_sync(Mask, P);
}
MOCK_DEVICE unsigned __ballot_sync(unsigned Mask, int P) {
  return __nvvm_vote_ballot_sync(Mask, P);
}
MOCK_DEVICE unsigned __activemask() { return __nvvm_activemask(); }
MOCK_DEVICE unsigned __match_any_sync(unsigned Mask, unsigned V) {
  return __nvvm_match_any_sync_i32(Mask, V);
}
MOCK_DEVICE unsigned __reduce_add_sync(unsigned Mask, unsigned V) {
  return __nvvm_redux_sync_add(V, Mask);
}
MOCK_DEVICE int __popc(unsigned X) { return __builtin_popcount(X); }
MOCK_DEVICE int __ffs(int X) { return __builtin_ffs(X); }

#define MOCK_SHUFFLE(Name, Builtin, Clamp, Offset)                             \
  MOCK_DEVICE int Name(unsigned Mask, int V, Offset O, int Width = 32) {       \
    return __nvvm_shfl_sync_##Builtin##_i32(Mask, V, O,                        \
                                            (32 - Width) << 8 | Clamp);        \
  }                                                                            \
  MOCK_DEVICE unsigned Name(unsigned Mask, unsigned V, Offset O,               \
                            int Width = 32) {                                  \
    return __nvvm_shfl_sync_##Builtin##_i32(Mask, V, O,                        \
                                            (32 - Width) << 8 | Clamp);        \
  }                                                                            \
  MOCK_DEVICE float Name(unsigned Mask, float V, Offset O, int Width = 32) {   \
    return __nvvm_shfl_sync_##Builtin##_f32(Mask, V, O,                        \
                                            (32 - Width) << 8 | Clamp);        \
  }
MOCK_SHUFFLE(__shfl_sync, idx, 0x1f, int)
MOCK_SHUFFLE(__shfl_up_sync, up, 0, unsigned)
MOCK_SHUFFLE(__shfl_down_sync, down, 0x1f, unsigned)
MOCK_SHUFFLE(__shfl_xor_sync, bfly, 0x1f, int)

#define MOCK_ATOMIC(Name, T, Builtin, Kind, Raw)                               \
  MOCK_DEVICE T Name(T *P, T V) {                                              \
    return __nvvm_atom_##Builtin##_gen_##Kind((Raw *)P, V);                    \
  }                                                                            \
  MOCK_DEVICE T Name##_block(T *P, T V) {                                      \
    return __nvvm_atom_cta_##Builtin##_gen_##Kind((Raw *)P, V);                \
  }                                                                            \
  MOCK_DEVICE T Name##_system(T *P, T V) {                                     \
    return __nvvm_atom_sys_##Builtin##_gen_##Kind((Raw *)P, V);                \
  }
MOCK_ATOMIC(atomicAdd, int, add, i, int)
MOCK_ATOMIC(atomicAdd, unsigned, add, i, int)
MOCK_ATOMIC(atomicAdd, unsigned long long, add, ll, long long)
MOCK_ATOMIC(atomicAdd, float, add, f, float)
MOCK_ATOMIC(atomicAdd, double, add, d, double)
MOCK_ATOMIC(atomicExch, int, xchg, i, int)
MOCK_ATOMIC(atomicExch, unsigned, xchg, i, int)
MOCK_ATOMIC(atomicMin, int, min, i, int)
MOCK_ATOMIC(atomicMin, unsigned, min, ui, unsigned)
MOCK_ATOMIC(atomicMax, int, max, i, int)
MOCK_ATOMIC(atomicMax, unsigned, max, ui, unsigned)
MOCK_ATOMIC(atomicAnd, unsigned, and, i, int)
MOCK_ATOMIC(atomicOr, unsigned, or, i, int)
MOCK_ATOMIC(atomicXor, unsigned, xor, i, int)
MOCK_ATOMIC(atomicInc, unsigned, inc, ui, unsigned)
MOCK_ATOMIC(atomicDec, unsigned, dec, ui, unsigned)

#define MOCK_CAS(T, Kind, Raw)                                                 \
  MOCK_DEVICE T atomicCAS(T *P, T Old, T New) {                                \
    return __nvvm_atom_cas_gen_##Kind((Raw *)P, Old, New);                     \
  }                                                                            \
  MOCK_DEVICE T atomicCAS_block(T *P, T Old, T New) {                          \
    return __nvvm_atom_cta_cas_gen_##Kind((Raw *)P, Old, New);                 \
  }                                                                            \
  MOCK_DEVICE T atomicCAS_system(T *P, T Old, T New) {                         \
    return __nvvm_atom_sys_cas_gen_##Kind((Raw *)P, Old, New);                 \
  }
MOCK_CAS(int, i, int)
MOCK_CAS(unsigned, i, int)
MOCK_CAS(unsigned long long, ll, long long)
#undef MOCK_CAS
#undef MOCK_ATOMIC
#undef MOCK_SHUFFLE
#undef MOCK_DEVICE

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
