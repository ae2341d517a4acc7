// SPDX-License-Identifier: Apache-2.0
inline __device__ void wait_in_header() {
  OXIDE_UNSAFE("all wait") { __syncthreads(); }
}
