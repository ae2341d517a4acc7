// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#ifndef __CUDACC_EXTENDED_LAMBDA__
#error "compiled without extended lambdas"
#endif

template <typename F> __global__ void apply(int *data, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = f(data[i]);
}

constexpr int limit(int x) { return std::max(x, 0); }

void runLambda(int *data, int n, int offset) {
  apply<<<(n + 127) / 128, 128>>>(
      data, n, [=] __device__(int x) { return limit(x + offset); });
  apply<<<(n + 127) / 128, 128>>>(
      data, n, [=] __host__ __device__(int x) { return x - offset; });
}
