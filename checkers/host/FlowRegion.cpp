// SPDX-License-Identifier: Apache-2.0

#include "host/FlowRegion.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

using namespace clang;
using BlockSet = llvm::SmallPtrSet<const CFGBlock *, 16>;

FlowRegions::FlowRegions(const CFG &Flow) : Flow(Flow) {
  for (const CFGBlock *B : Flow)
    for (size_t I = 0; I != B->size(); ++I)
      if (auto S = (*B)[I].getAs<CFGStmt>()) {
        Places.try_emplace(S->getStmt(), FlowPoint{B, I});
        // The CFG has statements of its own for each of several variables.
        if (const auto *D = llvm::dyn_cast<DeclStmt>(S->getStmt()))
          for (const Decl *One : D->decls())
            Declarations.try_emplace(One->getCanonicalDecl(), FlowPoint{B, I});
      }
}

std::optional<FlowPoint> FlowRegions::find(const Stmt *S) const {
  auto It = Places.find(S);
  return It == Places.end() ? std::nullopt : std::optional(It->second);
}

std::optional<FlowPoint> FlowRegions::find(const VarDecl *V) const {
  auto It = Declarations.find(V->getCanonicalDecl());
  return It == Declarations.end() ? std::nullopt : std::optional(It->second);
}

FlowPoint FlowRegions::exit() const { return {&Flow.getExit(), 0}; }

/// All blocks that control can come to after \p From, or from before it.
template <class Neighbours>
static BlockSet reached(const CFGBlock *From, Neighbours Next) {
  BlockSet Seen;
  llvm::SmallVector<const CFGBlock *, 16> Stack{From};
  while (!Stack.empty())
    for (const CFGBlock *B : Next(*Stack.pop_back_val()))
      if (B && Seen.insert(B).second)
        Stack.push_back(B);
  return Seen;
}

bool FlowRegions::connects(
    FlowPoint From, FlowPoint To,
    llvm::function_ref<bool(const CFGElement &)> Stops) const {
  auto IsFree = [&](const CFGBlock &B, size_t Begin, size_t End) {
    for (size_t I = Begin; I < End; ++I)
      if (Stops(B[I]))
        return false;
    return true;
  };
  if (From.Block == To.Block && From.Index < To.Index)
    return IsFree(*From.Block, From.Index + 1, To.Index);
  BlockSet After =
      reached(From.Block, [](const CFGBlock &B) { return B.succs(); });
  if (!After.contains(To.Block))
    return false;
  BlockSet Before =
      reached(To.Block, [](const CFGBlock &B) { return B.preds(); });
  if (!IsFree(*From.Block, From.Index + 1, From.Block->size()) ||
      !IsFree(*To.Block, 0, To.Index))
    return false;
  for (const CFGBlock *B : After)
    if (Before.contains(B) && B != To.Block && B != From.Block &&
        !IsFree(*B, 0, B->size()))
      return false;
  return true;
}

} // namespace oxide::cuda
