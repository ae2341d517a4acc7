// SPDX-License-Identifier: Apache-2.0
//
// The part of DefectText that chooses among the functions an instruction was
// inlined through.

#include "prover/DefectText.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace oxide::prover {

using namespace llvm;

/// The place of \p I in each function, the kernel first.
static SmallVector<const DILocation *, 4> framesOf(const Instruction *I) {
  SmallVector<const DILocation *, 4> Result;
  for (const DILocation *L = I ? I->getDebugLoc().get() : nullptr; L;
       L = L->getInlinedAt())
    Result.insert(Result.begin(), L);
  return Result;
}

clang::SourceLocation DefectText::placeBeside(const Instruction &I,
                                              const Instruction *Beside) const {
  SmallVector<const DILocation *, 4> Own = framesOf(&I);
  SmallVector<const DILocation *, 4> Other = framesOf(Beside);
  size_t Depth = std::min<size_t>(Own.size(), 1);
  // Each inlined call has a location of its own.
  while (Depth && Depth < Own.size() && Depth < Other.size() &&
         Own[Depth]->getInlinedAt() == Other[Depth]->getInlinedAt())
    ++Depth;
  for (; Depth; --Depth) {
    clang::SourceLocation L = Module.lines().find(Own[Depth - 1]);
    if (L.isValid() && Ctx.isFirstParty(L))
      return L;
  }
  return place(&I);
}

} // namespace oxide::prover
