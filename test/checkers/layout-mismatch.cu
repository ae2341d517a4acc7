// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-layout-mismatch

#include "cuda_runtime.h"

struct pair { float x, y; };
struct __attribute__((aligned(8))) wide { float x, y; };
typedef unsigned int word;

// Another alignment, in a member of a member.
struct Aligned {
#ifdef __CUDA_ARCH__ // expected-note {{these members of 'Aligned' take 8 bytes aligned to 8 on the device and 8 bytes aligned to 4 on the host}}
  wide v;
#else
  float v[2];
#endif
};
struct Outer {
  int tag;
  Aligned inner;
};
__global__ void by_pointer(const Outer *o, int *out) { // expected-warning {{parameter 'o' of 'by_pointer' has a class with another layout on the device than on the host}}
  *out = o->tag;
}

// A member that one pass has.
struct Extra {
  int a;
#if !defined(__CUDA_ARCH__) // expected-note {{take 0 bytes aligned to 1 on the device and 8 bytes aligned to 8 on the host}}
  double checksum;
#endif
  int b;
};
__global__ void by_value(Extra e, int *out) { *out = e.b; } // expected-warning {{parameter 'e' of 'by_value'}}

// Another order; a base; an array; a template.
struct Order {
#if defined(__CUDA_ARCH__) // expected-note {{take 16 bytes aligned to 8}}
  char flag;
  double value;
#else
  double value;
  unsigned char flag;
#endif
};
struct Derived : Order {
  int more;
};
__global__ void by_base(Derived d, int *out) { *out = d.more; } // expected-warning {{parameter 'd' of 'by_base'}}

struct Counted {
#ifndef __CUDA_ARCH__ // expected-note {{take 8 bytes aligned to 4 on the device and 16 bytes aligned to 4 on the host}}
  int count[4];
#else
  int count[2];
#endif
};
template <class T> __global__ void generic(T *t, int *out) { // expected-warning {{parameter 't' of 'generic<Counted>'}}
  *out = t->count[0];
}
template __global__ void generic<Counted>(Counted *, int *);

struct Pointed {
#ifdef __CUDA_ARCH__ // expected-note {{take 8 bytes aligned to 8 on the device and 4 bytes aligned to 4 on the host}}
  float *data;
#else
  word data;
#endif
};
__global__ void handles(Pointed p[2]) {} // expected-warning {{parameter 'p' of 'handles'}}

// Once for each class.
__global__ void again(Pointed *p) {}

// The same layout under other names.
struct Same {
#ifdef __CUDA_ARCH__
  pair v;
#else
  float re, im;
#endif
};
struct SameWord {
#ifdef __CUDA_ARCH__
  unsigned v;
#else
  word v;
#endif
};
__global__ void same(Same *s, SameWord w) {}

// Functions, and members that are not understood.
struct Methods {
  int a;
#ifdef __CUDA_ARCH__
  __device__ int get() const { return a; }
#else
  int get() const { return a + 1; }
#endif
};
struct Unclear {
#ifdef __CUDA_ARCH__
  int v = 3;
#else
  decltype(0) v;
#endif
};
__global__ void unclear(Methods m, Unclear u) {}

// Another condition, and a class that no kernel gets.
struct Version {
#if __CUDA_ARCH__ >= 900
  int v;
#else
  long long v;
#endif
};
struct HostOnly {
#ifdef __CUDA_ARCH__
  int v;
#else
  long long v;
#endif
};
__global__ void versions(Version *v, int *out) {}
HostOnly global;

// What a member points to is an object of its own.
struct Node {
  HostOnly *other;
};
__global__ void nodes(Node n) {}
