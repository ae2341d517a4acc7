// SPDX-License-Identifier: Apache-2.0

#include "prover/Translator.h"
#include "prover/AccessCensus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// Sizes and counts are assumed to stay below this, so that 32-bit arithmetic
/// on them has one meaning; whether it may wrap is a query of its own.
constexpr int64_t LargestCount = std::numeric_limits<int32_t>::max();

Symbol index(SymbolKind Kind, unsigned Dim, Scope Varies, int64_t Lo,
             int64_t Hi, StringRef Name) {
  Symbol S;
  S.Kind = Kind;
  S.Dim = Dim;
  S.Varies = Varies;
  S.Lo = Lo;
  S.Hi = Hi;
  S.Name = (Name + "." + Twine("xyz"[Dim])).str();
  return S;
}

} // namespace

Translator::Translator(TermContext &T, KernelIR &K, MemoryModel &M,
                       Uniformity &U, const KernelInputs &Inputs)
    : T(T), K(K), M(M), U(U), Inputs(Inputs) {
  constexpr int64_t MaxBlock[3] = {1024, 1024, 64};
  constexpr int64_t MaxGrid[3] = {LargestCount, 65535, 65535};
  for (unsigned D = 0; D != 3; ++D) {
    Used[D] = readsDimension(K.function(), "tid", D);
    auto Size = [&](std::optional<uint32_t> Fixed, SymbolKind Kind, int64_t Max,
                    StringRef Name) {
      if (Fixed)
        return T.constant(*Fixed);
      return T.apply(T.symbol(index(Kind, D, Scope::Launch, 1, Max, Name)));
    };
    BlockDim[D] =
        Size(Inputs.Block[D], SymbolKind::BlockSize,
             std::min<int64_t>(MaxBlock[D], maxThreads()), "blockDim");
    GridDim[D] =
        Size(Inputs.Grid[D], SymbolKind::GridSize, MaxGrid[D], "gridDim");
    Thread[D] =
        T.apply(T.symbol(index(SymbolKind::ThreadIndex, D, Scope::Thread, 0,
                               BlockDim[D]->hi() - 1, "threadIdx")));
    BlockIdx[D] =
        T.apply(T.symbol(index(SymbolKind::BlockIndex, D, Scope::Block, 0,
                               GridDim[D]->hi() - 1, "blockIdx")));
  }
}

bool readsDimension(const Function &F, StringRef Register, unsigned Dim) {
  std::string Suffix = (Twine(".") + Register + "." + Twine("xyz"[Dim])).str();
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction();
            Callee && Callee->getName().contains("read.ptx.sreg") &&
            Callee->getName().ends_with(Suffix))
          return true;
  return false;
}

TermRef Translator::linearThread() {
  TermRef Row = T.add(Thread[1], T.mul(BlockDim[1], Thread[2]));
  return T.add(Thread[0], T.mul(BlockDim[0], Row));
}

TermRef Translator::launchFacts() {
  SmallVector<TermRef, 8> Facts;
  TermRef Threads = T.constant(1);
  bool Open = false;
  for (unsigned D = 0; D != 3; ++D) {
    Open |= !BlockDim[D]->isConstant();
    Facts.push_back(T.less(Thread[D], BlockDim[D]));
    Facts.push_back(T.less(BlockIdx[D], GridDim[D]));
    Threads = T.mul(Threads, BlockDim[D]);
  }
  // A shape that somebody states is not questioned here.
  if (Open)
    Facts.push_back(T.lessEqual(Threads, T.constant(maxThreads())));
  return T.allOf(Facts);
}

std::vector<TermRef> Translator::iterationsAround(const BasicBlock *B) {
  std::vector<TermRef> Result;
  for (const Loop *L = K.loops().getLoopFor(B); L; L = L->getParentLoop())
    Result.push_back(iteration(L));
  return Result;
}

TermRef Translator::iteration(const Loop *L) {
  TermRef &Known = Iterations[L];
  if (!Known) {
    Symbol S;
    S.Kind = SymbolKind::Iteration;
    S.Varies = Scope::Thread;
    S.Lo = 0;
    if (const auto *Most = dyn_cast<SCEVConstant>(
            K.evolution().getConstantMaxBackedgeTakenCount(L));
        Most && Most->getAPInt().getActiveBits() < 63)
      S.Hi = std::max<int64_t>(1, Most->getAPInt().getZExtValue());
    S.Name = "iteration";
    const Symbol &New = T.symbol(std::move(S));
    Origins[&New] = &L->getHeader()->front();
    Known = T.apply(New);
  }
  return Known;
}

TermRef Translator::opaque(const Value *V) {
  const Symbol *&S = OpaqueSymbols[V];
  if (!S) {
    Symbol New;
    New.Kind = SymbolKind::Opaque;
    New.Rests = Grade::Approximate;
    New.Varies = isa<UndefValue>(V) ? Scope::Thread : U.of(V);
    New.Boolean = V->getType()->isIntegerTy(1);
    New.Name = V->hasName() ? V->getName().str() : "value";
    if (V->getType()->isIntegerTy() && !New.Boolean &&
        V->getType()->getIntegerBitWidth() <= 64) {
      ConstantRange R = K.evolution().getSignedRange(
          K.evolution().getSCEV(const_cast<Value *>(V)));
      if (!R.isEmptySet()) {
        New.Lo = R.getSignedMin().getSExtValue();
        New.Hi = R.getSignedMax().getSExtValue();
      }
    }
    S = &T.symbol(std::move(New));
    Origins[S] = V;
  }
  const auto *I = dyn_cast<Instruction>(V);
  return T.apply(*S,
                 I ? iterationsAround(I->getParent()) : std::vector<TermRef>());
}

TermRef Translator::scalar(const Argument &A, std::optional<uint64_t> Member,
                           const Type &Type) {
  TermRef &Known = Members[{&A, Member.value_or(~0ull)}];
  if (Known)
    return Known;
  Symbol S;
  S.Kind = SymbolKind::Scalar;
  unsigned Bits = Type.getIntegerBitWidth();
  S.Boolean = Bits == 1;
  bool Unsigned = false;
  S.Name = A.getName().str();
  if (A.getArgNo() < Inputs.Parameters.size()) {
    const KernelInputs::Parameter &P = Inputs.Parameters[A.getArgNo()];
    S.Name = P.Name;
    Unsigned = P.Unsigned && !Member;
    if (P.Value && !Member)
      return Known = S.Boolean ? T.truth(*P.Value)
                               : T.constant(llvm::SignExtend64(*P.Value, Bits));
  }
  if (Member)
    S.Name += "[" + std::to_string(*Member) + "]";
  // 64-bit sizes stay far from the ends, so that sums of products of them
  // have one meaning as well.
  S.Hi = Bits >= 64
             ? int64_t(1) << 47
             : (int64_t(1) << (Unsigned && Bits < 32 ? Bits : Bits - 1)) - 1;
  S.Lo = Unsigned ? 0 : -S.Hi - 1;
  const Symbol &New = T.symbol(std::move(S));
  Origins[&New] = &A;
  Known = T.apply(New);
  if (!New.Boolean)
    Scalars.push_back(Known);
  return Known;
}

TermRef Translator::asUnsigned(TermRef X, unsigned Bits) {
  if (X->isNonNegative() || Bits >= 64)
    return X;
  if (X->isConstant())
    return T.constant(X->value() + (int64_t(1) << Bits));
  TermRef Wrapped = T.add(X, T.constant(int64_t(1) << Bits));
  return T.select(T.nonNegative(X), X, Wrapped);
}

TermRef Translator::truncate(TermRef X, unsigned Bits) {
  int64_t Size = Bits >= 62 ? 0 : int64_t(1) << Bits;
  if (!Size || (X->lo() >= -Size / 2 && X->hi() < Size))
    return X;
  // Narrow types are meant to wrap. So is a wide one whose range is certain to
  // be left: a hash of thread indices. An index that may grow with the sizes of
  // the problem is taken not to wrap; that is a question of its own.
  if (Bits >= 32 && growsWithSizes(X)) {
    AssumesNoWrap = true;
    return X;
  }
  return T.bitAnd(X, T.constant(Size - 1));
}

/// Whether \p X has symbols besides indices whose range is known.
bool Translator::growsWithSizes(TermRef X) {
  return any_of(applicationsIn({X}), [](TermRef A) {
    SymbolKind Kind = A->symbol().Kind;
    return Kind != SymbolKind::ThreadIndex &&
           (Kind != SymbolKind::BlockIndex || A->hi() > (1 << 24));
  });
}

/// \p X, of a machine integer of \p Bits, read as signed.
TermRef Translator::asSigned(TermRef X, unsigned Bits) {
  int64_t Half = int64_t(1) << (Bits - 1);
  if (Bits >= 32 || X->hi() < Half)
    return X;
  return T.select(T.less(X, T.constant(Half)), X,
                  T.sub(X, T.constant(2 * Half)));
}

TermRef Translator::term(const Value *V) {
  if (auto It = Cache.Known.find(V); It != Cache.Known.end())
    return It->second;
  TermRef Result = nullptr;
  if (const auto *C = dyn_cast<ConstantInt>(V)) {
    if (C->getBitWidth() == 1)
      Result = T.truth(C->isOne());
    else if (C->getBitWidth() <= 64)
      Result = T.constant(C->getSExtValue());
  } else if (isa<ConstantPointerNull>(V)) {
    Result = T.constant(0);
  } else if (const auto *A = dyn_cast<Argument>(V)) {
    if (A->getType()->isIntegerTy() && A->getType()->getIntegerBitWidth() <= 64)
      Result = scalar(*A, std::nullopt, *A->getType());
  } else if (const auto *I = dyn_cast<Instruction>(V)) {
    if (I->getType()->isIntegerTy() && I->getType()->getIntegerBitWidth() <= 64)
      Result = translate(*I);
  }
  if (!Result)
    Result = opaque(V);
  return Cache.Known[V] = Result;
}

TermRef Translator::translate(const Instruction &I) {
  if (const auto *B = dyn_cast<BinaryOperator>(&I))
    return translateBinary(*B);
  if (const auto *C = dyn_cast<ICmpInst>(&I))
    return translateCompare(*C);
  if (const auto *S = dyn_cast<SelectInst>(&I))
    return T.select(term(S->getCondition()), term(S->getTrueValue()),
                    term(S->getFalseValue()));
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return translatePhi(*Phi);
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return translateLoad(*Load);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return translateCall(*Call);
  // What is not initialised may differ from thread to thread.
  if (isa<FreezeInst>(I))
    return isa<UndefValue>(I.getOperand(0)) ? nullptr : term(I.getOperand(0));
  const Value *From = I.getNumOperands() ? I.getOperand(0) : nullptr;
  bool FromInteger = From && From->getType()->isIntegerTy() &&
                     From->getType()->getIntegerBitWidth() <= 64;
  if (!FromInteger)
    return nullptr;
  unsigned FromBits = From->getType()->getIntegerBitWidth();
  if (isa<ZExtInst>(I) || isa<SExtInst>(I)) {
    TermRef X = term(From);
    if (FromBits == 1)
      return T.select(X, T.constant(isa<SExtInst>(I) ? -1 : 1), T.constant(0));
    if (isa<ZExtInst>(I))
      return asUnsigned(X, FromBits);
    // A narrow unsigned reading becomes a signed one.
    return asSigned(X, FromBits);
  }
  if (isa<TruncInst>(I)) {
    unsigned Bits = I.getType()->getIntegerBitWidth();
    TermRef X = term(From);
    if (Bits == 1)
      return T.logicalNot(T.zero(T.bitAnd(X, T.constant(1))));
    return truncate(X, Bits);
  }
  return nullptr;
}

TermRef Translator::translateBinary(const BinaryOperator &B) {
  const Value *VA = B.getOperand(0), *VB = B.getOperand(1);
  unsigned Bits = B.getType()->getIntegerBitWidth();
  TermRef X = term(VA), Y = term(VB);
  if (Bits == 1) {
    switch (B.getOpcode()) {
    case Instruction::And:
    case Instruction::Mul:
      return T.both(X, Y);
    case Instruction::Or:
      return T.either(X, Y);
    case Instruction::Xor:
    case Instruction::Add:
    case Instruction::Sub:
      return T.logicalNot(T.equal(X, Y));
    default:
      return nullptr;
    }
  }
  TermRef R = nullptr;
  switch (B.getOpcode()) {
  case Instruction::Add:
    R = T.add(X, Y);
    break;
  case Instruction::Sub:
    R = T.sub(X, Y);
    break;
  case Instruction::Mul:
    R = T.mul(X, Y);
    break;
  case Instruction::Shl:
    // A shift of a signed value by a count that may exceed the width has no
    // meaning; constants are checked by the verifier.
    R = T.shiftLeft(X, Y);
    break;
  case Instruction::LShr:
    R = T.shiftRight(asUnsigned(X, Bits), Y);
    break;
  case Instruction::AShr:
    R = T.shiftRight(X, Y);
    break;
  case Instruction::UDiv:
    R = T.quotient(asUnsigned(X, Bits), asUnsigned(Y, Bits));
    break;
  case Instruction::SDiv:
    R = T.quotient(X, Y);
    break;
  case Instruction::URem:
    R = T.remainder(asUnsigned(X, Bits), asUnsigned(Y, Bits));
    break;
  case Instruction::SRem:
    R = T.remainder(X, Y);
    break;
  case Instruction::And:
    R = T.bitAnd(X, Y);
    break;
  case Instruction::Or:
    // LLVM knows that no bit is common: a sum.
    R = cast<PossiblyDisjointInst>(B).isDisjoint() ? T.add(X, Y)
                                                   : T.bitOr(X, Y);
    break;
  case Instruction::Xor:
    R = T.bitXor(X, Y);
    break;
  default:
    return nullptr;
  }
  return truncate(R, Bits);
}

TermRef Translator::translateCompare(const ICmpInst &C) {
  const Value *VA = C.getOperand(0), *VB = C.getOperand(1);
  if (!VA->getType()->isIntegerTy() || VA->getType()->getIntegerBitWidth() > 64)
    return nullptr;
  unsigned Bits = VA->getType()->getIntegerBitWidth();
  TermRef X = term(VA), Y = term(VB);
  if (Bits == 1) {
    if (C.getPredicate() == ICmpInst::ICMP_EQ)
      return T.equal(X, Y);
    if (C.getPredicate() == ICmpInst::ICMP_NE)
      return T.logicalNot(T.equal(X, Y));
    return nullptr;
  }
  if (C.isUnsigned()) {
    X = asUnsigned(X, Bits);
    Y = asUnsigned(Y, Bits);
  }
  switch (C.getUnsignedPredicate()) {
  case ICmpInst::ICMP_EQ:
    return T.equal(X, Y);
  case ICmpInst::ICMP_NE:
    return T.logicalNot(T.equal(X, Y));
  case ICmpInst::ICMP_ULT:
    return T.less(X, Y);
  case ICmpInst::ICMP_ULE:
    return T.lessEqual(X, Y);
  case ICmpInst::ICMP_UGT:
    return T.less(Y, X);
  default:
    return T.lessEqual(Y, X);
  }
}

TermRef Translator::translateLoad(const LoadInst &Load) {
  if (auto Member = parameterMember(&Load, K.layout())) {
    for (const MemoryObject &O : M.objects())
      if (O.Base == Member->first && O.Kind == ObjectKind::ParameterBlock &&
          O.Written)
        return nullptr;
    return scalar(*Member->first, Member->second, *Load.getType());
  }
  return content(Load);
}

/// Memory that nobody writes in this kernel is a function of the address.
TermRef Translator::content(const LoadInst &Load) {
  if (Load.isAtomic() || isVolatileInSource(Load))
    return nullptr;
  std::vector<PointerTarget> Targets = pointer(Load.getPointerOperand());
  if (Targets.size() != 1 || !Targets[0].Condition->isTrue())
    return nullptr;
  const MemoryObject *O = Targets[0].Object;
  if (O->isShared() || O->Kind == ObjectKind::Local ||
      O->Kind == ObjectKind::Unknown)
    return nullptr;
  for (const MemoryObject &W : M.objects())
    if (W.Written && MemoryModel::mayAlias(W, *O))
      return nullptr;
  uint64_t Bits = Load.getType()->getIntegerBitWidth();
  const Symbol *&S = Contents[{O, Bits}];
  if (!S) {
    Symbol New;
    New.Kind = SymbolKind::Content;
    New.Rests = Grade::Input;
    New.Boolean = Bits == 1;
    New.Name = O->Name;
    if (Bits < 64) {
      New.Lo = -(int64_t(1) << (Bits - 1));
      New.Hi = (int64_t(1) << (Bits - 1)) - 1;
    }
    S = &T.symbol(std::move(New));
    Origins[S] = &Load;
  }
  return T.apply(*S, {Targets[0].Offset});
}

/// The \p Bits of \p X from back to front, where few of them can be set.
TermRef Translator::reverseBits(TermRef X, unsigned Bits) {
  constexpr int64_t MostReversed = 1 << 12;
  if (!X->isNonNegative() || X->hi() >= MostReversed || Bits > 32)
    return nullptr;
  TermRef Result = T.constant(0);
  for (unsigned Bit = 0; X->hi() >> Bit; ++Bit) {
    TermRef One = T.remainder(T.quotient(X, T.constant(int64_t(1) << Bit)),
                              T.constant(2));
    int64_t Weight = int64_t(1) << (Bits - 1 - Bit);
    // What was the lowest bit is the sign now.
    Result = T.add(Result, T.scale(One, Bit ? Weight : -Weight));
  }
  return Result;
}

TermRef Translator::translateCall(const CallBase &Call) {
  auto MinMax = [&](bool Unsigned, bool Max) {
    unsigned Bits = Call.getType()->getIntegerBitWidth();
    TermRef X = term(Call.getArgOperand(0)), Y = term(Call.getArgOperand(1));
    if (Unsigned) {
      X = asUnsigned(X, Bits);
      Y = asUnsigned(Y, Bits);
    }
    return T.select(T.lessEqual(X, Y), Max ? Y : X, Max ? X : Y);
  };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return Thread[0];
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return Thread[1];
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return Thread[2];
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return BlockIdx[0];
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return BlockIdx[1];
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return BlockIdx[2];
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return BlockDim[0];
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return BlockDim[1];
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return BlockDim[2];
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return GridDim[0];
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return GridDim[1];
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return GridDim[2];
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return T.constant(32);
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return lane();
  case Intrinsic::smax:
    return MinMax(false, true);
  case Intrinsic::smin:
    return MinMax(false, false);
  case Intrinsic::umax:
    return MinMax(true, true);
  case Intrinsic::umin:
    return MinMax(true, false);
  case Intrinsic::abs: {
    TermRef X = term(Call.getArgOperand(0));
    return T.select(T.nonNegative(X), X, T.scale(X, -1));
  }
  case Intrinsic::nvvm_mul24_i:
  case Intrinsic::nvvm_mul24_ui: {
    // Exact while both factors fit in 24 bits.
    AssumesNoWrap = true;
    return T.mul(term(Call.getArgOperand(0)), term(Call.getArgOperand(1)));
  }
  case Intrinsic::expect:
    return term(Call.getArgOperand(0));
  case Intrinsic::bitreverse:
    if (TermRef Reversed = reverseBits(term(Call.getArgOperand(0)),
                                       Call.getType()->getScalarSizeInBits()))
      return Reversed;
    break;
  default:
    break;
  }
  if (const Function *F = Call.getCalledFunction();
      F && Call.arg_size() == 2 && Call.getType()->isIntegerTy()) {
    StringRef Name = F->getName();
    if (Name == "__nv_mul24" || Name == "__nv_umul24") {
      AssumesNoWrap = true;
      return T.mul(term(Call.getArgOperand(0)), term(Call.getArgOperand(1)));
    }
    if (Name == "__nv_min" || Name == "__nv_llmin")
      return MinMax(false, false);
    if (Name == "__nv_max" || Name == "__nv_llmax")
      return MinMax(false, true);
    if (Name == "__nv_umin" || Name == "__nv_ullmin")
      return MinMax(true, false);
    if (Name == "__nv_umax" || Name == "__nv_ullmax")
      return MinMax(true, true);
  }
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
      Asm && StringRef(Asm->getAsmString()).contains("%laneid") &&
      StringRef(Asm->getAsmString()).trim().starts_with("mov.u32 $0"))
    return lane();
  return nullptr;
}

} // namespace oxide::prover
