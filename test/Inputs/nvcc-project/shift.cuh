// SPDX-License-Identifier: Apache-2.0
// A header with a kernel in it, and with a mistake: nothing keeps a thread from
// reading the element of its neighbour before the neighbour has written it.
#pragma once

template <typename T> __global__ void shift(T *data) {
  __shared__ T tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[(threadIdx.x + 1) % 256];
}
