// SPDX-License-Identifier: Apache-2.0
//
// The device side of Oxide: everything a kernel needs.
#ifndef OXIDE_DEVICE_H
#define OXIDE_DEVICE_H

#include "oxide/assume.h"
#include "oxide/attributes.h"
#include "oxide/contract.h"
#include "oxide/device/disjoint_slice.h"
#include "oxide/device/grid_stride.h"
#include "oxide/device/index_space.h"
#include "oxide/device/optional_ref.h"
#include "oxide/device/slice.h"
#include "oxide/device/thread.h"
#include "oxide/device/thread_index.h"
#include "oxide/device/uniform.h"
#include "oxide/device_copy.h"

#endif
