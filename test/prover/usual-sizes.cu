// SPDX-License-Identifier: Apache-2.0
// RUN: not %oxide check --quiet --checks='-*,oxide-shared-race,oxide-global-race' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
//
// A race is certain only for scalars and grids that hosts choose: a tile is as
// wide as its apron wants it, a row holds all blocks that lie in it, what
// chooses a byte of a pixel is small, and nobody divides by 0.

#include "cuda_runtime.h"

template <class T> T any();

// The launch is known: scalars are tried out as well.
__global__ void apron(int *o, int r, int width) {
  extern __shared__ int s[];
  int tx = threadIdx.x, ty = threadIdx.y;
  s[(r + ty) * width + r + tx] = tx;
  if (tx < r)
    s[(r + ty) * width + tx] = ty;
  __syncthreads();
  o[ty * 16 + tx] = s[ty * width + tx];
}

// 24 blocks of 96 threads make a row.
__global__ __launch_bounds__(192) void rows(float *o) {
  int at = 2304 * (2 * blockIdx.y + threadIdx.y) + 96 * blockIdx.x + threadIdx.x;
  o[at] += 1;
}

__global__ void whole_rows(float *o) {
  o[2048 * (blockDim.y * blockIdx.y + threadIdx.y) + blockDim.x * blockIdx.x +
    threadIdx.x] += 1;
}

// CHECK: usual-sizes.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this write of 'o' races with a read
__global__ void next_row(float *o) {
  int at = 2304 * (2 * blockIdx.y + threadIdx.y) + 96 * blockIdx.x + threadIdx.x;
  o[at] = o[at + 96];
}

// CHECK: usual-sizes.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this write of 'o' races with the same write
__global__ void wide_blocks(float *o) {
  int at = 2304 * (2 * blockIdx.y + threadIdx.y) + 96 * blockIdx.x + threadIdx.x;
  o[at] = threadIdx.x;
}

__global__ void channel(char *pixels, int width, int height, size_t pitch,
                        int face) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  char *pixel = pixels + y * pitch + 4 * x;
  pixel[0] = pixel[1] = pixel[2] = x;
  pixel[face / 2] = y;
}

// CHECK: usual-sizes.cu:[[@LINE+9]]:{{[0-9]+}}: warning: this write of 'pixels' races with a write
__global__ void channel_beyond(char *pixels, int width, int height,
                               size_t pitch, int face) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  char *pixel = pixels + y * pitch + 4 * x;
  pixel[0] = pixel[1] = pixel[2] = x;
  pixel[4] = y;
}

// With no heads there would be no second row.
__global__ void heads(float *o, int n, int heads) {
  int at = blockIdx.z / heads * n * heads + blockIdx.z % heads * n;
  if (threadIdx.x < n)
    o[at + threadIdx.x] += 1;
}

// Nobody tells how many blocks there are; the launches below do.
__global__ void last(float *o, const float *in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += in[i];
  if (threadIdx.x == 0)
    o[0] = sum;
}

// CHECK: usual-sizes.cu:[[@LINE+3]]:{{[0-9]+}}: warning: this write of 'o' races with the same write by a thread of another block
__global__ void last_of_each(float *o, const float *in) {
  if (threadIdx.x == 0)
    o[0] = in[blockIdx.x];
}

void launch(int n) {
  last_of_each<<<n, 256>>>(any<float *>(), any<const float *>());
  apron<<<1, dim3(16, 16), 4000>>>(any<int *>(), n, 16 + 2 * n);
  wide_blocks<<<dim3(12, 3), dim3(192, 2)>>>(any<float *>());
  channel<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(
      any<char *>(), n, n, any<size_t>(), any<int>());
  channel_beyond<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(
      any<char *>(), n, n, any<size_t>(), any<int>());
}
