// SPDX-License-Identifier: Apache-2.0
//
// What a checker has to say: data only, with locations of the current
// translation unit. Reports that outlive the unit use ResolvedFinding.

#ifndef OXIDE_CHECKERS_CORE_FINDING_H
#define OXIDE_CHECKERS_CORE_FINDING_H

#include "core/CheckerInfo.h"
#include "core/Witness.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace oxide {

struct FindingNote {
  clang::SourceLocation Loc;
  std::string Message;
};

struct Finding {
  const CheckerInfo *Checker = nullptr;
  Severity Level = Severity::Warning;
  clang::SourceLocation Loc;
  clang::SourceRange Range;
  std::string Message; ///< lower case, no full stop, no advice
  llvm::SmallVector<FindingNote, 2> Notes;
  llvm::SmallVector<clang::FixItHint, 1> Fixes;
  const clang::FunctionDecl *Function = nullptr; ///< enclosing function
  Grade Certainty = Grade::Certain;
  std::optional<WitnessData> Witness;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_FINDING_H
