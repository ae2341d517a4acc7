// SPDX-License-Identifier: Apache-2.0

#include "prover/Uninitialized.h"
#include "prover/Coverage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include <array>

namespace oxide::prover {

using namespace llvm;

namespace {

using BlockShape = std::array<int64_t, 3>;

/// Shapes that all have to show the defect where the launch is not known.
constexpr BlockShape UsualRows[] = {
    {256, 1, 1}, {128, 1, 1}, {64, 1, 1}, {512, 1, 1}};
constexpr BlockShape UsualTiles[] = {{16, 16, 1}, {32, 8, 1}};

/// Values that are followed from a read to where they are stored.
constexpr unsigned MostUses = 256;

/// The instructions that put \p Read, or something computed from it, into
/// memory.
SmallVector<const Instruction *, 4> storesOf(const Instruction &Read) {
  SmallVector<const Instruction *, 4> Result;
  SmallVector<const Instruction *, 16> Work{&Read};
  SmallPtrSet<const Instruction *, 16> Seen{&Read};
  while (!Work.empty() && Seen.size() < MostUses) {
    const Instruction *I = Work.pop_back_val();
    for (const User *U : I->users()) {
      const auto *By = dyn_cast<Instruction>(U);
      if (!By || !Seen.insert(By).second)
        continue;
      if (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(By)) {
        Result.push_back(By);
      } else if (!By->getType()->isVoidTy() && !isa<LoadInst>(By)) {
        Work.push_back(By);
      }
    }
  }
  return Result;
}

void addScalars(TermRef T, SmallVectorImpl<const Symbol *> &To) {
  for (TermRef A : applicationsIn(T))
    if (A->symbol().Kind == SymbolKind::Scalar &&
        !is_contained(To, &A->symbol()))
      To.push_back(&A->symbol());
}

class UninitializedFinder {
public:
  UninitializedFinder(Query &Q, KernelIR &K, ArrayRef<Access> Accesses)
      : Q(Q), X(Q.translator()), T(Q.terms()), K(K), Accesses(Accesses) {}

  std::vector<Uninitialized> run() {
    bool Any = any_of(Accesses, [](const Access &A) { return isRead(A); });
    if (!Any || !chooseShapes())
      return {};
    for (const Phase &P : phasesOf(X, K, [](const SyncPoint &S) {
           return S.Scope != SyncScope::Warp;
         }))
      lookAt(P);
    return std::move(Result);
  }

private:
  static bool isRead(const Access &A) {
    return A.Object->isShared() && !A.Object->Escapes && A.Raw->Width &&
           A.Raw->Kind == AccessKind::Read && isa<LoadInst>(A.Raw->At);
  }

  bool chooseShapes() {
    bool Known = true;
    BlockShape Fixed;
    for (unsigned D = 0; D != 3; ++D) {
      Known &= X.blockSize(D)->isConstant();
      Fixed[D] = X.blockSize(D)->isConstant() ? X.blockSize(D)->value() : 1;
    }
    if (Known) {
      Shapes = {Fixed};
      return true;
    }
    // Part of the shape known, or three dimensions: nothing is usual.
    for (unsigned D = 0; D != 3; ++D)
      if (X.blockSize(D)->isConstant() && X.blockSize(D)->value() != 1)
        return false;
    if (!X.blockSize(2)->isConstant())
      return false;
    if (X.blockSize(1)->isConstant())
      Shapes.assign(std::begin(UsualRows), std::end(UsualRows));
    else
      Shapes.assign(std::begin(UsualTiles), std::end(UsualTiles));
    return true;
  }

  /// \p Term for a block of \p Shape.
  TermRef shaped(TermRef Term, const BlockShape &Shape) {
    return T.replace(Term, [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
      return S.Kind == SymbolKind::BlockSize ? T.constant(Shape[S.Dim])
                                             : nullptr;
    });
  }

  void lookAt(const Phase &P) {
    for (const Access &A : Accesses) {
      if (!isRead(A) || any_of(Result, [&](const Uninitialized &U) {
            return U.At->Raw->At == A.Raw->At;
          }))
        continue;
      for (const Arrival &Where : P.Arrivals)
        if (Where.At == A.Raw->At->getParent() && check(A, Where, P))
          break;
    }
  }

  /// Writes of the object that can come before the end of \p P, when that is
  /// in the first iteration of the loops around its barrier.
  std::vector<BlockWrite> writesBefore(const Phase &P,
                                       const MemoryObject *Object) {
    std::vector<BlockWrite> Writes;
    const BasicBlock *From = P.From ? P.From->At->getParent() : nullptr;
    for (const Access &W : Accesses) {
      if (W.Object != Object || W.Raw->Kind == AccessKind::Read)
        continue;
      const BasicBlock *B = W.Raw->At->getParent();
      for (const Arrival &Where : P.Arrivals)
        if (Where.At == B)
          Writes.push_back({&W, T.both(Where.Guard, at(X, W.Condition, Where)),
                            at(X, W.Offset, Where)});
      if (!From || !isPotentiallyReachable(B, From, nullptr, &K.dominators(),
                                           &K.loops()))
        continue;
      TermRef Guard = T.both(X.reach(B), W.Condition);
      TermRef Offset = W.Offset;
      for (const Loop *L = K.loops().getLoopFor(From); L;
           L = L->getParentLoop()) {
        if (!L->contains(B))
          continue;
        Guard = first(Guard, L);
        Offset = first(Offset, L);
      }
      Writes.push_back({&W, Guard, Offset});
    }
    return Writes;
  }

  /// \p Term in the first iteration of \p L.
  TermRef first(TermRef Term, const Loop *L) {
    const Symbol &Iteration = X.iteration(L)->symbol();
    return T.replace(Term, [&](const Symbol &S, ArrayRef<TermRef>) {
      return &S == &Iteration ? T.constant(0) : TermRef(nullptr);
    });
  }

  bool check(const Access &R, const Arrival &Where, const Phase &P) {
    TermRef Guard =
        T.allOf({Where.Guard, at(X, R.Condition, Where), P.Reached});
    // The first time round: what came before is known.
    for (const auto &[L, I] : Where.Iterations)
      if (P.From && L->contains(P.From->At->getParent()))
        Guard = T.both(Guard, T.zero(I));
    TermRef Offset = at(X, R.Offset, Where);
    if (Guard->isFalse() || Guard->grade() == Grade::Approximate ||
        Offset->grade() == Grade::Approximate)
      return false;
    if (R.Object->Size)
      Guard = T.allOf(
          {Guard, T.nonNegative(Offset),
           T.less(Offset, T.constant(static_cast<int64_t>(*R.Object->Size)))});
    SmallVector<TermRef, 4> Goes, Leaves;
    for (const Instruction *Store : storesOf(*R.Raw->At)) {
      TermRef Reach = at(X, X.reach(Store->getParent()), Where);
      if (Reach->grade() == Grade::Approximate)
        continue;
      for (const Access &A : Accesses) {
        if (A.Raw->At != Store || A.Object->Kind == ObjectKind::Local)
          continue;
        Goes.push_back(Reach);
        if (!A.Object->isShared())
          Leaves.push_back(Reach);
      }
    }
    if (Goes.empty())
      return false;
    Guard = T.both(Guard, T.anyOf(Goes));

    std::vector<BlockWrite> Writes = writesBefore(P, R.Object);
    Uninitialized Found;
    Found.At = &R;
    for (const BlockShape &Shape : Shapes)
      if (!ask(Found, Guard, Offset, T.anyOf(Leaves), Writes, Shape))
        return false;
    Result.push_back(std::move(Found));
    return true;
  }

  /// \p Leaves holds where the value goes to memory beyond the block.
  bool ask(Uninitialized &Found, TermRef Guard, TermRef Offset, TermRef Leaves,
           ArrayRef<BlockWrite> Writes, const BlockShape &Shape) {
    Guard = shaped(Guard, Shape);
    Offset = shaped(Offset, Shape);
    const int64_t Block[3] = {Shape[0], Shape[1], Shape[2]};
    SmallVector<const Symbol *, 4> OfRead, All;
    addScalars(Guard, OfRead);
    addScalars(Offset, OfRead);
    All = OfRead;
    std::vector<TermRef> Generic{Guard};
    SmallVector<TermRef, 4> Kept;
    const Access *Missing = nullptr;
    for (const BlockWrite &W : Writes) {
      Coverage C =
          coverageOf(X, {W.At, shaped(W.Guard, Shape), shaped(W.Offset, Shape)},
                     Offset, Block);
      if (C.Covered->isTrue())
        return false;
      addScalars(C.Covered, All);
      Generic.push_back(T.logicalNot(C.Covered));
      if (C.Guarded) {
        Kept.push_back(T.both(C.HasThread, T.logicalNot(C.Covered)));
        if (!Missing)
          Missing = W.At;
      }
    }
    // Sizes that belong together must not be played off against each other,
    // nor a size against the block.
    if (!OfRead.empty() && All.size() > 1)
      return false;
    if (!All.empty()) {
      Generic.push_back(T.anyOf(Kept));
      Found.Missing = Missing;
    } else if (!Writes.empty()) {
      // An apron that nobody fills is often read, and dropped later.
      Generic.push_back(T.either(T.anyOf(Kept), shaped(Leaves, Shape)));
    }
    if (Generic.back()->isFalse())
      return false;
    std::vector<TermRef> Conditions = Q.frame(Relation::SameBlock);
    Conditions.erase(Conditions.begin()); // one thread is enough
    for (TermRef &C : Conditions)
      C = shaped(C, Shape);
    for (TermRef G : Generic)
      Conditions.push_back(Q.copy(G, 1, Relation::SameBlock));
    return solve(Found, Conditions, Offset, Shape);
  }

  /// A launch that covers its sizes, where the last block may be in part.
  bool solve(Uninitialized &Found, std::vector<TermRef> &Conditions,
             TermRef Offset, const BlockShape &Shape) {
    Grade Rests = Grade::Exact;
    for (TermRef C : Conditions)
      Rests = std::max(Rests, C->grade());
    if (Rests == Grade::Approximate)
      return false;
    std::vector<TermRef> Order;
    for (unsigned D = 0; D != 3; ++D)
      if (!X.gridSize(D)->isConstant()) {
        Conditions.push_back(T.lessEqual(X.gridSize(D), T.constant(64)));
        Order.push_back(X.gridSize(D));
      }
    for (TermRef A : scalarsIn(Conditions)) {
      Order.push_back(A);
      Conditions.push_back(T.lessEqual(A, T.constant(1 << 20)));
      for (unsigned D = 0; D != 3; ++D)
        Conditions.push_back(
            T.less(T.scale(T.sub(X.gridSize(D), T.constant(1)), Shape[D]), A));
    }
    append_range(Order, Q.threads(Relation::SameBlock, 1));
    erase_if(Order, [](TermRef A) { return A->isConstant(); });
    Assignment Model;
    if (Q.solver().checkSmall(Conditions, Order, Model) !=
        SolverAnswer::Satisfiable)
      return false;
    if (Found.Offset)
      return true; // a further shape
    for (unsigned D = 0; D != 3; ++D)
      if (!X.blockSize(D)->isConstant())
        Model.overwrite(X.blockSize(D)->symbol(), {}, Shape[D]);
    Found.Offset = Q.copy(Offset, 1, Relation::SameBlock);
    complete(Model, Found.Offset);
    Found.Result.Model = std::move(Model);
    Found.Result.Answer =
        Rests == Grade::Exact ? Outcome::Certain : Outcome::InputDependent;
    return true;
  }

  Query &Q;
  Translator &X;
  TermContext &T;
  KernelIR &K;
  ArrayRef<Access> Accesses;
  std::vector<BlockShape> Shapes;
  std::vector<Uninitialized> Result;
};

} // namespace

std::vector<Uninitialized> findUninitialized(Query &Q, KernelIR &K,
                                             ArrayRef<Access> Accesses) {
  return UninitializedFinder(Q, K, Accesses).run();
}

} // namespace oxide::prover
