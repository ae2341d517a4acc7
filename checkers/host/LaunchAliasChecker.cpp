// SPDX-License-Identifier: Apache-2.0
//
// oxide-launch-alias, see docs/checkers/launch-alias.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "cuda/HostValues.h"
#include "host/AccessPath.h"
#include "host/HostCode.h"
#include "host/KernelEffects.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

namespace {

using namespace cuda;

/// Whether an expression names the index of the thread.
class NamesThread : public clang::RecursiveASTVisitor<NamesThread> {
public:
  bool Found = false;
  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    const clang::IdentifierInfo *Id = Ref->getDecl()->getIdentifier();
    Found |= Id && Id->isStr("threadIdx");
    return true;
  }
};

class LaunchAliasChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      for (const Launch &L : F.Launches)
        if (L.Form == LaunchForm::Chevron && L.Kernel)
          lookAtPointers(L);
      for (const clang::CallExpr *Call : F.UserCalls)
        lookAtTyped(F, *Call);
    }
  }

private:
  /// One array that a kernel gets as two. That each thread reads the element
  /// that it writes is all right; that it reads a neighbour's is a race, and
  /// all else breaks the promise of __restrict__.
  void lookAtPointers(const Launch &L) {
    const std::vector<ParameterEffect> &Effects =
        context().get<KernelEffects>().of(*L.Kernel);
    auto Promises = [&](size_t I) {
      return L.Kernel->getParamDecl(I)->getType().isRestrictQualified();
    };
    for (size_t I = 0; I < L.Arguments.size() && I < Effects.size(); ++I)
      for (size_t J = 0; J < L.Arguments.size() && J < Effects.size(); ++J) {
        if (I == J || !Effects[I].Writes || !Effects[J].Reads)
          continue;
        std::optional<AccessPath> Path =
            sharedPath(L.Arguments[I], L.Arguments[J]);
        if (!Path)
          continue;
        const clang::Expr *Neighbour = neighbour(Effects[I], Effects[J]);
        if (Neighbour)
          report(L.Function, L.Call->getBeginLoc(), *Path, *L.Kernel, I, J,
                 Neighbour->getExprLoc(),
                 "here a thread reads what its neighbour writes");
        else if (Promises(I) && Promises(J) &&
                 !isElementwise(Effects[I], Effects[J]))
          report(L.Function, L.Call->getBeginLoc(), *Path, *L.Kernel, I, J,
                 L.Kernel->getParamDecl(I)->getLocation(),
                 "__restrict__ promises that nothing else reaches what it "
                 "points to");
        else
          continue;
        return;
      }
  }

  bool isSame(const clang::Expr *A, const clang::Expr *B) {
    if (!A || !B)
      return false;
    llvm::FoldingSetNodeID First, Second;
    A->IgnoreParenImpCasts()->Profile(First, context().ast(), true);
    B->IgnoreParenImpCasts()->Profile(Second, context().ast(), true);
    return First == Second;
  }

  /// Whether all elements that are written and read have one index.
  bool isElementwise(const ParameterEffect &Written,
                     const ParameterEffect &Read) {
    const clang::Expr *Index = Written.WrittenAt.front();
    auto Same = [&](const clang::Expr *E) { return isSame(Index, E); };
    return llvm::all_of(Written.WrittenAt, Same) &&
           llvm::all_of(Read.ReadAt, Same);
  }

  /// Whether \p Index is made from that of the thread: a loop of one thread may
  /// well read what it has written in the round before.
  static bool isOfThread(const clang::Expr *Index) {
    NamesThread Looker;
    Looker.TraverseStmt(const_cast<clang::Expr *>(resolved(Index)));
    return Looker.Found;
  }

  /// The index of a read that is that of a write and a constant that is not 0.
  const clang::Expr *neighbour(const ParameterEffect &Written,
                               const ParameterEffect &Read) {
    for (const clang::Expr *At : Read.ReadAt) {
      const auto *Sum = llvm::dyn_cast_or_null<clang::BinaryOperator>(
          At ? At->IgnoreParenImpCasts() : nullptr);
      clang::Expr::EvalResult Constant;
      if (!Sum || !Sum->isAdditiveOp() ||
          !Sum->getRHS()->EvaluateAsInt(Constant, context().ast()) ||
          Constant.Val.getInt() == 0 || !isOfThread(Sum->getLHS()))
        continue;
      if (llvm::any_of(Written.WrittenAt, [&](const clang::Expr *E) {
            return isSame(Sum->getLHS(), E);
          }))
        return At;
    }
    return nullptr;
  }

  /// `launch(stream, a, b, a)` of a PreparedLaunch.
  void lookAtTyped(const HostFunction &F, const clang::CallExpr &Call) {
    const auto *Operator = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&Call);
    if (!Operator || Operator->getOperator() != clang::OO_Call)
      return;
    const clang::FunctionDecl *Kernel =
        kernelOf(Operator->getArg(0)->getType());
    constexpr unsigned First = 2; // behind the launch itself and the stream
    if (!Kernel)
      return;
    for (unsigned I = 0; I != Kernel->getNumParams(); ++I)
      for (unsigned J = 0; J != Kernel->getNumParams(); ++J) {
        if (I == J || First + std::max(I, J) >= Call.getNumArgs() ||
            !isExclusive(*Kernel, I) ||
            !(isShared(*Kernel, J) || (isExclusive(*Kernel, J) && I < J)))
          continue;
        std::optional<AccessPath> Path =
            sharedPath(Call.getArg(First + I), Call.getArg(First + J));
        if (!Path)
          continue;
        report(F.Decl, Call.getExprLoc(), *Path, *Kernel, I, J,
               Kernel->getParamDecl(I)->getLocation(),
               "a DisjointSlice has its buffer to itself");
        return;
      }
  }

  /// The kernel that an oxide::PreparedLaunch of type \p T launches.
  static const clang::FunctionDecl *kernelOf(clang::QualType T) {
    const auto *R =
        llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
            T.getNonReferenceType()->getAsCXXRecordDecl());
    if (!R || !isOxide(*R, "PreparedLaunch") ||
        R->getTemplateArgs().size() == 0)
      return nullptr;
    const clang::TemplateArgument &Argument = R->getTemplateArgs()[0];
    return Argument.getKind() == clang::TemplateArgument::Declaration
               ? llvm::dyn_cast<clang::FunctionDecl>(Argument.getAsDecl())
               : nullptr;
  }

  static bool isOxide(const clang::CXXRecordDecl &R, llvm::StringRef Name) {
    const auto *Scope =
        llvm::dyn_cast<clang::NamespaceDecl>(R.getDeclContext());
    return R.getIdentifier() && R.getName() == Name && Scope &&
           Scope->getName() == "oxide";
  }
  static bool hasClass(const clang::FunctionDecl &Kernel, unsigned Number,
                       llvm::StringRef Name) {
    const clang::CXXRecordDecl *R =
        Kernel.getParamDecl(Number)->getType()->getAsCXXRecordDecl();
    return R && isOxide(*R, Name);
  }
  static bool isExclusive(const clang::FunctionDecl &Kernel, unsigned Number) {
    return hasClass(Kernel, Number, "DisjointSlice");
  }
  static bool isShared(const clang::FunctionDecl &Kernel, unsigned Number) {
    return hasClass(Kernel, Number, "Slice");
  }

  static std::optional<AccessPath> sharedPath(const clang::Expr *A,
                                              const clang::Expr *B) {
    std::optional<AccessPath> First = pathOf(A), Second = pathOf(B);
    return First && Second && *First == *Second ? First : std::nullopt;
  }

  void report(const clang::FunctionDecl *In, clang::SourceLocation At,
              const AccessPath &Path, const clang::FunctionDecl &Kernel,
              unsigned Exclusive, unsigned Other, clang::SourceLocation RuleAt,
              llvm::StringRef Rule) {
    diag(At, "'" + Path.text() + "' is passed for two parameters of " +
                 quotedName(Kernel) + ": '" +
                 Kernel.getParamDecl(Exclusive)->getName() +
                 "', which the kernel writes, and '" +
                 Kernel.getParamDecl(Other)->getName() + "'")
        .in(In)
        .note(RuleAt, Rule);
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(LaunchAlias)

} // namespace oxide
