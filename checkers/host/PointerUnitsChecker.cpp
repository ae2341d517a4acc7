// SPDX-License-Identifier: Apache-2.0
//
// oxide-pointer-units, see docs/checkers/pointer-units.md.

#include "core/Checker.h"
#include "host/ByteSize.h"
#include "host/HostCode.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace oxide {

namespace {

using namespace cuda;

/// Offsets of pointers, as `p + n` and `p[n]`.
class Offsets : public clang::RecursiveASTVisitor<Offsets> {
public:
  struct Offset {
    const clang::Expr *Pointer, *Count;
  };
  std::vector<Offset> All;

  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }
  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    if (B->getOpcode() == clang::BO_Add || B->getOpcode() == clang::BO_Sub ||
        B->getOpcode() == clang::BO_AddAssign) {
      add(B->getLHS(), B->getRHS());
      add(B->getRHS(), B->getLHS());
    }
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *S) {
    add(S->getBase(), S->getIdx());
    return true;
  }

private:
  void add(const clang::Expr *Pointer, const clang::Expr *Count) {
    if (Pointer->getType()->isPointerType() &&
        Count->getType()->isIntegerType())
      All.push_back({Pointer, Count});
  }
};

class PointerUnitsChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      if (!F.usesDevice())
        continue;
      Offsets Found;
      Found.TraverseStmt(F.Decl->getBody());
      for (const Offsets::Offset &O : Found.All)
        lookAt(F, O);
    }
  }

private:
  void lookAt(const HostFunction &F, const Offsets::Offset &O) {
    clang::QualType Element = O.Pointer->getType()->getPointeeType();
    if (Element->isIncompleteType() || Element->isDependentType() ||
        Element->isFunctionType())
      return;
    int64_t Width = context().ast().getTypeSizeInChars(Element).getQuantity();
    std::optional<ByteSize> Count = byteSize(O.Count, context().ast());
    // One sizeof of the element, and a number of them.
    if (Width <= 1 || !Count || Count->Unit != Width || Count->Factors.empty())
      return;
    diag(O.Count->getExprLoc(),
         "this offset is in bytes, and the pointer counts elements of " +
             llvm::Twine(Width) + " bytes")
            .in(F.Decl)
        << O.Count->getSourceRange();
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(PointerUnits)

} // namespace oxide
