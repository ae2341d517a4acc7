// SPDX-License-Identifier: Apache-2.0
//
// CUDA's execution spaces, spelled so that the same header is ordinary C++ in a
// host-only translation unit: there a kernel declared with OXIDE_KERNEL is an
// ordinary function, which lets its contract be read by host code and tests.
#ifndef OXIDE_EXECUTION_SPACE_H
#define OXIDE_EXECUTION_SPACE_H

#if defined(__CUDACC__) || defined(__CUDA__)
#define OXIDE_CUDA 1
#define OXIDE_DEVICE __device__
#define OXIDE_HOST_DEVICE __host__ __device__
#define OXIDE_GLOBAL __global__
// A bound of 0 leaves the kernel without `.maxntid`, in clang and in nvcc.
#define OXIDE_DETAIL_LAUNCH_BOUNDS(threads) __launch_bounds__(threads)
#else
#define OXIDE_CUDA 0
#define OXIDE_DEVICE
#define OXIDE_HOST_DEVICE
#define OXIDE_GLOBAL
#define OXIDE_DETAIL_LAUNCH_BOUNDS(threads)
#endif

#define OXIDE_DETAIL_COLD __attribute__((noinline, cold))

#endif
