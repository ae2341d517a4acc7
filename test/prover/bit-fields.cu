// SPDX-License-Identifier: Apache-2.0
// RUN: %oxide check --quiet --remarks --checks='-*' %s -- -x cuda %cuda_flags 2>&1 \
// RUN:   | FileCheck %s
//
// Members of classes that are copied as words: the tile of cooperative groups
// keeps its rank in a bit-field.

#include "cuda_runtime.h"

template <class T> T any();

class Group {
protected:
  union Data {
    struct {
      unsigned type : 8, size : 24;
      unsigned count : 16, rank : 16;
    } warp;
    void *block;
  } data;
  void *more;

public:
  __device__ Group(unsigned rank, unsigned count) {
    data.warp.size = 32;
    data.warp.rank = rank;
    data.warp.count = count;
    data.warp.type = 3;
    more = nullptr;
  }
  __device__ unsigned rank() const { return data.warp.rank; }
  __device__ unsigned count() const { return data.warp.count; }
};

__device__ Group make() {
  return Group(threadIdx.x / 32, (blockDim.x + 31) / 32);
}

// CHECK: verdict on 'one_for_each_warp': race freedom proven
__global__ void one_for_each_warp(int *out) {
  Group g = make();
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * g.count() + g.rank()] = 1;
}

// CHECK: verdict on 'one_for_each_lane': race freedom refuted
__global__ void one_for_each_lane(int *out) {
  Group g = make();
  out[blockIdx.x * g.count() + g.rank()] = threadIdx.x;
}

// CHECK: verdict on 'count_and_rank': race freedom refuted
__global__ void count_and_rank(int *out) {
  Group g = make();
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * g.rank() + g.count()] = threadIdx.x;
}

void launch() {
  one_for_each_warp<<<4, 256>>>(any<int *>());
  one_for_each_lane<<<4, 256>>>(any<int *>());
  count_and_rank<<<4, 256>>>(any<int *>());
}
