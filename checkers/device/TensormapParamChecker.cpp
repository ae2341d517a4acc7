// SPDX-License-Identifier: Apache-2.0
//
// oxide-tensormap-param, see docs/checkers/tensormap-param.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "device/TensorMapFlow.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace oxide {

namespace {

/// Whether a parameter could be const: each use reads it, or takes its address
/// as one of something const or as a number.
class ConstUse : public clang::RecursiveASTVisitor<ConstUse> {
public:
  explicit ConstUse(const clang::ParmVarDecl &P) : P(P) {}

  bool holds(clang::Stmt *Body) {
    TraverseStmt(Body);
    return Uses == Good;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    Uses += Ref->getDecl() == &P;
    return true;
  }
  bool VisitCastExpr(clang::CastExpr *Cast) {
    const clang::Expr *Sub = Cast->getSubExpr()->IgnoreParens();
    clang::QualType T = Cast->getType();
    if (names(Sub))
      Good += T.isConstQualified() ||
              Cast->getCastKind() == clang::CK_LValueToRValue;
    else if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(Sub);
             U && U->getOpcode() == clang::UO_AddrOf &&
             names(U->getSubExpr()->IgnoreParens()))
      Good += T->isIntegerType() ||
              (T->isPointerType() && T->getPointeeType().isConstQualified());
    return true;
  }

private:
  bool names(const clang::Expr *E) const {
    const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
    return Ref && Ref->getDecl() == &P;
  }

  const clang::ParmVarDecl &P;
  unsigned Uses = 0, Good = 0;
};

class TensormapParamChecker final : public Checker {
public:
  void finish() override {
    for (const cuda::DeviceFunction *K :
         context().get<cuda::CodeModel>().kernels()) {
      llvm::SmallPtrSet<const clang::VarDecl *, 4> Seen;
      for (const cuda::TensorMapUse &Use :
           cuda::tensorMapUses(*K->Decl, context())) {
        const auto *P = llvm::dyn_cast<clang::ParmVarDecl>(Use.Root);
        if (P && !P->getType()->isPointerType()) {
          if (Seen.insert(P).second)
            checkCopy(*K->Decl, *P, Use);
        } else if (!cuda::hasTensorMapFence(*K->Decl)) {
          checkMemory(*K->Decl, Use);
        }
      }
    }
  }

private:
  clang::SourceLocation place(clang::SourceLocation Loc) {
    return context().sources().getFileLoc(Loc);
  }

  static bool isGridConstant(const clang::FunctionDecl &K,
                             const clang::ParmVarDecl &P) {
    return llvm::any_of(K.redecls(), [&](const clang::FunctionDecl *D) {
      return D->getParamDecl(P.getFunctionScopeIndex())
          ->hasAttr<clang::CUDAGridConstantAttr>();
    });
  }

  /// A parameter by value whose address is taken lives in local memory.
  void checkCopy(const clang::FunctionDecl &K, const clang::ParmVarDecl &P,
                 const cuda::TensorMapUse &Use) {
    if (isGridConstant(K, P))
      return;
    FindingBuilder B =
        diag(place(P.getLocation()),
             "tensor map in parameter '" + P.getNameAsString() +
                 "' is read by a TMA instruction from a copy in local memory, "
                 "because the parameter is not __grid_constant__");
    B.in(&K).note(place(Use.Loc), "read here");
    bool Const = P.getType().isConstQualified();
    if (P.getBeginLoc().isMacroID() || K.isTemplateInstantiation() ||
        K.getFirstDecl() != &K || !cuda::isTensorMap(P.getType()) ||
        !(Const || ConstUse(P).holds(K.getBody())))
      return;
    B << clang::FixItHint::CreateInsertion(P.getBeginLoc(),
                                           Const ? "__grid_constant__ "
                                                 : "const __grid_constant__ ");
  }

  void checkMemory(const clang::FunctionDecl &K,
                   const cuda::TensorMapUse &Use) {
    std::string Name = "'" + Use.Root->getNameAsString() + "'";
    diag(place(Use.Loc),
         "TMA instruction reads the tensor map " +
             (llvm::isa<clang::ParmVarDecl>(Use.Root) ? "at " + Name : Name) +
             " in global memory without a fence of the tensor map proxy")
        .in(&K)
        .note(place(Use.Root->getLocation()), "declared here")
        .note(place(Use.Loc),
              "pass it by value as 'const __grid_constant__ CUtensorMap', or "
              "put fence.proxy.tensormap::generic.acquire in front of the "
              "first use in each block");
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(TensormapParam)

} // namespace oxide
