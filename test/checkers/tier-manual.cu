// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-tier-manual

#include "cuda_runtime.h"
#include "oxide/attributes.h"

#define KERNEL __global__ __attribute__((oxide_kernel))

using Fragment = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16,
                                        float, nvcuda::wmma::row_major>;

KERNEL void tensor_core(const float *p) {
  Fragment a;
  nvcuda::wmma::fill_fragment(a, 0); // expected-error {{call of 'nvcuda::wmma::fill_fragment' outside a manual zone}} expected-note {{OXIDE_MANUAL}}
  nvcuda::wmma::load_matrix_sync(a, p, 16); // expected-error {{call of 'nvcuda::wmma::load_matrix_sync' outside a manual zone}} expected-note {{OXIDE_MANUAL}}
}

KERNEL void tensor_core_in_zone(const float *p) {
  OXIDE_MANUAL("whole warps only, tile of 16 by 16") {
    Fragment a;
    nvcuda::wmma::load_matrix_sync(a, p, 16);
  }
}

KERNEL OXIDE_MANUAL("whole warps only, tile of 16 by 16")
void whole_function(const float *p) {
  Fragment a;
  for (int i = 0; i < 4; ++i)
    nvcuda::wmma::load_matrix_sync(a, p + i, 16);
}

// An unsafe zone is not enough.
KERNEL void too_weak(unsigned bar) {
  OXIDE_UNSAFE("one thread") {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory"); // expected-error {{inline PTX with 'mbarrier.init.shared::cta.b64' outside a manual zone}} expected-note {{OXIDE_MANUAL}}
  }
}

// Which operations are manual.
KERNEL void opcodes(unsigned dst, const void *map, unsigned bar) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(dst), "l"(map), "r"(0), "r"(bar) : "memory"); // expected-error {{inline PTX with 'cp.async.bulk.tensor.1d}} expected-note {{OXIDE_MANUAL}}
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; }" ::"r"(bar) : "memory"); // expected-error {{inline PTX with 'mbarrier.try_wait}} expected-note {{OXIDE_MANUAL}}
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); // expected-error {{inline PTX with 'wgmma.fence.sync.aligned'}} expected-note {{OXIDE_MANUAL}}
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); // expected-error {{inline PTX with 'barrier.cluster.arrive.aligned'}} expected-note {{OXIDE_MANUAL}}
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(dst), "l"(map) : "memory");
}

// Helpers, lambdas, templates, members.
__device__ void helper(unsigned bar) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(bar) : "memory"); // expected-error {{inline PTX with 'mbarrier.inval}} expected-note {{OXIDE_MANUAL}}
}
KERNEL void through_helper(unsigned bar) { helper(bar); } // expected-note {{called from the enforced kernel 'through_helper'}}

OXIDE_MANUAL_FN __device__ void declared(unsigned bar) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(bar) : "memory");
}
KERNEL void calls_declared(unsigned bar) {
  declared(bar); // expected-error {{call of 'declared', which is declared manual}} expected-note {{OXIDE_MANUAL}}
  OXIDE_MANUAL("last use of the barrier") { declared(bar); }
}

template <class T> struct Mma {
  T value;
  __device__ void run() {
    Fragment a;
    nvcuda::wmma::fill_fragment(a, value); // expected-error {{fill_fragment}} expected-note {{OXIDE_MANUAL}}
  }
};
template <class T> KERNEL void generic() { Mma<T>{}.run(); } // expected-note {{called from the enforced kernel}}
template __global__ void generic<float>();

KERNEL void lambda() { // expected-note {{called from the enforced kernel 'lambda'}}
  auto f = [](auto x) {
    Fragment a;
    nvcuda::wmma::fill_fragment(a, x); // expected-error {{fill_fragment}} expected-note {{OXIDE_MANUAL}}
  };
  f(1.0f);
}

#define ARRIVE asm volatile("barrier.cluster.arrive;" ::: "memory")
KERNEL void macro() {
  OXIDE_MANUAL("paired with the wait below") { ARRIVE; }
}

__global__ void audited(const float *p) {
  Fragment a;
  nvcuda::wmma::load_matrix_sync(a, p, 16);
}
