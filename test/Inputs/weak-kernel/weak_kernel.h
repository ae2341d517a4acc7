// SPDX-License-Identifier: Apache-2.0
//
// Kernels of a header; expectations stand in weak-kernel.cu.
inline __global__ void inline_in_header(int *p) { *p = 1; }

// Templates to get past the linker.
template <int = 0> __global__ void dodge(int *p) { *p = 1; }
template <class T = void> __global__ void dodge_type(int *p) { *p = 1; }

// In a macro and in a namespace.
#define KERNEL inline __global__ void
KERNEL from_macro(int *p) { *p = 1; }

namespace outer {
namespace inner {
inline __global__ void nested(int *p) { *p = 1; }
} // namespace inner
} // namespace outer

// One copy for each unit, or not seen outside.
static __global__ void internal(int *p) { *p = 1; }
static inline __global__ void internal_inline(int *p) { *p = 1; }
namespace {
inline __global__ void unnamed(int *p) { *p = 1; }
template <int = 0> __global__ void unnamed_template(int *p) { *p = 1; }
} // namespace
__attribute__((visibility("hidden"))) inline __global__ void hidden(int *p) {}
template <int = 0>
__attribute__((visibility("hidden"))) __global__ void hidden_template(int *p) {}

// Templates that are meant, whatever of them uses the parameter.
template <class T> __global__ void real(T *p) { *p = T(); }
template <class T = int> __global__ void with_default(T *p) { *p = 1; }
template <int N = 4> __global__ void in_body(int *p) { p[0] = N; }
template <class T = int> __global__ void in_body_type(int *p) { *p = sizeof(T); }
template <int N = 4> __global__ __launch_bounds__(N) void in_bounds(int *p) {}
template <int N> __global__ void tag(int *p) { *p = 1; }
template <class... T> __global__ void pack(int *p) { *p = 1; }

// Not kernels, and not defined here.
inline __device__ void helper(int *p) { *p = 1; }
inline void host(int *p) { *p = 1; }
__global__ void declared(int *p);
