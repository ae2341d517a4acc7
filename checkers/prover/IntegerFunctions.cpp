// SPDX-License-Identifier: Apache-2.0

#include "prover/IntegerFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"

namespace oxide::prover {

using namespace llvm;

namespace {

enum class Bits : uint8_t { None, FindFirst, LeadingZeros, Count, Reverse };

Bits meaningOf(StringRef Name) {
  return StringSwitch<Bits>(Name)
      .Cases({"__nv_ffs", "__nv_ffsll"}, Bits::FindFirst)
      .Cases({"__nv_clz", "__nv_clzll"}, Bits::LeadingZeros)
      .Cases({"__nv_popc", "__nv_popcll"}, Bits::Count)
      .Cases({"__nv_brev", "__nv_brevll"}, Bits::Reverse)
      .Default(Bits::None);
}

Value *compute(Bits What, Value *X, IRBuilderBase &Builder) {
  switch (What) {
  case Bits::FindFirst: {
    Value *Zeros =
        Builder.CreateBinaryIntrinsic(Intrinsic::cttz, X, Builder.getFalse());
    Constant *Zero = ConstantInt::get(X->getType(), 0);
    return Builder.CreateSelect(
        Builder.CreateICmpEQ(X, Zero), Zero,
        Builder.CreateAdd(Zeros, ConstantInt::get(X->getType(), 1)));
  }
  case Bits::LeadingZeros:
    return Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, X,
                                         Builder.getFalse());
  case Bits::Count:
    return Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, X);
  case Bits::Reverse:
    return Builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, X);
  case Bits::None:
    break;
  }
  llvm_unreachable("not a function of bits");
}

} // namespace

void replaceIntegerFunctions(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    Bits What = F.isDeclaration() ? meaningOf(F.getName()) : Bits::None;
    if (What == Bits::None || F.arg_size() != 1 ||
        !F.getArg(0)->getType()->isIntegerTy())
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F || Call->arg_size() != 1)
        continue;
      IRBuilder<> Builder(Call);
      Value *Result = compute(What, Call->getArgOperand(0), Builder);
      // The counts of 64 bits are 32 bits wide.
      Call->replaceAllUsesWith(
          Builder.CreateZExtOrTrunc(Result, Call->getType()));
      Call->eraseFromParent();
    }
  }
}

} // namespace oxide::prover
