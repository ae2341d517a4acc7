// SPDX-License-Identifier: Apache-2.0
//
// Which word of a command is the compiler, and which compiler it is.

#include "cli/NvccCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace oxide {

/// "g++" for "/usr/bin/x86_64-linux-gnu-g++-12.exe".
static llvm::StringRef compilerName(llvm::StringRef Program) {
  llvm::StringRef Name = llvm::sys::path::filename(Program);
  Name.consume_back(".exe");
  llvm::StringRef Stem = Name.rtrim("0123456789.");
  if (Stem.size() != Name.size() && Stem.consume_back("-"))
    Name = Stem;
  // The target in front; it has dashes of its own.
  size_t Dash = Name.rfind('-');
  return Dash == llvm::StringRef::npos ? Name : Name.drop_front(Dash + 1);
}

bool isNvcc(llvm::StringRef Program) {
  llvm::StringRef Name = compilerName(Program);
  return Name == "nvcc" || Name == "nvcc_wrapper";
}

bool isGcc(llvm::StringRef Program) {
  return llvm::is_contained({"g++", "gcc", "c++", "cc"}, compilerName(Program));
}

static bool isCompiler(llvm::StringRef Program) {
  llvm::StringRef Name = compilerName(Program);
  return isNvcc(Program) || isGcc(Program) || Name == "clang" ||
         Name == "clang++";
}

/// Launchers with options of their own in front of the compiler.
static bool hasOptions(llvm::StringRef Launcher) {
  return llvm::is_contained({"cmake", "env", "nice", "ionice", "time"},
                            llvm::sys::path::stem(Launcher));
}

size_t findCompiler(llvm::ArrayRef<std::string> Command) {
  bool Options = hasOptions(Command.front());
  for (size_t I = 0; I != Command.size(); ++I) {
    llvm::StringRef Word = Command[I];
    if (Word.starts_with("-")) {
      if (!Options)
        break;
    } else if (!Word.contains('=') && isCompiler(Word)) {
      // "CC=gcc" in front only sets a variable.
      return I;
    }
  }
  return 0;
}

} // namespace oxide
