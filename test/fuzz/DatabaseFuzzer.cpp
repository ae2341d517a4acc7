// SPDX-License-Identifier: Apache-2.0

#include "Fuzzer.h"
#include "cli/DatabaseText.h"
#include "cli/NvccCommand.h"

namespace {

/// The text as a database, and its commands as nvcc's.
llvm::Expected<bool> readDatabase(llvm::StringRef Text) {
  auto Database = oxide::parseDatabase(Text, "fuzz.json");
  if (!Database)
    return Database.takeError();
  for (const clang::tooling::CompileCommand &C :
       (*Database)->getAllCompileCommands())
    if (!C.CommandLine.empty())
      oxide::translateNvcc(C.CommandLine, "/nowhere");
  return true;
}

} // namespace

OXIDE_FUZZ_READER(readDatabase(Text))
