// SPDX-License-Identifier: Apache-2.0
//
// oxide-memcpy-type, see docs/checkers/memcpy-type.md.

#include "core/Checker.h"
#include "cuda/DeviceCopy.h"
#include "cuda/TypeText.h"
#include "host/HostCode.h"

namespace oxide {

namespace {

using namespace cuda;

class MemcpyTypeChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions())
      for (const ApiCall &Call : F.Calls)
        // Copies to and from symbols are with device-copy.
        if (Call.Api->Role == ApiRole::Copy ||
            Call.Api->Role == ApiRole::CopyToDevice ||
            Call.Api->Role == ApiRole::CopyToHost)
          lookAt(F, Call);
  }

private:
  void lookAt(const HostFunction &F, const ApiCall &Call) {
    for (const clang::Expr *Side : {Call.target(), Call.source()}) {
      clang::QualType T = elementOf(Side);
      if (T.isNull())
        continue;
      std::optional<DeviceCopyProblem> Why =
          whyNotDeviceCopyable(T, context().ast());
      // What the elements point to may be meant for one side alone.
      if (!Why || Why->Fault == DeviceCopyFault::HostPointer)
        continue;
      diag(Side->getExprLoc(),
           "this copies objects of type " + quotedType(T, context().ast()) +
               " byte by byte, which does not make objects of them, because " +
               Why->Message)
              .in(F.Decl)
          << Side->getSourceRange();
      return;
    }
  }

  /// What the pointer \p E points to before it becomes a `void *`; null for
  /// what is no class.
  static clang::QualType elementOf(const clang::Expr *E) {
    if (!E)
      return {};
    clang::QualType T = E->IgnoreParenCasts()->getType();
    if (T->isPointerType())
      T = T->getPointeeType();
    else if (T->isArrayType())
      T = clang::QualType(T->getBaseElementTypeUnsafe(), 0);
    else
      return {};
    T = T.getUnqualifiedType();
    return T->isDependentType() || !T->getAsCXXRecordDecl() ||
                   T->isIncompleteType()
               ? clang::QualType()
               : T;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(MemcpyType)

} // namespace oxide
