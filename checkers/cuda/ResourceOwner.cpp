// SPDX-License-Identifier: Apache-2.0

#include "cuda/ResourceOwner.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace oxide::cuda {

bool isReleaseFunction(llvm::StringRef Name) {
  static const llvm::StringSet<> Table{
      "cudaFree",
      "cudaFreeAsync",
      "cudaFreeAsync_ptsz",
      "cudaFreeHost",
      "cudaFreeArray",
      "cudaFreeMipmappedArray",
      "cudaStreamDestroy",
      "cudaEventDestroy",
      "cudaGraphDestroy",
      "cudaGraphExecDestroy",
      "cudaMemPoolDestroy",
      "cudaDestroyTextureObject",
      "cudaDestroySurfaceObject",
      "cudaDestroyExternalMemory",
      "cudaDestroyExternalSemaphore",
      "cudaGraphicsUnregisterResource",
      "cudaIpcCloseMemHandle",
      "cudaLibraryUnload",
      "cudaUserObjectRelease",
      "cuMemFree",
      "cuMemFree_v2",
      "cuMemFreeAsync",
      "cuMemFreeAsync_ptsz",
      "cuMemFreeHost",
      "cuMemRelease",
      "cuMemPoolDestroy",
      "cuArrayDestroy",
      "cuMipmappedArrayDestroy",
      "cuStreamDestroy",
      "cuStreamDestroy_v2",
      "cuEventDestroy",
      "cuEventDestroy_v2",
      "cuCtxDestroy",
      "cuCtxDestroy_v2",
      "cuDevicePrimaryCtxRelease",
      "cuModuleUnload",
      "cuLibraryUnload",
      "cuLinkDestroy",
      "cuGraphDestroy",
      "cuGraphExecDestroy",
      "cuTexObjectDestroy",
      "cuSurfObjectDestroy",
      "cuDestroyExternalMemory",
      "cuDestroyExternalSemaphore",
      "cublasDestroy",
      "cublasDestroy_v2",
      "cublasLtDestroy",
      "cublasLtMatmulDescDestroy",
      "cublasLtMatmulPreferenceDestroy",
      "cublasLtMatrixLayoutDestroy",
      "cudnnDestroy",
      "cudnnBackendDestroyDescriptor",
      "cudnnDestroyActivationDescriptor",
      "cudnnDestroyConvolutionDescriptor",
      "cudnnDestroyDropoutDescriptor",
      "cudnnDestroyFilterDescriptor",
      "cudnnDestroyPoolingDescriptor",
      "cudnnDestroyRNNDescriptor",
      "cudnnDestroyTensorDescriptor",
      "cufftDestroy",
      "curandDestroyGenerator",
      "curandDestroyDistribution",
      "cusolverDnDestroy",
      "cusolverSpDestroy",
      "cusparseDestroy",
      "cusparseDestroyDnMat",
      "cusparseDestroyDnVec",
      "cusparseDestroySpMat",
      "cusparseDestroySpVec",
      "cutensorDestroy",
      "ncclCommDestroy",
      "ncclCommFinalize",
      "nvrtcDestroyProgram",
      "nvJitLinkDestroy",
  };
  return Table.contains(Name);
}

namespace {

/// The field of `*this` that \p E names.
const clang::FieldDecl *ownField(const clang::Expr *E) {
  const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E->IgnoreParenCasts());
  if (!Member ||
      !llvm::isa<clang::CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
    return nullptr;
  return llvm::dyn_cast<clang::FieldDecl>(Member->getMemberDecl());
}

bool isRawHandle(clang::QualType T) {
  return T->isPointerType() || T->isIntegralOrEnumerationType();
}

/// Whether \p E looks at nothing but \p Field and constants, and calls nothing.
class OnlyAbout : public clang::RecursiveASTVisitor<OnlyAbout> {
public:
  explicit OnlyAbout(const clang::FieldDecl &Field) : Field(Field) {}

  bool holds(const clang::Expr *E) {
    TraverseStmt(const_cast<clang::Expr *>(E));
    return Good;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    Good = Good && E->getMemberDecl() == &Field;
    return Good;
  }
  bool VisitCallExpr(clang::CallExpr *) { return Good = false; }
  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    Good = Good && llvm::isa<clang::EnumConstantDecl>(Ref->getDecl());
    return Good;
  }

private:
  const clang::FieldDecl &Field;
  bool Good = true;
};

/// Looks for a release in the statements of one member function.
class ReleaseFinder {
public:
  explicit ReleaseFinder(const clang::CXXRecordDecl &Class) : Class(Class) {}

  std::optional<Release> function(const clang::CXXMethodDecl &F) {
    const clang::FunctionDecl *Definition = nullptr;
    const clang::Stmt *Body = F.getBody(Definition);
    if (!Body || !Seen.insert(Definition).second)
      return std::nullopt;
    return statement(Body);
  }

private:
  std::optional<Release> statement(const clang::Stmt *S) {
    if (!S)
      return std::nullopt;
    if (const auto *If = llvm::dyn_cast<clang::IfStmt>(S)) {
      if (std::optional<Release> R = either(If->getCond(), If->getInit()))
        return R;
      std::optional<Release> R = either(If->getThen(), If->getElse());
      return R && OnlyAbout(*R->Field).holds(If->getCond()) ? R : std::nullopt;
    }
    // What runs any number of times, or is only looked at, says nothing.
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt,
                  clang::SwitchStmt, clang::LambdaExpr,
                  clang::ConditionalOperator, clang::UnaryExprOrTypeTraitExpr>(
            S))
      return std::nullopt;
    if (const auto *B = llvm::dyn_cast<clang::BinaryOperator>(S);
        B && B->isLogicalOp())
      return statement(B->getLHS());
    if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
      if (std::optional<Release> R = call(*Call))
        return R;
    for (const clang::Stmt *Child : S->children()) {
      if (std::optional<Release> R = statement(Child))
        return R;
      // What follows an early return is conditional on more than the handle.
      if (const auto *If = llvm::dyn_cast_or_null<clang::IfStmt>(Child))
        if (leaves(If) && !aboutOneField(If->getCond()))
          return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<Release> either(const clang::Stmt *A, const clang::Stmt *B) {
    if (std::optional<Release> R = statement(A))
      return R;
    return statement(B);
  }

  static bool leaves(const clang::IfStmt *If) {
    const clang::Stmt *Then = If->getThen();
    if (const auto *Block = llvm::dyn_cast<clang::CompoundStmt>(Then))
      Then = Block->body_empty() ? nullptr : Block->body_back();
    return Then && llvm::isa<clang::ReturnStmt>(Then);
  }

  bool aboutOneField(const clang::Expr *Condition) const {
    for (const clang::FieldDecl *F : Class.fields())
      if (isRawHandle(F->getType()) && !F->getType()->isBooleanType() &&
          OnlyAbout(*F).holds(Condition))
        return true;
    return false;
  }

  std::optional<Release> call(const clang::CallExpr &Call) {
    const clang::FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee)
      return std::nullopt;
    if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Callee)) {
      const auto *Member =
          llvm::dyn_cast<clang::MemberExpr>(Call.getCallee()->IgnoreParens());
      if (Member &&
          Method->getParent()->getCanonicalDecl() == Class.getCanonicalDecl() &&
          llvm::isa<clang::CXXThisExpr>(
              Member->getBase()->IgnoreParenImpCasts()))
        return function(*Method);
      return std::nullopt;
    }
    if (!Callee->getIdentifier() || !isReleaseFunction(Callee->getName()) ||
        Call.getNumArgs() == 0)
      return std::nullopt;
    const clang::FieldDecl *Field = ownField(Call.getArg(0));
    if (!Field || !isRawHandle(Field->getType()))
      return std::nullopt;
    return Release{Field, &Call};
  }

  const clang::CXXRecordDecl &Class;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 4> Seen;
};

} // namespace

std::optional<Release> unconditionalRelease(const clang::CXXRecordDecl &Class) {
  const clang::CXXDestructorDecl *D = Class.getDestructor();
  if (!D || !D->isUserProvided() || Class.isDependentContext())
    return std::nullopt;
  return ReleaseFinder(Class).function(*D);
}

} // namespace oxide::cuda
