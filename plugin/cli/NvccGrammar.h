// SPDX-License-Identifier: Apache-2.0
//
// How nvcc reads its command line: which argument is an option, which its
// value. clang reads the same words differently and does not always complain:
// "-lineinfo" is a library to it, "-use_fast_math" undefines a macro, and
// "-optix-ir" names an output file.

#ifndef OXIDE_PLUGIN_CLI_NVCCGRAMMAR_H
#define OXIDE_PLUGIN_CLI_NVCCGRAMMAR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace oxide {

enum class NvccValue { None, Bool, One, List, JoinedNumber, JoinedList };

enum class NvccAction {
  Drop,
  Emit,
  EmitCuda,
  EmitIfTrue,
  EmitIfFalse,
  Joined,
  Separate,
  Language,
  HostFlags,
  HostCompiler,
  Arch,
  GenCode,
  Stream,
  Werror,
  OptionsFile,
};

/// One row of NvccFlags.def.
struct NvccFlag {
  llvm::StringRef Long;
  llvm::StringRef Short;
  NvccValue Value;
  NvccAction Action;
  llvm::StringRef Text;
};

llvm::ArrayRef<NvccFlag> nvccFlags();

/// One option with its value, or one argument that is none.
struct NvccArgument {
  enum KindType {
    Option,  ///< Flag and, unless it takes none, Value
    NoValue, ///< Flag without the value it needs
    Unknown, ///< begins with a dash, but nvcc does not know it
    Input,   ///< a file
  };

  KindType Kind;
  const NvccFlag *Flag = nullptr;
  std::string Spelling; ///< as written, with the value if it is joined
  std::string Value = {};
  bool Separate = false; ///< the value is a word of its own

  /// As written, with the value.
  std::string text() const {
    return Separate ? Spelling + " " + Value : Spelling;
  }
  /// The value split at the commas that separate.
  std::vector<std::string> values() const;
};

/// \p Arguments is what stands behind the compiler.
std::vector<NvccArgument> parseNvcc(llvm::ArrayRef<std::string> Arguments);

/// Splits at commas, except those in double quotes and behind a backslash;
/// that backslash is removed.
std::vector<std::string> splitNvccList(llvm::StringRef List);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_NVCCGRAMMAR_H
