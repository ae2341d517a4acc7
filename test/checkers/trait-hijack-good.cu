// RUN: %check_oxide %s oxide-trait-hijack
// expected-no-diagnostics

#include "../Inputs/oxide-mock/oxide/library.h"
#include <mock_std.h>

// Using a trait, not changing it.
struct MySpace {};
static_assert(!oxide::SpaceTraits<MySpace>::known);
static_assert(!oxide::is_element<MySpace>);
template struct oxide::SpaceTraits<MySpace>;

// Templates of one's own, sealed ones too where they are written.
template <class T> struct Trait {
  static constexpr bool known = false;
};
template <> struct Trait<MySpace> {
  static constexpr bool known = true;
};
template <class T> struct __attribute__((oxide_sealed)) MySealed {};
template <> struct MySealed<int> {};
template <class T> int rank_of(T) { return 0; }
template <> int rank_of(MySpace) { return 2; }

// Templates of the standard library.
template <> inline constexpr bool std::is_same_v<MySpace, int> = true;
namespace std {
template <> struct tuple<MySpace> {};
} // namespace std

// Overloads where argument-dependent lookup finds them.
namespace mine {
struct Space {};
__host__ __device__ int rank_of(Space) { return 3; }
} // namespace mine
static int ranks() { return oxide::rank_of(1) + rank_of(mine::Space()); }

// A namespace that only sounds like it.
namespace mine::oxide {
template <class Space> struct SpaceTraits {};
template <> struct SpaceTraits<MySpace> {};
struct Extension {};
} // namespace mine::oxide
namespace oxide_tools {
struct Extension {};
} // namespace oxide_tools

// What the library's own macros expand to.
struct Registered {};
OXIDE_MOCK_SPACE(Registered)
OXIDE_MOCK_REGISTER(Registered)

// Declared again, and defined where the library only declares.
namespace oxide {
template <class Space> class ThreadIndex;
template <class T> class Slice;
} // namespace oxide
namespace oxide::thread {
__device__ unsigned supplied(const ThreadIndex<Index1D> &) { return 0; }
} // namespace oxide::thread
namespace oxide {}
namespace oxide {
static_assert(true);
} // namespace oxide

namespace {
template <class T> using Known = oxide::SpaceTraits<T>;
static_assert(Known<oxide::Index1D>::known);
} // namespace
