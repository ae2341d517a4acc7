// RUN: %check_oxide %s oxide-witness-forge
// expected-no-diagnostics

#include "../Inputs/oxide-mock/oxide/library.h"

using Index = oxide::ThreadIndex<oxide::Index1D>;
using Count = oxide::Uniform<int>;

extern "C" __host__ __device__ void *memcpy(void *, const void *, size_t);

__device__ void use(const Index &);
__device__ void useNumber(size_t);

__device__ void ordinary(oxide::DisjointSlice<float> Out, Count N) {
  auto I = oxide::thread::index_1d();
  use(I);
  use(oxide::thread::index_1d());
  useNumber(static_cast<size_t>(I.get()));
  const Index &Same = static_cast<const Index &>(I);
  const Index &Const = const_cast<const Index &>(I);
  use(Same);
  use(Const);
  if (auto Element = Out.get(I))
    *Element = float(N.get());
}

// A witness that may be copied is copied: no number became one.
__device__ void copies(Count N, char *Buffer) {
  Count Other = N;
  memcpy(&Other, &N, sizeof(Count));
  new (Buffer) Count(N);
}

// The bytes of a witness are read, which proves nothing.
__device__ void reads(const Index &I, unsigned char *To) {
  memcpy(To, &I, sizeof(Index));
  const auto *Bytes = reinterpret_cast<const unsigned char *>(&I);
  To[0] = Bytes[0];
}

// Nothing here is a witness.
__device__ void unrelated(void *Raw, size_t *Slot) {
  *reinterpret_cast<unsigned *>(Slot) = 1;
  float *F = static_cast<float *>(Raw);
  *F = 0;
  memcpy(Raw, Slot, sizeof(size_t));
}
union Plain {
  int I;
  float F;
};
union WithAddress {
  const Count *N;
  void *Raw;
};

// No object behind these.
template <class T> __device__ T &&made();
template <class T> constexpr size_t size = sizeof(*(T *)nullptr);
static_assert(size<Index> == sizeof(size_t));
using Result = decltype(*reinterpret_cast<Index *>(0ul));
__device__ const Index *none() { return static_cast<const Index *>(nullptr); }

// An explicit instantiation with the name of a public member.
struct Box {
  size_t Value;
};
template <size_t Box::*Member> struct Reader {
  friend __device__ size_t &value(Box &B) { return B.*Member; }
};
template struct Reader<&Box::Value>;
template class oxide::Uniform<float>;

// A witness of the user's own, and the code that belongs to it.
class __attribute__((oxide_witness)) Ticket {
public:
  Ticket(const Ticket &) = delete;
  static __device__ const Ticket &at(size_t *Slot) {
    return *reinterpret_cast<Ticket *>(Slot);
  }
  friend __device__ const Ticket &ticket(size_t *Slot) {
    return *reinterpret_cast<Ticket *>(Slot);
  }
  friend __device__ Ticket first();

private:
  __device__ explicit Ticket(int Number) : Number(Number) {}
  int Number;
};
__device__ Ticket first() { return Ticket(1); }

// The same name in another namespace.
namespace mine {
template <class S> class ThreadIndex {
public:
  size_t Value;
};
template <> class ThreadIndex<int> {};
struct Derived : ThreadIndex<float> {};
__device__ ThreadIndex<float> &forge(void *Raw) {
  return *static_cast<ThreadIndex<float> *>(Raw);
}
} // namespace mine
