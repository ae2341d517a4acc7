// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-tier-unsafe -- -ferror-limit=0

#include "cuda_runtime.h"
#include "oxide/attributes.h"

#define KERNEL __global__ __attribute__((oxide_kernel))

// Raw pointers.

KERNEL void raw(float *p, const float *q) { // expected-note@+2 {{read through oxide::Slice<const T>}}
  // expected-note@+1 {{write through oxide::DisjointSlice<T>}}
  p[threadIdx.x] = q[threadIdx.x]; // expected-error {{write through the raw pointer 'p' outside an unsafe zone}} expected-error {{read through the raw pointer 'q' outside an unsafe zone}}
}

KERNEL void raw_in_zone(float *p, const float *q) {
  OXIDE_UNSAFE("the launch covers each element once") {
    p[threadIdx.x] = q[threadIdx.x];
  }
}

struct Pair { int a, b; };
struct Node {
  int value;
  int row[4];
  Node *next;
  __device__ void bump() { ++value; }
  __device__ int get() const { return value; }
  __device__ Pair pair() const { return {value, row[0]}; }
  static __device__ int zero() { return 0; }
};

KERNEL void spellings(Node *a, Node *b, Node *c, Node *d, Node *e, int *f,
                      Node *g) {
  *f++ = 1;          // expected-error {{write through the raw pointer 'f'}} expected-note {{DisjointSlice}}
  (*a).value = 1;    // expected-error {{write through the raw pointer 'a'}} expected-note {{DisjointSlice}}
  b->row[2] += 1;    // expected-error {{write through the raw pointer 'b'}} expected-note {{DisjointSlice}}
  c->bump();         // expected-error {{write through the raw pointer 'c'}} expected-note {{DisjointSlice}}
  int x = d->get();  // expected-error {{read through the raw pointer 'd'}} expected-note {{Slice<const T>}}
  int &r = e[1].value; // expected-error {{write through the raw pointer 'e'}} expected-note {{DisjointSlice}}
  int *next = &g->next->value; // expected-error {{read through the raw pointer 'g'}} expected-note {{Slice<const T>}}
}

// Equal operations of one function are one finding.
KERNEL void repeated(float *p) {
  p[0] = 1;          // expected-error {{write through the raw pointer 'p'}} expected-note {{2 more in the same function}} expected-note {{DisjointSlice}}
  *(p + 1) = 2;
  for (int i = 2; i < 4; ++i)
    p[i] = 3;
}

// An address alone is no access, and neither is an operand that is not
// evaluated.
KERNEL void addresses(float *p, Node *n) {
  float *second = &p[1];
  float *third = &*(p + 2);
  int *value = &n->value;
  int *row = n->row;
  int *cell = &n->row[3];
  decltype(p[0] + 1) same = 0;
  unsigned long bytes = sizeof(*p) + sizeof(n->row) + alignof(decltype(*n));
  bool quiet = noexcept(p[0]);
  int zero = Node::zero() + n->zero();
  if constexpr (sizeof(float) == 8)
    p[0] = 1;
}

// Memory of the thread.

KERNEL void own_memory(int n) {
  float local[8] = {};
  float *first = local;
  const float *cursor = local + 1;
  for (float *it = local; it != local + 8; ++it)
    *it = 1;
  first = &local[n & 7];
  first[0] = *cursor;
  Node node{};
  Node *self = &node;
  self->value = 2;
  self->bump();
  auto [a, b] = node.pair();
  float bits = 1;
  int copy;
  memcpy(&copy, &bits, sizeof copy);
}

__device__ void fill(float **out, float *from);
KERNEL void not_own_memory(float *p, float **pp) {
  float local[8];
  float *q = local;
  q = p;
  q[0] = 1;          // expected-error {{write through the raw pointer 'q'}} expected-note {{DisjointSlice}}
  float *r = local;
  float **handle = &r;
  *handle = p;
  r[0] = 1;          // expected-error {{write through the raw pointer 'r'}} expected-note {{DisjointSlice}}
  pp[0][1] = 2;      // expected-error {{read through the raw pointer 'pp'}} expected-note {{Slice<const T>}} expected-error {{write through the raw pointer 'pp[0]'}} expected-note {{DisjointSlice}}
  memcpy(local, p, 4); // expected-error {{call of 'memcpy' outside an unsafe zone}} expected-note {{OXIDE_UNSAFE}}
}

// Shared memory, barriers, collectives, atomics, device variables, PTX.

__device__ int counter;
__device__ const int limit = 3;
__constant__ int table[4];

KERNEL void cooperative(int *p) {
  __shared__ float tile[64];
  extern __shared__ float more[];
  static int calls;
  tile[threadIdx.x] = 1; // expected-error {{use of shared memory 'tile'}} expected-note {{2 more in the same function}} expected-note {{OXIDE_UNSAFE}}
  more[0] = tile[1];     // expected-error {{use of shared memory 'more'}} expected-note {{OXIDE_UNSAFE}}
  float *alias = tile;
  atomicAdd(&p[1], 1);   // expected-error {{call of 'atomicAdd'}} expected-note {{OXIDE_UNSAFE}}
  int sum = __shfl_down_sync(0xffffffff, 1, 4); // expected-error {{call of '__shfl_down_sync'}} expected-note {{OXIDE_UNSAFE}}
  counter = limit + table[1]; // expected-error {{use of the device variable 'counter'}} expected-note {{OXIDE_UNSAFE}}
  ++calls;               // expected-error {{use of the static variable 'calls'}} expected-note {{OXIDE_UNSAFE}}
  asm volatile("membar.gl;" ::: "memory"); // expected-error {{inline PTX outside an unsafe zone}} expected-note {{OXIDE_UNSAFE}}
  int *heap = new int;   // expected-error {{device heap allocation}} expected-note {{OXIDE_UNSAFE}}
  delete heap;           // expected-error {{device heap release}} expected-note {{OXIDE_UNSAFE}}
  void (*f)() = nullptr;
  f();                   // expected-error {{call through a function pointer}} expected-note {{OXIDE_UNSAFE}}
  new (p) int(3);        // expected-error {{construction at the raw pointer 'p'}} expected-note {{OXIDE_UNSAFE}}
}

KERNEL OXIDE_UNSAFE("one block, and each phase ends at a barrier")
void cooperative_in_zone(int *p) {
  __shared__ float tile[64];
  tile[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = tile[63 - threadIdx.x];
}

KERNEL void partly(int *p) {
  __shared__ int slot;
  OXIDE_MANUAL("a manual zone covers unsafe operations too") {
    slot = 1;
    if (p) {
      OXIDE_UNSAFE("nested zone") { p[0] = slot; }
    }
  }
  int late = slot;       // expected-error {{use of shared memory 'slot'}} expected-note {{OXIDE_UNSAFE}}
}

// Helpers are judged as strictly as the kernel that reaches them.

__device__ void helper(int *p) {
  p[0] = 1;              // expected-error {{write through the raw pointer 'p'}} expected-note {{DisjointSlice}}
}
__device__ int over_two(int *p) { helper(p); return 0; }
KERNEL void through_helper(int *p) { over_two(p); } // expected-note {{called from the enforced kernel 'through_helper'}}

__device__ void unreached(int *p) { p[0] = 1; }

// A zone around a call covers the call, not the body of the callee.
__device__ void loose(int *p) {
  p[1] = 1;              // expected-error {{write through the raw pointer 'p'}} expected-note {{DisjointSlice}}
}
KERNEL void zone_around_call(int *p) { // expected-note {{called from the enforced kernel 'zone_around_call'}}
  OXIDE_UNSAFE("the callee writes one element") { loose(p); }
}

// A function that is declared unsafe needs the zone at the call.
OXIDE_UNSAFE_FN __device__ void declared_unsafe(int *p) { p[2] = 1; }
KERNEL void calls_declared(int *p) {
  declared_unsafe(p);    // expected-error {{call of 'declared_unsafe', which is declared unsafe}} expected-note {{OXIDE_UNSAFE}}
  OXIDE_UNSAFE("one thread") { declared_unsafe(p); }
}

__device__ void elsewhere(int);
KERNEL void calls_elsewhere() {
  elsewhere(1);          // expected-error {{call of 'elsewhere', whose body is not in this translation unit}} expected-note {{OXIDE_UNSAFE}}
}

// Templates: only what is instantiated counts, once.

template <class T> struct Wrapper {
  T *data;
  __device__ void set(T value) {
    *data = value;       // expected-error {{write through the raw pointer 'data'}} expected-note {{DisjointSlice}}
  }
  __device__ void never() { data[1] = T(); }
};
template <class T> KERNEL void generic(Wrapper<T> w) { // expected-note {{called from the enforced kernel 'generic<}}
  w.set(T());
}
template __global__ void generic<int>(Wrapper<int>);

template <bool Raw> KERNEL void switched(int *p) {
  if constexpr (Raw)
    p[0] = 1;
}
template __global__ void switched<false>(int *);

// Lambdas, generic ones too, whoever calls them.

template <class F> __device__ void apply(F f) { f(1); }
KERNEL void lambdas(int *p, int *q) { // expected-note {{called from the enforced kernel 'lambdas'}}  expected-note {{called from the enforced kernel 'lambdas'}}
  apply([=](int i) { p[i] = 1; });  // expected-error {{write through the raw pointer 'p'}} expected-note {{DisjointSlice}}
  apply([=](auto i) { q[i] = 1; }); // expected-error {{write through the raw pointer 'q'}} expected-note {{DisjointSlice}}
  OXIDE_UNSAFE("each index once") { apply([=](auto i) { q[i] = 1; }); }
}

// Destructors, default member initialisers and range-for run unseen.

struct Closer {
  int *flag;
  __device__ ~Closer() {
    *flag = 1;           // expected-error {{write through the raw pointer 'flag'}} expected-note {{DisjointSlice}}
  }
};
struct Holder { Closer closer; };
KERNEL void destructors(int *p) { Holder h{{p}}; } // expected-note {{called from the enforced kernel 'destructors'}}

struct Span {
  int *from, *to;
  __device__ int *begin() const { return from; }
  __device__ int *end() const { return to; }
};
KERNEL void ranges(Span s) {
  int sum = 0;
  for (int v : s)        // expected-error {{read through the raw pointer}} expected-note {{Slice<const T>}}
    sum += v;
  int local[3] = {1, 2, 3};
  for (int v : local)
    sum += v;
}

struct Shape {
  virtual __device__ int area() const { return 0; }
};
struct Square final : Shape {
  __device__ int area() const override { return 1; }
};
__device__ int dispatch(const Shape &s) {
  return s.area();       // expected-error {{virtual call of 'Shape::area'}} expected-note {{OXIDE_UNSAFE}}
}
KERNEL void virtuals() { // expected-note {{called from the enforced kernel 'virtuals'}}
  Square square;
  square.area();
  dispatch(square);
}

// Modes.

__global__ void audited(int *p) { p[0] = 1; }
OXIDE_MODE("enforce") __global__ void by_attribute(int *p) {
  p[0] = 1;              // expected-error {{write through the raw pointer 'p'}} expected-note {{DisjointSlice}}
}
OXIDE_MODE("enforce") __device__ void by_itself(int *p) {
  p[0] = 1;              // expected-error {{write through the raw pointer 'p'}} expected-note {{DisjointSlice}}
}
OXIDE_MODE("off") __device__ void trusted(int *p) { p[0] = 1; }
OXIDE_MODE("off") KERNEL void switched_off(int *p) { p[0] = 1; }
KERNEL void calls_trusted(int *p) { trusted(p); }
