// SPDX-License-Identifier: Apache-2.0

#include "oxide/attributes.h"
#include "unrated/scan.h"

template <class T> __global__ void from_header(T *p) {
  OXIDE_UNSAFE("for some T") { T a{}; }
}
