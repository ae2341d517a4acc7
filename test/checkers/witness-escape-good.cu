// RUN: %check_oxide %s oxide-witness-escape
// expected-no-diagnostics

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

using Index = oxide::ThreadIndex<oxide::Index1D>;
using Count = oxide::Uniform<int>;
using oxide::thread::index_1d;

__device__ void use(const Index &);
__device__ void takeNumber(size_t);
template <class F> __device__ void apply(F Function) { Function(2.0f); }

// What a kernel does with its index.
__global__ void scale(oxide::DisjointSlice<float> Out, Count N, float By) {
  auto I = index_1d();
  const auto &Same = I;
  use(Same);
  use(index_1d());
  takeNumber(I.get());
  if (auto Element = Out.get(I))
    *Element *= By;
  size_t Number = I.get();
  __shared__ size_t Numbers[256];
  Numbers[threadIdx.x] = Number;
}

// Helpers: by reference, by value, and back by value, all in one thread.
__device__ float read(oxide::DisjointSlice<float> Out, const Index &I) {
  auto Element = Out.get(I);
  return Element ? *Element : 0.0f;
}
__device__ void byValue(Index I) { use(I); }
__device__ Index make() { return index_1d(); }
__device__ auto makeAgain() { return make(); }
__device__ const Index &same(const Index &I) { return I; }
__device__ void helpers(oxide::DisjointSlice<float> Out) {
  byValue(index_1d());
  auto I = makeAgain();
  read(Out, I);
  use(same(I));
}
template <class W> __device__ size_t number(const W &Witness) {
  const W &Local = Witness;
  return Local.get();
}

// Lambdas that end before the witness does.
__device__ void lambdas(oxide::DisjointSlice<float> Out) {
  auto I = index_1d();
  auto Store = [&](float Value) {
    if (auto Element = Out.get(I))
      *Element = Value;
  };
  Store(1.0f);
  apply(Store);
  apply([&I, Out](float Value) {
    if (auto Element = Out.get(I))
      *Element += Value;
  });
  takeNumber([&] { return I.get(); }());
  takeNumber(number(I));
}
__device__ auto borrowing(const Index &I) {
  return [&I] { return I.get(); };
}

// A loop over the thread's own elements.
__device__ void loop(size_t N) {
  for (auto I : oxide::Range<oxide::Index1D>(N))
    use(I);
  for (auto It = index_1d(); It.get() < N; ++N)
    use(It);
  for (const auto &I = index_1d(); I.get() < N; ++N)
    use(I);
}

// Addresses that go nowhere.
__device__ bool sameObject(const Index &A, const Index &B) {
  takeNumber((&A)->get());
  use(*&A);
  (void)&A;
  return &A == &B;
}

// Types are not objects.
static_assert(std::is_same_v<Index, oxide::ThreadIndex<oxide::Index1D>>);
static_assert(sizeof(std::optional<Index>) >= sizeof(Index));
using Pointer = decltype(&*static_cast<Index *>(nullptr));
template <class T> struct Traits {
  static constexpr bool Known = true;
  using type = T;
};
constexpr Traits<Index> IndexTraits{};

// A witness of what holds in all threads may be kept anywhere.
struct Settings {
  Count N;
  const Count *Other;
};
__device__ const Count *Latest;
__global__ void uniform(Settings S, Count N) {
  __shared__ const Count *Lent;
  Lent = &N;
  Settings Local{N, &N};
  takeNumber(Local.N.get() + S.N.get() + Lent->get());
}

// Elements of slices are not witnesses, slices may be kept.
struct View {
  oxide::DisjointSlice<float> Out;
  oxide::Slice<const float> In;
};
__global__ void view(View V) { takeNumber(V.In.size()); }

// A witness of the user's own keeps another one.
class __attribute__((oxide_witness)) Turn {
public:
  Turn(const Turn &) = delete;
  __device__ explicit Turn(const Index &I) : I(I), Address(&I) {}

private:
  const Index &I;
  const Index *Address;
};
__device__ void turn() {
  auto I = index_1d();
  Turn T(I);
}

// The same name elsewhere.
namespace mine {
template <class Space> class ThreadIndex {
  size_t Value;
};
struct Job {
  ThreadIndex<int> I;
};
__device__ ThreadIndex<int> *Last;
} // namespace mine
