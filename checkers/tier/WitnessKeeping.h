// SPDX-License-Identifier: Apache-2.0
//
// Which types keep a witness, and where that is to be reported.

#ifndef OXIDE_CHECKERS_TIER_WITNESSKEEPING_H
#define OXIDE_CHECKERS_TIER_WITNESSKEEPING_H

#include "core/CheckContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace oxide {

/// Answers for unique witnesses only, see cuda::isUnique().
class WitnessKeeping {
public:
  explicit WitnessKeeping(const CheckContext &Ctx) : Ctx(Ctx) {}

  /// The witness that an object of type \p T holds, refers to or points to, in
  /// its members too; null when there is none.
  const clang::CXXRecordDecl *anywhere(clang::QualType T);

  /// The same, unless the class of the object is first-party code with a
  /// member or base that is reported itself.
  const clang::CXXRecordDecl *here(clang::QualType T);

  /// The same, unless the object is a pointer or an array of pointers: an
  /// address is reported where it is taken.
  const clang::CXXRecordDecl *byValue(clang::QualType T);

  /// Whether the members of \p R have types that a template was given.
  static bool isSubstituted(const clang::CXXRecordDecl &R) {
    return R.getTemplateInstantiationPattern() != nullptr;
  }

  /// "a reference to a witness of type 'W'", for a \p T that keeps \p W.
  static std::string describe(clang::QualType T, const clang::CXXRecordDecl &W);

private:
  const CheckContext &Ctx;
  llvm::DenseMap<clang::QualType, const clang::CXXRecordDecl *> Found;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_TIER_WITNESSKEEPING_H
