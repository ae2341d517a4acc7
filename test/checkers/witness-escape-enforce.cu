// RUN: %check_oxide %s oxide-witness-escape --mode=enforce

#include "../Inputs/oxide-mock/oxide/library.h"

using Index = oxide::ThreadIndex<oxide::Index1D>;

// An error in enforce mode, in an unsafe zone too.
__device__ const Index *First; // expected-error {{'First' keeps the address of a witness}}
__global__ void keep() {
  auto I = oxide::thread::index_1d();
  OXIDE_UNSAFE("the witness is read by its own thread only") {
    First = &I; // expected-error {{the address of a witness}}
  }
}

// Suppressed, with a reason.
[[clang::suppress("oxide-witness-escape", "for a debugger to read")]]
__device__ const Index *Second;
__device__ const Index *Third; // NOLINT(oxide-witness-escape)
