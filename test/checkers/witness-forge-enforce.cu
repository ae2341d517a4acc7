// RUN: %check_oxide %s oxide-witness-forge --mode=enforce

#include "../Inputs/oxide-mock/oxide/library.h"

using Index = oxide::ThreadIndex<oxide::Index1D>;

// An error in enforce mode, in an unsafe zone too.
__device__ size_t forge(size_t *Slot) {
  OXIDE_UNSAFE("each thread has a slot of its own") {
    return ((Index *)Slot)->get(); // expected-error {{a cast makes a witness}}
  }
}

// Suppressed, with a reason.
__device__ size_t suppressed(size_t *Slot) {
  [[clang::suppress("oxide-witness-forge", "checked against the real one")]] {
    return ((Index *)Slot)->get();
  }
}
__device__ size_t silenced(size_t *Slot) {
  return ((Index *)Slot)->get(); // NOLINT(oxide-witness-forge)
}
