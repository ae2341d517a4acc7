// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-contract-mismatch -- -I %S/../Inputs/contract-mismatch

#include "cuda_runtime.h"
#include "oxide/contract_mock.h"

// Launch bounds.

CONTRACT(bounded, oxide::block(16, 16))
__global__ __launch_bounds__(128) void bounded() {} // expected-warning {{contract of 'bounded' allows blocks of 256 threads, but its launch bounds allow 128}} expected-note {{launch bounds are here}}

CONTRACT(bounded_max, oxide::max_threads(512))
__global__ void __launch_bounds__(256, 2) bounded_max(); // expected-note {{launch bounds are here}}
__global__ void bounded_max() {} // expected-warning {{allows blocks of 512 threads, but its launch bounds allow 256}}

CONTRACT(fits, oxide::block(128))
__global__ __launch_bounds__(128) void fits() {}
CONTRACT(fits_max, oxide::max_threads(64))
__global__ __launch_bounds__(2 * 64) void fits_max() {}
CONTRACT(no_bound, oxide::block(128))
__global__ __launch_bounds__(0) void no_bound() {}
CONTRACT(says_nothing, oxide::domain(1))
__global__ __launch_bounds__(32) void says_nothing() {}

// Blocks that no device launches.

KERNEL(huge, oxide::block(64, 32))() {}          // expected-warning {{asks for a block of 64x32x1 threads, which no device launches}}
KERNEL(deep, oxide::block(1, 1, 65))() {}        // expected-warning {{asks for a block of 1x1x65 threads}}
KERNEL(huge_max, oxide::max_threads(2000))() {}  // expected-warning {{asks for a block of 2000 threads}}
KERNEL(full, oxide::block(32, 32))() {}
KERNEL(deepest, oxide::block(1, 1, 64))() {}

// Shared memory.

KERNEL(crowded, oxide::dynamic_shared(200 * 1024, 227 * 1024))(int *p) { // expected-warning {{asks for 204800 bytes of dynamic shared memory beside 32768 bytes of static, together over the limit of 232448 bytes}}
  __shared__ int tile[8 * 1024];
  extern __shared__ int more[];
  p[0] = tile[0] + more[0];
}
__device__ int in_helper(int i) {
  __shared__ double table[4096];
  return table[i];
}
KERNEL(crowded_helper, oxide::dynamic_shared(220 * 1024, 220 * 1024))(int *p) { // expected-warning {{asks for 225280 bytes of dynamic shared memory beside 32768 bytes of static}}
  p[0] = in_helper(1) + in_helper(2);
}
KERNEL(roomy, oxide::dynamic_shared(195 * 1024, 227 * 1024))(int *p) {
  __shared__ int tile[8 * 1024];
  extern __shared__ int more[];
  p[0] = tile[0] + more[0];
}

KERNEL(denied, oxide::dynamic_shared(0, 0))(int *p) { // expected-warning {{states no dynamic shared memory, but the kernel uses 'more'}}
  extern __shared__ int more[]; // expected-note {{declared here}}
  p[0] = more[0];
}
extern __shared__ float at_namespace_scope[]; // expected-note {{declared here}}
__device__ float uses_it() { return at_namespace_scope[0]; }
KERNEL(denied_helper, oxide::dynamic_shared(0, 0))(float *p) { // expected-warning {{states no dynamic shared memory, but the kernel uses 'at_namespace_scope'}}
  p[0] = uses_it();
}
KERNEL(unstated, oxide::domain(1))(int *p) {
  extern __shared__ int more[];
  p[0] = more[0];
}
KERNEL(none_used, oxide::dynamic_shared(0, 0))(int *p) {
  __shared__ int tile[32];
  p[0] = tile[0];
}

// Clusters.

CONTRACT(old_cluster, oxide::compute_capability(80))
__global__ __cluster_dims__(2, 1, 1) void old_cluster() {} // expected-warning {{admits compute capability 8.0, but its cluster needs 9.0}} expected-note {{cluster is stated here}}
CONTRACT(flat_cluster, oxide::domain(1))
__global__ __cluster_dims__(1, 2, 1) void flat_cluster() {} // expected-warning {{states a grid of 1 dimension, but its cluster has 2}} expected-note {{cluster is stated here}}
CONTRACT(good_cluster, oxide::domain(1))
__global__ __cluster_dims__(4, 1, 1) void good_cluster() {}
CONTRACT(new_cluster, oxide::compute_capability(90))
__global__ __cluster_dims__(2, 2, 1) void new_cluster() {}

// In a namespace, in an anonymous one, with C linkage; without a contract.

namespace {
KERNEL(hidden, oxide::block(2048))() {} // expected-warning {{asks for a block of 2048x1x1 threads}}
}
extern "C" {
KERNEL(c_linkage, oxide::block(2048))() {} // expected-warning {{asks for a block}}
}
namespace other {
CONTRACT(elsewhere, oxide::block(2048))
}
__global__ __launch_bounds__(128) void elsewhere() {}
__global__ __launch_bounds__(128) void plain() {}

// Assumptions.

KERNEL(assumes, oxide::domain(1))(int *p, int n) {
  oxide::assume<assumes>(p, n);
}
KERNEL(in_lambda, oxide::domain(1))(int *p, int n) {
  auto f = [=] { oxide::assume<in_lambda>(p, n); };
  f();
}
KERNEL(other_kernel, oxide::domain(1))(int *p, int n) {
  oxide::assume<assumes>(p, n); // expected-warning {{assumes the contract of 'assumes' in 'other_kernel', whose launches are not checked against it}}
}
__device__ void helper(int *p, int n) {
  oxide::assume<assumes>(p, n); // expected-warning {{assumes the contract of 'assumes' in 'calls_helper'}}
}
__global__ void calls_helper(int *p, int n) { helper(p, n); }
KERNEL(other_value, oxide::domain(1))(int *p, int n) {
  oxide::assume<other_value>(p, n / 2); // expected-warning {{for another value than the parameter 'n' that launches check}}
}
KERNEL(swapped, oxide::domain(1))(int n, int m) {
  oxide::assume<swapped>(m, n); // expected-warning {{for another value than the parameter 'n'}} expected-warning {{for another value than the parameter 'm'}}
}
KERNEL(changed, oxide::domain(1))(int *p, int n) {
  n += 1; // expected-note {{changed here}}
  oxide::assume<changed>(p, n); // expected-warning {{assumes the contract of 'changed' for 'n' after it was changed}}
}
KERNEL(changed_later, oxide::domain(1))(int *p, int n) {
  oxide::assume<changed_later>(p, n);
  n += 1;
}
template <class T> __global__ void generic(T *p, int n) {
  oxide::assume<assumes>(p, n); // expected-warning {{assumes the contract of 'assumes' in 'generic<int>'}}
}
template __global__ void generic<int>(int *, int);

// Other functions of the library that rely on a contract.

KERNEL(indexed, oxide::domain(1))(int *p) {
  p[oxide::thread::index_1d<indexed>()] = 1;
}
__global__ void indexed_elsewhere(int *p) {
  p[oxide::thread::index_1d<indexed>()] = 1; // expected-warning {{'oxide::thread::index_1d' relies on the contract of 'indexed' in 'indexed_elsewhere', whose launches are not checked against it}}
}
__device__ int index_helper() {
  return oxide::thread::index_1d<indexed>(); // expected-warning {{relies on the contract of 'indexed' in 'calls_index_helper'}}
}
__global__ void calls_index_helper(int *p) { p[index_helper()] = 1; }
__global__ void own(int *p);
__device__ int own_helper() { return oxide::thread::index_1d<own>(); }
KERNEL(own, oxide::domain(1))(int *p) { p[own_helper()] = 1; }
void launches() { oxide::prepare<indexed>(); }
namespace mine {
template <auto Kernel> __device__ int index_1d() { return 0; }
}
__global__ void not_ours(int *p) { p[mine::index_1d<indexed>()] = 1; }
