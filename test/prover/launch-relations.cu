// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Relations between grid, block and scalars that the launches in view tell.

#include "cuda_runtime.h"

#define SOA(name)                                                              \
  __global__ void name(float *o, int n) {                                      \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    o[i] = 1;                                                                  \
    o[i + n] = 2;                                                              \
  }

// CHECK: verdict on 'exact': race freedom proven
// CHECK: assumes block shape from the launch at line [[#@LINE+3]]
// CHECK: assumes gridDim.x == n / 256 in the launch at line [[#@LINE+2]], whose arithmetic neither wraps nor rounds
SOA(exact)
void l1(float *o, int n) { exact<<<n / 256, 256>>>(o, n); }

// CHECK: verdict on 'rounded': race freedom proven
// CHECK: assumes 256 * gridDim.x <= n, so that rows of 'o' do not overlap; nothing in view ensures it
SOA(rounded)
void l2(float *o, int n) { rounded<<<(n + 255) / 256, 256>>>(o, n); }

// CHECK: verdict on 'padded': race freedom proven
// CHECK: assumes n == 128 * ((n + 127) / 128), gridDim.x == (n + 127) / 128 in the launch
SOA(padded)
void l3(float *o, int n) {
  int blocks = (n + 127) / 128;
  int all = blocks * 128;
  padded<<<blocks, 128>>>(o, all);
}

// CHECK: verdict on 'shifted': race freedom proven
SOA(shifted)
void l4(float *o, int n) { shifted<<<n >> 8, 1 << 8>>>(o, n); }

// The grid covers more than n: both halves meet.
// CHECK: verdict on 'halved': race freedom refuted
// CHECK: assumes n == m / 2, gridDim.x == m / 256 in the launch
SOA(halved)
void l5(float *o, int m) {
  int n = m;
  dim3 grid(n / 256);
  n = n / 2;
  halved<<<grid, 256>>>(o, n);
}

// CHECK: verdict on 'before': race freedom proven
// CHECK: assumes n == m / 2, gridDim.x == m / 512 in the launch
SOA(before)
void l6(float *o, int m) {
  int n = m;
  n = n / 2;
  dim3 grid(n / 256);
  before<<<grid, 256>>>(o, n);
}

#define PITCH(name)                                                            \
  __global__ void name(float *o, int w, int h, int pitch) {                    \
    int x = blockIdx.x * blockDim.x + threadIdx.x;                             \
    int y = blockIdx.y * blockDim.y + threadIdx.y;                             \
    if (x < w && y < h)                                                        \
      o[y * pitch + x] = x;                                                    \
  }

// CHECK: verdict on 'same': race freedom proven
// CHECK: assumes pitch == w, gridDim.x == (w + 15) / 16, gridDim.y == (h + 15) / 16 in the launch
PITCH(same)
void p1(float *o, int w, int h) {
  same<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(o, w, h, w);
}

// CHECK: verdict on 'aligned': race freedom proven
PITCH(aligned)
inline int roundUp(int a, int b) { return a % b ? a - a % b + b : a; }
void p2(float *o, int w, int h) {
  int pitch = roundUp(w, 32);
  aligned<<<dim3(w, h), 1>>>(o, w, h, pitch);
}

// CHECK: verdict on 'shorter': race freedom refuted
PITCH(shorter)
void p3(float *o, int w, int h) {
  shorter<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(o, w, h,
                                                                 w / 2);
}

// The pitch is another one in each iteration: nothing is known of it.
// CHECK: verdict on 'changing': race freedom proven
// CHECK: assumes w <= pitch, so that rows of 'o' do not overlap; nothing in view ensures it
PITCH(changing)
int next();
void p4(float *o, int w, int h) {
  int pitch = w;
  for (int i = 0; i < 4; ++i) {
    changing<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(o, w, h,
                                                                    pitch / 4);
    pitch = next();
  }
}

// Blocks of a constant size that is told in many ways.
#define STRIDE(name)                                                           \
  __global__ void name(float *o, int n) {                                      \
    __shared__ float s[512];                                                   \
    s[threadIdx.x] = n;                                                        \
    __syncthreads();                                                           \
    o[512 * blockIdx.x + threadIdx.x] = s[511 - threadIdx.x];                  \
  }

// CHECK: verdict on 'members': race freedom proven, barrier uniformity proven, bounds proven
STRIDE(members)
void s1(float *o, int n) {
  dim3 threads, blocks;
  threads.x = 512;
  threads.y = 1;
  blocks.x = n / 512;
  members<<<blocks, threads>>>(o, n);
}

// CHECK: verdict on 'late': race freedom {{.*}}, bounds {{not proven|refuted}}
STRIDE(late)
void s2(float *o, int n) {
  dim3 threads(512), blocks(n / 512);
  if (n > 1000)
    threads.x = 1024;
  late<<<blocks, threads>>>(o, n);
}

// CHECK: verdict on 'plain': race freedom proven, barrier uniformity proven, bounds proven
STRIDE(plain)
void s3(float *o, int n) {
  int t = 1024 / 2;
  plain<<<n / t, t>>>(o, n);
}

// CHECK: verdict on 'instance': race freedom proven, barrier uniformity proven, bounds proven
STRIDE(instance)
template <int B> void s4(float *o, int n) { instance<<<n / B, B>>>(o, n); }
template void s4<512>(float *, int);

// CHECK: verdict on 'passed': race freedom proven, barrier uniformity proven, bounds proven
// CHECK: assumes calls of 's5' in view pass 512 for 't'
STRIDE(passed)
void s5(float *o, int n, int t) { passed<<<n / t, t>>>(o, n); }
void s5a(float *o, int n) { s5(o, n, 512); }
void s5b(float *o, int n) { s5(o, n, 512); }

// CHECK: verdict on 'twice': race freedom {{.*}}, bounds {{not proven|refuted}}
STRIDE(twice)
void s6(float *o, int n, int t) { twice<<<n / t, t>>>(o, n); }
void s6a(float *o, int n) { s6(o, n, 512); }
void s6b(float *o, int n) { s6(o, n, 1024); }

// CHECK: verdict on 'branch<256>': race freedom proven, barrier uniformity proven, bounds proven
// CHECK: verdict on 'branch<512>': race freedom proven, barrier uniformity proven, bounds proven
template <int T> __global__ void branch(float *o, int n) {
  __shared__ float s[T];
  s[threadIdx.x] = n;
  __syncthreads();
  o[T * blockIdx.x + threadIdx.x] = s[T - 1 - threadIdx.x];
}
void s7(float *o, int n, int t) {
  if (t == 512)
    branch<512><<<n / t, t>>>(o, n);
  switch (t) {
  case 256:
    branch<256><<<n / t, t>>>(o, n);
    break;
  default:
    break;
  }
}

// The launch that nobody comes to says nothing; another one may exist.
// CHECK: verdict on 'dead': race freedom {{.*}}, bounds not proven
STRIDE(dead)
static void s8(float *o, int n, int t) {
  if (t == 1024)
    dead<<<n / t, t>>>(o, n);
}
void s8a(float *o, int n) { s8(o, n, 512); }

// CHECK: verdict on 'pointed': race freedom {{.*}}, bounds {{not proven|refuted}}
STRIDE(pointed)
void s9(float *o, int n) {
  pointed<<<n / 512, 512>>>(o, n);
  auto *f = pointed;
  f<<<n, n>>>(o, n);
}

// CHECK: verdict on 'ceiled': race freedom proven
// CHECK: assumes gridDim.x == (n + 511) / 512 in the launch
STRIDE(ceiled)
double ceil(double);
void s10(float *o, int n) { ceiled<<<ceil(n / 512.0), 512>>>(o, n); }
