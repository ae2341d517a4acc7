// SPDX-License-Identifier: Apache-2.0

#include "clang/WarningFlags.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

static bool isOurs(llvm::StringRef Name) {
  return Name == "oxide" || Name.starts_with("oxide-");
}

WarningFlags::WarningFlags(llvm::ArrayRef<std::string> Flags,
                           llvm::ArrayRef<CheckerInfo> Table) {
  auto Check = [&](llvm::StringRef Name) {
    if (Name != "oxide" && !Unknown &&
        llvm::none_of(Table,
                      [&](const CheckerInfo &I) { return I.Name == Name; }))
      Unknown = Name.str();
  };
  for (llvm::StringRef Flag : Flags) {
    bool Negative = Flag.consume_front("no-");
    if (Flag == "everything") {
      if (Negative)
        Globs.push_back("-*");
      continue;
    }
    if (Flag == "error") {
      AllErrors = !Negative;
      // A later -Werror or -Wno-error does not undo an earlier -Werror=x.
      continue;
    }
    bool ErrorFlag = Flag.consume_front("error=");
    if (!isOurs(Flag))
      continue;
    Check(Flag);
    if (ErrorFlag)
      Errors[Flag] = !Negative;
    // As in clang, -Werror=x also switches x on.
    if (!ErrorFlag || !Negative)
      Globs.push_back((Negative ? "-" : "") +
                      (Flag == "oxide" ? std::string("*") : Flag.str()));
  }
}

llvm::Error WarningFlags::applyTo(CheckerFilter &Filter) const {
  for (llvm::StringRef Glob : Globs)
    if (llvm::Error E = Filter.applyOne(Glob))
      return E;
  return llvm::Error::success();
}

bool WarningFlags::isError(const CheckerInfo &Checker) const {
  if (auto It = Errors.find(Checker.Name); It != Errors.end())
    return It->second;
  if (auto It = Errors.find("oxide"); It != Errors.end())
    return It->second;
  return AllErrors;
}

} // namespace oxide
