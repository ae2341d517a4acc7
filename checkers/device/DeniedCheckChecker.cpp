// SPDX-License-Identifier: Apache-2.0

#include "core/Attributes.h"
#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/CodeModel.h"
#include "cuda/LaunchContract.h"
#include "prover/Proof.h"
#include "clang/Lex/Lexer.h"

namespace oxide {

namespace {

/// The checked access whose code begins at a location.
class AccessFinder : public FirstPartyVisitor<AccessFinder> {
public:
  AccessFinder(CheckContext &Ctx, clang::SourceLocation Loc)
      : FirstPartyVisitor(Ctx), Loc(Loc) {}

  bool VisitCallExpr(clang::CallExpr *Call) {
    const clang::FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !attr::has(*Callee, attr::Access) ||
        context().sources().getExpansionLoc(Call->getExprLoc()) != Loc)
      return true;
    Found = Call;
    return false;
  }

  const clang::CallExpr *Found = nullptr;

private:
  clang::SourceLocation Loc;
};

/// A check that stays in a kernel whose contract says that it has none.
class DeniedCheckChecker final : public Checker {
public:
  void finish() override {
    for (const prover::KernelProof &P :
         context().get<prover::Proofs>().kernels()) {
      std::optional<cuda::LaunchContract> C = cuda::contractOf(*P.Kernel);
      if (C && C->DenyChecks)
        for (const prover::LeftCheck &L : P.Checks.Left)
          report(*P.Kernel, L);
    }
  }

private:
  void report(const clang::FunctionDecl &Kernel, const prover::LeftCheck &L) {
    Finding F;
    F.Checker = &info();
    F.Loc = L.Loc;
    F.Function = &Kernel;
    std::string What = "the bounds checks of";
    if (!L.OfKernel) {
      What = "a bounds check is left in";
      AccessFinder Finder(context(), L.Loc);
      Finder.run();
      if (Finder.Found) {
        F.Range = Finder.Found->getSourceRange();
        if (llvm::StringRef Text = clang::Lexer::getSourceText(
                clang::CharSourceRange::getTokenRange(F.Range),
                context().sources(), context().ast().getLangOpts());
            !Text.empty())
          What = ("the bounds check of '" + Text + "' is left in").str();
      }
    }
    F.Message = What + " " + cuda::quotedName(Kernel) +
                ", whose contract denies checks" +
                (L.OfKernel ? ", cannot be judged" : "");
    F.Notes.push_back({L.Loc, L.Reason});
    for (clang::SourceLocation From : L.CalledFrom)
      F.Notes.push_back({From, "called from here"});
    context().submit(std::move(F), std::nullopt);
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(DeniedCheck)

} // namespace oxide
