// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_PLUGIN_CLI_ASMREPAIR_H
#define OXIDE_PLUGIN_CLI_ASMREPAIR_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>

namespace oxide {

/// \p Source with inline assembly that only nvcc takes written as clang wants
/// it: "%laneid" becomes "%%laneid", and a comma stands between all operands.
/// Lines stay lines. Absent when there is nothing to mend. A null byte has to
/// follow \p Source.
std::optional<std::string> repairAsm(llvm::StringRef Source);

/// \p FS with the assembly in \p Files mended; null when none needs it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
repairAsmIn(const llvm::StringSet<> &Files,
            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_ASMREPAIR_H
