// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-raii-move

#include "cuda_runtime.h"

namespace std {
template <class T> T &&move(T &t) { return static_cast<T &&>(t); }
template <class T, class U> T exchange(T &t, U &&u) {
  T old = t;
  t = u;
  return old;
}
template <class T> void swap(T &a, T &b) {
  T c = a;
  a = b;
  b = c;
}
} // namespace std

// Defaulted.

class Buffer {
public:
  explicit Buffer(size_t n) { cudaMalloc(&data_, n); }
  Buffer(Buffer &&) = default;            // expected-warning {{defaulted move constructor of 'Buffer' leaves 'data_' in both objects, and both release it}} expected-note@+3 {{the destructor releases it here}}
  Buffer &operator=(Buffer &&) = default; // expected-warning {{defaulted move assignment of 'Buffer' leaves 'data_'}} expected-note@+2 {{releases it here}}
  Buffer(const Buffer &) = delete;
  ~Buffer() { cudaFree(data_); }

private:
  void *data_ = nullptr;
};

struct Stream {
  cudaStream_t handle;
  Stream() { cudaStreamCreate(&handle); }
  Stream(const Stream &) = default; // expected-warning {{defaulted copy constructor of 'Stream' leaves 'handle'}}
  ~Stream() {
    if (handle != nullptr)
      cudaStreamDestroy(handle); // expected-note {{the destructor releases it here}}
  }
};

struct Module {
  CUmodule module = nullptr;
  Module() = default;
  Module(Module &&other) = default; // expected-warning {{defaulted move constructor of 'Module'}}
  Module(const Module &) = delete;
  ~Module() { reset(); }
  void reset() {
    if (!module)
      return;
    cuModuleUnload(module); // expected-note {{releases it here}}
    module = nullptr;
  }
};

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      __builtin_trap();                                                        \
  } while (0)
struct Event {
  cudaEvent_t event;
  Event(Event &&) = default; // expected-warning {{defaulted move constructor of 'Event'}}
  Event() { CHECK(cudaEventCreate(&event)); }
  ~Event() { CHECK(cudaEventDestroy(event)); } // expected-note {{releases it here}}
};

template <class T> struct Array {
  T *data = nullptr;
  Array() = default;
  Array(Array &&) = default; // expected-warning {{defaulted move constructor of 'Array'}}
  ~Array() { cudaFree(data); } // expected-note {{releases it here}}
};
void use_arrays() {
  Array<int> a;
  Array<float> b;
}

// Implicit, and used.

struct Plain { // expected-warning {{implicit copy constructor of 'Plain' leaves 'data'}} expected-warning {{implicit copy assignment of 'Plain' leaves 'data'}}
  int *data;
  ~Plain() { cudaFree(data); } // expected-note {{releases it here}} expected-note {{releases it here}}
};
void take(Plain);
void copies(Plain &p, Plain &q) {
  Plain local = p; // expected-note {{used here}}
  q = p;           // expected-note {{used here}}
}

struct Device { // expected-warning {{implicit copy constructor of 'Device' leaves 'pointer'}}
  CUdeviceptr pointer;
  ~Device() { cuMemFree(pointer); } // expected-note {{releases it here}}
};
struct Pair { Device a, b; };
void copies_pair(const Pair &p) { Pair local = p; } // expected-note@-1 {{used here}}

// Never copied, or only where the compiler builds in place.
struct Guard {
  void *p;
  ~Guard() { cudaFree(p); }
};
Guard make_guard() {
  Guard g{nullptr};
  return g;
}
Guard make_temporary() { return Guard{nullptr}; }
void use_guard() { Guard g = make_temporary(); }

// Written by hand.

struct Forgets {
  void *p = nullptr;
  Forgets() = default;
  Forgets(Forgets &&other) : p(other.p) {} // expected-warning {{this move constructor of 'Forgets' leaves 'p' in both objects}}
  Forgets &operator=(Forgets &&other) {    // expected-warning {{this move assignment of 'Forgets' leaves 'p'}}
    if (this != &other) {
      cudaFree(p);
      p = other.p;
    }
    return *this;
  }
  ~Forgets() { cudaFree(p); } // expected-note {{releases it here}} expected-note {{releases it here}}
};

struct Shallow {
  void *p;
  Shallow(const Shallow &other) : p{other.p} {} // expected-warning {{this copy constructor of 'Shallow' leaves 'p'}}
  ~Shallow() { cudaFreeHost(p); } // expected-note {{releases it here}}
};

struct Resets {
  void *p = nullptr;
  Resets() = default;
  Resets(Resets &&other) : p(other.p) { other.p = nullptr; }
  Resets &operator=(Resets &&other) {
    cudaFree(p);
    p = std::exchange(other.p, nullptr);
    return *this;
  }
  ~Resets() { cudaFree(p); }
};

struct Exchanges {
  void *p = nullptr;
  Exchanges() = default;
  Exchanges(Exchanges &&other) : p(std::exchange(other.p, nullptr)) {}
  Exchanges &operator=(Exchanges &&other) {
    std::swap(p, other.p);
    return *this;
  }
  ~Exchanges() { cudaFree(p); }
};

struct Delegates {
  void *p = nullptr;
  Delegates() = default;
  Delegates(Delegates &&other) : Delegates() { swap(other); }
  void swap(Delegates &other) { std::swap(p, other.p); }
  void release() { p = nullptr; }
  ~Delegates() { cudaFree(p); }
};

struct Duplicates {
  void *p = nullptr;
  size_t n = 0;
  Duplicates(const Duplicates &other) : n(other.n) {
    cudaMalloc(&p, n);
    cudaMemcpy(p, other.p, n, cudaMemcpyHostToDevice);
  }
  ~Duplicates() { cudaFree(p); }
};

// Release depends on more than the handle.

struct Flagged {
  void *p = nullptr;
  bool owns = true;
  Flagged(const Flagged &other) : p(other.p), owns(false) {}
  Flagged(Flagged &&) = default;
  ~Flagged() {
    if (owns)
      cudaFree(p);
  }
};
struct EarlyReturn {
  void *p = nullptr;
  bool borrowed = false;
  EarlyReturn(EarlyReturn &&) = default;
  ~EarlyReturn() {
    if (borrowed)
      return;
    cudaFree(p);
  }
};
struct Counted {
  void *p;
  int *count;
  Counted(const Counted &other) : p(other.p), count(other.count) { ++*count; }
  ~Counted() {
    if (--*count == 0)
      cudaFree(p);
  }
};

// Another class owns, or nobody does.

template <class T> struct Unique {
  T *p = nullptr;
  Unique() = default;
  Unique(Unique &&other) : p(std::exchange(other.p, nullptr)) {}
  ~Unique() { cudaFree(p); }
};
struct Holder {
  Unique<int> buffer;
  Holder() = default;
  Holder(Holder &&) = default;
};
struct View {
  void *p;
  View(const View &) = default;
  ~View() {}
};
struct FreesAnother {
  void *p;
  FreesAnother(FreesAnother &&) = default;
  ~FreesAnother() {
    void *temporary = nullptr;
    cudaFree(temporary);
  }
};
struct OutOfView {
  void *p;
  OutOfView(OutOfView &&) = default;
  ~OutOfView();
};
