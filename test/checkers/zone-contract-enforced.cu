// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-zone-contract --mode=enforce

#include "cuda_runtime.h"
#include "oxide/attributes.h"

// One text for zones that do different things.

__global__ void writes(int *p) {
  OXIDE_UNSAFE("Each block owns one row.") { p[0] = 1; } // expected-note {{first used here}}
}
__global__ void waits() {
  OXIDE_UNSAFE("each block owns one row") { __syncthreads(); } // expected-warning {{contract is a copy from a zone that does other things}}
}

// The same reason for the same kind of operation, or twice in one function.

__global__ void also_writes(int *p) {
  OXIDE_UNSAFE("each block owns one row") { p[1] = 1; }
}
__global__ void stage(int *p) {
  __shared__ int tile[32];
  OXIDE_UNSAFE("each thread has its own slot") { tile[threadIdx.x] = 1; }
  OXIDE_UNSAFE("each thread has its own slot") { p[threadIdx.x] = 1; }
}

// A zone on a whole body of which little needs it.

__device__ int mix(int a) {
  a ^= a << 13;
  return a;
}

OXIDE_UNSAFE("the launch covers each element once") // expected-warning {{unsafe zone covers all 22 statements of the body, but only 1 needs it}}
__global__ void wide(int *p, int n) {
  int i = threadIdx.x;
  int a = mix(i);
  int b = mix(a);
  int c = mix(b);
  if (i < n) {
    a += b;
    b += c;
    c += a;
  }
  a = mix(a);
  b = mix(b);
  c = mix(c);
  while (a > 10) {
    a -= b;
    b = mix(b);
  }
  a += 1;
  b += 2;
  c += 3;
  a = mix(a + b);
  b = mix(b + c);
  c = mix(c + a);
  a = a + b + c;
  p[i] = a; // expected-note {{the first that needs it}}
}

__global__ void wide_block(int *p, int n) {
  OXIDE_UNSAFE("the block covers each element once") { // expected-warning {{unsafe zone covers all 20 statements of the body, but only 2 need it}}
    int i = threadIdx.x;
    int a = mix(i);
    int b = mix(a);
    int c = mix(b);
    a += 1;
    b += 2;
    c += 3;
    a = mix(a + b);
    b = mix(b + c);
    c = mix(c + a);
    a += 1;
    b += 2;
    c += 3;
    a = mix(a + b);
    b = mix(b + c);
    c = mix(c + a);
    a = a + b + c;
    if (i < n)
      p[i] = a; // expected-note {{the first that needs it}}
    a = mix(a);
  }
}

// Short, or much of it needs the zone, or not the whole body.

OXIDE_UNSAFE("the launch covers every cell once")
__global__ void small(int *p, int n) {
  int i = threadIdx.x;
  int a = mix(i);
  int b = mix(a);
  p[i] = a + b;
}

OXIDE_UNSAFE("one warp, lanes in step through __syncwarp")
__global__ void dense(int *p, int n) {
  int i = threadIdx.x;
  int a = mix(i);
  int b = mix(a);
  p[i] = a;
  __syncwarp();
  p[i] += p[i ^ 1];
  __syncwarp();
  a += 1;
  b += 2;
  a = mix(a + b);
  p[i] += a;
  __syncwarp();
  p[i] += p[i ^ 2];
  __syncwarp();
  b = mix(b);
  p[i] += b;
  __syncwarp();
  p[i] += p[i ^ 4];
  __syncwarp();
  p[i] += p[i ^ 8];
  __syncwarp();
}

OXIDE_MANUAL("whole warps, one tile for each")
__global__ void manual(int *p) {
  int a = mix(1);
  a += 1; a += 2; a += 3; a += 4; a += 5; a += 6; a += 7; a += 8; a += 9;
  a += 1; a += 2; a += 3; a += 4; a += 5; a += 6; a += 7; a += 8; a += 9;
  p[0] = a;
}
