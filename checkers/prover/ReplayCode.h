// SPDX-License-Identifier: Apache-2.0
// Functions in the form in which the replay executes them: operands are
// numbers of cells, blocks are numbers of steps.

#ifndef OXIDE_PROVER_REPLAYCODE_H
#define OXIDE_PROVER_REPLAYCODE_H

#include "ReplayMemory.h"
#include "ReplayOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <deque>
#include <optional>

namespace oxide::prover::interp {

/// A cell of the frame, or from -1 downwards one of the constants.
using Ref = int32_t;

/// A type in memory.
struct MemoryType {
  std::vector<Piece> Pieces;
  uint64_t Size = 0;
};

enum class StepKind : uint8_t {
  Unsupported,
  Binary,
  FNeg,
  Compare,
  FCompare,
  Cast,
  Select,
  Copy,
  Load,
  Store,
  Address,
  Alloca,
  AtomicRmw,
  CmpXchg,
  Fence,
  ExtractElement,
  InsertElement,
  Shuffle,
  ExtractValue,
  InsertValue,
  Jump,
  Branch,
  Switch,
  Return,
  Unreachable,
  Call
};

struct Step {
  const llvm::Instruction *Inst = nullptr;
  StepKind Kind = StepKind::Unsupported;
  bool BlockScope = false;
  unsigned Opcode = 0;
  uint32_t Dest = 0;
  /// Operands in Code::Refs.
  uint32_t FirstRef = 0, NumRefs = 0;
  /// Edges, cases, index scales or shuffle mask in the tables of Code.
  uint32_t First = 0, Num = 0;
  /// Constant part of an address, alignment, or number of a cell.
  int64_t Offset = 0;
  Shape Out, In;
  const MemoryType *Type = nullptr;
  const CallTarget *Target = nullptr;
};

struct Edge {
  uint32_t Target = 0;
  uint32_t FirstCopy = 0, NumCopies = 0;
};

/// The parallel copies of an edge into phis.
struct PhiCopy {
  Ref From;
  uint32_t To, Cells;
};

struct Scale {
  Ref Index;
  unsigned Bits;
  int64_t Factor;
};

struct Code {
  const llvm::Function *Fn = nullptr;
  std::vector<Step> Steps;
  std::vector<Ref> Refs;
  std::vector<Edge> Edges;
  std::vector<PhiCopy> Copies;
  std::vector<Scale> Scales;
  /// Values of switch cases; the edge of number I is Step::First + 1 + I.
  std::vector<Cell> Cases;
  std::vector<int> ShuffleMask;
  /// First cell of each argument.
  std::vector<uint32_t> Arguments;
  uint32_t FrameCells = 0;
};

/// All code and constants that a kernel can reach.
class Program {
public:
  Program(const llvm::Module &M, Memory &Mem, uint64_t DynamicShared);

  /// Compiles \p Kernel and what it calls.
  const Code *load(const llvm::Function &Kernel);
  const Code *code(const llvm::Function *Fn) const { return Codes.lookup(Fn); }
  const Code *codeAt(uint64_t Address) const;
  const Cell *constants() const { return Pool.data(); }
  const llvm::DataLayout &layout() const { return Layout; }
  const MemoryType *memoryType(llvm::Type *Type);

  /// How small barriers may be: what Clocks must be able to express.
  Clocks::Reach SmallBarriers = Clocks::Reach::Nobody;
  /// Why the program cannot be executed at all, when not empty.
  std::string Error;

private:
  friend class CodeBuilder;

  /// The cells of a constant in the pool, -1 downwards.
  std::optional<Ref> constant(const llvm::Constant *C);
  Ref literal(Cell Value);
  bool flatten(const llvm::Constant *C, std::vector<Cell> &Cells);
  bool flattenExpression(const llvm::ConstantExpr *E, std::vector<Cell> &Cells);
  uint64_t addressOf(const llvm::GlobalValue *Global);
  uint64_t newShared(std::string Name, uint64_t Size);
  uint64_t reservedAddress();
  uint64_t addressOfFunction(const llvm::Function *Fn);
  uint64_t addressOfVariable(const llvm::GlobalVariable *Variable);
  void initialise();

  const llvm::DataLayout &Layout;
  Memory &Mem;
  uint64_t DynamicShared;
  std::optional<uint64_t> DynamicAddress, Reserved;
  std::vector<Cell> Pool;
  uint64_t SharedObjects = 0;
  llvm::DenseMap<const llvm::Constant *, Ref> Constants;
  llvm::DenseMap<const llvm::GlobalValue *, uint64_t> Addresses;
  llvm::DenseMap<const llvm::Function *, Code *> Codes;
  llvm::DenseMap<llvm::Type *, const MemoryType *> Types;
  std::vector<const llvm::Function *> Functions;
  /// Compiled and not yet compiled functions; variables to initialise.
  std::vector<const llvm::Function *> Pending;
  std::vector<std::pair<const llvm::GlobalVariable *, unsigned>> Uninitialised;
  std::deque<Code> CodeStore;
  std::deque<MemoryType> TypeStore;
  std::deque<CallTarget> TargetStore;
};

} // namespace oxide::prover::interp

#endif
