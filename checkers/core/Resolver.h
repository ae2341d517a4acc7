// SPDX-License-Identifier: Apache-2.0
//
// From locations of a translation unit to files, lines and text.

#ifndef OXIDE_CHECKERS_CORE_RESOLVER_H
#define OXIDE_CHECKERS_CORE_RESOLVER_H

#include "core/Finding.h"
#include "core/ResolvedFinding.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringMap.h"

namespace oxide {

/// Resolves the results of one translation unit. Locations in macros are
/// treated as clang's own diagnostics treat them: the message stands where the
/// macro is used and notes lead to where it is defined.
class Resolver {
public:
  Resolver(const clang::SourceManager &SM, const clang::LangOptions &Lang)
      : SM(SM), Lang(Lang) {}

  ResolvedFinding resolve(const Finding &F);
  ResolvedKernel resolve(const KernelVerdict &K);
  ResolvedZone resolve(const ZoneRecord &Z);

  /// Where clang would say that \p Loc is.
  SourcePoint point(clang::SourceLocation Loc);

  /// The same with the text of the line.
  ResolvedPlace place(clang::SourceLocation Loc);

  /// \p Name as an absolute path without symbolic links; names of what is no
  /// file ("<command line>") stay as they are.
  std::string canonicalPath(llvm::StringRef Name);

private:
  ResolvedWitness resolve(const WitnessData &W);
  ResolvedWitnessThread resolve(const WitnessThread &T);
  std::vector<Replacement> replacements(llvm::ArrayRef<clang::FixItHint> Fixes);

  const clang::SourceManager &SM;
  const clang::LangOptions &Lang;
  llvm::StringMap<std::string> Paths;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_RESOLVER_H
