// SPDX-License-Identifier: Apache-2.0
//
// A device library that the table of functions does not know.

namespace unrated {
struct Scan {
  int *storage;
  __device__ void sum() const { storage[0] = 1; }
};
} // namespace unrated
