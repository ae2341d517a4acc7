// SPDX-License-Identifier: Apache-2.0
//
// The host side of Oxide: context, stream, buffer, module, launch. Needs no
// CUDA header, and the library `oxide_runtime` at link time.
#ifndef OXIDE_HOST_H
#define OXIDE_HOST_H

#include "oxide/host/buffer.h"
#include "oxide/host/context.h"
#include "oxide/host/error.h"
#include "oxide/host/geometry.h"
#include "oxide/host/launch.h"
#include "oxide/host/module.h"
#include "oxide/host/stream.h"

#endif
