// SPDX-License-Identifier: Apache-2.0
//
// oxide-layout-mismatch, see docs/checkers/layout-mismatch.md.

#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/CodeModel.h"
#include "host/PassLayout.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide {

namespace {

using namespace cuda;

/// Kernels of the unit, as written or instantiated.
class Kernels : public FirstPartyVisitor<Kernels> {
public:
  using FirstPartyVisitor::FirstPartyVisitor;
  std::vector<const clang::FunctionDecl *> All;

  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (F->hasAttr<clang::CUDAGlobalAttr>() && !F->isDependentContext() &&
        F->isThisDeclarationADefinition())
      All.push_back(F);
    return true;
  }
};

class LayoutMismatchChecker final : public Checker {
public:
  void finish() override {
    Kernels Found(context());
    Found.run();
    for (const clang::FunctionDecl *K : Found.All)
      for (const clang::ParmVarDecl *P : K->parameters()) {
        const clang::CXXRecordDecl *Differs = find(P->getType(), 0);
        if (Differs && Reported.insert(Differs).second)
          report(*K, *P, *Differs);
      }
  }

private:
  /// The class within \p T whose members depend on the pass.
  const clang::CXXRecordDecl *find(clang::QualType T, unsigned Depth) {
    // No deeper than people nest classes.
    if (Depth > 8)
      return nullptr;
    if (T->isPointerType() || T->isReferenceType())
      T = T->getPointeeType();
    if (T->isArrayType())
      T = clang::QualType(T->getBaseElementTypeUnsafe(), 0);
    const clang::CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R || !R->hasDefinition() ||
        !context().isFirstParty(R->getDefinition()->getLocation()))
      return nullptr;
    R = R->getDefinition();
    auto [It, New] = Known.try_emplace(R, nullptr);
    if (!New)
      return It->second;
    const clang::CXXRecordDecl *Result =
        passDifference(*R, context().ast()) ? R : nullptr;
    for (const clang::CXXBaseSpecifier &B : R->bases())
      if (!Result)
        Result = find(B.getType(), Depth + 1);
    for (const clang::FieldDecl *F : R->fields())
      // What a member points to is an object of its own.
      if (!Result && !F->getType()->isPointerType())
        Result = find(F->getType(), Depth + 1);
    return Known[R] = Result;
  }

  void report(const clang::FunctionDecl &Kernel, const clang::ParmVarDecl &P,
              const clang::CXXRecordDecl &R) {
    PassDifference D = *passDifference(R, context().ast());
    auto Text = [](const MemberLayout &L) {
      return std::to_string(L.Size) + " bytes aligned to " +
             std::to_string(L.Align);
    };
    diag(P.getLocation(),
         "parameter '" + P.getName() + "' of " + quotedName(Kernel) +
             " has a class with another layout on the device than on the host")
        .in(&Kernel)
        .note(D.At, "these members of '" + R.getNameAsString() + "' take " +
                        Text(D.Device) + " on the device and " + Text(D.Host) +
                        " on the host");
  }

  llvm::DenseMap<const clang::CXXRecordDecl *, const clang::CXXRecordDecl *>
      Known;
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 4> Reported;
};

} // namespace

OXIDE_REGISTER_CHECKER(LayoutMismatch)

} // namespace oxide
