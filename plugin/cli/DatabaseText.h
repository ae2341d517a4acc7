// SPDX-License-Identifier: Apache-2.0
//
// The text of a compile_commands.json.

#ifndef OXIDE_PLUGIN_CLI_DATABASETEXT_H
#define OXIDE_PLUGIN_CLI_DATABASETEXT_H

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace oxide {

/// Reads \p Text, the content of \p File. Its mistakes are found before clang's
/// own reader sees it, which prints them itself, and not in one line.
llvm::Expected<std::unique_ptr<clang::tooling::CompilationDatabase>>
parseDatabase(llvm::StringRef Text, llvm::StringRef File);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_DATABASETEXT_H
