// SPDX-License-Identifier: Apache-2.0
//
// The operations of ExactBits, one by one.

#include "prover/ExactBits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace oxide::prover {

using namespace llvm;

Z3_sort ExactBits::sortOf(const Type *Type) const {
  // What is no integer takes part in nothing.
  return Z3_mk_bv_sort(C, Type->isIntegerTy() ? Type->getIntegerBitWidth() : 1);
}

Z3_ast ExactBits::number(const APInt &Value) const {
  return Z3_mk_numeral(C, llvm::toString(Value, 10, /*Signed=*/false).c_str(),
                       Z3_mk_bv_sort(C, Value.getBitWidth()));
}

Z3_ast ExactBits::number(uint64_t Value, Z3_sort Sort) const {
  return Z3_mk_unsigned_int64(C, Value, Sort);
}

Z3_ast ExactBits::unknown(Z3_sort Sort) const {
  return Z3_mk_fresh_const(C, "v", Sort);
}

Z3_ast ExactBits::inRange(Z3_ast Value, const ConstantRange &Range) const {
  if (Range.isFullSet())
    return Z3_mk_true(C);
  if (Range.isEmptySet())
    return Z3_mk_false(C);
  // A range may go around zero.
  return Z3_mk_bvult(C, Z3_mk_bvsub(C, Value, number(Range.getLower())),
                     number(Range.getUpper() - Range.getLower()));
}

Z3_ast ExactBits::flag(Z3_ast Condition) const {
  Z3_sort Bit = Z3_mk_bv_sort(C, 1);
  return Z3_mk_ite(C, Condition, number(1, Bit), number(0, Bit));
}

Z3_ast ExactBits::all(const std::vector<Z3_ast> &Conditions) const {
  return Z3_mk_and(C, Conditions.size(), Conditions.data());
}

Z3_ast ExactBits::opaque(StringRef Name, Z3_ast A, Z3_ast B,
                         Z3_sort Sort) const {
  std::string Unique = (Name + utostr(Z3_get_bv_sort_size(C, Sort))).str();
  Z3_sort Domain[] = {Sort, Sort};
  Z3_func_decl Function = Z3_mk_func_decl(
      C, Z3_mk_string_symbol(C, Unique.c_str()), 2, Domain, Sort);
  Z3_ast Arguments[] = {A, B};
  return Z3_mk_app(C, Function, 2, Arguments);
}

/// Wraps as the machine does, whatever `nsw` and `nuw` promise.
Z3_ast ExactBits::binary(const BinaryOperator &B, const Moment *At) {
  if (!B.getType()->isIntegerTy())
    return nullptr;
  Z3_ast L = bits(B.getOperand(0), At), R = bits(B.getOperand(1), At);
  const auto *Number = dyn_cast<ConstantInt>(B.getOperand(1));
  bool ByNumber = Number && !Number->isZero();
  bool Shift = Number && Number->getValue().ult(Number->getBitWidth());
  Z3_sort Sort = Z3_get_sort(C, L);
  switch (B.getOpcode()) {
  case Instruction::Add:
    return Z3_mk_bvadd(C, L, R);
  case Instruction::Sub:
    return Z3_mk_bvsub(C, L, R);
  case Instruction::Mul:
    // A product of unknowns takes the solver longer than it is worth.
    return Number || isa<ConstantInt>(B.getOperand(0))
               ? Z3_mk_bvmul(C, L, R)
               : opaque("mul", L, R, Sort);
  case Instruction::And:
    return Z3_mk_bvand(C, L, R);
  case Instruction::Or:
    return Z3_mk_bvor(C, L, R);
  case Instruction::Xor:
    return Z3_mk_bvxor(C, L, R);
  case Instruction::Shl:
    return Shift ? Z3_mk_bvshl(C, L, R) : opaque("shl", L, R, Sort);
  case Instruction::LShr:
    return Shift ? Z3_mk_bvlshr(C, L, R) : opaque("lshr", L, R, Sort);
  case Instruction::AShr:
    return Shift ? Z3_mk_bvashr(C, L, R) : opaque("ashr", L, R, Sort);
  case Instruction::UDiv:
    return ByNumber ? Z3_mk_bvudiv(C, L, R) : opaque("udiv", L, R, Sort);
  case Instruction::URem:
    return ByNumber ? Z3_mk_bvurem(C, L, R) : opaque("urem", L, R, Sort);
  case Instruction::SDiv:
    return ByNumber ? Z3_mk_bvsdiv(C, L, R) : opaque("sdiv", L, R, Sort);
  case Instruction::SRem:
    return ByNumber ? Z3_mk_bvsrem(C, L, R) : opaque("srem", L, R, Sort);
  default:
    return nullptr;
  }
}

Z3_ast ExactBits::compare(const ICmpInst &I, const Moment *At) {
  if (!I.getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  Z3_ast L = bits(I.getOperand(0), At), R = bits(I.getOperand(1), At);
  switch (I.getPredicate()) {
  case CmpInst::ICMP_EQ:
    return flag(Z3_mk_eq(C, L, R));
  case CmpInst::ICMP_NE:
    return flag(Z3_mk_not(C, Z3_mk_eq(C, L, R)));
  case CmpInst::ICMP_ULT:
    return flag(Z3_mk_bvult(C, L, R));
  case CmpInst::ICMP_ULE:
    return flag(Z3_mk_bvule(C, L, R));
  case CmpInst::ICMP_UGT:
    return flag(Z3_mk_bvugt(C, L, R));
  case CmpInst::ICMP_UGE:
    return flag(Z3_mk_bvuge(C, L, R));
  case CmpInst::ICMP_SLT:
    return flag(Z3_mk_bvslt(C, L, R));
  case CmpInst::ICMP_SLE:
    return flag(Z3_mk_bvsle(C, L, R));
  case CmpInst::ICMP_SGT:
    return flag(Z3_mk_bvsgt(C, L, R));
  case CmpInst::ICMP_SGE:
    return flag(Z3_mk_bvsge(C, L, R));
  default:
    return nullptr;
  }
}

Z3_ast ExactBits::cast(const CastInst &I, const Moment *At) {
  if (!I.getSrcTy()->isIntegerTy() || !I.getDestTy()->isIntegerTy())
    return nullptr;
  Z3_ast From = bits(I.getOperand(0), At);
  unsigned Had = I.getSrcTy()->getIntegerBitWidth();
  unsigned Has = I.getDestTy()->getIntegerBitWidth();
  switch (I.getOpcode()) {
  case Instruction::ZExt:
    return Z3_mk_zero_ext(C, Has - Had, From);
  case Instruction::SExt:
    return Z3_mk_sign_ext(C, Has - Had, From);
  case Instruction::Trunc:
    return Z3_mk_extract(C, Has - 1, 0, From);
  default:
    return nullptr;
  }
}

Z3_ast ExactBits::call(const CallBase &Call, const Moment *At) {
  if (!Call.getType()->isIntegerTy())
    return nullptr;
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg."))
    if (Z3_ast Register = special(*Callee))
      return Register;
  if (const auto *M = dyn_cast<MinMaxIntrinsic>(&Call)) {
    Z3_ast L = bits(M->getLHS(), At), R = bits(M->getRHS(), At);
    Z3_ast Less = M->isSigned() ? Z3_mk_bvslt(C, L, R) : Z3_mk_bvult(C, L, R);
    bool Smaller = M->getPredicate() == CmpInst::ICMP_SLT ||
                   M->getPredicate() == CmpInst::ICMP_ULT;
    return Smaller ? Z3_mk_ite(C, Less, L, R) : Z3_mk_ite(C, Less, R, L);
  }
  if (Call.getIntrinsicID() == Intrinsic::expect)
    return bits(Call.getArgOperand(0), At);
  return nullptr;
}

/// Whether nothing writes what \p A points to, and nothing else knows it.
static bool isReadOnly(const Argument &A) {
  SmallVector<const Value *, 8> Pointers{&A};
  while (!Pointers.empty()) {
    const Value *Pointer = Pointers.pop_back_val();
    for (const User *U : Pointer->users()) {
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(U)) {
        Pointers.push_back(U);
        continue;
      }
      if (const auto *Copy = dyn_cast<MemTransferInst>(U);
          Copy && Copy->getRawSource() == Pointer &&
          Copy->getRawDest() != Pointer)
        continue;
      if (const auto *I = dyn_cast<IntrinsicInst>(U);
          I && I->isLifetimeStartOrEnd())
        continue;
      if (!isa<LoadInst>(U))
        return false;
    }
  }
  return true;
}

/// A member of a parameter is the same whenever it is read.
Z3_ast ExactBits::load(const LoadInst &Load) {
  if (!Load.getType()->isIntegerTy())
    return nullptr;
  APInt Offset(64, 0);
  const auto *A = dyn_cast<Argument>(
      Load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          F.getParent()->getDataLayout(), Offset, /*AllowNonInbounds=*/true));
  if (!A || !A->hasByValAttr() || !isReadOnly(*A))
    return nullptr;
  unsigned Width = Load.getType()->getIntegerBitWidth();
  auto [It, New] =
      Members.try_emplace({A, Offset.getZExtValue()}, Width, Z3_ast(nullptr));
  if (New)
    It->second.second = unknown(sortOf(Load.getType()));
  return It->second.first == Width ? It->second.second : nullptr;
}

/// The most threads that __launch_bounds__ lets a block of \p F have.
static uint64_t mostThreads(const Function &F) {
  SmallVector<StringRef, 3> Parts;
  F.getFnAttribute("nvvm.maxntid").getValueAsString().split(Parts, ',');
  uint64_t Product = 1;
  for (StringRef Part : Parts) {
    uint64_t Value = 0;
    if (Part.trim().getAsInteger(10, Value) || Value == 0 || Value > 1024)
      return 1024;
    Product *= Value;
  }
  return std::min<uint64_t>(Product, 1024);
}

/// A special register: one value for a thread, whenever it is read.
Z3_ast ExactBits::special(const Function &Intrinsic) {
  std::string Name =
      Intrinsic.getName().drop_front(strlen("llvm.nvvm.read.ptx.sreg.")).str();
  auto Register = [&](const std::string &Of, uint64_t Least, uint64_t Most) {
    auto [It, New] = Specials.try_emplace(Of, nullptr);
    if (New) {
      Z3_sort Sort = Z3_mk_bv_sort(C, 32);
      It->second = unknown(Sort);
      Facts.push_back(Z3_mk_bvule(C, number(Least, Sort), It->second));
      Facts.push_back(Z3_mk_bvule(C, It->second, number(Most, Sort)));
    }
    return It->second;
  };
  auto [Kind, Dimension] = StringRef(Name).split('.');
  if (!Intrinsic.getReturnType()->isIntegerTy(32) || Dimension.size() != 1)
    return Name == "laneid"     ? Register(Name, 0, 31)
           : Name == "warpsize" ? Register(Name, 32, 32)
                                : nullptr;
  bool First = Dimension == "x";
  uint64_t Threads =
      std::min<uint64_t>(mostThreads(F), Dimension == "z" ? 64 : 1024);
  // Limits of the hardware, of all architectures.
  uint64_t Blocks = First ? INT32_MAX : UINT16_MAX;
  auto Below = [&](const char *Size, uint64_t Most) {
    Z3_ast Bound = Register(Size + Dimension.str(), 1, Most);
    Z3_ast Index = Register(Name, 0, Most - 1);
    Facts.push_back(Z3_mk_bvult(C, Index, Bound));
    return Index;
  };
  if (Kind == "tid")
    return Below("ntid.", Threads);
  if (Kind == "ctaid")
    return Below("nctaid.", Blocks);
  if (Kind == "ntid")
    return Register(Name, 1, Threads);
  if (Kind == "nctaid")
    return Register(Name, 1, Blocks);
  return nullptr;
}

} // namespace oxide::prover
