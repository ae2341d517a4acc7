// SPDX-License-Identifier: Apache-2.0
//
// Headers that stand in for what nvcc has built in and clang has not. They are
// part of the program: no file has to be installed or found.

#ifndef OXIDE_PLUGIN_CLI_NVCCSHIM_H
#define OXIDE_PLUGIN_CLI_NVCCSHIM_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace oxide {

/// Units of nvcc search this folder and include this file.
inline constexpr llvm::StringLiteral NvccShimFolder = "/oxide-built-in/nvcc";
inline constexpr llvm::StringLiteral NvccShimFile =
    "/oxide-built-in/nvcc/nvcc-shim.h";

/// The files of the machine, and these.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystemWithShim();

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_NVCCSHIM_H
