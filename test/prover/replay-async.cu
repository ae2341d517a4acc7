// The replay lets an asynchronous copy arrive at any moment up to the wait that
// covers it.
//
// RUN: %clang_mock --cuda-device-only -S -emit-llvm -O1 -g1 %s -o %t.ll
// RUN: %build/bin/oxide-replay %t.ll --kernel=waited --block=64 \
// RUN:   --arg=ints:256 --arg=zeros:256 | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=no_wait --block=64 \
// RUN:   --arg=ints:256 --arg=zeros:256 | FileCheck %s --check-prefix=RACE
// RUN: %build/bin/oxide-replay %t.ll --kernel=own --block=64 \
// RUN:   --arg=ints:256 --arg=zeros:256 | FileCheck %s --check-prefix=RACE
// RUN: %build/bin/oxide-replay %t.ll --kernel=own_waited --block=64 \
// RUN:   --arg=ints:256 --arg=zeros:256 | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=stages --block=64 \
// RUN:   --arg=ints:2048 --arg=zeros:256 --arg=int:1 \
// RUN:   | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=stages --block=64 \
// RUN:   --arg=ints:2048 --arg=zeros:256 --arg=int:5 \
// RUN:   | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=stages_count --block=64 \
// RUN:   --arg=ints:2048 --arg=zeros:256 --arg=int:5 \
// RUN:   | FileCheck %s --check-prefix=RACE

// CLEAN-NOT: {{race|divergence|out of bounds}}
// CLEAN: {{^}}complete
// RACE: race: 

#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))

DEVICE int tid() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE void barrier() { __nvvm_barrier_sync(0); }

DEVICE void copy(int *to, const int *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                   (unsigned)(unsigned long long)(__attribute__((
                       address_space(3))) int *)to),
               "l"(from)
               : "memory");
}
DEVICE void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> DEVICE void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

KERNEL waited(const int *in, int *out) {
  SHARED static int s[64];
  copy(s + tid(), in + tid());
  commit();
  wait<0>();
  barrier();
  out[tid()] = s[63 - tid()];
}

KERNEL no_wait(const int *in, int *out) {
  SHARED static int s[64];
  copy(s + tid(), in + tid());
  commit();
  barrier();
  out[tid()] = s[63 - tid()];
}

KERNEL own(const int *in, int *out) {
  SHARED static int s[64];
  copy(s + tid(), in + tid());
  commit();
  out[tid()] = s[tid()];
}

KERNEL own_waited(const int *in, int *out) {
  SHARED static int s[64];
  copy(s + tid(), in + tid());
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[tid()] = s[tid()];
}

template <int N> DEVICE void stage(const int *in, int *out, int n) {
  SHARED static int s[2][64];
  int sum = 0;
  copy(&s[0][tid()], in + tid());
  commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      copy(&s[(k + 1) % 2][tid()], in + (k + 1) * 64 + tid());
    commit();
    wait<N>();
    barrier();
    sum += s[k % 2][63 - tid()];
    barrier();
  }
  out[tid()] = sum;
}

KERNEL stages(const int *in, int *out, int n) { stage<1>(in, out, n); }
KERNEL stages_count(const int *in, int *out, int n) { stage<2>(in, out, n); }
