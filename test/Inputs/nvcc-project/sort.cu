// SPDX-License-Identifier: Apache-2.0
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

int runSort(int size, int scale) {
  // The host has these as well, in nvcc.
  int n = max(min(size, 1024u), 1);
  thrust::device_vector<int> v(n, 1);
  thrust::transform(v.begin(), v.end(), v.begin(),
                    [=] __device__(int x) { return x * scale; });
  thrust::sort(v.begin(), v.end());
  return v.front();
}
