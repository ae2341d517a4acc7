// RUN: %check_oxide %s oxide-trait-hijack

#include "../Inputs/oxide-mock/oxide/library.h"

struct MySpace {};
struct OtherSpace {};
template <int N> struct SizedSpace {};

// Explicit, partial, declared first, of a variable, of a member, of a function.
template <> struct oxide::SpaceTraits<MySpace> { // expected-warning {{the sealed template 'oxide::SpaceTraits' is specialised outside the library}}
  static constexpr bool known = true;
};
template <int N> struct oxide::SpaceTraits<SizedSpace<N>> { // expected-warning {{the sealed template 'oxide::SpaceTraits'}}
  static constexpr bool known = true;
};
struct Later;
template <> struct oxide::SpaceTraits<Later>; // expected-warning {{the sealed template 'oxide::SpaceTraits'}}
template <> struct oxide::SpaceTraits<Later> {};
template <> inline constexpr bool oxide::is_element<MySpace> = true; // expected-warning {{the sealed template 'oxide::is_element'}}
template <class T> inline constexpr bool oxide::is_element<T &> = true; // expected-warning {{the sealed template 'oxide::is_element'}}
template <> bool oxide::SpaceTraits<OtherSpace>::tested = true; // expected-warning {{the sealed template 'oxide::SpaceTraits'}}
template <> struct oxide::SpaceTraits<OtherSpace>::Nested {}; // expected-warning {{the sealed template 'oxide::SpaceTraits'}}
template <> __host__ __device__ int oxide::rank_of(MySpace) { return 2; } // expected-warning {{the library function 'oxide::rank_of' is specialised outside the library}}
template <> __device__ float *oxide::Slice<float>::data() const { // expected-warning {{the library function 'oxide::Slice::data' is specialised outside the library}}
  return nullptr;
}

// By another name of the namespace, and in a macro.
namespace ox = oxide;
template <> struct ox::SpaceTraits<int> {}; // expected-warning {{the sealed template 'oxide::SpaceTraits'}}
// expected-note@+1 {{expanded from macro 'SEAL'}}
#define SEAL(type) template <> struct oxide::SpaceTraits<type> {}
SEAL(long); // expected-warning {{the sealed template 'oxide::SpaceTraits'}}

// The namespace of the library.
namespace oxide {
struct Extension {}; // expected-warning {{'Extension' is added to the namespace 'oxide' of the library}}
struct Second {};
} // namespace oxide
namespace oxide::thread {
__device__ inline size_t lane() { return 0; } // expected-warning {{'lane' is added to the namespace 'oxide::thread' of the library}}
} // namespace oxide::thread
namespace oxide {
namespace detail {
extern "C" {
int hidden(int); // expected-warning {{'hidden' is added to the namespace 'oxide::detail' of the library}}
}
} // namespace detail
} // namespace oxide
namespace oxide {
template <> struct SpaceTraits<char> {}; // expected-warning {{the sealed template 'oxide::SpaceTraits'}}
} // namespace oxide
namespace oxide {
__host__ __device__ bool operator==(MySpace, MySpace); // expected-warning {{'operator==' is added}}
} // namespace oxide
namespace mine {
struct Space {};
} // namespace mine
namespace oxide {
using mine::Space; // expected-warning {{'Space' is added}}
} // namespace oxide
namespace oxide {
using namespace mine; // expected-warning {{a using-directive is added to the namespace 'oxide' of the library}}
} // namespace oxide
