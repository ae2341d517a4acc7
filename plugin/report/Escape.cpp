// SPDX-License-Identifier: Apache-2.0

#include "report/Escape.h"
#include "llvm/Support/JSON.h"

namespace oxide {

static constexpr llvm::StringLiteral Replacement = "\xEF\xBF\xBD";

std::string escapeXml(llvm::StringRef Text) {
  std::string Fixed;
  if (!llvm::json::isUTF8(Text)) {
    Fixed = llvm::json::fixUTF8(Text);
    Text = Fixed;
  }
  std::string Result;
  Result.reserve(Text.size());
  for (size_t I = 0; I != Text.size(); ++I) {
    auto C = static_cast<unsigned char>(Text[I]);
    switch (C) {
    case '&':
      Result += "&amp;";
      continue;
    case '<':
      Result += "&lt;";
      continue;
    case '>':
      Result += "&gt;";
      continue;
    case '"':
      Result += "&quot;";
      continue;
    case '\'':
      Result += "&#39;";
      continue;
    case '\r':
      // A parser would make it a line feed.
      Result += "&#13;";
      continue;
    default:
      break;
    }
    llvm::StringRef Three = Text.substr(I, 3);
    if (Three == "\xEF\xBF\xBE" || Three == "\xEF\xBF\xBF") {
      Result += Replacement;
      I += 2;
    } else if ((C < 0x20 && C != '\t' && C != '\n') || C == 0x7F) {
      Result += Replacement;
    } else {
      Result += static_cast<char>(C);
    }
  }
  return Result;
}

} // namespace oxide
