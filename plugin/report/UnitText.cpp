// SPDX-License-Identifier: Apache-2.0

#include "report/UnitText.h"
#include "report/Paths.h"

namespace oxide {

std::string passText(const UnitReport &U) {
  if (U.Passes == Pass::Device)
    return " for " + U.Arch;
  return U.Passes == Pass::Host ? " for the host" : "";
}

std::string failureText(const UnitReport &U, llvm::StringRef Root) {
  std::string Text =
      "'" + relativePath(U.File, Root) + "' was not analysed" + passText(U);
  if (!U.Errors.empty())
    Text += ": " + U.Errors.front().Message;
  return Text;
}

} // namespace oxide
