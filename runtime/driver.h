// SPDX-License-Identifier: Apache-2.0
//
// The CUDA driver, opened at run time and never linked: a program that uses
// this runtime starts on a machine without a GPU and says what is missing.
#ifndef OXIDE_RUNTIME_DRIVER_H
#define OXIDE_RUNTIME_DRIVER_H

#include <cuda.h>

#include <memory>
#include <string>

namespace oxide::detail {

/// One pointer per driver function. A plain struct: tests fill it with
/// functions of their own and so run all of the runtime without a GPU.
struct DriverTable {
#define OXIDE_DRIVER_FUNCTION(name, version) decltype(&::name) name = nullptr;
#include "driver_functions.def"
#undef OXIDE_DRIVER_FUNCTION
};

/// Opens `library` and looks up every function. Throws Error with rule
/// "no-driver" when the library cannot be opened or lacks one.
std::shared_ptr<const DriverTable>
load_driver(const char *library = "libcuda.so.1");

/// The table of this process's driver, loaded on first use.
std::shared_ptr<const DriverTable> system_driver();

/// Throws Error with rule "driver" unless `result` is success. `kernel` and
/// `detail` may be empty.
void check(const DriverTable &driver, CUresult result, const char *call,
           const std::string &kernel = {}, const std::string &detail = {});

} // namespace oxide::detail

#endif
