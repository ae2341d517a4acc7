// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-launch-geometry

#include "cuda_runtime.h"

#define LAUNCH(kernel, blocks, threads) kernel<<<blocks, threads>>>(nullptr)

__global__ void k(float *p) {}
__global__ void __attribute__((launch_bounds(128))) bounded(float *p) {} // expected-note {{the launch bounds}}
template <int N> __global__ void __attribute__((launch_bounds(N))) sized(float *p) {} // expected-note {{the launch bounds}}
constexpr int div_up(int a, int b) { return (a + b - 1) / b; }

// Bad.

void rows_in_y(float *p, int cols) {
  constexpr int rows = 1 << 17;
  const dim3 grid((cols + 127) / 128, rows);
  k<<<grid, 128>>>(p); // expected-warning {{this launch has a gridDim.y of 131072, and no device takes more than 65535}}
}
void rows_in_z(float *p) {
  dim3 grid;
  grid.z = 70000;
  k<<<grid, 128>>>(p); // expected-warning {{this launch has a gridDim.z of 70000, and no device takes more than 65535}}
}
void square_block(float *p) {
  dim3 block(64, 32);
  k<<<16, block>>>(p); // expected-warning {{this launch asks for 2048 threads in a block, and no device has more than 1024}} expected-note {{the grid would be a block: are the two swapped?}}
}
void long_block(float *p) {
  k<<<1 << 20, 1 << 11>>>(p); // expected-warning {{this launch has a blockDim.x of 2048, and no device takes more than 1024}}
}
void deep_block(float *p) {
  k<<<1, dim3(1, 1, 128)>>>(p); // expected-warning {{this launch has a blockDim.z of 128, and no device takes more than 64}}
}
void no_blocks(float *p) {
  const int n = 100;
  k<<<n / 256, 256>>>(p); // expected-warning {{this launch has a gridDim.x of 0, and fails}}
}
void over_the_bounds(float *p) {
  bounded<<<4, 256>>>(p); // expected-warning {{this launch has blocks of 256 threads, and the launch bounds of 'bounded' say 128}}
}
template <int N> void in_template(float *p) {
  sized<N><<<4, N * 2>>>(p); // expected-warning {{this launch has blocks of 512 threads, and the launch bounds of 'sized<256>' say 256}}
}
template void in_template<256>(float *);
class Runner {
public:
  void run() {
    static constexpr unsigned threads = 1025;
    for (int step = 0; step < 10; ++step)
      k<<<div_up(1000, 32), threads>>>(p_); // expected-warning {{this launch has a blockDim.x of 1025}}
  }

private:
  float *p_;
};
void in_macro() {
  LAUNCH(k, 1, 4096); // expected-warning {{this launch has a blockDim.x of 4096}}
}
void runtime_call(void **args) {
  cudaLaunchKernel((const void *)k, dim3(1, 65536), dim3(32), args, 0, nullptr); // expected-warning {{this launch has a gridDim.y of 65536}}
}

// Good.

void within(float *p, int n) {
  k<<<2147483647, 1024>>>(p);
  k<<<dim3(1, 65535, 65535), dim3(16, 8, 8)>>>(p);
  k<<<dim3(1, 1), dim3(1, 1, 64)>>>(p);
  bounded<<<n, 128>>>(p);
  sized<1024><<<1, 1024>>>(p);
}
void unknown(float *p, int n, dim3 block) {
  k<<<n, n>>>(p);
  k<<<n, block>>>(p);
  k<<<dim3(n, n), dim3(n, 512)>>>(p);
}
void never_there(float *p) {
  constexpr int rows = 100000;
  if (rows <= 65535)
    k<<<dim3(1, rows), 32>>>(p);
  else
    k<<<rows, 32>>>(p);
}
void empty_is_skipped(float *p) {
  const int n = 100;
  if (n / 256 > 0)
    k<<<n / 256, 256>>>(p);
}
void changes(float *p) {
  int threads = 2048;
  while (threads > 1024)
    threads /= 2;
  k<<<1, threads>>>(p);
  dim3 grid(1, 70000);
  grid.y = 7;
  k<<<grid, 32>>>(p);
}
template <class T> void by_type(float *p) {
  if constexpr (sizeof(T) == 4)
    k<<<1, 1024>>>(p);
  else
    k<<<1, 4096 / sizeof(T)>>>(p);
}
template void by_type<float>(float *);
template void by_type<double>(float *);
