// SPDX-License-Identifier: Apache-2.0

#include "prover/Annotations.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

namespace oxide::prover {

using namespace llvm;

namespace {

enum class Word : uint8_t { None, Assumes, Says };

/// The annotation words, with or without the prefixes that headers put before
/// them: __requires, __gv_requires, __gpuverify_requires.
Word wordOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F || !F->isDeclaration() || F->isIntrinsic())
    return Word::None;
  StringRef Name = F->getName();
  if (!Name.consume_front("__"))
    return Word::None;
  if (!Name.consume_front("gv_"))
    Name.consume_front("gpuverify_");
  return StringSwitch<Word>(Name)
      .Cases({"requires", "global_requires", "assume"}, Word::Assumes)
      .Cases({"ensures", "global_ensures", "invariant", "global_invariant"},
             Word::Says)
      .Cases({"assert", "global_assert"}, Word::Says)
      .Cases({"int", "acc", "off", "ptr", "nondet"}, Word::Says)
      .Default(Word::None);
}

} // namespace

bool isAnnotation(const CallBase &Call) {
  return isa<AssumeInst>(Call) || wordOf(Call) != Word::None;
}

const Value *assumedBy(const CallBase &Call) {
  if (const auto *A = dyn_cast<AssumeInst>(&Call))
    return A->hasOperandBundles() ? nullptr : A->getArgOperand(0);
  if (wordOf(Call) != Word::Assumes || Call.arg_size() != 1 ||
      !Call.getArgOperand(0)->getType()->isIntegerTy(1))
    return nullptr;
  return Call.getArgOperand(0);
}

} // namespace oxide::prover
