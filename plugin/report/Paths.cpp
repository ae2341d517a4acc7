// SPDX-License-Identifier: Apache-2.0

#include "report/Paths.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

std::string relativePath(llvm::StringRef Path, llvm::StringRef Folder) {
  llvm::StringRef Rest = Path;
  Folder.consume_back("/");
  if (Rest.consume_front(Folder) && Rest.consume_front("/") && !Rest.empty())
    return Rest.str();
  return Path.str();
}

/// The unreserved characters of RFC 3986 and those that a path segment may
/// hold. A colon would make the first segment of a relative reference a
/// scheme.
static bool staysAsItIs(char C) {
  return llvm::isAlnum(C) || llvm::StringRef("-._~/!$&'()*+,;=@").contains(C);
}

std::string fileUri(llvm::StringRef Path) {
  std::string Uri = Path.starts_with("/") ? "file://" : "";
  for (char C : Path) {
    if (staysAsItIs(C)) {
      Uri += C;
      continue;
    }
    auto Byte = static_cast<unsigned char>(C);
    Uri += '%';
    Uri += llvm::hexdigit(Byte >> 4);
    Uri += llvm::hexdigit(Byte & 15);
  }
  return Uri;
}

} // namespace oxide
