// SPDX-License-Identifier: Apache-2.0
//
// Between the runtime and the library that records embedded device code. The
// runtime refers to it weakly, so it links with or without that library.
#ifndef OXIDE_RUNTIME_FATBIN_H
#define OXIDE_RUNTIME_FATBIN_H

extern "C" {

/// Finds the kernel that the host calls by the address `stub`: its name in the
/// device code and the image that has it. Returns false when it was never
/// registered.
bool oxide_fatbin_find(const void *stub, const char **name, const void **image);
}

#endif
