// SPDX-License-Identifier: Apache-2.0

#include "prover/Term.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

TermContext::TermContext() {
  One = constant(1);
  True = intern(TermKind::Truth, 1, nullptr, {});
  False = intern(TermKind::Truth, 0, nullptr, {});
}

const Symbol &TermContext::symbol(Symbol S) {
  S.Id = Symbols.size();
  Symbols.push_back(std::move(S));
  return Symbols.back();
}

const Symbol &TermContext::copyOf(const Symbol &S, unsigned Copy) {
  const Symbol *&Known = Copies[{&S, Copy}];
  if (!Known) {
    Symbol New = S;
    New.Copy = Copy;
    New.Generic = &S;
    Known = &symbol(std::move(New));
  }
  return *Known;
}

std::pair<TermRef, TermRef> TermContext::digits(TermRef V, int64_t Divisor) {
  auto [It, New] = Digits.try_emplace({V, Divisor});
  if (New) {
    Symbol High = V->symbol();
    High.Kind = SymbolKind::Digit;
    Symbol Low = High;
    High.Name += " / " + std::to_string(Divisor);
    High.Lo /= Divisor;
    High.Hi /= Divisor;
    Low.Name += " % " + std::to_string(Divisor);
    Low.Lo = 0;
    Low.Hi = Divisor - 1;
    It->second = {apply(symbol(std::move(High))),
                  apply(symbol(std::move(Low)))};
  }
  return It->second;
}

TermRef TermContext::intern(TermKind Kind, int64_t Value, const Symbol *Sym,
                            llvm::ArrayRef<TermRef> Operands,
                            llvm::ArrayRef<int64_t> Coefficients) {
  uint64_t Hash = llvm::hash_combine(
      static_cast<uint8_t>(Kind), Value, Sym ? Sym->Id : ~0u,
      llvm::hash_combine_range(Coefficients.begin(), Coefficients.end()));
  for (TermRef O : Operands)
    Hash = llvm::hash_combine(Hash, O->id());
  // The two largest keys belong to the map.
  auto &Bucket = Table[Hash & (~0ull >> 1)];
  for (Term *T : Bucket)
    if (T->Kind == Kind && T->Value == Value && T->Sym == Sym &&
        T->Operands == Operands && T->Coefficients == Coefficients)
      return T;
  Term *T = new (Memory.Allocate<Term>()) Term;
  T->Kind = Kind;
  T->Id = NextId++;
  T->Value = Value;
  T->Sym = Sym;
  T->Operands = Operands.copy(Memory);
  T->Coefficients = Coefficients.copy(Memory);
  describe(*T);
  Bucket.push_back(T);
  return T;
}

TermRef TermContext::constant(int64_t V) {
  return intern(TermKind::Constant, V, nullptr, {});
}

TermRef TermContext::truth(bool V) { return V ? True : False; }

TermRef TermContext::apply(const Symbol &S, llvm::ArrayRef<TermRef> Arguments) {
  if (S.Lo == S.Hi && !S.Boolean)
    return constant(S.Lo);
  return intern(TermKind::Apply, 0, &S, Arguments);
}

TermRef TermContext::rebuild(TermRef T, llvm::ArrayRef<TermRef> O) {
  switch (T->kind()) {
  case TermKind::Constant:
  case TermKind::Truth:
    return T;
  case TermKind::Apply:
    return apply(T->symbol(), O);
  case TermKind::Sum: {
    int64_t Value = T->value();
    Parts All;
    for (auto [Operand, C] : llvm::zip_equal(O, T->coefficients()))
      addTo(Operand, C, Value, All);
    return sum(Value, All);
  }
  case TermKind::Product:
    return mul(O[0], O[1]);
  case TermKind::Quotient:
    return quotient(O[0], O[1]);
  case TermKind::Remainder:
    return remainder(O[0], O[1]);
  case TermKind::BitAnd:
    return bitAnd(O[0], O[1]);
  case TermKind::BitOr:
    return bitOr(O[0], O[1]);
  case TermKind::BitXor:
    return bitXor(O[0], O[1]);
  case TermKind::ShiftLeft:
    return shiftLeft(O[0], O[1]);
  case TermKind::ShiftRight:
    return shiftRight(O[0], O[1]);
  case TermKind::Select:
    return select(O[0], O[1], O[2]);
  case TermKind::Zero:
    return zero(O[0]);
  case TermKind::NonNegative:
    return nonNegative(O[0]);
  case TermKind::Not:
    return logicalNot(O[0]);
  case TermKind::AllOf:
  case TermKind::AnyOf:
    return junction(T->kind(), O);
  }
  return T;
}

TermRef TermContext::replaceIn(TermRef T, Replacer Replace,
                               llvm::DenseMap<TermRef, TermRef> &Done) {
  if (auto It = Done.find(T); It != Done.end())
    return It->second;
  llvm::SmallVector<TermRef, 8> Operands;
  for (TermRef O : T->operands())
    Operands.push_back(replaceIn(O, Replace, Done));
  TermRef New = nullptr;
  if (T->kind() == TermKind::Apply)
    New = Replace(T->symbol(), Operands);
  if (!New)
    New = rebuild(T, Operands);
  return Done[T] = New;
}

TermRef TermContext::replace(TermRef T, Replacer Replace) {
  llvm::DenseMap<TermRef, TermRef> Done;
  return replaceIn(T, Replace, Done);
}

TermRef TermContext::copy(TermRef T, unsigned Copy, Scope Shared) {
  return replace(
      T, [&](const Symbol &S, llvm::ArrayRef<TermRef> Arguments) -> TermRef {
        if (S.Copy || S.Varies <= Shared)
          return nullptr;
        return apply(copyOf(S, Copy), Arguments);
      });
}

void forEachTerm(llvm::ArrayRef<TermRef> Roots,
                 llvm::function_ref<void(TermRef)> Visit) {
  llvm::DenseSet<TermRef> Seen;
  std::vector<TermRef> Stack(Roots.begin(), Roots.end());
  while (!Stack.empty()) {
    TermRef T = Stack.back();
    Stack.pop_back();
    if (!Seen.insert(T).second)
      continue;
    llvm::append_range(Stack, T->operands());
    Visit(T);
  }
}

std::vector<TermRef> applicationsIn(llvm::ArrayRef<TermRef> Roots) {
  std::vector<TermRef> Result;
  forEachTerm(Roots, [&](TermRef T) {
    if (T->kind() == TermKind::Apply)
      Result.push_back(T);
  });
  llvm::sort(Result, [](TermRef A, TermRef B) { return A->id() < B->id(); });
  return Result;
}

std::vector<TermRef> scalarsIn(llvm::ArrayRef<TermRef> Roots) {
  std::vector<TermRef> Result = applicationsIn(Roots);
  llvm::erase_if(Result, [](TermRef A) {
    return A->symbol().Kind != SymbolKind::Scalar || A->symbol().Boolean;
  });
  return Result;
}

} // namespace oxide::prover
