// SPDX-License-Identifier: Apache-2.0
//
// oxide-use-after-free, see docs/checkers/use-after-free.md.

#include "core/Checker.h"
#include "host/Conditions.h"
#include "host/FlowRegion.h"
#include "host/HostUses.h"
#include "host/PathChanges.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

namespace {

using namespace cuda;

class UseAfterFreeChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      bool Frees = llvm::any_of(F.Calls, [](const ApiCall &Call) {
        return Call.Api->Role == ApiRole::Free;
      });
      if (Frees && F.cfg())
        lookAt(F);
    }
  }

private:
  struct Use {
    const clang::Expr *At;
    std::string What;
  };

  void lookAt(const HostFunction &F) {
    FlowRegions Regions(*F.cfg());
    HostUses Touched(F);
    PathChanges Changes(F);
    for (const ApiCall &Free : F.Calls) {
      if (Free.Api->Role != ApiRole::Free)
        continue;
      std::optional<AccessPath> Path = pathOf(Free.target());
      std::optional<FlowPoint> From = Regions.find(Free.Call);
      if (!Path || !Path->last() || !From ||
          !Path->last()->getType()->isPointerType())
        continue;
      for (const Use &U : usesOf(*Path, F, Touched)) {
        std::optional<FlowPoint> To = Regions.find(U.At);
        if (!To || !isUnderConditionsOf(*F.Decl, *U.At, *Free.Call) ||
            !Regions.connects(*From, *To, [&](const clang::CFGElement &E) {
              return Changes.at(E, *Path);
            }))
          continue;
        diag(U.At->getExprLoc(), U.What + " '" + Path->text() + "' after " +
                                     Free.name() + " has freed it")
            .in(F.Decl)
            .note(Free.Call->getBeginLoc(), "freed here");
        break;
      }
    }
  }

  /// Everything that uses what \p Path points to, in the order of the source.
  std::vector<Use> usesOf(const AccessPath &Path, const HostFunction &F,
                          const HostUses &Touched) {
    std::vector<Use> Result;
    auto Is = [&](const clang::Expr *E) {
      std::optional<AccessPath> Other = pathOf(E);
      return Other && *Other == Path;
    };
    for (const Launch &L : F.Launches)
      if (llvm::any_of(L.Arguments, Is))
        Result.push_back({L.Call, "a kernel gets"});
    for (const ApiCall &Call : F.Calls) {
      if (Call.Api->Role == ApiRole::Free
              ? Is(Call.target())
              : Call.Api->isCopy() || Call.Api->Role == ApiRole::Fill)
        if ((Call.target() && Is(Call.target())) ||
            (Call.source() && Is(Call.source())))
          Result.push_back({Call.Call, Call.name().str() + " is called with"});
    }
    for (const HostUses::Use &U : Touched.of(Path))
      Result.push_back(
          {U.At, U.Writes ? "host code writes" : "host code reads"});
    llvm::sort(Result, [&](const Use &A, const Use &B) {
      clang::SourceLocation First = A.At->getBeginLoc(),
                            Second = B.At->getBeginLoc();
      return First == Second
                 ? A.What < B.What
                 : context().sources().isBeforeInTranslationUnit(First, Second);
    });
    return Result;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(UseAfterFree)

} // namespace oxide
