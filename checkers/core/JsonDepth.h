// SPDX-License-Identifier: Apache-2.0
//
// A guard for readers that recurse.

#ifndef OXIDE_CHECKERS_CORE_JSONDEPTH_H
#define OXIDE_CHECKERS_CORE_JSONDEPTH_H

#include "llvm/ADT/StringRef.h"

namespace oxide {

/// The readers of LLVM call themselves for each list and object, and a file of
/// nothing but brackets would use up their stack. No file that means anything
/// nests deeper.
inline constexpr unsigned MostNestedJson = 64;

/// Whether lists and objects of \p Text are nested more than MostNestedJson
/// deep; brackets in strings do not count. \p Text need not be JSON.
inline bool isNestedTooDeep(llvm::StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (InString) {
      if (C == '\\' && I + 1 != Text.size())
        ++I;
      InString = C != '"';
    } else if (C == '"') {
      InString = true;
    } else if (C == '[' || C == '{') {
      if (++Depth > MostNestedJson)
        return true;
    } else if ((C == ']' || C == '}') && Depth) {
      --Depth;
    }
  }
  return false;
}

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_JSONDEPTH_H
