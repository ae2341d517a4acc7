// SPDX-License-Identifier: Apache-2.0
//
// Copies of whole objects, member by member.

#ifndef OXIDE_CHECKERS_PROVER_LOCALCOPIES_H
#define OXIDE_CHECKERS_PROVER_LOCALCOPIES_H

#include "prover/AccessCensus.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace oxide::prover {

/// Turns copies between a local object and memory into loads and stores of the
/// members, so that the local object can live in registers, and each member of
/// the other one is an access of its own.
bool expandLocalCopies(llvm::Function &F, AccessCensus &Census);

/// Starts each small local variable of \p F with some value of its own, and
/// leaves a `freeze` for each that is still read in the end. Passes would take
/// a variable without a value as a licence to decide the branches on it.
class UndefinedValues {
public:
  explicit UndefinedValues(llvm::Function &F);
  ~UndefinedValues();
  UndefinedValues(const UndefinedValues &) = delete;
  UndefinedValues &operator=(const UndefinedValues &) = delete;

private:
  llvm::Value *undefined(llvm::IRBuilderBase &Builder, llvm::Type *Ty);

  llvm::Function &F;
  llvm::DenseMap<llvm::Type *, llvm::Function *> ByType;
  llvm::SmallVector<llvm::Function *, 4> Makers;
  unsigned Count = 0;
};

/// Gives the kernel \p F its own copy of each by-value parameter that it
/// writes.
bool copyWrittenParameters(llvm::Function &F);

/// The first access to a local variable that is certainly outside of it, or
/// null. A pass may take such an access as a licence to remove others.
const llvm::Instruction *findLocalOutOfRange(llvm::Function &F);

/// Keeps SROA away from local variables whose address is in memory, as long as
/// the object lives. Once SROA has found such an address in another variable,
/// it goes on with the variable itself, and accesses that are still taken for
/// those of foreign memory lose their numbers.
class AddressedLocals {
public:
  explicit AddressedLocals(llvm::Function &F);
  ~AddressedLocals();
  unsigned size() const { return Pins.size(); }
  AddressedLocals(const AddressedLocals &) = delete;
  AddressedLocals &operator=(const AddressedLocals &) = delete;

private:
  llvm::SmallVector<llvm::Instruction *, 8> Pins;
  llvm::Function *Pin = nullptr;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_LOCALCOPIES_H
