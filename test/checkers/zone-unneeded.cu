// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-zone-unneeded -- -I %S/../Inputs/zone-unneeded -isystem %S/../Inputs/zone-unneeded/system

#include "cuda_runtime.h"
#include "oxide/attributes.h"
#include "oxide/device_copy.h"
#include "zone_unneeded.h"

using Fragment = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16,
                                        float, nvcuda::wmma::row_major>;

__global__ void k(int n) {}

__global__ void in_kernel(int *p, int n) {
  OXIDE_UNSAFE("nothing here") { n += 1; } // expected-warning {{unsafe zone has no operation in it that needs one}}
  OXIDE_UNSAFE("one thread") { p[0] = n; }
  OXIDE_UNSAFE("own memory only") { // expected-warning {{unsafe zone has no operation}}
    int local[4] = {};
    int *q = local;
    q[1] = n;
  }
  OXIDE_UNSAFE("an address, not an access") { p = &p[1]; } // expected-warning {{unsafe zone has no operation}}
  for (int i = 0; i < n; ++i)
    OXIDE_UNSAFE("a barrier in each turn") { __syncthreads(); }
}

OXIDE_UNSAFE("says too much") __device__ int on_function(int n) { return n; } // expected-warning {{unsafe zone has no operation}}
OXIDE_UNSAFE("one thread") __device__ void needed_on_function(int *p) { *p = 1; }

// The innermost zone is the one that counts.
__global__ void nested(int *p) {
  OXIDE_UNSAFE("outer") { // expected-warning {{unsafe zone has no operation}}
    OXIDE_UNSAFE("inner") { p[0] = 1; }
  }
  OXIDE_UNSAFE("outer with a part of its own") {
    p[1] = 1;
    OXIDE_UNSAFE("inner") { p[0] = 1; }
  }
}

__global__ void manual(int *p) {
  OXIDE_MANUAL("stronger than needed") { p[0] = 1; } // expected-warning {{manual zone has only operations in it that need an unsafe zone}}
  OXIDE_MANUAL("whole warps") {
    Fragment a;
    nvcuda::wmma::fill_fragment(a, 0);
    p[0] = 1;
  }
  OXIDE_MANUAL("nothing") { Fragment a; } // expected-warning {{manual zone has no operation}}
}

// A call is no operation: the zone belongs into the callee. It is one where
// the callee is declared unsafe, or is not in view.
__device__ void loose(int *p) { *p = 1; }
__device__ void elsewhere(int *p);
OXIDE_UNSAFE_FN __device__ void declared(int *p) { *p = 1; }
__global__ void calls(int *p) {
  OXIDE_UNSAFE("covers a call") { loose(p); } // expected-warning {{unsafe zone has no operation}}
  OXIDE_UNSAFE("one thread") { declared(p); }
  OXIDE_UNSAFE("one thread") { elsewhere(p); }
}

// A library that nobody has rated may need the zone.
__global__ void unknown_library(const unrated::Scan &scan) {
  OXIDE_UNSAFE("the block calls it together") { scan.sum(); }
}

struct Holder {
  int *p;
  __device__ void method() {
    OXIDE_UNSAFE("a register") { int a = 1; } // expected-warning {{unsafe zone has no operation}}
    OXIDE_UNSAFE("own element") { *p = 1; }
  }
};

// A template of this file is needed when any instance needs it; one of a
// header may be needed elsewhere; one that nobody instantiates says nothing.
template <class T> __global__ void generic(T *p) {
  OXIDE_UNSAFE("not even here") { T a{}; } // expected-warning {{unsafe zone has no operation}}
  OXIDE_UNSAFE("here") {
    if constexpr (sizeof(T) == 4)
      *p = T();
  }
}
template __global__ void generic<char>(char *);
template __global__ void generic<int>(int *);
template <class T> __global__ void pattern(T *p) {
  OXIDE_UNSAFE("not instantiated") { T a{}; }
}
template __global__ void from_header<int>(int *);

// Code that another configuration or pass sees.
__global__ void conditional(int *p) {
  OXIDE_UNSAFE("only with the flag") {
#ifdef WITH_EXTRA
    *p = 1;
#endif
  }
}

__global__ void lambda(int *p) {
  OXIDE_UNSAFE("each index once") {
    auto f = [=](auto i) { p[i] = 1; };
    f(1);
  }
  auto g = [=] {
    OXIDE_UNSAFE("no operation") { int a = 1; } // expected-warning {{unsafe zone has no operation}}
  };
  g();
}

void host(void (*hook)()) {
  OXIDE_UNSAFE("k takes no pointer") { k<<<1, 1>>>(1); }
  OXIDE_UNSAFE("waiting is safe") { cudaDeviceSynchronize(); } // expected-warning {{unsafe zone has no operation}}
  OXIDE_UNSAFE("it may launch") { hook(); }
}

// Not a zone, in spite of its spelling.
struct Plain { int *p; };
OXIDE_UNSAFE_DEVICE_COPY(Plain, "p is a device pointer")
