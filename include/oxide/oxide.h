// SPDX-License-Identifier: Apache-2.0
//
// All of Oxide: kernels, contracts and launches. `oxide/device.h` has the part
// that kernels need, `oxide/host.h` the part that the host needs.
#ifndef OXIDE_OXIDE_H
#define OXIDE_OXIDE_H

#include "oxide/device.h"
#include "oxide/host.h"

#endif
