// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-raw-launch --mode=enforce

#include "cuda_runtime.h"
#include "oxide/attributes.h"

__global__ void k(int n) {}
template <class T> __global__ void generic(T n) {}

void chevron(cudaStream_t s) {
  k<<<1, 2>>>(3);       // expected-error {{launch of 'k' through <<<>>> outside an unsafe zone}} expected-note {{oxide::prepare<k>}}
  k<<<1, 2, 0, s>>>(3); // expected-error {{launch of 'k' through <<<>>>}} expected-note {{oxide::prepare<k>}}
  OXIDE_UNSAFE("k takes no pointer and has no guard to miss") {
    k<<<1, 2>>>(3);
  }
}

OXIDE_UNSAFE("k takes no pointer and has no guard to miss")
void zone_on_function() { k<<<1, 2>>>(3); }

void api(cudaStream_t s, CUfunction f, void **args, cudaLaunchConfig_t *c) {
  cudaLaunchKernel((const void *)k, dim3(1), dim3(2), args, 0, s); // expected-error {{launch of 'k' through cudaLaunchKernel}} expected-note {{oxide::prepare<k>}}
  cudaLaunchKernel(reinterpret_cast<const void *>(&k), 1, 2, args, 0, s); // expected-error {{launch of 'k' through cudaLaunchKernel}} expected-note {{oxide::prepare<k>}}
  cudaLaunchCooperativeKernel((void *)k, 1, 2, args, 0, s); // expected-error {{through cudaLaunchCooperativeKernel}} expected-note {{oxide::prepare<k>}}
  cudaLaunchKernelExC(c, (void *)k, args); // expected-error {{through cudaLaunchKernelExC}} expected-note {{oxide::prepare<k>}}
  cuLaunchKernel(f, 1, 1, 1, 2, 1, 1, 0, s, args, nullptr); // expected-error {{launch of a kernel through cuLaunchKernel}} expected-note {{oxide::prepare,}}
}

void through_pointer(void (*kernel)(int)) {
  kernel<<<1, 2>>>(3); // expected-error {{launch of a kernel through <<<>>>}} expected-note {{oxide::prepare,}}
}

struct Runner {
  void run() {
    for (int i = 0; i < 2; ++i)
      k<<<1, 2>>>(i); // expected-error {{launch of 'k'}} expected-note {{oxide::prepare<k>}}
  }
};

// Once for all instantiations, never for a pattern alone.
template <class T> void launch_generic(T n) {
  generic<<<1, 2>>>(n); // expected-error {{launch of 'generic'}} expected-note {{oxide::prepare<generic>}}
}
template void launch_generic<int>(int);
template void launch_generic<long>(long);
template <class T> void never_instantiated(T n) { generic<<<1, 2>>>(n); }

void lambda() {
  auto f = [] { k<<<1, 2>>>(3); }; // expected-error {{launch of 'k'}} expected-note {{oxide::prepare<k>}}
  OXIDE_UNSAFE("k takes no pointer") {
    auto g = [] { k<<<1, 2>>>(3); };
    g();
  }
}

OXIDE_MODE("audit") void audited() { k<<<1, 2>>>(3); }
OXIDE_MODE("off") void off() { k<<<1, 2>>>(3); }

void not_launches(cudaStream_t s) {
  cudaDeviceSynchronize();
  auto *kernel = &k;
  auto configure = [](dim3 grid) { return grid.x; };
  configure(dim3(1));
}
