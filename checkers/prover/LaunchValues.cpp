// SPDX-License-Identifier: Apache-2.0

#include "prover/Pipeline.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace oxide::prover {

using namespace llvm;

Function *cloneKernel(DeviceModule &Module, Function &F) {
  ValueToValueMapTy Map;
  Function *Clone = CloneFunction(&F, Map);
  Clone->setName(F.getName() + ".launch");
  Module.addClone(F, *Clone);
  return Clone;
}

/// The value of the special register that \p Id reads, where it is known.
static std::optional<uint32_t> knownRegister(Intrinsic::ID Id,
                                             const FixedLaunch &Launch) {
  auto Index = [](std::optional<uint32_t> Size) -> std::optional<uint32_t> {
    return Size == 1U ? std::optional(0U) : std::nullopt;
  };
  switch (Id) {
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return Launch.Block[0];
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return Launch.Block[1];
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return Launch.Block[2];
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return Launch.Grid[0];
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return Launch.Grid[1];
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return Launch.Grid[2];
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return Index(Launch.Block[0]);
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return Index(Launch.Block[1]);
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return Index(Launch.Block[2]);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return Index(Launch.Grid[0]);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return Index(Launch.Grid[1]);
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return Index(Launch.Grid[2]);
  default:
    return std::nullopt;
  }
}

void fixLaunch(Function &F, const FixedLaunch &Launch) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call)
      continue;
    if (auto Value = knownRegister(Call->getIntrinsicID(), Launch)) {
      Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), *Value));
      Call->eraseFromParent();
    }
  }
}

void hoistIndices(Function &F) {
  // One read of each register, before everything else: a loop whose bound or
  // step is read in its body has an invariant bound or step.
  DenseMap<Function *, Instruction *> Read;
  Instruction *Before = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || Call->arg_size() ||
        !Call->getCalledFunction()->getName().contains("read.ptx.sreg") ||
        !Call->doesNotAccessMemory())
      continue;
    Instruction *&Known = Read[Call->getCalledFunction()];
    if (Known) {
      Call->replaceAllUsesWith(Known);
      Call->eraseFromParent();
      continue;
    }
    Known = Call;
    if (Call != Before)
      Call->moveBefore(Before->getIterator());
  }
}

/// The answer of `__nvvm_reflect`: the architecture times ten, or no.
static uint64_t reflect(const CallBase &Call, StringRef CPU) {
  const auto *Name =
      dyn_cast<GlobalVariable>(Call.getArgOperand(0)->stripPointerCasts());
  if (!Name || !Name->hasInitializer())
    return 0;
  const auto *Text = dyn_cast<ConstantDataSequential>(Name->getInitializer());
  if (!Text || !Text->isCString() || Text->getAsCString() != "__CUDA_ARCH")
    return 0;
  unsigned Arch = 0;
  if (!CPU.consume_front("sm_") || CPU.consumeInteger(10, Arch))
    return 0;
  return uint64_t{Arch} * 10;
}

static void markAsArithmetic(Function &F) {
  bool Pointers =
      any_of(F.args(), [](Argument &A) { return A.getType()->isPointerTy(); });
  F.setMemoryEffects(Pointers ? MemoryEffects::argMemOnly()
                              : MemoryEffects::none());
  F.setDoesNotThrow();
  F.setWillReturn();
  F.removeFnAttr(Attribute::Convergent);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      Call->removeFnAttr(Attribute::Convergent);
}

void resolveLibdevice(Module &M, StringRef CPU) {
  for (Function &F : M) {
    if (!F.isDeclaration())
      continue;
    if (F.getName() == "__nvvm_reflect" ||
        F.getIntrinsicID() == Intrinsic::nvvm_reflect) {
      for (User *U : make_early_inc_range(F.users())) {
        auto *Call = dyn_cast<CallBase>(U);
        if (!Call || Call->getCalledFunction() != &F || Call->arg_empty())
          continue;
        Call->replaceAllUsesWith(
            ConstantInt::get(Call->getType(), reflect(*Call, CPU)));
        Call->eraseFromParent();
      }
    } else if (F.getName().starts_with("__nv_"))
      markAsArithmetic(F);
  }
}

} // namespace oxide::prover
