// RUN: %check_oxide %s oxide-slice-arithmetic

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

using Index = oxide::ThreadIndex<oxide::Index1D>;
struct Pair {
  float First, Second;
};

// In one expression.
__device__ float direct(oxide::Slice<const float> In, size_t I, size_t N) {
  float Sum = *(&In[I] + 1); // expected-warning {{pointer arithmetic leaves the one element that 'oxide::Slice::operator[]' returned}}
  Sum += *(&In[I] - N);      // expected-warning {{pointer arithmetic leaves}}
  Sum += (&In[I])[1];        // expected-warning {{pointer arithmetic leaves}}
  Sum += *(N + &In[I]);      // expected-warning {{pointer arithmetic leaves}}
  Sum += *(std::addressof(In[I]) + N); // expected-warning {{pointer arithmetic leaves}}
  Sum += N[&*In.get(I)]; // expected-warning {{pointer arithmetic leaves the one element that 'oxide::OptionalRef::operator*' returned}}
  return Sum;
}
__device__ void output(oxide::DisjointSlice<float> Out, const Index &I) {
  if (auto Element = Out.get(I)) {
    (&*Element)[1] = 0;                // expected-warning {{pointer arithmetic leaves}}
    *(Element.operator->() + 1) = 0;   // expected-warning {{the one element that 'oxide::OptionalRef::operator->' returned}}
    (&Element.operator*())[-1] = 0;    // expected-warning {{pointer arithmetic leaves}}
    auto &Same = *Element;
    *(&Same + 1) = 0; // expected-warning {{pointer arithmetic leaves}}
  }
}

// Through a variable.
__device__ float variables(oxide::Slice<const float> In,
                           oxide::DisjointSlice<float> Out, const Index &I) {
  // expected-note@+1 5 {{'P' is given the address of the element here}}
  const float *P = &In[I.get()];
  float Sum = P[1]; // expected-warning {{pointer arithmetic leaves}}
  Sum += *(P + 2);  // expected-warning {{pointer arithmetic leaves}}
  ++P;              // expected-warning {{pointer arithmetic leaves}}
  P += 2;           // expected-warning {{pointer arithmetic leaves}}
  P = P - 3;        // expected-warning {{pointer arithmetic leaves}}
  float *Q = nullptr;
  if (auto Element = Out.get(I))
    Q = &*Element; // expected-note {{'Q' is given}}
  for (int K = 0; K < 4; ++K)
    *Q++ = 0; // expected-warning {{pointer arithmetic leaves}}
  auto *Either = Sum > 0 ? &In[0] : &In[1]; // expected-note {{'Either' is given}}
  auto Lambda = [&] { return Either[3]; }; // expected-warning {{pointer arithmetic leaves}}
  return Sum + Lambda();
}

// Casts.
__device__ float casts(oxide::Slice<const float> In, oxide::Slice<Pair> Pairs,
                       size_t I) {
  float4 V = *reinterpret_cast<const float4 *>(&In[I]); // expected-warning {{one element of type 'const float' is cast to 'const float4 *'}}
  V = reinterpret_cast<const float4 &>(In[I]);     // expected-warning {{one element of type 'const float' is cast to 'const float4 &'}}
  int Bits = *(const int *)&In[I];                 // expected-warning {{one element of type 'const float' is cast to 'const int *'}}
  const float *P = &In[I];                         // expected-note 2 {{'P' is given}}
  V = *reinterpret_cast<const float4 *>(P);        // expected-warning {{is cast to 'const float4 *'}}
  double D = *(const double *)P;                   // expected-warning {{is cast to 'const double *'}}
  double E = *reinterpret_cast<double *>(&Pairs[I]); // expected-warning {{one element of type 'Pair' is cast to 'double *'}}
  return V.x + float(Bits + D + E);
}

// The const of an input slice.
__device__ void constness(oxide::Slice<const float> In, size_t I) {
  const_cast<float &>(In[I]) = 0; // expected-warning {{a cast removes const from an element of type 'const float' that may only be read}}
  *const_cast<float *>(&In[I]) = 0; // expected-warning {{a cast removes const}}
  *(float *)&In[I] = 0;             // expected-warning {{a cast removes const}}
  *(unsigned *)&In[I] = 0;          // expected-warning {{a cast removes const}}
  const auto &Same = In[I];
  ((float &)Same) = 0;              // expected-warning {{a cast removes const}}
  const float *P = &In[I];          // expected-note {{'P' is given}}
  *const_cast<float *>(P) = 0;      // expected-warning {{a cast removes const}}
  OXIDE_UNSAFE("nobody else reads In while this kernel runs") {
    const_cast<float &>(In[I]) = 1; // expected-warning {{a cast removes const}}
  }
}

// In a template, a macro and a class.
template <class T> __device__ T next(oxide::Slice<const T> In, size_t I) {
  return (&In[I])[1]; // expected-warning {{pointer arithmetic leaves}}
}
// expected-note@+1 {{expanded from macro 'AFTER'}}
#define AFTER(s, i) (*(&(s)[i] + 1))
struct Stencil {
  oxide::Slice<const float> In;
  __device__ float at(size_t I) const {
    const float *Centre = &In[I];    // expected-note 2 {{'Centre' is given}}
    return Centre[-1] + Centre[+1];  // expected-warning 2 {{pointer arithmetic leaves}}
  }
};
__device__ double places(oxide::Slice<const float> F,
                         oxide::Slice<const double> D, Stencil S) {
  return next(F, 1) + next(D, 2) + S.at(3) +
         AFTER(F, 4); // expected-warning {{pointer arithmetic leaves}}
}
