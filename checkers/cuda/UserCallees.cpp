// SPDX-License-Identifier: Apache-2.0

#include "cuda/UserCallees.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

namespace {

class Calls : public clang::RecursiveASTVisitor<Calls> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitCallExpr(clang::CallExpr *Call) {
    add(Call->getDirectCallee());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) {
    add(E->getConstructor());
    return true;
  }

  llvm::SmallVector<const clang::FunctionDecl *, 8> Found;

private:
  void add(const clang::FunctionDecl *Callee) {
    const clang::FunctionDecl *Definition = nullptr;
    if (Callee && Callee->isDefined(Definition))
      Found.push_back(Definition);
  }
};

/// Libraries nest deep, but not without end.
constexpr unsigned MaxFunctions = 2000;

} // namespace

const UserCallees::List &
UserCallees::through(const clang::FunctionDecl &Library, CheckContext &Ctx) {
  auto [It, New] = Known.try_emplace(&Library);
  if (!New || !Library.isTemplateInstantiation())
    return It->second;
  List Result;
  llvm::SmallVector<const clang::FunctionDecl *, 16> Open{&Library};
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Seen{&Library};
  while (!Open.empty() && Seen.size() < MaxFunctions) {
    const clang::FunctionDecl *F = Open.pop_back_val();
    Calls C;
    C.TraverseStmt(F->getBody());
    for (const clang::FunctionDecl *Callee : C.Found) {
      if (!Seen.insert(Callee).second)
        continue;
      if (Ctx.isFirstParty(Callee->getLocation()))
        Result.push_back(Callee);
      else if (Callee->isTemplateInstantiation())
        Open.push_back(Callee);
    }
  }
  return Known[&Library] = std::move(Result);
}

} // namespace oxide::cuda
