// RUN: %check_oxide %s oxide-slice-arithmetic
// expected-no-diagnostics

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

using Index = oxide::ThreadIndex<oxide::Index1D>;
struct Vector {
  float Values[4];
  int Tag;
};

__device__ float one(const float *P);
__device__ void store(float *P, float Value);
__device__ void advance(const float *&P);

// Elements, and the address of one for a function that wants one.
__device__ float ordinary(oxide::Slice<const float> In,
                          oxide::DisjointSlice<float> Out, const Index &I) {
  float Sum = In[I.get()] + In[I.get() + 1];
  Sum += one(&In[I.get()]);
  if (auto Element = Out.get(I)) {
    store(&*Element, Sum);
    *Element += 1;
    float &Same = *Element;
    ++Same;
    float *P = &*Element;
    *P = 2;
    P[0] = 3;
    *(P + 0) = 4;
    store(P, Sum);
  }
  return Sum;
}

// Inside one element.
__device__ float inside(oxide::Slice<const Vector> In, size_t I, int K) {
  const float *Values = In[I].Values;
  const Vector *V = &In[I];
  const float *First = &In[I].Values[0];
  return In[I].Values[K] + (&In[I])->Values[K + 1] + Values[2] + V->Values[3] +
         First[1];
}

// Views that the language allows: bytes, the other sign, the first member.
__device__ int views(oxide::Slice<Vector> V, oxide::Slice<const int> N,
                     size_t I) {
  const auto *Bytes = reinterpret_cast<const unsigned char *>(&N[I]);
  unsigned U = *reinterpret_cast<const unsigned *>(&N[I]);
  float *Values = reinterpret_cast<float *>(&V[I]);
  const void *Raw = (const void *)&N[I];
  const int *Same = static_cast<const int *>(&N[I]);
  const Vector &Const = const_cast<const Vector &>(V[I]);
  return Bytes[0] + int(U) + int(Values[0]) + (Raw != nullptr) + *Same +
         Const.Tag;
}

// Distances and comparisons reach nothing.
__device__ bool order(oxide::Slice<const float> In, size_t I, size_t J) {
  return &In[I] < &In[J] || &In[J] - &In[I] > 4 ||
         reinterpret_cast<size_t>(&In[I]) % 16 == 0;
}

// The pointer may point to something else by then.
__device__ float reassigned(oxide::Slice<const float> In, const float *Table,
                            bool Own) {
  const float *P = &In[0];
  if (Own)
    P = Table;
  float Sum = P[3];
  const float *Q = &In[0];
  advance(Q);
  Sum += Q[1];
  const float *R = &In[0];
  const float **Address = &R;
  *Address = Table;
  return Sum + R[2];
}

// Raw pointers are the business of other checkers.
__device__ float raw(oxide::Slice<const float> In, const float *P, size_t N) {
  float Local[4] = {};
  const float *Data = In.data();
  return P[N] + *(P + 1) + Data[N] + *(Data + N) + Local[N];
}

// In a zone the contract answers for it.
__device__ float zone(oxide::Slice<const float> In, size_t I) {
  float Sum = 0;
  OXIDE_UNSAFE("the host pads In to a multiple of four and aligns it") {
    Sum = (&In[I])[1];
    Sum += reinterpret_cast<const float4 *>(&In[I])->w;
  }
  return Sum;
}

// A container of the user's own; its accesses are not checked ones.
struct Array {
  float *Data;
  __device__ float &operator[](size_t I) const { return Data[I]; }
};
__device__ float own(Array A, size_t I) {
  return *(&A[I] + 1) + (&A[I])[2] + float(*(const int *)&A[I]);
}

// Never evaluated.
using Next = decltype(*(&oxide::Slice<float>()[0] + 1));
static_assert(sizeof(*(float4 *)nullptr) == 16);
template <class T> __device__ T unused(oxide::Slice<T> S) {
  return sizeof((&S[0])[1]);
}
template __device__ int unused(oxide::Slice<int>);
