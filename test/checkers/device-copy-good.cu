// RUN: %check_oxide %s oxide-device-copy
// expected-no-diagnostics

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

// Bytes, with constructors or without.
enum Kind { A, B };
enum class Level : char { Low, High };
struct Particle {
  float Position[3];
  Kind K;
  Level L;
  bool Alive;
  std::array<int, 4> Counts;
  std::pair<int, float> Range;
};
struct Half {
  unsigned short Bits;
  __host__ __device__ Half(float);
  __host__ __device__ Half(const Half &);
  __host__ __device__ Half &operator=(const Half &);
};
class Complex {
public:
  __host__ __device__ Complex(const Complex &Other) : Re(Other.Re) {}
  __host__ __device__ ~Complex() {}
  static std::string Name;
  static int *Shared;

private:
  float Re, Im;
};
template <class T> struct Vec3 {
  T X, Y, Z;
  ~Vec3() = default;
};
struct Derived : Vec3<float> {
  float W;
};
struct Empty {};

// Pointers may be device pointers.
struct Matrix {
  float *Data;
  int *Other;
  Matrix *Next;
  void (*Callback)(int);
};
int HostValue;
__device__ int DeviceValue;
struct Linked {
  float *Data = nullptr;
  const int *Value = &DeviceValue;
};

union Variant {
  Variant() {}
  ~Variant() {}
  int Number;
  std::string Text;
};
struct Optional {
  union {
    char None;
    std::string Some;
  };
  Optional();
  ~Optional() {}
};

namespace cuda {
template <int Scope> class barrier {
public:
  __host__ __device__ ~barrier();
};
} // namespace cuda

// A type whose author answers for it.
namespace mine {
class Pooled {
public:
  ~Pooled();

private:
  int *Slot;
};
OXIDE_UNSAFE("the pool outlives every kernel, the destructor only counts")
constexpr bool oxide_unsafe_device_copy(const Pooled *) { return true; }
struct Pair {
  Pooled First, Second;
};
} // namespace mine

static void buffers() {
  oxide::DeviceBuffer<int> Ints;
  oxide::DeviceBuffer<Particle> Particles;
  oxide::DeviceBuffer<Half> Halves;
  oxide::DeviceBuffer<Complex> Complexes;
  oxide::DeviceBuffer<Derived> Deriveds;
  oxide::DeviceBuffer<Empty> Empties;
  oxide::DeviceBuffer<Matrix> Matrices;
  oxide::DeviceBuffer<Linked> Links;
  oxide::DeviceBuffer<Variant> Variants;
  oxide::DeviceBuffer<Optional> Optionals;
  oxide::DeviceBuffer<cuda::barrier<1>> Barriers;
  oxide::DeviceBuffer<mine::Pooled> Pooleds;
  oxide::DeviceBuffer<mine::Pair> Pairs;
  auto Zeros = oxide::DeviceBuffer<float>::zeroed(4);
}
template <class T> struct Store {
  oxide::DeviceBuffer<T> Values;
};
static Store<double> Doubles;
template <class F> void store(F Function) { oxide::DeviceBuffer<F> B; }
static void lambdas(int Limit) {
  store([Limit](int X) { return X < Limit; });
  auto Local = [&] { return Limit; };
  Local();
}

// Owners that stay on the host, and buffers of addresses.
static std::vector<oxide::DeviceBuffer<float>> Many;
static oxide::DeviceBuffer<std::string *> Addresses;
struct Model {
  std::string Name;
  oxide::DeviceBuffer<float> Weights;
};
static Model Current;
// Named, never made.
static oxide::DeviceBuffer<std::string> *Never;
static_assert(!std::is_same_v<oxide::DeviceBuffer<std::string>, int>);

// Templates of other libraries with these names.
namespace other {
template <class T> class DeviceBuffer {
  T *Data;
};
static DeviceBuffer<std::string> Strings;
} // namespace other

// A variable that is built on the device and never copied.
struct Shape {
  __device__ virtual float area() const { return 0; }
};
__device__ Shape GlobalShape;
__constant__ Matrix GlobalMatrix;
static void symbols(const Matrix &M) {
  cudaMemcpyToSymbol(GlobalMatrix, &M, sizeof(M));
}
