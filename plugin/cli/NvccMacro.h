// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_PLUGIN_CLI_NVCCMACRO_H
#define OXIDE_PLUGIN_CLI_NVCCMACRO_H

namespace clang {
class Preprocessor;
}

namespace oxide {

/// Has the project's own files see __NVCC__, as in its build: many write
/// __host__ __device__ only behind it. System headers do not see it: the
/// toolkit's C++ libraries would take clang for nvcc's front end.
void defineNvccForUserCode(clang::Preprocessor &PP);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_NVCCMACRO_H
