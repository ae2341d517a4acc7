// SPDX-License-Identifier: Apache-2.0
//
// What may be an element of device memory or an argument by value. The types
// that are refused have their tests in test/headers/fail.
#include "oxide/device_copy.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstddef>
#include <string>

namespace oxide::test {
namespace {

struct Point {
  float x, y;
};
struct WithReference {
  int &target;
};
struct WithVirtual {
  virtual ~WithVirtual() = default;
};
enum class Scoped { a, b };
enum Fixed : int { fixed };
enum Unfixed { unfixed };

static_assert(DeviceCopy<int> && DeviceCopy<double> && DeviceCopy<bool>);
static_assert(DeviceCopy<Point>);
static_assert(DeviceCopy<__half> && DeviceCopy<__half2>);
static_assert(DeviceCopy<__nv_bfloat16> && DeviceCopy<__nv_bfloat162>);
static_assert(DeviceCopy<Scoped> && DeviceCopy<Fixed>,
              "a fixed underlying type has a value for every pattern");
static_assert(!DeviceCopy<Unfixed>);
static_assert(!DeviceCopy<std::string>);
static_assert(!DeviceCopy<int *> && !DeviceCopy<int &>);
static_assert(!DeviceCopy<int Point::*> && !DeviceCopy<std::nullptr_t>);
static_assert(!DeviceCopy<const int> && !DeviceCopy<int[4]>);
static_assert(!DeviceCopy<WithVirtual>);

// A by-value argument may refer to something; an element may not, since it
// could not be assigned. check_element() refuses it.
static_assert(DeviceCopy<WithReference>);
static_assert(detail::check_element<Point>());
static_assert(detail::check_element<__half>());

} // namespace

// A type whose copy constructor the compiler cannot see through.
class Handle {
public:
  Handle() = default;
  Handle(const Handle &other) : value_(other.value_) {}
  Handle &operator=(const Handle &other) = default;

private:
  int value_ = 0;
};
static_assert(!std::is_trivially_copyable_v<Handle>);
OXIDE_UNSAFE_DEVICE_COPY(Handle, "one int, the constructor only copies it")
static_assert(DeviceCopy<Handle> && detail::check_element<Handle>());

} // namespace oxide::test
