// RUN: %check_oxide %s oxide-witness-forge

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

using Index = oxide::ThreadIndex<oxide::Index1D>;
using Count = oxide::Uniform<int>;

extern "C" __host__ __device__ void *memcpy(void *, const void *, size_t);

__device__ void use(const Index &);
__device__ void useCount(Count);

// Casts of pointers and references.
__device__ void casts(size_t *Slot, void *Raw, size_t Address) {
  // expected-warning@+1 {{a cast makes a witness of type 'oxide::ThreadIndex<oxide::Index1D>' out of something else}}
  use(*reinterpret_cast<Index *>(Slot));
  // expected-warning@+1 {{a cast makes a witness}}
  use(*(const Index *)Slot);
  // expected-warning@+1 {{a cast makes a witness}}
  use(reinterpret_cast<const Index &>(*Slot));
  // expected-warning@+1 {{a cast makes a witness}}
  use((const Index &)*Slot);
  // expected-warning@+1 {{a cast makes a witness}}
  use(*static_cast<Index *>(Raw));
  // expected-warning@+1 {{a cast makes a witness}}
  use(*reinterpret_cast<Index *>(Address));
  // expected-warning@+1 {{a cast makes a witness of type 'oxide::Uniform<int>'}}
  useCount(*(Count *)Slot);
}

// The bytes of a witness as something that can be written.
__device__ void writes(Index &I, const Index &C, Count &N) {
  // expected-warning@+1 {{a cast opens the bytes of a witness of type 'oxide::ThreadIndex<oxide::Index1D>' for writing}}
  *reinterpret_cast<size_t *>(&I) = 5;
  // expected-warning@+1 {{a cast opens the bytes}}
  reinterpret_cast<size_t &>(I) = 5;
  // expected-warning@+1 {{a cast opens the bytes}}
  *(size_t *)&C = 5;
  // expected-warning@+1 {{a cast removes const from a witness}}
  use(const_cast<Index &>(C));
  // expected-warning@+1 {{a cast removes const from a witness}}
  use(*const_cast<Index *>(&C));
  // expected-warning@+1 {{a cast opens the bytes of a witness of type 'oxide::Uniform<int>'}}
  *(int *)&N = int(threadIdx.x);
}

// A function that returns a number taken for one that returns a witness.
__device__ size_t number() { return 3; }
__device__ void functionCast() {
  // expected-warning@+1 {{a cast makes a witness}}
  use(reinterpret_cast<Index (*)()>(&number)());
}

// Bytes put into a witness.
__device__ void memory(Index &I, Count &N, const int *From) {
  // expected-warning@+1 {{bytes are written into a witness of type 'oxide::ThreadIndex<oxide::Index1D>'}}
  memcpy(&I, From, sizeof(Index));
  // expected-warning@+1 {{bytes are written into a witness}}
  __builtin_memcpy((void *)&I, From, sizeof(Index));
  // expected-warning@+1 {{bytes are written into a witness of type 'oxide::Uniform<int>'}}
  memcpy(&N, From, sizeof(N));
  // expected-warning@+1 {{bytes are written into a witness}}
  memset(&N, 0, sizeof(N));
}
void fromHost(Count *N, int *From) {
  // expected-warning@+1 {{bytes are written into a witness}}
  cudaMemcpy(N, From, sizeof(Count), cudaMemcpyHostToDevice);
}
__device__ void bitCast(int Value) {
  // expected-warning@+1 {{'bit_cast' makes a witness of type 'oxide::Uniform<int>' out of something else}}
  useCount(std::bit_cast<Count>(Value));
  // expected-warning@+1 {{'bit_cast' makes a witness}}
  useCount(__builtin_bit_cast(Count, Value));
}

union Pun {
  size_t Bits;
  Count N; // expected-warning {{a union lets other bytes pass as a witness of type 'oxide::Uniform<int>'}}
};
struct Packet {
  union {
    int Bits;
    Count N[2]; // expected-warning {{a union lets other bytes pass}}
  };
};

__device__ void placement(char *Buffer) {
  // expected-warning@+1 {{a witness of type 'oxide::ThreadIndex<oxide::Index1D>' is made in memory that something else owns}}
  new (Buffer) Index(oxide::thread::index_1d());
}

// expected-warning@+1 {{a class derives from the witness 'oxide::ThreadIndex<oxide::Index1D>'}}
struct Derived : Index {};
// expected-warning@+1 {{a class derives from the witness 'oxide::Uniform<int>'}}
class Loose : protected Count {};

// Explicit instantiation takes the name of a private member.
template <size_t Index::*Member> struct Thief {
  friend __device__ size_t &stolen(Index &I) { return I.*Member; }
};
// expected-warning@+1 {{private member of the witness 'oxide::ThreadIndex' is used}}
template struct Thief<&Index::index_>;

// So does an explicit specialisation of a friend.
struct Mine {};
template <> __device__ Index oxide::thread::index_of<Mine>() {
  // expected-warning@+1 {{private member of the witness 'oxide::ThreadIndex' is used}}
  return Index(7);
}

// A friend that the library left undefined.
// expected-warning@+1 {{'oxide::thread::supplied', a friend of the witness 'oxide::ThreadIndex', is defined outside the library}}
__device__ unsigned oxide::thread::supplied(const Index &I) {
  return unsigned(I.index_); // expected-warning {{private member of the witness}}
}

// A specialisation of the witness itself.
struct MySpace {};
// expected-warning@+1 {{the witness template 'oxide::ThreadIndex' is specialised outside the library}}
template <> class oxide::ThreadIndex<MySpace> {
public:
  size_t Value;
};
// expected-warning@+1 {{the witness template 'oxide::Uniform' is specialised outside the library}}
template <class T> class oxide::Uniform<T *> {
public:
  T *Value;
};

// In a template, a lambda, a macro and a loop.
template <class W> __device__ W &from(void *Raw) {
  return *static_cast<W *>(Raw); // expected-warning {{a cast makes a witness}}
}
// expected-note@+1 2 {{expanded from macro 'FORGE'}}
#define FORGE(p) (*(Index *)(p))
__device__ void places(size_t *Slots) {
  use(from<Index>(Slots));
  auto Lambda = [=] {
    use(*(Index *)Slots); // expected-warning {{a cast makes a witness}}
  };
  Lambda();
  use(FORGE(Slots)); // expected-warning {{a cast makes a witness}}
  for (int K = 0; K < 4; ++K)
    use(FORGE(Slots + K)); // expected-warning {{a cast makes a witness}}
}
struct Holder {
  size_t Slot;
  __device__ const Index &index() const {
    return (const Index &)Slot; // expected-warning {{a cast makes a witness}}
  }
};
