// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-use-after-move

#include "cuda_runtime.h"

namespace std {
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> typename remove_reference<T>::type &&move(T &&t) {
  return static_cast<typename remove_reference<T>::type &&>(t);
}
} // namespace std

namespace oxide {
class Buffer {
public:
  explicit Buffer(int n);
  Buffer(Buffer &&other);
  Buffer &operator=(Buffer &&other);
  ~Buffer();
  int size() const;
  void fill(int v);
};
} // namespace oxide

class Handle {
public:
  Handle() { cudaMalloc(&p, 4); }
  Handle(Handle &&o) : p(o.p) { o.p = nullptr; }
  Handle &operator=(Handle &&o);
  ~Handle() { cudaFree(p); }
  void *get() const { return p; }
  void reset();

private:
  int *p = nullptr;
};

struct Launch {
  template <class... T> void operator()(T &&...t) const;
};
void take(Handle h);
void look(const Handle &h);
void change(Handle &h);
bool more();

void size_after(int n) {
  oxide::Buffer b(n);
  oxide::Buffer kept = std::move(b); // expected-note {{moved from here}}
  b.size(); // expected-warning {{'b' is used after it was moved from}}
}
void launch_after(const Launch &launch, int n) {
  oxide::Buffer a(n), b(n);
  oxide::Buffer kept(std::move(a)); // expected-note {{moved from here}}
  launch(b, a); // expected-warning {{'a' is used after it was moved from}}
}
void by_value() {
  Handle h;
  take(std::move(h)); // expected-note {{moved from here}}
  look(h); // expected-warning {{'h' is used after it was moved from}}
}
void assigned(Handle other) {
  Handle h;
  other = std::move(h); // expected-note {{moved from here}}
  h.get(); // expected-warning {{'h' is used after it was moved from}}
}
void rounds() {
  Handle h;
  while (more())
    take(std::move(h)); // expected-warning {{'h' is moved from again after it was moved from}} expected-note {{moved from here}}
}
template <class T> void generic(T t) {
  T kept = std::move(t); // expected-note {{moved from here}}
  look(t); // expected-warning {{'t' is used after it was moved from}}
}
template void generic<Handle>(Handle);
struct Holder {
  static void twice() {
    Handle h;
    Handle a = std::move(h); // expected-note {{moved from here}}
    Handle b = std::move(h); // expected-warning {{'h' is moved from again}}
  }
};

// A new value, another object, a choice, a reference that is bound, other types.
struct Plain {
  Plain();
  Plain(Plain &&);
  int size() const;
};
void good(int n, bool keep) {
  Handle h;
  take(std::move(h));
  h = Handle();
  look(h);
  take(std::move(h));
  h.reset();
  look(h);
  take(std::move(h));
  change(h);
  look(h);
  Handle &&bound = std::move(h);
  look(h);
  while (more()) {
    Handle inner;
    look(inner);
    take(std::move(inner));
  }
  Plain p;
  Plain q = std::move(p);
  p.size();
}
void exclusive(bool keep) {
  Handle h;
  if (keep)
    take(std::move(h));
  else
    look(h);
}
int returned(Handle h, bool early) {
  if (early) {
    take(std::move(h));
    return 1;
  }
  look(h);
  return 0;
}
