// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-tensormap-param

#include "cuda_runtime.h"

// The copies themselves, in several wrappers.

#define TMA "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];"

__device__ void copy(unsigned to, const void *map, unsigned bar) {
  asm volatile(TMA ::"r"(to), "l"(map), "r"(0), "r"(bar) : "memory"); // expected-warning {{TMA instruction reads the tensor map at 'm' in global memory}} expected-note {{pass it by value}}
}
__device__ void copy_reference(unsigned to, const CUtensorMap &map,
                               unsigned bar) {
  unsigned long long address = reinterpret_cast<unsigned long long>(&map);
  asm volatile(TMA ::"r"(to), "l"(address), "r"(0), "r"(bar) : "memory"); // expected-note {{read here}}
}
__device__ void fence(const void *map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
}

// By value, but a copy.

__global__ void by_value(CUtensorMap m, unsigned s, unsigned b) { // expected-warning {{tensor map in parameter 'm' is read by a TMA instruction from a copy in local memory, because the parameter is not __grid_constant__}}
  asm volatile(TMA ::"r"(s), "l"(&m), "r"(0), "r"(b) : "memory"); // expected-note {{read here}}
}
__global__ void by_const_value(const CUtensorMap m, unsigned s, unsigned b) { // expected-warning {{tensor map in parameter 'm'}}
  auto address = (unsigned long long)&m;
  asm volatile(TMA ::"r"(s), "l"(address), "r"(0), "r"(b) : "memory"); // expected-note {{read here}}
}
__global__ void in_helper(const CUtensorMap m, unsigned s, unsigned b) { // expected-warning {{tensor map in parameter 'm'}}
  copy_reference(s, m, b);
}

struct Params {
  int n;
  CUtensorMap a;
};
__global__ void in_struct(Params p, unsigned s, unsigned b) { // expected-warning {{tensor map in parameter 'p'}}
  asm volatile(TMA ::"r"(s), "l"(&p.a), "r"(0), "r"(b) : "memory"); // expected-note {{read here}}
}
template <int N>
__global__ void generic(const CUtensorMap m, unsigned s, unsigned b) { // expected-warning {{tensor map in parameter 'm'}}
  for (int i = 0; i < N; ++i)
    asm volatile(TMA ::"r"(s), "l"(&m), "r"(i), "r"(b) : "memory"); // expected-note {{read here}}
}
template __global__ void generic<1>(const CUtensorMap, unsigned, unsigned);
template __global__ void generic<2>(const CUtensorMap, unsigned, unsigned);

__global__ void in_lambda(const CUtensorMap m, unsigned s, unsigned b) { // expected-warning {{tensor map in parameter 'm'}}
  auto f = [&] {
    asm volatile(TMA ::"r"(s), "l"(&m), "r"(0), "r"(b) : "memory"); // expected-note {{read here}}
  };
  f();
}

// As the guide wants it.

__global__ void grid_constant(const __grid_constant__ CUtensorMap m, unsigned s,
                              unsigned b) {
  asm volatile(TMA ::"r"(s), "l"(&m), "r"(0), "r"(b) : "memory");
  copy_reference(s, m, b);
}
__global__ void struct_constant(const __grid_constant__ Params p, unsigned s,
                                unsigned b) {
  copy_reference(s, p.a, b);
}
__constant__ CUtensorMap in_constant;
__global__ void constant_memory(unsigned s, unsigned b) {
  copy_reference(s, in_constant, b);
}

// In global memory.

__global__ void pointer(const CUtensorMap *m, unsigned s, unsigned b) { // expected-note {{declared here}}
  copy(s, m, b);
}
__device__ CUtensorMap in_device; // expected-note {{declared here}}
__global__ void device_memory(unsigned s, unsigned b) {
  asm volatile(TMA ::"r"(s), "l"(&in_device), "r"(0), "r"(b) : "memory"); // expected-warning {{TMA instruction reads the tensor map 'in_device' in global memory}} expected-note {{pass it by value}}
}
__global__ void fenced(const CUtensorMap *m, unsigned s, unsigned b) {
  fence(m);
  copy(s, m, b);
}
__global__ void fenced_here(const CUtensorMap *m, unsigned s, unsigned b) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(m) : "memory");
  asm volatile(TMA ::"r"(s), "l"(m), "r"(0), "r"(b) : "memory");
}

// No TMA instruction reads it.

__global__ void only_copied(CUtensorMap m, CUtensorMap *out) {
  *out = m;
  memcpy(out, &m, sizeof m);
}
__global__ void prefetched(const void *m) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(m) : "memory");
}
__global__ void plain_bulk(const float *from, unsigned s, unsigned b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];" ::"r"(s), "l"(from), "r"(b) : "memory");
}
