// SPDX-License-Identifier: Apache-2.0

#include "host/Spaces.h"
#include "cuda/HostValues.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

/// Deeper chains of copies say nothing certain.
constexpr unsigned MostDepth = 8;

/// Whether \p New is that of the C++ library, which takes host memory.
bool isOfLibrary(const FunctionDecl *New) {
  return New && !llvm::isa<CXXMethodDecl>(New) && !New->isDefined() &&
         New->isReplaceableGlobalAllocationFunction();
}

/// Whether \p E is `p + n` for the pointer \p Path.
bool isStepOf(const Expr *E, const AccessPath &Path) {
  E = E->IgnoreParenCasts();
  if (const auto *B = llvm::dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return isStepOf(B->getLHS(), Path) || isStepOf(B->getRHS(), Path);
  std::optional<AccessPath> Own = pathOf(E);
  return Own && *Own == Path;
}

} // namespace

std::optional<SpaceFact> Spaces::of(const Expr *Pointer) const {
  Way From;
  return look(Pointer, From).Fact;
}

std::optional<SpaceFact> Spaces::ofCall(const CallExpr &Call) const {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || llvm::isa<CXXMethodDecl>(F) ||
      F->isTemplated())
    return std::nullopt;
  if (std::optional<SpaceFact> Fact = All.returned(F))
    return Fact;
  if (Host.isReadByDevice())
    return std::nullopt;
  for (llvm::StringRef Name : {"malloc", "calloc", "aligned_alloc"})
    if (F->getName() == Name)
      return SpaceFact{MemorySpace::Host, Call.getBeginLoc(), Name.str()};
  return std::nullopt;
}

bool Spaces::isOwn(const AccessPath &Path) const {
  // A lambda sees variables of the function around it.
  return Path.isLocal() &&
         Path.Root->getDeclContext()->getRedeclContext() ==
             llvm::cast<DeclContext>(Function)->getRedeclContext() &&
         !(Path.Members.empty() && llvm::isa<ParmVarDecl>(Path.Root));
}

Spaces::Answer Spaces::look(const Expr *Pointer, Way &From) const {
  auto Known = [](std::optional<SpaceFact> Fact) {
    return Answer{Fact.has_value(), Fact};
  };
  if (std::optional<std::string> What = Host.pointee(Pointer))
    return Known(
        SpaceFact{MemorySpace::Host, Pointer->getBeginLoc(), std::move(*What)});
  const Expr *E = Pointer->IgnoreParenCasts();
  if (const auto *New = llvm::dyn_cast<CXXNewExpr>(E))
    return New->getNumPlacementArgs() || Host.isReadByDevice() ||
                   !isOfLibrary(New->getOperatorNew())
               ? Answer{}
               : Known(SpaceFact{MemorySpace::Host, New->getBeginLoc(), "new"});
  if (const auto *Call = llvm::dyn_cast<CallExpr>(E))
    if (std::optional<SpaceFact> Fact = ofCall(*Call))
      return Known(Fact);
  if (const auto *B = llvm::dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return look(B->getLHS()->getType()->isPointerType() ? B->getLHS()
                                                        : B->getRHS(),
                From);
  if (const auto *U = llvm::dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    if (const auto *S = llvm::dyn_cast<ArraySubscriptExpr>(
            U->getSubExpr()->IgnoreParenCasts()))
      return look(S->getBase(), From);
  std::optional<AccessPath> Path = pathOf(E);
  return Path && isOwn(*Path) ? look(*Path, From) : Answer{};
}

Spaces::Answer Spaces::look(const AccessPath &Path, Way &From) const {
  if (llvm::is_contained(From, Path))
    return {true, std::nullopt};
  auto It = Sources.find(Path);
  if (It == Sources.end() || From.size() == MostDepth)
    return {};
  // What is assigned as a whole is in none of the sources of its members.
  for (size_t Shorter = 0; Shorter < Path.Members.size(); ++Shorter) {
    AccessPath Whole = Path;
    Whole.Members.resize(Shorter);
    if (Sources.contains(Whole) ||
        (Whole.Members.empty() && llvm::isa<ParmVarDecl>(Whole.Root)))
      return {};
  }
  Answer Common{true, std::nullopt};
  From.push_back(Path);
  for (const Source &S : It->second) {
    if (S.From && isStepOf(S.From, Path))
      continue;
    Answer One = S.Fact   ? Answer{true, S.Fact}
                 : S.From ? look(S.From, From)
                          : Answer{};
    if (!One.Certain ||
        (One.Fact && Common.Fact && Common.Fact->Space != One.Fact->Space)) {
      Common = {};
      break;
    }
    if (!Common.Fact)
      Common.Fact = One.Fact;
  }
  From.pop_back();
  return Common;
}

const Spaces &SpaceFacts::of(const HostFunction &F) {
  std::unique_ptr<Spaces> &Slot = Known[&F];
  if (!Slot)
    Slot = std::make_unique<Spaces>(F, *this);
  return *Slot;
}

/// The pointers that a body returns.
class ReturnedValues : public RecursiveASTVisitor<ReturnedValues> {
public:
  llvm::SmallVector<const Expr *, 4> All;

  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitReturnStmt(ReturnStmt *S) {
    All.push_back(S->getRetValue());
    return true;
  }
};

std::optional<SpaceFact> SpaceFacts::returned(const FunctionDecl *F) {
  const HostFunction *User = Code.find(F);
  if (!User || !F->getReturnType()->isPointerType())
    return std::nullopt;
  // Nothing while it is being found, for functions that call themselves.
  auto [It, New] = Returned.try_emplace(User);
  if (!New)
    return It->second;
  ReturnedValues Values;
  Values.TraverseStmt(User->Decl->getBody());
  std::optional<SpaceFact> Common;
  for (const Expr *Value : Values.All) {
    if (!Value)
      return std::nullopt;
    if (Value->isNullPointerConstant(User->Decl->getASTContext(),
                                     Expr::NPC_ValueDependentIsNotNull))
      continue;
    std::optional<SpaceFact> Fact = of(*User).of(Value);
    if (!Fact || (Common && Common->Space != Fact->Space))
      return std::nullopt;
    Common = Fact;
  }
  return Returned[User] = Common;
}

std::optional<SpaceFact> SpaceFacts::withCallers(const HostFunction &F,
                                                 const Expr *Pointer,
                                                 CheckContext &Ctx) {
  if (std::optional<SpaceFact> Fact = of(F).of(Pointer))
    return Fact;
  std::optional<AccessPath> Path = pathOf(Pointer);
  const auto *P = Path && Path->Members.empty()
                      ? llvm::dyn_cast_or_null<ParmVarDecl>(Path->Root)
                      : nullptr;
  if (!P || !keepsValue(*P))
    return std::nullopt;
  std::optional<SpaceFact> Common;
  for (const HostFunction &Caller : Ctx.get<HostCode>().functions())
    for (const CallExpr *Call : Caller.UserCalls) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (!Callee || Callee->getCanonicalDecl() != F.Decl->getCanonicalDecl() ||
          P->getFunctionScopeIndex() >= Call->getNumArgs())
        continue;
      std::optional<SpaceFact> Fact =
          of(Caller).of(Call->getArg(P->getFunctionScopeIndex()));
      if (!Fact || (Common && Common->Space != Fact->Space))
        return std::nullopt;
      Common = Common ? Common : Fact;
    }
  return Common;
}

} // namespace oxide::cuda
