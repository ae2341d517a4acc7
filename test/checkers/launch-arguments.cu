// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-launch-arguments -- -Wno-ignored-attributes -isystem %S/../Inputs/launch-arguments

#include "cuda_runtime.h"
#include "containers.h"

// References.

__global__ void by_reference(int &n) {}        // expected-note 3 {{the parameter is a reference}}
__global__ void by_const(const Small &s, int) {} // expected-note 2 {{the parameter is a reference}}
__managed__ int managed_counter;
int host_counter;

void references(int *unknown, int &alias, int value) {
  int local = 0;
  by_reference<<<1, 1>>>(local);           // expected-warning {{reference to host variable 'local' passed to kernel 'by_reference' is not memory that the device can reach}}
  by_reference<<<1, 1>>>(host_counter);    // expected-warning {{reference to host variable 'host_counter'}}
  by_reference<<<1, 1>>>(value);           // expected-warning {{reference to host variable 'value'}}
  by_const<<<1, 1>>>(Small{1}, 2);         // expected-warning {{reference to a temporary}}
  Small small{1};
  by_const<<<1, 1>>>(small, 2);            // expected-warning {{reference to host variable 'small'}}
  by_reference<<<1, 1>>>(managed_counter);
  by_reference<<<1, 1>>>(*unknown);
  by_reference<<<1, 1>>>(unknown[3]);
  by_reference<<<1, 1>>>(alias);
}

// Pointers to host memory.

__global__ void reads(const int *p, int n) {}
__global__ void prints(const char *text) {}

struct Frame {
  int cells[4];
  int *device;
};

void pointers(int *device, Frame *frame) {
  int local = 0;
  int array[4] = {};
  static int table[4];
  std::vector<int> v;
  std::string text;
  Frame here{};
  reads<<<1, 1>>>(&local, 1);              // expected-warning {{pointer to host variable 'local' passed to kernel 'reads'}}
  reads<<<1, 1>>>(array, 4);               // expected-warning {{pointer to host variable 'array'}}
  reads<<<1, 1>>>(array + 1, 3);           // expected-warning {{pointer to host variable 'array'}}
  reads<<<1, 1>>>(&table[1], 3);           // expected-warning {{pointer to host variable 'table'}}
  reads<<<1, 1>>>(here.cells, 4);          // expected-warning {{pointer to host variable 'here'}}
  reads<<<1, 1>>>(v.data(), 4);            // expected-warning {{pointer to host variable 'v'}}
  reads<<<1, 1>>>((const int *)v.data(), 4); // expected-warning {{pointer to host variable 'v'}}
  reads<<<1, 1>>>(&v[0], 4);               // expected-warning {{pointer to host variable 'v'}}
  prints<<<1, 1>>>("text");                // expected-warning {{pointer to a string literal}}
  prints<<<1, 1>>>(text.c_str());          // expected-warning {{pointer to host variable 'text'}}

  std::vector<int, pool::managed_allocator<int>> managed;
  thrust::device_vector<int> on_device;
  int pinned[4];
  cudaHostRegister(pinned, sizeof pinned, 0);
  reads<<<1, 1>>>(device, 4);
  reads<<<1, 1>>>(nullptr, 0);
  reads<<<1, 1>>>(&device[1], 3);
  reads<<<1, 1>>>(here.device, 4);
  reads<<<1, 1>>>(frame->device, 4);
  reads<<<1, 1>>>(managed.data(), 4);
  reads<<<1, 1>>>(on_device.data(), 4);
  reads<<<1, 1>>>(pinned, 4);
  reads<<<1, 1>>>(&managed_counter, 1);
}

// Classes by value.

class Owner { // expected-note 2 {{declared here}}
public:
  explicit Owner(size_t n) { cudaMalloc((void **)&data_, n); }
  Owner(const Owner &other) { cudaMalloc((void **)&data_, 4); }
  ~Owner() { cudaFree(data_); } // the copy of the launch frees it

private:
  float *data_ = nullptr;
};
__global__ void owner(Owner a) {} // expected-warning {{kernel parameter 'a' of type 'Owner' is passed as bytes, but it has a destructor}}
struct HoldsOwner {
  Owner inner; // expected-note {{declared here}}
  int n;
};
__global__ void holds_owner(int n, HoldsOwner h) {} // expected-warning {{kernel parameter 'h' of type 'HoldsOwner'}}

struct Virtual { // expected-note {{declared here}}
  virtual __host__ __device__ int f() const { return 1; }
};
struct HoldsVirtual {
  Virtual member; // expected-note {{declared here}}
};
struct Base {};
struct WithVirtualBase : virtual Base {}; // expected-note {{declared here}}
__global__ void with_virtual(Virtual v) {}        // expected-warning {{it has virtual functions}}
__global__ void holds_virtual(HoldsVirtual v) {}  // expected-warning {{member 'member' of type 'Virtual' has virtual functions}}
__global__ void virtual_base(WithVirtualBase v) {} // expected-warning {{it has a virtual base}}

__global__ void standard(std::vector<int> v) {} // expected-warning {{kernel parameter 'v' of type 'std::vector<int>'}}

template <class T> __global__ void generic(T value) {} // expected-warning {{kernel parameter 'value' of type 'Owner'}}
void instances(Owner &o) {
  generic<<<1, 1>>>(o);
  generic<<<1, 1>>>(1);
}

// Plain bytes, in spite of what they look like.

struct Half {
  unsigned short bits;
  __host__ __device__ Half(float) : bits(0) {}
  __host__ __device__ Half(const Half &other) : bits(other.bits) {}
};
struct View {
  float *data;
  int n;
  ~View() {}
};
// expected-note@containers.h:8 {{declared here}}
struct Named {
  std::string name; // the kernel does not look at it
  float *data;
};
struct Tracked {
  int *uses;
  ~Tracked() { --*uses; }
};
__global__ void plain(Half h, View v, Named n, Tracked t, CUtensorMap m) {}

// Lambdas.

template <class F> __global__ void run(F f) {}
void lambdas(int *device) {
  int n = 3;
  run<<<1, 1>>>([=] __device__ { device[0] = n; });
  run<<<1, 1>>>([&] __device__ { device[0] = n; }); // expected-warning {{argument of kernel 'run' carries host addresses: the lambda captures}} expected-note {{captured here}}
}

struct Solver {
  int state[4];
  int *device;
  void step() {
    reads<<<1, 1>>>(device, 4);
    for (int i = 0; i < 2; ++i) {
      int local = i;
      reads<<<1, 1>>>(&local, 1); // expected-warning {{pointer to host variable 'local'}}
    }
  }
};

template <class T> void in_template(T *device) {
  T local{};
  generic<<<1, 1>>>(device);
  reads<<<1, 1>>>(&local, 1); // expected-warning {{pointer to host variable 'local'}}
}
template void in_template<int>(int *);
