// The replay finds what races, and says nothing about the good twins.
//
// RUN: %clang_mock --cuda-device-only -S -emit-llvm -O1 -g1 %s -o %t.ll
// RUN: %build/bin/oxide-replay %t.ll --kernel=neighbour --block=64 \
// RUN:   --arg=ints:256 | FileCheck %s --check-prefix=NEIGHBOUR
// RUN: %build/bin/oxide-replay %t.ll --kernel=neighbour_good --block=64 \
// RUN:   --arg=ints:256 | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=loop --block=64 \
// RUN:   --arg=ints:256 --arg=int:3 | FileCheck %s --check-prefix=LOOP
// RUN: %build/bin/oxide-replay %t.ll --kernel=loop --block=64 \
// RUN:   --arg=ints:256 --arg=int:1 | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=loop_good --block=64 \
// RUN:   --arg=ints:256 --arg=int:3 | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=blocks --grid=2 --block=64 \
// RUN:   --arg=ints:512 | FileCheck %s --check-prefix=BLOCKS
// RUN: %build/bin/oxide-replay %t.ll --kernel=blocks --grid=1 --block=64 \
// RUN:   --arg=ints:512 | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=same --block=64 \
// RUN:   --arg=zeros:4 | FileCheck %s --check-prefix=SAME
// RUN: %build/bin/oxide-replay %t.ll --kernel=data --block=64 \
// RUN:   --arg=ints:256:4:8 --arg=zeros:256 | FileCheck %s --check-prefix=DATA
// RUN: %build/bin/oxide-replay %t.ll --kernel=data --block=64 \
// RUN:   --arg=zeros:256 --arg=same:0 | FileCheck %s --check-prefix=ALIAS
// RUN: %build/bin/oxide-replay %t.ll --kernel=bytes --block=64 \
// RUN:   --arg=zeros:256 | FileCheck %s --check-prefix=CLEAN
// RUN: %build/bin/oxide-replay %t.ll --kernel=wide --block=64 \
// RUN:   --arg=zeros:1024 | FileCheck %s --check-prefix=WIDE
// RUN: %build/bin/oxide-replay %t.ll --kernel=outside --block=64 \
// RUN:   --arg=zeros:200 | FileCheck %s --check-prefix=OUTSIDE
// RUN: %build/bin/oxide-replay %t.ll --kernel=flag --block=64 \
// RUN:   --arg=zeros:4 --arg=zeros:256 | FileCheck %s --check-prefix=FLAG
// RUN: %build/bin/oxide-replay %t.ll --kernel=unknown --block=64 \
// RUN:   --arg=zeros:256 | FileCheck %s --check-prefix=UNKNOWN

#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))

DEVICE int tid() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE int bid() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE int dim() { return __nvvm_read_ptx_sreg_ntid_x(); }
DEVICE void barrier() { __nvvm_bar_sync(0); }

// CLEAN-NOT: {{race|divergence|out of bounds}}
// CLEAN: {{^}}complete

KERNEL neighbour(int *a) {
  SHARED int s[64];
  int t = tid();
  s[t] = a[t];
  // NEIGHBOUR: race: {{.*}}s+4: read replay-races.cu:[[#@LINE+2]] {{.*}} and write replay-races.cu:[[#@LINE-1]]
  // NEIGHBOUR-NEXT: {{^}}complete
  a[t] = s[t ^ 1];
}

KERNEL neighbour_good(int *a) {
  SHARED int s[64];
  int t = tid();
  s[t] = a[t];
  barrier();
  a[t] = s[t ^ 1];
}

// The read of one iteration and the write of the next.
KERNEL loop(int *a, int n) {
  SHARED int s[64];
  int t = tid();
  for (int i = 0; i < n; ++i) {
    s[t] = i + t;
    barrier();
    a[t] += s[63 - t];
    // LOOP: race: {{.*}}replay-races.cu:[[#@LINE-3]] {{.*}} interval 1) {{.*}}replay-races.cu:[[#@LINE-1]] {{.*}} interval 1)
  }
}

KERNEL loop_good(int *a, int n) {
  SHARED int s[64];
  int t = tid();
  for (int i = 0; i < n; ++i) {
    s[t] = i + t;
    barrier();
    a[t] += s[63 - t];
    barrier();
  }
}

// A barrier of the block does not order blocks.
KERNEL blocks(int *a) {
  int i = bid() * dim() + tid();
  a[i] = i;
  barrier();
  if (i >= 1 && i < 127 && tid() == 0)
    a[i - 1] = 0;
  // BLOCKS: race: buffer 0+252: write {{.*}}:[[#@LINE-4]] (block 0,0 thread 63,0 {{.*}}:[[#@LINE-1]] (block 1,0 thread 0,0
}

KERNEL same(int *a) {
  a[0] = 7;
  // SAME: race (same value): buffer 0+0: write {{.*}}:[[#@LINE-1]] {{.*}} and write {{.*}}:[[#@LINE-1]]
}

KERNEL data(const int *index, int *a) {
  a[index[tid()]] = tid();
  // DATA: race: buffer 1+{{.*}}: write {{.*}}:[[#@LINE-1]] {{.*}} and write
  // ALIAS: race: buffer 0+0: {{.*}}:[[#@LINE-2]] {{.*}}:[[#@LINE-2]]
}

// Neighbours in one word do not meet.
KERNEL bytes(char *a) { a[tid()] = tid(); }

KERNEL wide(long long *a) {
  int t = tid();
  a[t] = t;
  ((short *)a)[4 * t + 5] = 1;
  // WIDE: race: buffer 0+10: write {{.*}}:[[#@LINE-1]] {{.*}}write {{.*}}:[[#@LINE-2]]
}

KERNEL outside(int *a) {
  a[tid()] = 1;
  // OUTSIDE: out of bounds: buffer 0+200 width 4 size 200 write {{.*}}:[[#@LINE-1]]
  // OUTSIDE: complete
}

// Thread 0 runs first or last: the others wait for it either way.
KERNEL flag(volatile int *f, int *a) {
  if (tid() == 0) {
    a[0] = 1;
    __nvvm_membar_gl();
    f[0] = 1;
  } else {
    while (f[0] == 0)
      ;
  }
  // FLAG: race: buffer 0+0
  // FLAG: hand-made synchronisation
  // FLAG: {{^}}complete
}

DEVICE void elsewhere();
KERNEL unknown(int *a) {
  a[0] = 1;
  elsewhere();
  // UNKNOWN: incomplete: call of '{{.*}}elsewhere{{.*}}' at replay-races.cu:[[#@LINE-1]]
}
