// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-pdl-sync

#include "mock_ptx.h"

// As the runtime declares them.
enum cudaLaunchAttributeID { cudaLaunchAttributePriority = 8, cudaLaunchAttributeProgrammaticStreamSerialization = 6 };
union cudaLaunchAttributeValue { int programmaticStreamSerializationAllowed; int priority; };
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct Config { dim3 gridDim, blockDim; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned numAttrs; };
template <typename... P, typename... A>
cudaError_t cudaLaunchKernelEx(const Config *, void (*)(P...), A...);

#define KERNEL __global__ void __launch_bounds__(128)
#define DEPENDENT(Attribute)                                                   \
  Attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;           \
  Attribute.val.programmaticStreamSerializationAllowed = 1;

// Nothing waits.

KERNEL scale(const float *in, float *out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n)
    return;
  out[i] = 2 * in[i]; // expected-warning {{this access of 'in' may come before the kernel that runs before has written it: nothing waits for that kernel}} expected-note {{cudaGridDependencySynchronize() must come before it}}
}
KERNEL scale_waits(const float *in, float *out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  ptx::griddepcontrol_wait();
  if (i >= n)
    return;
  out[i] = 2 * in[i];
}
void launch_scale(const float *in, float *out, int n) {
  cudaLaunchAttribute attr{};
  DEPENDENT(attr)
  Config config{};
  config.gridDim = dim3(n / 128);
  config.blockDim = dim3(128);
  config.attrs = &attr;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, scale, in, out, n); // expected-note {{the launch lets the kernel begin early}}
  cudaLaunchKernelEx(&config, scale_waits, in, out, n);
}

// In a helper, in a template; an array of attributes.

template <typename T> __device__ T load(const T *in, int i) {
  return in[i]; // expected-warning {{this access of 'in' may come before the kernel that runs before has written it: nothing waits for that kernel}} expected-note {{cudaGridDependencySynchronize() must come before it}}
}
template <typename T, bool Wait> KERNEL copy(const T *in, T *out) {
  if (Wait)
    ptx::griddepcontrol_wait();
  out[threadIdx.x] = load(in, threadIdx.x);
}
template <typename T> void launch_copies(const T *in, T *out) {
  cudaLaunchAttribute attrs[2];
  attrs[0].id = cudaLaunchAttributePriority;
  attrs[0].val.priority = 1;
  DEPENDENT(attrs[1])
  Config config{};
  config.blockDim = dim3(128);
  config.attrs = attrs;
  config.numAttrs = 2;
  cudaLaunchKernelEx(&config, copy<T, false>, in, out); // expected-note {{the launch lets the kernel begin early}}
  cudaLaunchKernelEx(&config, copy<T, true>, in, out);
}
template void launch_copies(const int *, int *);

// A function that launches what it is given.

KERNEL only_writes(float *out) {
  out[threadIdx.x] = 0; // expected-warning {{this access of 'out' may come before the kernel that runs before has written it: nothing waits for that kernel}} expected-note {{cudaGridDependencySynchronize() must come before it}}
}
KERNEL triggers(float *out) {
  ptx::griddepcontrol_launch_dependents();
  out[threadIdx.x] += 1; // expected-warning {{this access of 'out' may come before the kernel that runs before has written it: nothing waits for that kernel}} expected-note {{cudaGridDependencySynchronize() must come before it}}
}
template <typename... P> void launch(void (*kernel)(P...), P... args) {
  cudaLaunchAttribute attr;
  DEPENDENT(attr)
  Config config{};
  config.attrs = &attr;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, args...);
}
struct Dependency {
  __device__ Dependency() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
};
KERNEL waits_in_class(float *out) {
  Dependency wait;
  out[threadIdx.x] = 1;
}
void launch_all(float *out) {
  launch(only_writes, out); // expected-note {{the launch lets the kernel begin early}}
  launch(triggers, out); // expected-note {{the launch lets the kernel begin early}}
  launch(waits_in_class, out);
}

// In a loop.
KERNEL sums(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 128)
    sum += in[i]; // expected-warning {{this access of 'in' may come before the kernel that runs before has written it: nothing waits for that kernel}} expected-note {{cudaGridDependencySynchronize() must come before it}}
  out[threadIdx.x] = sum;
}
class Runner {
  Config config{};
  cudaLaunchAttribute attr{};

public:
  void run(const float *in, float *out, int n) {
    Config local = config;
    cudaLaunchAttribute a = attr;
    DEPENDENT(a)
    local.attrs = &a;
    local.numAttrs = 1;
    for (int i = 0; i < n; ++i)
      cudaLaunchKernelEx(&local, sums, in, out, n); // expected-note {{the launch lets the kernel begin early}}
  }
};

// What is loaded before the wait is meant: weights that no kernel writes.
KERNEL preloads(const float *weights, const float *in, float *out) {
  float w = weights[threadIdx.x];
  ptx::griddepcontrol_wait();
  out[threadIdx.x] = w * in[threadIdx.x];
}
// Nothing that another kernel could write.
KERNEL no_memory(int n) {
  __shared__ int count[128];
  count[threadIdx.x] = n;
}
void launch_fine(const float *w, const float *in, float *out) {
  cudaLaunchAttribute attr{};
  DEPENDENT(attr)
  Config config{};
  config.attrs = &attr;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, preloads, w, in, out);
  cudaLaunchKernelEx(&config, no_memory, 1);
}

// Not dependent, or not known to be.
KERNEL ordinary(float *out) {
  out[threadIdx.x] = 1;
}
KERNEL denied(float *out) {
  out[threadIdx.x] = 1;
}
KERNEL conditional(float *out) {
  out[threadIdx.x] = 1;
}
KERNEL no_attributes(float *out) {
  out[threadIdx.x] = 1;
}
void launch_ordinary(float *out, bool early) {
  ordinary<<<1, 128>>>(out);
  cudaLaunchAttribute attr{};
  attr.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attr.val.programmaticStreamSerializationAllowed = 0;
  Config config{};
  config.attrs = &attr;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, denied, out);
  cudaLaunchAttribute maybe{};
  DEPENDENT(maybe)
  Config other{};
  if (early)
    other.attrs = &maybe;
  other.numAttrs = 1;
  cudaLaunchKernelEx(&other, conditional, out);
  Config none{};
  none.attrs = &maybe;
  none.numAttrs = early ? 1 : 0;
  cudaLaunchKernelEx(&none, no_attributes, out);
}
