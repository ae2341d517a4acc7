// SPDX-License-Identifier: Apache-2.0

#include "prover/Misaligned.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

namespace oxide::prover {

using namespace llvm;

uint64_t alignmentOf(const RawAccess &A) {
  if (const auto *L = dyn_cast<LoadInst>(A.At))
    return L->getAlign().value();
  if (const auto *S = dyn_cast<StoreInst>(A.At))
    return S->getAlign().value();
  if (const auto *R = dyn_cast<AtomicRMWInst>(A.At))
    return R->getAlign().value();
  if (const auto *X = dyn_cast<AtomicCmpXchgInst>(A.At))
    return X->getAlign().value();
  if (const auto *M = dyn_cast<MemIntrinsic>(A.At)) {
    if (A.Kind == AccessKind::Write)
      return M->getDestAlign().valueOrOne().value();
    if (const auto *T = dyn_cast<MemTransferInst>(M))
      return T->getSourceAlign().valueOrOne().value();
    return 1;
  }
  if (const auto *Call = dyn_cast<CallBase>(A.At))
    if (const Function *Callee = Call->getCalledFunction();
        Callee && Callee->getName().starts_with("llvm.nvvm.cp.async.") &&
        A.Width)
      return *A.Width;
  return 1;
}

namespace {

/// Alignments above this are not checked: no access is that wide.
constexpr uint64_t LargestAlignment = 32;

class MisalignmentFinder {
public:
  MisalignmentFinder(Query &Q, ArrayRef<Access> Accesses,
                     function_ref<uint64_t(const Access &)> Promised,
                     function_ref<uint64_t(const MemoryObject &)> BaseAlignment)
      : Q(Q), X(Q.translator()), T(Q.terms()), Accesses(Accesses),
        Promised(Promised), BaseAlignment(BaseAlignment) {}

  std::vector<Misaligned> run() {
    for (const Access &A : Accesses) {
      uint64_t Alignment = Promised(A);
      // A copy in parts is told once, for its first part.
      if (any_of(Result, [&](const Misaligned &M) {
            return M.At->Object == A.Object &&
                   M.At->Raw->At->getDebugLoc() == A.Raw->At->getDebugLoc();
          }))
        continue;
      if (Alignment < 2 || Alignment > LargestAlignment ||
          mayBeMultiple(A.Offset, Alignment) || !A.Offset->isExact() ||
          A.Object->Kind == ObjectKind::Unknown)
        continue;
      uint64_t Base = BaseAlignment(*A.Object);
      if (!againstBase(A, Alignment, std::min(Alignment, Base)) &&
          Base < Alignment)
        againstOthers(A, Alignment);
    }
    return std::move(Result);
  }

private:
  /// Whether \p Offset is a multiple where all sizes are. That is most of
  /// them, and costs no query.
  static bool mayBeMultiple(TermRef Offset, uint64_t Of) {
    auto IsSize = [](TermRef A) {
      return A->kind() == TermKind::Apply &&
             (A->symbol().Kind == SymbolKind::Scalar ||
              A->symbol().Kind == SymbolKind::BlockSize ||
              A->symbol().Kind == SymbolKind::GridSize);
    };
    auto Fits = [&](TermRef Part) {
      return IsSize(Part) || (Part->kind() == TermKind::Product &&
                              any_of(Part->operands(), IsSize));
    };
    auto Size = static_cast<int64_t>(Of);
    if (Offset->kind() != TermKind::Sum)
      return Offset->isConstant() ? Offset->value() % Size == 0 : Fits(Offset);
    if (Offset->value() % Size != 0)
      return false;
    for (auto [Part, C] : zip(Offset->operands(), Offset->coefficients()))
      if (C % Size != 0 && !Fits(Part))
        return false;
    return true;
  }

  /// The offset alone breaks what is known of the base.
  bool againstBase(const Access &A, uint64_t Alignment, uint64_t Known) {
    if (Known < 2 || isMultipleOf(A.Offset, Known))
      return false;
    Misaligned M{&A, Alignment, {}, {}};
    M.Offset = Q.copy(A.Offset, 1, Relation::SameBlock);
    TermRef Size = T.constant(static_cast<int64_t>(Known));
    TermRef Breaks = T.logicalNot(T.zero(T.remainder(M.Offset, Size)));
    std::vector<TermRef> All = Q.frame(Relation::SameBlock);
    All.erase(All.begin()); // one thread is enough
    All.push_back(Q.copy(guard(A), 1, Relation::SameBlock));
    All.push_back(Breaks);
    return keep(std::move(M), All, Known);
  }

  /// Two accesses at a distance that is no multiple: whatever the base is, one
  /// of them is misaligned. The same access by two threads comes first.
  void againstOthers(const Access &A, uint64_t Alignment) {
    if (A.Object->Kind == ObjectKind::Local)
      return;
    if (distance(A, A, Alignment))
      return;
    // One that speaks for the beginning is as good as another.
    const auto *B = find_if(Accesses, [&](const Access &B) {
      return B.Object == A.Object && Promised(B) >= Alignment &&
             isMultipleOf(B.Offset, Alignment);
    });
    if (B != Accesses.end())
      distance(A, *B, Alignment);
  }

  bool distance(const Access &A, const Access &B, uint64_t Alignment) {
    Misaligned M{&A, Alignment, {}, {}};
    M.Against = &B;
    M.Offset = Q.copy(A.Offset, 1, Relation::SameBlock);
    M.AgainstOffset = Q.copy(B.Offset, 2, Relation::SameBlock);
    TermRef Size = T.constant(static_cast<int64_t>(Alignment));
    std::vector<TermRef> All = Q.frame(Relation::SameBlock);
    All.push_back(Q.copy(guard(A), 1, Relation::SameBlock));
    All.push_back(Q.copy(guard(B), 2, Relation::SameBlock));
    All.push_back(T.logicalNot(T.zero(T.remainder(M.Offset, Size))));
    All.push_back(T.zero(T.remainder(M.AgainstOffset, Size)));
    return keep(std::move(M), All, Alignment);
  }

  TermRef guard(const Access &A) {
    return T.both(X.reach(A.Raw->At->getParent()), A.Condition);
  }

  /// Sizes may be known to be multiples by the author alone: what depends on
  /// them counts only when it breaks for every remainder.
  bool keep(Misaligned M, ArrayRef<TermRef> Conditions, uint64_t Modulus) {
    std::vector<TermRef> Sizes;
    SmallVector<TermRef, 2> Offsets{M.Offset};
    if (M.AgainstOffset)
      Offsets.push_back(M.AgainstOffset);
    SmallVector<TermRef, 4> Terms;
    append_range(Terms, Offsets);
    Terms.push_back(guard(*M.At));
    if (M.Against)
      Terms.push_back(guard(*M.Against));
    for (TermRef A : applicationsIn(Terms)) {
      SymbolKind K = A->symbol().Kind;
      if ((K == SymbolKind::Scalar && !A->symbol().Boolean) ||
          K == SymbolKind::BlockSize || K == SymbolKind::GridSize)
        Sizes.push_back(A);
    }
    auto Remainders = static_cast<int64_t>(Sizes.empty() ? 1 : Modulus);
    for (int64_t R = 0; R != Remainders; ++R) {
      std::vector<TermRef> All(Conditions);
      for (TermRef S : Sizes) {
        bool Block = S->symbol().Kind == SymbolKind::BlockSize;
        All.push_back(
            T.zero(T.remainder(T.sub(S, T.constant(Block ? 0 : R)),
                               T.constant(static_cast<int64_t>(Modulus)))));
      }
      // Guards alone rest on scalars of the caller.
      M.Result = Q.ask(All, Q.threads(Relation::SameBlock, M.Against ? 2 : 1),
                       /*Tail=*/false, T.truth(true));
      if (M.Result.Answer != Outcome::Certain)
        return false;
    }
    complete(M.Result.Model, Offsets);
    Result.push_back(std::move(M));
    return true;
  }

  Query &Q;
  Translator &X;
  TermContext &T;
  ArrayRef<Access> Accesses;
  function_ref<uint64_t(const Access &)> Promised;
  function_ref<uint64_t(const MemoryObject &)> BaseAlignment;
  std::vector<Misaligned> Result;
};

} // namespace

std::vector<Misaligned>
findMisaligned(Query &Q, ArrayRef<Access> Accesses,
               function_ref<uint64_t(const Access &)> Promised,
               function_ref<uint64_t(const MemoryObject &)> BaseAlignment) {
  return MisalignmentFinder(Q, Accesses, Promised, BaseAlignment).run();
}

} // namespace oxide::prover
