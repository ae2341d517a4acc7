// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void arrive(int *data) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  data[threadIdx.x] += 1;
  barrier.arrive_and_wait();
}

__global__ void total(const int *in, int *out, int n) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    sum += in[i];
  sum = cg::reduce(warp, sum, cg::plus<int>());
  if (warp.thread_rank() == 0)
    atomicAdd(out, sum);
  grid.sync();
}
