// SPDX-License-Identifier: Apache-2.0
//
// The part of DefectText that tells of the memory checkers' defects.

#include "cuda/CastAccess.h"
#include "prover/DefectText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace oxide::prover {

using namespace llvm;

static std::string at(const Dim3 &D) {
  return formatv("({0},{1},{2})", D[0], D[1], D[2]).str();
}

static std::string who(const WitnessThread &W) {
  return "thread " + at(W.Thread) + " of block " + at(W.Block);
}

uint64_t DefectText::baseAlignment(const MemoryObject &O) const {
  if (const auto *G = dyn_cast_or_null<GlobalVariable>(O.Base); G && !O.Member)
    return G->getPointerAlignment(G->getParent()->getDataLayout()).value();
  if (const auto *L = dyn_cast_or_null<AllocaInst>(O.Base))
    return L->getAlign().value();
  const auto *A = dyn_cast_or_null<Argument>(O.Base);
  const clang::ParmVarDecl *P = A && !O.Member ? Module.parameter(*A) : nullptr;
  if (!P || !P->getType()->isPointerType())
    return 1;
  // A pointer of a type is aligned for the type.
  clang::QualType To = P->getType()->getPointeeType();
  if (To->isIncompleteType() || To->isDependentType() || To->isFunctionType())
    return 1;
  return Ctx.ast().getTypeAlignInChars(To).getQuantity();
}

uint64_t DefectText::promisedAlignment(const Access &A,
                                       ArrayRef<Access> Accesses) const {
  uint64_t Code = alignmentOf(*A.Raw), Result = Code;
  const DebugLoc &At = A.Raw->At->getDebugLoc();
  if (!At || !A.Raw->Width)
    return Result;
  // A copy has two sides; the one that was cast has lost its alignment. It may
  // have been cut into parts, of which A has to be the first.
  auto CopyFrom = [&](uint64_t Size) {
    uint64_t Bytes = 0;
    for (const Access &B : Accesses) {
      if (B.Raw->At->getDebugLoc() != At || B.Object != A.Object ||
          B.Raw->Kind != A.Raw->Kind || !B.Raw->Width)
        continue;
      TermRef Distance = X.terms().sub(B.Offset, A.Offset);
      auto Most = static_cast<int64_t>(Size);
      if (!Distance->isConstant() || std::abs(Distance->value()) >= Most)
        continue;
      // Of copies side by side only the very first part is sure to be one.
      if (Distance->value() < 0)
        return false;
      Bytes += *B.Raw->Width;
    }
    return Bytes == Size;
  };
  for (const cuda::CastAccess &C :
       Ctx.get<cuda::CastAccesses>().at(Module.lines().find(At.get())))
    if (Code >= C.KnownAlignment && Code < C.Alignment &&
        (C.Size == *A.Raw->Width || CopyFrom(C.Size)))
      Result = std::max(Result, C.Alignment);
  return Result;
}

const clang::ParmVarDecl *DefectText::parameter(const MemoryObject &O) const {
  const auto *A = dyn_cast_or_null<Argument>(O.Base);
  return A && !O.Member ? Module.parameter(*A) : nullptr;
}

/// What is common to the defects of one access: its thread is the first of the
/// model.
Defect DefectText::ofAccess(DefectKind Kind, const Access &A,
                            const QueryResult &R, TermRef Offset) const {
  Defect Result;
  Result.Kind = Kind;
  Result.Loc = place(A.Raw->At);
  Result.Certainty = certainty(R);
  WitnessData W;
  launch(R.Model, W);
  W.First = W.Second = thread(&A, R.Model, 1, true);
  W.Object = name(*A.Object);
  W.Element = element(*A.Object, value(Offset, R.Model));
  Result.Witness = std::move(W);
  return Result;
}

/// The notes that all of them end with.
void DefectText::finish(Defect &D) const {
  D.Notes.push_back({Kernel.getLocation(), scalarText(*D.Witness)});
  for (clang::SourceLocation L : D.Witness->First.CalledFrom)
    D.Notes.push_back({L, "called from here"});
}

Defect DefectText::outOfBounds(const OutOfBounds &B) const {
  Defect D = ofAccess(DefectKind::OutOfBounds, *B.At, B.Result, B.Offset);
  const WitnessData &W = *D.Witness;
  D.Message = formatv("this {0} of '{1}' can be out of its {2} bytes",
                      noun(B.At->Raw->Kind), W.Object, *B.At->Object->Size);
  D.Notes.push_back(
      {D.Loc, formatv("{0} {1} {2}", who(W.First), W.First.Kind, W.Element)});
  finish(D);
  return D;
}

Defect DefectText::misaligned(const Misaligned &M) const {
  Defect D = ofAccess(DefectKind::Misaligned, *M.At, M.Result, M.Offset);
  WitnessData &W = *D.Witness;
  int64_t Offset = value(M.Offset, M.Result.Model);
  if (!M.Against) {
    D.Message = formatv("this {0} of '{1}' is not aligned to {2} bytes",
                        noun(M.At->Raw->Kind), W.Object, M.Alignment);
    D.Notes.push_back({D.Loc, formatv("{0} {1} byte {2} of '{3}'", who(W.First),
                                      W.First.Kind, Offset, W.Object)});
    finish(D);
    return D;
  }
  W.Second = thread(M.Against, M.Result.Model, 2, true);
  int64_t Other = value(M.AgainstOffset, M.Result.Model);
  if (M.Against == M.At)
    D.Message =
        formatv("this {0} of '{1}' cannot be aligned to {2} bytes in all "
                "threads, wherever '{1}' begins",
                noun(M.At->Raw->Kind), W.Object, M.Alignment);
  else
    D.Message = formatv(
        "this {0} of '{1}' is not aligned to {2} bytes where the {3} of {4} is",
        noun(M.At->Raw->Kind), W.Object, M.Alignment,
        noun(M.Against->Raw->Kind), line(place(M.Against->Raw->At), D.Loc));
  D.Notes.push_back({D.Loc, formatv("{0} {1} byte {2} of '{3}'", who(W.First),
                                    W.First.Kind, Offset, W.Object)});
  D.Notes.push_back(
      {W.Second.Access, formatv("{0} {1} byte {2} of '{3}'", who(W.Second),
                                W.Second.Kind, Other, W.Object)});
  finish(D);
  return D;
}

Defect DefectText::uninitialized(const Uninitialized &U) const {
  Defect D =
      ofAccess(DefectKind::UninitializedShared, *U.At, U.Result, U.Offset);
  const WitnessData &W = *D.Witness;
  D.Message = formatv("shared memory '{0}' is read before any thread of the "
                      "block has written it",
                      W.Object);
  D.Notes.push_back({D.Loc, formatv("{0} reads {1}", who(W.First), W.Element)});
  if (U.Missing)
    D.Notes.push_back({place(U.Missing->Raw->At),
                       "the thread that would write it does not come here"});
  finish(D);
  return D;
}

Defect DefectText::beforeBeginning(const OutOfBounds &B) const {
  Defect D = ofAccess(DefectKind::OutOfBounds, *B.At, B.Result, B.Offset);
  const WitnessData &W = *D.Witness;
  D.Message = formatv("this {0} of '{1}' can be before the beginning of it",
                      noun(B.At->Raw->Kind), W.Object);
  D.Notes.push_back(
      {D.Loc,
       formatv("{0} {1} {2} bytes before '{3}'", who(W.First), W.First.Kind,
               -value(B.Offset, B.Result.Model), W.Object)});
  finish(D);
  return D;
}

Defect DefectText::unguarded(const OutOfBounds &B,
                             const cuda::RoundedGrid &Grid) const {
  Defect D = ofAccess(DefectKind::MissingGuard, *B.At, B.Result, B.Offset);
  const WitnessData &W = *D.Witness;
  std::string Count = Grid.Count->getNameAsString();
  D.Message = formatv("this {0} of '{1}' has no guard, though the grid is "
                      "rounded up beyond '{2}' elements",
                      noun(B.At->Raw->Kind), W.Object, Count);
  D.Notes.push_back({Grid.At->Call->getBeginLoc(),
                     formatv("launched with whole blocks for '{0}'", Count)});
  D.Notes.push_back({D.Loc, formatv("the last thread, {0}, {1} {2}",
                                    who(W.First), W.First.Kind, W.Element)});
  finish(D);
  return D;
}

} // namespace oxide::prover
