// SPDX-License-Identifier: Apache-2.0
//
// oxide-witness-escape, see docs/checkers/witness-escape.md.

#include "core/Checker.h"
#include "cuda/LibraryTypes.h"
#include "cuda/TypeText.h"
#include "tier/AddressUse.h"
#include "tier/EvaluatedVisitor.h"
#include "tier/WitnessCast.h"
#include "tier/WitnessKeeping.h"

namespace oxide {

namespace {

class WitnessEscapeChecker final : public Checker {
public:
  void finish() override;

private:
  class Visitor;
};

class WitnessEscapeChecker::Visitor : public EvaluatedVisitor<Visitor> {
public:
  explicit Visitor(WitnessEscapeChecker &C)
      : EvaluatedVisitor(C.context()), C(C), Keeping(C.context()) {}

  /// Members. What a template makes of its own members is reported where an
  /// object of it is declared.
  bool VisitFieldDecl(clang::FieldDecl *F) {
    const auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(F->getParent());
    // Unions are witness-forge's.
    if (!R || R->isUnion() || cuda::isPartOfWitness(*F) ||
        WitnessKeeping::isSubstituted(*R))
      return true;
    if (const clang::CXXRecordDecl *W = Keeping.here(F->getType()))
      report(F->getLocation(), F->getSourceRange(),
             "member '" + F->getNameAsString() + "' keeps " +
                 WitnessKeeping::describe(F->getType(), *W));
    return true;
  }

  bool VisitCXXRecordDecl(clang::CXXRecordDecl *R) {
    if (!R->isThisDeclarationADefinition() || WitnessKeeping::isSubstituted(*R))
      return true;
    // A base that is a witness itself is witness-forge's.
    for (const clang::CXXBaseSpecifier &B : R->bases())
      if (const clang::CXXRecordDecl *W = Keeping.here(B.getType());
          W && !cuda::asWitness(B.getType()))
        report(B.getBeginLoc(), B.getSourceRange(),
               "the base class keeps " +
                   WitnessKeeping::describe(B.getType(), *W));
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *V) {
    clang::QualType T = V->getType();
    if (llvm::isa<clang::ParmVarDecl>(V) || T->isDependentType() ||
        cuda::isPartOfWitness(*V))
      return true;
    if (V->hasGlobalStorage() || V->hasAttr<clang::CUDASharedAttr>()) {
      if (const clang::CXXRecordDecl *W = Keeping.anywhere(T))
        report(V->getLocation(), V->getSourceRange(),
               "'" + V->getNameAsString() + "' keeps " +
                   WitnessKeeping::describe(T, *W) +
                   (V->hasAttr<clang::CUDASharedAttr>()
                        ? " in shared memory"
                        : " in static storage"));
      return true;
    }
    // A local reference lives no longer than what it names.
    if (T->isReferenceType() || cuda::asWitness(T))
      return true;
    if (const clang::CXXRecordDecl *W = Keeping.byValue(T))
      report(V->getLocation(), V->getSourceRange(),
             "'" + V->getNameAsString() + "' keeps " +
                 WitnessKeeping::describe(T, *W) +
                 (T->isArrayType() ? " in an array" : " in another object"));
    return true;
  }

  /// A kernel has one argument for all threads.
  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (!F->hasAttr<clang::CUDAGlobalAttr>() || !F->isFirstDecl())
      return true;
    for (const clang::ParmVarDecl *P : F->parameters())
      if (const clang::CXXRecordDecl *W = Keeping.anywhere(P->getType()))
        report(P->getLocation(), P->getSourceRange(),
               "kernel parameter '" + P->getNameAsString() + "' gives " +
                   WitnessKeeping::describe(P->getType(), *W) +
                   " to all threads");
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator *U) { return address(*U); }
  bool VisitCallExpr(clang::CallExpr *Call) {
    bitCast(*Call);
    return address(*Call);
  }
  bool VisitBuiltinBitCastExpr(clang::BuiltinBitCastExpr *E) {
    return bitCast(*E);
  }

  /// A reference to a witness that is cast to a reference to something else;
  /// casts of pointers begin with an address that is taken.
  bool VisitExplicitCastExpr(clang::ExplicitCastExpr *Cast) {
    if (Cast->getCastKind() != clang::CK_LValueBitCast || asWitnessCast(*Cast))
      return true;
    if (const clang::CXXRecordDecl *W =
            cuda::asUniqueWitness(Cast->getSubExpr()->getType()))
      report(Cast->getExprLoc(), Cast->getSourceRange(),
             "a witness of type " + cuda::quotedType(*W) +
                 " is cast to something else");
    return true;
  }

  bool VisitCXXNewExpr(clang::CXXNewExpr *E) {
    clang::QualType T = E->getAllocatedType();
    // A witness placed into given memory is witness-forge's.
    if (T->isDependentType() ||
        (cuda::asWitness(T) && E->getNumPlacementArgs() != 0))
      return true;
    if (const clang::CXXRecordDecl *W = Keeping.byValue(T))
      report(E->getBeginLoc(), E->getSourceRange(),
             "heap memory keeps " + WitnessKeeping::describe(T, *W));
    return true;
  }

  /// What a lambda captures by value is a member of it.
  bool VisitLambdaExpr(clang::LambdaExpr *L) {
    auto Field = L->getLambdaClass()->field_begin();
    for (const clang::LambdaCapture &Capture : L->captures()) {
      if (Field == L->getLambdaClass()->field_end())
        break;
      clang::QualType T = (*Field++)->getType();
      if (!T->isReferenceType() && !T->isAnyPointerType())
        if (const clang::CXXRecordDecl *W = Keeping.here(T))
          report(Capture.getLocation(), L->getIntroducerRange(),
                 "a lambda captures " + WitnessKeeping::describe(T, *W) +
                     " by value");
    }
    return true;
  }

  /// References that outlive the witness they name, in a lambda perhaps.
  bool VisitReturnStmt(clang::ReturnStmt *S) {
    const clang::Expr *Value = S->getRetValue();
    const clang::FunctionDecl *F = currentFunction();
    if (!Value || !F || Value->isTypeDependent())
      return true;
    if (F->getReturnType()->isReferenceType()) {
      const auto *Ref =
          llvm::dyn_cast<clang::DeclRefExpr>(Value->IgnoreParenImpCasts());
      const clang::CXXRecordDecl *W = cuda::asUniqueWitness(Value->getType());
      if (W && Ref && diesWith(Ref->getDecl(), *F))
        report(S->getReturnLoc(), S->getSourceRange(),
               "a reference to the witness '" +
                   Ref->getDecl()->getNameAsString() +
                   "' is returned, which ends with the function");
      return true;
    }
    const clang::CXXRecordDecl *Closure =
        Value->getType()->getAsCXXRecordDecl();
    if (!Closure || !Closure->isLambda())
      return true;
    auto Field = Closure->field_begin();
    for (const clang::LambdaCapture &Capture : Closure->captures()) {
      if (Field == Closure->field_end())
        break;
      clang::QualType T = (*Field++)->getType();
      if (!T->isReferenceType() || !Capture.capturesVariable() ||
          !cuda::asUniqueWitness(T->getPointeeType()) ||
          !diesWith(Capture.getCapturedVar(), *F))
        continue;
      C.diag(S->getReturnLoc(),
             "a lambda that is returned captures the witness '" +
                 Capture.getCapturedVar()->getNameAsString() +
                 "' by reference, which ends with the function")
              .in(F)
              .note(Capture.getLocation(), "captured here")
          << S->getSourceRange();
    }
    return true;
  }

private:
  /// Whether \p D is an object of \p F itself, not something that it refers to.
  static bool diesWith(const clang::ValueDecl *D,
                       const clang::FunctionDecl &F) {
    const auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           V->getDeclContext() == &F;
  }

  bool address(const clang::Expr &E) {
    const clang::Expr *Object = addressedObject(E);
    if (!Object || E.isTypeDependent())
      return true;
    const clang::CXXRecordDecl *W = cuda::asUniqueWitness(Object->getType());
    if (!W)
      return true;
    std::optional<AddressUse> Use = useOfAddress(E, context().ast());
    if (!Use || isReportedElsewhere(*Use))
      return true;
    report(E.getExprLoc(), E.getSourceRange(),
           "the address of a witness of type " + cuda::quotedType(*W) +
               " is stored or passed on");
    return true;
  }

  /// Static variables are reported as such, forging by witness-forge.
  bool isReportedElsewhere(const AddressUse &Use) {
    if (const auto *V = Use.User.get<clang::VarDecl>())
      return V->hasGlobalStorage();
    if (const auto *Cast = Use.User.get<clang::ExplicitCastExpr>())
      return asWitnessCast(*Cast).has_value();
    if (const auto *Call = Use.User.get<clang::CallExpr>())
      return Call->getNumArgs() > 0 && Call->getArg(0) == Use.Operand &&
             writesWitness(*Call);
    return false;
  }

  bool bitCast(const clang::Expr &E) {
    if (E.isTypeDependent())
      return true;
    if (std::optional<BitCast> B = asBitCast(E))
      if (const clang::CXXRecordDecl *W = cuda::asUniqueWitness(B->From))
        report(E.getExprLoc(), E.getSourceRange(),
               "a witness of type " + cuda::quotedType(*W) +
                   " is cast to something else");
    return true;
  }

  void report(clang::SourceLocation Loc, clang::SourceRange Range,
              const llvm::Twine &Message) {
    if (currentFunction() && cuda::isPartOfWitness(*currentFunction()))
      return;
    C.diag(Loc, Message).in(currentFunction()) << Range;
  }

  WitnessEscapeChecker &C;
  WitnessKeeping Keeping;
};

void WitnessEscapeChecker::finish() { Visitor(*this).run(); }

} // namespace

OXIDE_REGISTER_CHECKER(WitnessEscape)

} // namespace oxide
