// RUN: %check_oxide %s oxide-witness-escape -- -Wno-return-stack-address

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

using Index = oxide::ThreadIndex<oxide::Index1D>;
using oxide::thread::index_1d;

extern "C" __host__ __device__ void *memcpy(void *, const void *, size_t);
__device__ void use(const Index &);
__device__ void take(const Index *);
__device__ void takeNumber(size_t);

// Members.
struct Job {
  Index I;               // expected-warning {{member 'I' keeps a witness of type 'oxide::ThreadIndex<oxide::Index1D>'}}
  const Index &Borrowed; // expected-warning {{member 'Borrowed' keeps a reference to a witness}}
  const Index *Pointer;  // expected-warning {{member 'Pointer' keeps the address of a witness}}
  Index Two[2];          // expected-warning {{member 'Two' keeps a witness}}
  std::optional<Index> Maybe; // expected-warning {{member 'Maybe' keeps a witness}}
};
template <class T> struct Fixed {
  T Value;
  Index I; // expected-warning {{member 'I' keeps a witness}}
};
template <class T> struct Box {
  T Value;
};
// expected-warning@+1 {{the base class keeps a witness}}
struct FromBox : Box<Index> {};

// Shared memory and static storage.
__device__ const Index *LastIndex; // expected-warning {{'LastIndex' keeps the address of a witness of type 'oxide::ThreadIndex<oxide::Index1D>' in static storage}}
__global__ void kept() {
  __shared__ const Index *Lent;    // expected-warning {{'Lent' keeps the address of a witness of type 'oxide::ThreadIndex<oxide::Index1D>' in shared memory}}
  __shared__ Box<const Index *> B; // expected-warning {{'B' keeps a witness of type 'oxide::ThreadIndex<oxide::Index1D>' in shared memory}}
  auto I = index_1d();
  if (I.get() == 0) {
    Lent = &I;       // expected-warning {{the address of a witness of type 'oxide::ThreadIndex<oxide::Index1D>' is stored or passed on}}
    B.Value = &I;    // expected-warning {{the address of a witness}}
    LastIndex = std::addressof(I); // expected-warning {{the address of a witness}}
  }
  __syncthreads();
  use(*Lent);
}

// A kernel has one argument for all threads.
__global__ void given(const Index &I); // expected-warning {{kernel parameter 'I' gives a reference to a witness of type 'oxide::ThreadIndex<oxide::Index1D>' to all threads}}
template <class T> __global__ void passed(T Value); // expected-warning {{kernel parameter 'Value' gives a witness}}
__device__ auto *PassedPointer = &passed<Job>;

// Copied through memory.
__global__ void copied() {
  __shared__ char Buffer[sizeof(Index)];
  auto I = index_1d();
  memcpy(Buffer, &I, sizeof(I));               // expected-warning {{the address of a witness}}
  __builtin_memcpy(Buffer, (const void *)&I, 8); // expected-warning {{the address of a witness}}
  const char *Bytes = (const char *)&I;        // expected-warning {{the address of a witness}}
  Buffer[0] = Bytes[0];
  takeNumber(reinterpret_cast<const size_t &>(I)); // expected-warning {{is cast to something else}}
  asm volatile("" ::"l"(&I)); // expected-warning {{the address of a witness}}
}

// Objects that hold one for somebody.
__device__ void held() {
  auto I = index_1d();
  auto Tied = std::tie(I);     // expected-warning {{'Tied' keeps a witness of type 'oxide::ThreadIndex<oxide::Index1D>' in another object}}
  auto Wrapped = std::ref(I);  // expected-warning {{'Wrapped' keeps a witness}}
  Box<Index> Boxed{index_1d()}; // expected-warning {{'Boxed' keeps a witness}}
  std::optional<Index> Maybe([] { return index_1d(); }); // expected-warning {{'Maybe' keeps a witness}}
  Index Two[2] = {index_1d(), index_1d()}; // expected-warning {{'Two' keeps a witness of type 'oxide::ThreadIndex<oxide::Index1D>' in an array}}
  auto *Heap = new Index(index_1d()); // expected-warning {{heap memory keeps a witness}}
  use(*Heap);
  use(Two[0]);
}

// Addresses handed on.
__device__ const Index *lend(const Index &I) {
  return &I; // expected-warning {{the address of a witness}}
}
__device__ void handed(bool First) {
  auto I = index_1d();
  auto J = index_1d();
  take(&I);                     // expected-warning {{the address of a witness}}
  const Index *P = First ? &I   // expected-warning {{the address of a witness}}
                         : &J;  // expected-warning {{the address of a witness}}
  take(P);
  for (int K = 0; K < 2; ++K)
    take(&I); // expected-warning {{the address of a witness}}
}
__device__ void listed() {
  auto I = index_1d();
  const Index *List[] = {&I}; // expected-warning {{the address of a witness}}
  take(List[0]);
}
template <class W> __device__ void lendAny(const W &Value) {
  take(&Value); // expected-warning {{the address of a witness}}
}
// expected-note@+1 {{expanded from macro 'LEND'}}
#define LEND(i) take(&(i))
__device__ void places() {
  auto I = index_1d();
  lendAny(I);
  LEND(I); // expected-warning {{the address of a witness}}
}

// References and lambdas that outlive it.
__device__ const Index &outlived() {
  auto I = index_1d();
  return I; // expected-warning {{a reference to the witness 'I' is returned, which ends with the function}}
}
__device__ const Index &outlivedParameter(Index I) {
  return I; // expected-warning {{a reference to the witness 'I' is returned}}
}
__device__ auto writer(oxide::DisjointSlice<float> Out) {
  auto I = index_1d();
  // expected-note@+2 {{captured here}}
  // expected-warning@+1 {{a lambda that is returned captures the witness 'I' by reference, which ends with the function}}
  return [&I, Out](float Value) {
    if (auto Element = Out.get(I))
      *Element = Value;
  };
}
__device__ auto namedWriter() {
  auto I = index_1d();
  auto Lambda = [&] { return I.get(); }; // expected-note {{captured here}}
  return Lambda; // expected-warning {{a lambda that is returned captures the witness 'I'}}
}
__device__ void capturedByValue() {
  auto Lambda = [I = index_1d()] { return I.get(); }; // expected-warning {{a lambda captures a witness of type 'oxide::ThreadIndex<oxide::Index1D>' by value}}
  takeNumber(Lambda());
  auto J = index_1d();
  auto Pointing = [P = &J] { return P->get(); }; // expected-warning {{the address of a witness}}
  takeNumber(Pointing());
}

// The iterator of a grid-stride loop is a witness too.
__device__ void range(size_t N) {
  oxide::Range<oxide::Index1D> R(N);
  static const auto *Saved = &R; // expected-warning {{'Saved' keeps the address of a witness of type 'oxide::Range<oxide::Index1D>' in static storage}}
  use(**Saved);
}
