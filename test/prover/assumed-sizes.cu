// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='rows of'
//
// What is proven when rows are as long as what is written into them, where
// nothing in view says that they are: under that assumption, which is printed.

#include "cuda_runtime.h"

// CHECK: verdict on 'constant': race freedom proven
// CHECK: assumes nj <= 512, so that rows of 'c' do not overlap; nothing in view ensures it
__global__ void constant(float *c, int ni, int nj) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < ni && j < nj)
    c[i * 512 + j] += 1;
}

// CHECK: verdict on 'enough': race freedom proven
__global__ void enough(float *c, int ni, int nj) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < ni && j < nj && j < 512)
    c[i * 512 + j] += 1;
}

// CHECK: verdict on 'pitch': race freedom proven
// CHECK: assumes w <= pitch, so that rows of 'o' do not overlap; nothing in view ensures it
__global__ void pitch(float *o, int w, int h, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    o[y * pitch + x] = x;
}

// CHECK: verdict on 'covered': race freedom proven
// CHECK: assumes gridDim.x * blockDim.x <= w, so that rows of 'o' do not overlap; nothing in view ensures it
__global__ void covered(float *o, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  o[y * w + x] = x;
}

// CHECK: verdict on 'parts': race freedom proven
// CHECK: assumes m <= n, so that rows of 'o' do not overlap; nothing in view ensures it
__global__ void parts(float *o, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    o[i] = 1;
    o[i + n] = 2;
    o[i + 2 * n] = 3;
  }
}

// CHECK: verdict on 'loop': race freedom proven
// CHECK: assumes n <= 1024, so that rows of 'a' do not overlap; nothing in view ensures it
__global__ void loop(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = 1; j < n; j++)
      a[i * 1024 + j] = a[i * 1024 + j - 1];
}

// CHECK: verdict on 'block': race freedom proven
// CHECK: assumes blockDim.x <= 64, so that rows of 'o' do not overlap; nothing in view ensures it
__global__ void block(float *o) { o[64 * blockIdx.x + threadIdx.x] = 1; }

// The pitch is hid + 1, and a column starts behind the apron.
// CHECK: verdict on 'apron': race freedom proven
// CHECK: assumes w <= hid, so that rows of 'o' do not overlap; nothing in view ensures it
__global__ void apron(float *o, int w, int h, int hid) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    o[(hid + 1) * (y + 1) + x + 1] = x;
}
int blocks();
void a(float *o, int w, int h, int hid) {
  apron<<<dim3(blocks(), blocks()), dim3(16, 16)>>>(o, w, h, hid);
}

// No size makes these right: the rows overlap, or there are none.
// CHECK: verdict on 'overlapping': race freedom {{refuted|not proven}}
__global__ void overlapping(float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j <= n; j++)
    o[i * n + j] = j + i;
}

// CHECK: verdict on 'skewed': race freedom {{refuted|not proven}}
__global__ void skewed(float *o, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  o[y * w + x + y] = x;
}

// CHECK: verdict on 'column': race freedom {{refuted|not proven}}
__global__ void column(float *o, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    o[x] += y;
}

// CHECK: verdict on 'neighbour': race freedom {{refuted|not proven}}
__global__ void neighbour(float *o, int w, int h, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w && y < h)
    o[y * pitch + x] = o[y * pitch + x - 1];
}

// A launch that makes the rows too short leaves nothing to assume.
// CHECK: verdict on 'short_rows': race freedom {{refuted|not proven}}
__global__ void short_rows(float *o, int w, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w)
    o[y * pitch + x] = x;
}
void l(float *o, int n) {
  short_rows<<<dim3(n / 64, n), 64>>>(o, n / 64 * 64, n / 128 * 64);
}
