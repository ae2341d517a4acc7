// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-pointer-space

#include "cuda_runtime.h"

#define CK(x) do { if ((x) != cudaSuccess) __builtin_trap(); } while (0)

__global__ void scale(float *p, int n) {}
struct Node {
  int value;
  Node *next;
};
void visit(float *&p);

// Bad.

void clear_tail(int bits) {
  unsigned *mask = nullptr;
  CK(cudaMalloc(&mask, bits / 8)); // expected-note {{it comes from cudaMalloc}}
  mask[bits / 32] &= 1u; // expected-warning {{host code indexes 'mask', which points to device memory}}
}
int through_a_copy(size_t n) {
  int *d;
  cudaMalloc((void **)&d, n); // expected-note {{it comes from cudaMalloc}}
  int *p = d + 3;
  return *p; // expected-warning {{host code dereferences 'p', which points to device memory}}
}
void a_member() {
  Node *node;
  cudaMalloc(&node, sizeof(Node)); // expected-note {{it comes from cudaMalloc}}
  node->next = nullptr; // expected-warning {{host code dereferences 'node', which points to device memory}}
}
template <class T> T in_template(size_t n, cudaStream_t s) {
  T *d;
  cudaMallocAsync(&d, n * sizeof(T), s); // expected-note {{it comes from cudaMallocAsync}}
  T sum{};
  for (size_t i = 0; i < n; ++i)
    sum += d[i]; // expected-warning {{host code indexes 'd', which points to device memory}}
  return sum;
}
template float in_template<float>(size_t, cudaStream_t);
void host_functions(const float *h, size_t n) {
  float *d;
  cudaMalloc(&d, n); // expected-note 2 {{it comes from cudaMalloc}}
  memcpy(d, h, n); // expected-warning {{host code accesses 'd', which points to device memory}}
  free(d); // expected-warning {{host code frees 'd', which points to device memory}}
}
void host_memory_in_a_kernel(int n) {
  float *h = new float[n]; // expected-note {{it comes from new}}
  scale<<<1, 32>>>(h, n); // expected-warning {{a kernel gets 'h', which points to host memory}}
}
template <class T> T *allocate(size_t n) {
  if (n == 0)
    return nullptr;
  T *p = nullptr;
  CK(cudaMalloc(&p, n * sizeof(T))); // expected-note {{it comes from cudaMalloc}}
  return p;
}
void through_a_helper(size_t n) {
  float *d = allocate<float>(n);
  d[0] = 1; // expected-warning {{host code indexes 'd', which points to device memory}}
}
static float *either_side(bool device, size_t n) {
  return device ? allocate<float>(n) : new float[n];
}
static float *one_of(bool device, size_t n) {
  if (device)
    return allocate<float>(n);
  return new float[n];
}
void no_certain_helper(size_t n) {
  float *p = either_side(true, n), *q = one_of(false, n);
  p[0] = q[0];
}
struct Table {
  int size;
  int rows[4][8];
};
Table whole_objects() {
  Table *t;
  cudaMalloc(&t, sizeof(Table)); // expected-note 4 {{it comes from cudaMalloc}}
  t->rows[1][2] = 3; // expected-warning {{host code dereferences 't', which points to device memory}}
  ++t->size; // expected-warning {{host code dereferences 't'}}
  Table copy;
  copy = *t; // expected-warning {{host code dereferences 't'}}
  return *t; // expected-warning {{host code dereferences 't'}}
}
struct Pair {
  float *host;
  float *device;
};
void of_a_struct(int n) {
  Pair p = {(float *)malloc(n), nullptr}; // expected-note {{it comes from malloc}}
  CK(cudaMalloc(&p.device, n)); // expected-note {{it comes from cudaMalloc}}
  scale<<<1, 32>>>(p.host, n); // expected-warning {{a kernel gets 'p.host', which points to host memory}}
  p.device[0] = 1; // expected-warning {{host code indexes 'p.device', which points to device memory}}
}
void wrong_frees(size_t n) {
  float *pinned, *device;
  cudaMallocHost(&pinned, n); // expected-note {{it comes from cudaMallocHost}}
  cudaMalloc(&device, n); // expected-note {{it comes from cudaMalloc}}
  cudaFree(pinned); // expected-warning {{cudaFree frees 'pinned', which points to pinned host memory}}
  cudaFreeHost(device); // expected-warning {{cudaFreeHost frees 'device', which points to device memory}}
}
void hip_names(size_t n) {
  float *h = (float *)malloc(n); // expected-note {{it comes from malloc}}
  hipFree(h); // expected-warning {{hipFree frees 'h', which points to host memory}}
}

// Good.

void managed_and_pinned(int n) {
  float *m, *p;
  cudaMallocManaged(&m, n);
  cudaMallocHost(&p, n);
  m[0] = p[0];
  scale<<<1, 32>>>(m, n);
  scale<<<1, 32>>>(p, n);
  cudaFree(m);
  cudaFreeHost(p);
}
float *addresses(size_t n) {
  Node *nodes;
  float *d;
  cudaMalloc(&nodes, n);
  cudaMalloc(&d, n);
  cudaMemset(&nodes->value, 0, sizeof(int));
  cudaMemset(&nodes[3].next, 0, sizeof(nodes[0].next));
  return &d[n / 8] + 1;
}
void arrays_as_addresses(int *h, int n) {
  Table *t;
  int (*rows)[8];
  cudaMalloc(&t, sizeof(Table));
  cudaMalloc(&rows, n * sizeof(*rows));
  cudaMemcpy(h, t->rows, sizeof(t->rows), cudaMemcpyDeviceToHost);
  cudaMemcpy(h, t->rows[1] + 2, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, rows[1], sizeof(rows[1]), cudaMemcpyDeviceToHost);
  int (&first)[8] = rows[0];
  cudaMemcpy(h, first, sizeof(first), cudaMemcpyDeviceToHost);
}
void either(bool device, int n) {
  float *p;
  if (device)
    cudaMalloc(&p, n);
  else
    p = (float *)malloc(n);
  if (!device)
    p[0] = 0;
  if (device)
    scale<<<1, 32>>>(p, n);
}
void somebody_changes_it(size_t n) {
  float *p;
  cudaMalloc(&p, n);
  visit(p);
  p[0] = 0;
}
void on_both_sides(int n) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  h[0] = 1;
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(d, n);
  cudaFree(d);
  free(h);
}
void a_mirror(int n) {
  Pair p = {new float[n], nullptr};
  Pair q = p;
  cudaMalloc(&p.device, n);
  p = q;
  p.device = p.host;
  p.device[0] = 1;
}
class OnDevice {
public:
  static void *operator new(size_t n) {
    void *p;
    cudaMallocManaged(&p, n);
    return p;
  }
  float value[8];
};
void own_new(int n) {
  OnDevice *o = new OnDevice;
  scale<<<1, 8>>>(o->value, 8);
  float *p = o->value;
  scale<<<1, 8>>>(p, 8);
}
void captured(int n) {
  float *p = (float *)malloc(n);
  auto allocate = [&p, n] { cudaMalloc(&p, n); };
  allocate();
  scale<<<1, 32>>>(p, n);
}
void null_first(size_t n, bool use) {
  float *d = nullptr;
  if (use)
    cudaMalloc(&d, n);
  if (d)
    cudaFree(d);
}
