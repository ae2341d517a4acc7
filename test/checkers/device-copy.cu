// RUN: %check_oxide %s oxide-device-copy

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

// Owners.
struct Named {
  int Id;
  std::string Name; // expected-note {{declared here}}
};
// expected-warning@+1 {{elements of type 'Named' in 'oxide::DeviceBuffer' are copied as bytes, but member 'Name' of type 'std::string' owns host memory}}
static oxide::DeviceBuffer<Named> named() { return {}; }

struct Mesh {
  struct Part {
    std::unique_ptr<int> Data; // expected-note {{declared here}}
  };
  Part Parts[2];
};
// expected-warning@+2 {{elements of type 'Mesh' in 'oxide::DeviceBuffer' are copied as bytes, but member 'Parts.Data' of type 'std::unique_ptr<int>' owns what it points to}}
static void mesh() {
  auto B = oxide::DeviceBuffer<Mesh>::zeroed(4);
  (void)B;
}

class Matrix {
public:
  Matrix(const Matrix &);
  ~Matrix(); // declared only: it is there to do something

private:
  float *Data;
};
struct System : Matrix {}; // expected-note {{declared here}}
// expected-warning@+1 {{elements of type 'System' in 'oxide::Slice' are copied as bytes, but base class of type 'Matrix' has a destructor that knows nothing of a copy made as bytes}}
__global__ void solve(oxide::Slice<System> S) { (void)S.size(); }

template <class T> struct Handle {
  T *Pointer;
  ~Handle() { delete Pointer; }
};
static_assert(sizeof(std::pair<int, Handle<float>>) == 16);
// expected-warning@+1 {{elements of type 'std::pair<int, Handle<float>>' in 'oxide::DisjointSlice' are copied as bytes, but member 'second' of type 'Handle<float>' has a destructor}}
__global__ void pairs(oxide::DisjointSlice<std::pair<int, Handle<float>>> P) {}

// Tables and addresses of one side.
struct Shape { // expected-note 3 {{declared here}}
  virtual float area() const;
};
// expected-warning@+1 {{elements of type 'Shape' in 'oxide::DeviceBuffer' are copied as bytes, but it has virtual functions}}
static oxide::DeviceBuffer<Shape> shapes() { return {}; }
struct Base {
  int Value;
};
struct Diamond : virtual Base {}; // expected-note {{declared here}}
// expected-warning@+1 {{elements of type 'Diamond' in 'oxide::DeviceBuffer' are copied as bytes, but it has a virtual base}}
using Diamonds = oxide::DeviceBuffer<Diamond>;
static Diamonds diamonds() { return {}; }
struct View {
  const int &Value; // expected-note {{declared here}}
};
// expected-warning@+1 {{elements of type 'View' in 'oxide::DeviceBuffer' are copied as bytes, but member 'Value' is a reference}}
static oxide::DeviceBuffer<View> views() { return {}; }

int HostTable[4];
int HostValue;
struct Labelled {
  int Id;
  const char *Label = "none"; // expected-note {{declared here}}
};
struct Tabled {
  int *Table = HostTable; // expected-note {{declared here}}
};
struct Counted {
  int *Count = &HostValue; // expected-note {{declared here}}
};
struct Heaped {
  int *Values = new int[4]; // expected-note {{declared here}}
};
static void pointers() {
  // expected-warning@+1 {{elements of type 'Labelled' in 'oxide::DeviceBuffer' are copied as bytes, but member 'Label' points to a string literal}}
  oxide::DeviceBuffer<Labelled> A;
  // expected-warning@+1 {{but member 'Table' points to the host variable 'HostTable'}}
  oxide::DeviceBuffer<Tabled> B;
  // expected-warning@+1 {{but member 'Count' points to the host variable 'HostValue'}}
  oxide::DeviceBuffer<Counted> C;
  // expected-warning@+1 {{but member 'Values' points to memory of the host heap}}
  oxide::DeviceBuffer<Heaped> D;
}

// Lambdas, in a function template.
template <class F> void store(F Function) {
  // expected-warning@+1 {{elements of type '(lambda)' in 'oxide::DeviceBuffer' are copied as bytes, but the lambda captures 'Limit' by reference}}
  oxide::DeviceBuffer<F> B;
}
template <class F> void storeByValue(F Function) {
  // expected-warning@+1 {{are copied as bytes, but captured 'Name' of type 'std::string' owns host memory}}
  oxide::DeviceBuffer<F> B;
}
static void lambdas(int Limit, std::string Name) {
  store([&Limit](int X) { return X < Limit; }); // expected-note {{declared here}}
  storeByValue([Name] { return sizeof(Name); }); // expected-note {{declared here}}
}

// In a template, a macro, a class and a loop.
template <class T> struct Store {
  oxide::DeviceBuffer<T> Values; // expected-warning {{elements of type 'std::vector<int>' in 'oxide::DeviceBuffer' are copied as bytes, but it owns host memory}}
};
static Store<std::vector<int>> store() { return {}; }
struct Keyed {
  std::array<std::string, 2> Keys; // expected-note {{declared here}}
};
// expected-note@+1 {{expanded from macro 'BUFFER'}}
#define BUFFER(type) oxide::DeviceBuffer<type>
static void loop() {
  for (int K = 0; K < 2; ++K) {
    BUFFER(Keyed) B; // expected-warning {{elements of type 'Keyed' in 'oxide::DeviceBuffer' are copied as bytes, but member 'Keys' of type 'std::basic_string<char>' owns host memory}}
  }
}

// Other libraries, and variables.
namespace thrust {
template <class T> class device_vector {
public:
  T *Data;
};
} // namespace thrust
static thrust::device_vector<std::string> Words; // expected-warning {{elements of type 'std::string' in 'thrust::device_vector' are copied as bytes, but it owns host memory}}

__constant__ Shape *ShapePointer;
__device__ Shape GlobalShape;
static void symbols(const Shape &S, Shape *P) {
  cudaMemcpyToSymbol(GlobalShape, &S, sizeof(S)); // expected-warning {{'cudaMemcpyToSymbol' copies 'GlobalShape' of type 'Shape' as bytes, but it has virtual functions}}
  // expected-warning@+1 {{'cudaMemcpyToSymbol' copies 'GlobalShape'}}
  cudaMemcpyToSymbol((const void *)&GlobalShape, &S, sizeof(S));
  cudaMemcpyToSymbol(ShapePointer, &P, sizeof(P));
}
