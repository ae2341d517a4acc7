// Barriers of blocks and warps, in the replay. Each kernel has 64 threads.
//
// RUN: %clang_mock --cuda-device-only -S -emit-llvm -O1 -g1 \
// RUN:   -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: %build/bin/oxide-replay %t.ll --block=64 --arg=zeros:256 \
// RUN:   | FileCheck %s --implicit-check-not=race --implicit-check-not=divergence
// RUN: %build/bin/oxide-replay %t.ll --block=64 --arg=zeros:256 --reverse \
// RUN:   | FileCheck %s --check-prefix=REVERSE --implicit-check-not=incomplete
// REVERSE: complete

#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))

DEVICE int tid() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE int shuffle(int value, int lane) {
  return __nvvm_shfl_sync_idx_i32(~0u, value, lane, 31);
}

// CHECK: {{^}}exited:
// CHECK-NEXT: divergence (exited): replay-sync.cu:[[#@LINE+5]] {{.*}}thread 0,0 {{.*}}replay-sync.cu:[[#@LINE+7]] {{.*}}thread 40,0
// CHECK-NEXT: complete
KERNEL exited(int *a) {
  if (tid() >= 40)
    return;
  __nvvm_bar_sync(0);
  a[tid()] = 1;
}

// CHECK: {{^}}different:
// CHECK-NEXT: divergence (different): replay-sync.cu:[[#@LINE+6]] {{.*}}replay-sync.cu:[[#@LINE+4]]
// CHECK-NEXT: complete
KERNEL different(int *a) {
  if (tid() & 1)
    __nvvm_bar_sync(0);
  else
    __nvvm_bar_sync(0);
}

DEVICE void wait() { __nvvm_bar_sync(0); }

// One barrier, reached by two calls.
// CHECK: {{^}}helper:
// CHECK-NEXT: divergence (different): replay-sync.cu:[[#@LINE-4]] from replay-sync.cu:[[#@LINE+6]] {{.*}} from replay-sync.cu:[[#@LINE+4]]
// CHECK-NEXT: complete
KERNEL helper(int *a) {
  if (tid() & 1)
    wait();
  else
    wait();
}

// CHECK: {{^}}together:
// CHECK-NEXT: complete
KERNEL together(int *a) {
  for (int i = 0; i < 3; ++i)
    wait();
}

// CHECK: {{^}}reduction:
// CHECK-NEXT: complete
KERNEL reduction(int *a) {
  if (__nvvm_bar0_popc(tid() < 10) != 10 || __nvvm_bar0_and(tid() < 64) == 0 ||
      __nvvm_bar0_and(tid() < 63) != 0 || __nvvm_bar0_or(tid() == 5) == 0)
    __builtin_trap();
}

// CHECK: {{^}}named:
// CHECK-NEXT: complete
KERNEL named(int *a) {
  SHARED int s[32];
  if (tid() < 32) {
    s[tid()] = 1;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[tid()] = s[63 - tid()];
  }
}

// The signal comes before the store.
// CHECK: {{^}}named_late:
// CHECK-NEXT: race: {{.*}} write replay-sync.cu:[[#@LINE+6]] {{.*}} read replay-sync.cu:[[#@LINE+9]]
// CHECK-NEXT: complete
KERNEL named_late(int *a) {
  SHARED int s[32];
  if (tid() < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    s[tid()] = 1;
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[tid()] = s[63 - tid()];
  }
}

// CHECK: {{^}}warp:
// CHECK-NEXT: complete
KERNEL warp(int *a) {
  SHARED int s[64];
  s[tid()] = 1;
  __nvvm_bar_warp_sync(~0u);
  a[tid()] = s[tid() ^ 1];
}

// CHECK: {{^}}other_warp:
// CHECK-NEXT: race: {{.*}} replay-sync.cu:[[#@LINE+6]] {{.*}} replay-sync.cu:[[#@LINE+4]]
// CHECK-NEXT: complete
KERNEL other_warp(int *a) {
  SHARED int s[64];
  s[tid()] = 1;
  __nvvm_bar_warp_sync(~0u);
  a[tid()] = s[tid() ^ 32];
}

// Brings the lanes together, orders nothing.
// CHECK: {{^}}exchange:
// CHECK-NEXT: race: {{.*}} replay-sync.cu:[[#@LINE+4]] {{.*}} replay-sync.cu:[[#@LINE+7]]
// CHECK-NEXT: complete
KERNEL exchange(int *a) {
  SHARED int s[64];
  s[tid()] = 1;
  if (shuffle(tid(), 3) != (tid() & 32) + 3)
    __builtin_trap();
  a[tid()] = s[tid() ^ 1];
}

// CHECK: {{^}}half_warp:
// CHECK-NEXT: complete
KERNEL half_warp(int *a) {
  SHARED int s[64];
  s[tid()] = 1;
  if (tid() & 16)
    __nvvm_bar_warp_sync(0xffff0000);
  else
    __nvvm_bar_warp_sync(0xffff);
  a[tid()] = s[tid() ^ 1];
}

// CHECK: {{^}}other_half:
// CHECK-NEXT: race:
// CHECK-NEXT: complete
KERNEL other_half(int *a) {
  SHARED int s[64];
  s[tid()] = 1;
  if (tid() & 16)
    __nvvm_bar_warp_sync(0xffff0000);
  else
    __nvvm_bar_warp_sync(0xffff);
  a[tid()] = s[tid() ^ 16];
}

// CHECK: {{^}}not_in_mask:
// CHECK-NEXT: divergence (not in mask): replay-sync.cu:[[#@LINE+3]] {{.*}}thread 5,0
// CHECK-NEXT: complete
KERNEL not_in_mask(int *a) {
  a[tid()] = __nvvm_shfl_sync_idx_i32(0x1f, tid(), 0, 31);
}

// Half of the warp waits for the other half, which waits for the block.
// CHECK: {{^}}stuck:
// CHECK-NEXT: divergence (different): {{.*}}replay-sync.cu:[[#@LINE+5]]{{.*}}replay-sync.cu:[[#@LINE+7]]
// CHECK-NEXT: divergence (exited)
// CHECK-NEXT: complete
KERNEL stuck(int *a) {
  if (tid() < 16)
    __nvvm_bar_warp_sync(~0u);
  else
    __nvvm_bar_sync(0);
}

// Nobody else ever comes to this barrier.
// CHECK: {{^}}missing:
// CHECK-NEXT: divergence (missing): replay-sync.cu:[[#@LINE+4]]
// CHECK-NEXT: complete
KERNEL missing(int *a) {
  if (tid() < 32)
    asm volatile("bar.sync 3, 64;" ::: "memory");
}

// Lanes that have left are not waited for.
// CHECK: {{^}}left:
// CHECK-NEXT: complete
KERNEL left(int *a) {
  if (tid() >= 40)
    return;
  __nvvm_bar_warp_sync(~0u);
  a[tid()] = shuffle(tid(), 2);
}
