// SPDX-License-Identifier: Apache-2.0
// RUN: %check_oxide %s oxide-launch-alias

#include "cuda_runtime.h"

__global__ void blur(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // expected-note 3 {{here a thread reads what its neighbour writes}}
}
__global__ void shifted(float *out, const float *in) {
  const unsigned at = threadIdx.x;
  out[at] = in[at + 4]; // expected-note {{reads what its neighbour writes}}
}
template <class T> __global__ void generic(const T *in, T *out) {
  int i = threadIdx.x;
  out[i] = in[i + 1]; // expected-note {{reads what its neighbour writes}}
}
__global__ void gather(const float *__restrict__ in, float *__restrict__ out, const int *map) { // expected-note {{__restrict__ promises that nothing else reaches what it points to}}
  int i = threadIdx.x;
  out[i] = in[map[i]];
}

void direct(float *d, int n) {
  blur<<<1, 32>>>(d, d, n); // expected-warning {{'d' is passed for two parameters of 'blur': 'out', which the kernel writes, and 'in'}}
}
struct Image {
  float *pixels;
  void smooth(int n) { blur<<<1, 32>>>(pixels, pixels, n); } // expected-warning {{'pixels' is passed for two parameters of 'blur'}}
};
void in_loop(float *d, int n) {
  for (int k = 0; k < 4; ++k)
    blur<<<1, 32>>>(d, (float *)d, n); // expected-warning {{'d' is passed}}
}
void other_order(float *d) { shifted<<<1, 32>>>(d, d); } // expected-warning {{'d' is passed for two parameters of 'shifted'}}
void instance(float *d) { generic<<<1, 32>>>(d, d); } // expected-warning {{'d' is passed for two parameters of 'generic<float>'}}
void restricted(float *d, const int *map) { gather<<<1, 32>>>(d, d, map); } // expected-warning {{'d' is passed for two parameters of 'gather'}}

// In place: each thread its own element.
__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}
__global__ void scale_restrict(const float *__restrict__ in, float *__restrict__ out) {
  int i = threadIdx.x;
  out[i] = 2 * in[i];
}
// One thread, one after the other.
__global__ void sum(const float *in, float *out, int n) {
  for (int i = 1; i < n; ++i)
    out[i] = in[i - 1] + in[i];
}
__global__ void not_in_view(const float *in, float *out);
__global__ void two_inputs(const float *a, const float *b, float *out) {
  int i = threadIdx.x;
  out[i] = a[i + 1] + b[i];
}
void good(float *d, float *e, int n) {
  scale<<<1, 32>>>(d, d, n);
  scale_restrict<<<1, 32>>>(d, d);
  sum<<<1, 1>>>(d, d, n);
  not_in_view<<<1, 32>>>(d, d);
  blur<<<1, 32>>>(d, e, n);
  blur<<<1, 32>>>(d, d + n, n);
  two_inputs<<<1, 32>>>(d, d, e);
}
