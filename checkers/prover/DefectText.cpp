// SPDX-License-Identifier: Apache-2.0

#include "prover/DefectText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace oxide::prover {

using namespace llvm;

namespace {

std::string text(const Dim3 &D) {
  return formatv("({0},{1},{2})", D[0], D[1], D[2]).str();
}

StringRef verb(const Access &A) {
  if (A.Raw->Asynchronous)
    return A.Raw->Kind == AccessKind::Read ? "copies from" : "copies to";
  switch (A.Raw->Kind) {
  case AccessKind::Read:
    return "reads";
  case AccessKind::Write:
    return "writes";
  case AccessKind::Atomic:
    return "atomically updates";
  }
  return "";
}

} // namespace

clang::SourceLocation DefectText::place(const Value *V) const {
  if (const auto *I = dyn_cast_or_null<Instruction>(V)) {
    // The innermost place in code of the project: a race within a header of
    // the toolkit is told where the project calls it.
    SmallVector<clang::SourceLocation, 4> Chain =
        Module.lines().chain(I->getDebugLoc());
    for (clang::SourceLocation L : Chain)
      if (Ctx.isFirstParty(L))
        return L;
    if (!Chain.empty())
      return Chain.front();
  }
  return Kernel.getLocation();
}

void DefectText::callChain(const Value *V,
                           std::vector<FindingNote> &Notes) const {
  const auto *I = dyn_cast_or_null<Instruction>(V);
  if (!I)
    return;
  clang::SourceLocation Told = place(V);
  bool Beyond = false;
  for (clang::SourceLocation L : Module.lines().chain(I->getDebugLoc())) {
    if (Beyond)
      Notes.push_back({L, "called from here"});
    Beyond |= L == Told;
  }
}

std::string DefectText::name(const MemoryObject &O) const {
  if (O.Kind == ObjectKind::Unknown)
    return "memory behind a pointer that is not followed";
  if (const auto *A = dyn_cast_or_null<Argument>(O.Base)) {
    const clang::ParmVarDecl *P = Module.parameter(*A);
    std::string Name = P ? P->getNameAsString() : A->getName().str();
    if (!O.Member || !P)
      return Name;
    // The member that holds the pointer.
    if (const auto *R = P->getType()->getAsCXXRecordDecl();
        R && R->isCompleteDefinition() && !R->isInvalidDecl())
      for (const clang::FieldDecl *F : R->fields())
        if (Ctx.ast().getFieldOffset(F) / 8 == *O.Member)
          return F->getDeclName() ? Name + "." + F->getNameAsString() : Name;
    return Name;
  }
  if (const auto *G = dyn_cast_or_null<GlobalValue>(O.Base))
    if (const clang::NamedDecl *D = Module.decl(*G))
      return D->getNameAsString();
  StringRef Name = O.Name;
  Name.consume_back(".addr");
  return Name.str();
}

/// "s[17]", or the byte where the element type is not known.
std::string DefectText::element(const MemoryObject &O, int64_t Offset) const {
  clang::ASTContext &AST = Ctx.ast();
  clang::QualType Type;
  if (const auto *A = dyn_cast_or_null<Argument>(O.Base); A && !O.Member) {
    if (const clang::ParmVarDecl *P = Module.parameter(*A))
      Type = P->getType()->getPointeeType();
  } else if (const auto *G = dyn_cast_or_null<GlobalValue>(O.Base)) {
    if (const auto *D = dyn_cast_or_null<clang::VarDecl>(Module.decl(*G)))
      Type = D->getType();
  }
  std::string Name = name(O);
  auto Bytes = [&] { return formatv("byte {0} of {1}", Offset, Name).str(); };
  if (Type.isNull() || Offset < 0 || Type->isDependentType())
    return Bytes();
  std::string Result = Name;
  bool Indexed = false;
  while (const clang::ArrayType *Array = AST.getAsArrayType(Type)) {
    Type = Array->getElementType();
    if (Type->isIncompleteType() || Type->isDependentType())
      return Bytes();
    int64_t Size = AST.getTypeSizeInChars(Type).getQuantity();
    if (!Size)
      return Bytes();
    Result += formatv("[{0}]", Offset / Size);
    Offset %= Size;
    Indexed = true;
  }
  if (!Indexed && isa_and_nonnull<Argument>(O.Base)) {
    if (Type->isIncompleteType() || Type->isVoidType())
      return Bytes();
    int64_t Size = AST.getTypeSizeInChars(Type).getQuantity();
    if (!Size)
      return Bytes();
    Result += formatv("[{0}]", Offset / Size);
    Offset %= Size;
  }
  return Result;
}

std::string DefectText::elementAt(const MemoryObject &O, TermRef Offset,
                                  const Assignment &Model) const {
  std::optional<int64_t> Value = evaluate(Offset, Model);
  return Value ? element(O, *Value) : name(O);
}

int64_t DefectText::value(TermRef T, const Assignment &Model) const {
  return evaluate(T, Model).value_or(0);
}

void DefectText::launch(const Assignment &Model, WitnessData &W) const {
  for (unsigned D = 0; D != 3; ++D) {
    W.GridDim[D] = std::max<int64_t>(1, value(X.gridSize(D), Model));
    W.BlockDim[D] = std::max<int64_t>(1, value(X.blockSize(D), Model));
  }
  for (const auto &[Name, Value] : X.fixedScalars())
    W.Scalars.emplace_back(Name, std::to_string(Value));
  for (TermRef S : X.scalars())
    if (std::optional<int64_t> V = evaluate(S, Model))
      W.Scalars.emplace_back(S->symbol().Name, std::to_string(*V));
}

WitnessThread DefectText::thread(const Access *A, const Assignment &Model,
                                 unsigned Number, bool SameBlock) const {
  WitnessThread W;
  TermContext &T = X.terms();
  Scope Shared = SameBlock ? Scope::Block : Scope::Launch;
  for (unsigned D = 0; D != 3; ++D) {
    W.Block[D] = value(T.copy(X.blockIndex(D), Number, Shared), Model);
    W.Thread[D] = value(T.copy(X.threadIndex(D), Number, Shared), Model);
  }
  if (!A)
    return W;
  W.Access = place(A->Raw->At);
  W.Kind = verb(*A).str();
  std::vector<FindingNote> Calls;
  callChain(A->Raw->At, Calls);
  for (const FindingNote &N : Calls)
    W.CalledFrom.push_back(N.Loc);
  return W;
}

std::string DefectText::scalarText(const WitnessData &W) const {
  std::string Text =
      "with gridDim " + text(W.GridDim) + ", blockDim " + text(W.BlockDim);
  for (const auto &[Name, Value] : W.Scalars)
    Text += ", " + Name + " = " + Value;
  return Text;
}

Defect DefectText::race(const Conflict &C, bool WarpOnly) const {
  // The later access in the code is the one that is told.
  const Access *First = C.First, *Second = C.Second;
  bool Shared = Second->Object->isShared();
  bool BothAtomic = First->Raw->Kind == AccessKind::Atomic &&
                    Second->Raw->Kind == AccessKind::Atomic;
  bool OneAtomic = !BothAtomic && (First->Raw->Kind == AccessKind::Atomic ||
                                   Second->Raw->Kind == AccessKind::Atomic);
  Defect D;
  D.Kind = BothAtomic    ? DefectKind::AtomicScope
           : C.SameValue ? DefectKind::SameValueRace
           : OneAtomic   ? DefectKind::AtomicMix
           : WarpOnly    ? DefectKind::WarpSync
           : Shared      ? DefectKind::SharedRace
                         : DefectKind::GlobalRace;
  D.Loc = place(Second->Raw->At);
  std::string Name = name(*Second->Object);
  std::string Where =
      Shared ? "shared memory '" + Name + "'" : "'" + Name + "'";
  std::string Who = WarpOnly ? "another lane of the warp"
                    : C.Between == Relation::OtherBlock
                        ? "a thread of another block"
                        : "another thread of the block";
  if (First->Raw->At == Second->Raw->At)
    D.Message = formatv("this {0} of {1} races with the same {0} by {2}",
                        noun(Second->Raw->Kind), Where, Who);
  else
    D.Message = formatv("this {0} of {1} races with {2} {3} by {4}",
                        noun(Second->Raw->Kind), Where,
                        First->Raw->Kind == AccessKind::Atomic ? "an" : "a",
                        noun(First->Raw->Kind), Who);
  if (BothAtomic)
    D.Message = formatv("this atomic update of {0} is atomic to its block only "
                        "and races with an atomic update by {1}",
                        Where, Who);
  else if (D.Kind == DefectKind::SameValueRace)
    D.Message =
        formatv("this {0} of {1} races with a {2} of the same value by "
                "{3}",
                noun(Second->Raw->Kind), Where, noun(First->Raw->Kind), Who);
  D.Certainty = certainty(C.Result);

  WitnessData W;
  launch(C.Result.Model, W);
  bool SameBlock = C.Between != Relation::OtherBlock;
  W.First = thread(First, C.Result.Model, 1, SameBlock);
  W.Second = thread(Second, C.Result.Model, 2, SameBlock);
  auto Iterations = [&](const auto &List, WitnessThread &Thread) {
    for (const auto &[L, I] : List)
      Thread.Values.emplace_back("iteration",
                                 std::to_string(value(I, C.Result.Model)));
  };
  Iterations(C.Iterations1, W.First);
  Iterations(C.Iterations2, W.Second);
  W.Object = Name;
  std::string Element1 = elementAt(*First->Object, C.Offset1, C.Result.Model);
  W.Element = elementAt(*Second->Object, C.Offset2, C.Result.Model);
  auto Note = [&](const WitnessThread &Thread, StringRef Element) {
    std::string Text =
        formatv("thread {0} of block {1} {2} {3}", text(Thread.Thread),
                text(Thread.Block), Thread.Kind, Element);
    for (const auto &[Key, Value] : Thread.Values)
      Text += ", " + Key + " " + Value;
    D.Notes.push_back({Thread.Access, std::move(Text)});
    for (clang::SourceLocation L : Thread.CalledFrom)
      D.Notes.push_back({L, "called from here"});
  };
  Note(W.First, Element1);
  Note(W.Second, W.Element);
  D.Notes.push_back({Kernel.getLocation(), scalarText(W)});
  if (SameBlock) {
    W.Separator = WarpOnly ? "__syncwarp()" : "__syncthreads()";
    W.SeparatorLoc = W.Second.Access;
    if (C.Since) {
      W.SeparatorLoc = place(C.Since->At);
      D.Notes.push_back({W.SeparatorLoc, "no " + W.Separator +
                                             " orders the two after this one"});
    }
  }
  D.Witness = std::move(W);
  return D;
}

Defect DefectText::divergence(const Divergence &D) const {
  Defect Result;
  Result.Kind = D.AfterExit ? DefectKind::BarrierAfterExit
                            : DefectKind::BarrierDivergence;
  Result.Loc = place(D.At->At);
  bool Warp = D.At->Scope == SyncScope::Warp;
  bool SameBlock = D.Between != Relation::OtherBlock;
  Result.Message =
      D.AfterExit
          ? "some threads of the block have returned before this barrier"
      : Warp      ? "not all lanes of the warp come to this __syncwarp()"
      : SameBlock ? "not all threads of the block come to this barrier"
                  : "not all blocks of the grid come to this barrier";
  Result.Certainty = certainty(D.Result);
  WitnessData W;
  launch(D.Result.Model, W);
  W.First = thread(nullptr, D.Result.Model, 1, SameBlock);
  W.Second = thread(nullptr, D.Result.Model, 2, SameBlock);
  W.First.Access = W.Second.Access = Result.Loc;
  W.First.Kind = "waits";
  W.Second.Kind = "does not come here";
  Result.Notes.push_back(
      {Result.Loc,
       formatv("thread {0} of block {1} waits here, thread {2}{3} {4}",
               text(W.First.Thread), text(W.First.Block), text(W.Second.Thread),
               SameBlock ? "" : " of block " + text(W.Second.Block),
               D.AfterExit ? "has returned" : "does not come")});
  Result.Notes.push_back({Kernel.getLocation(), scalarText(W)});
  std::vector<FindingNote> Calls;
  callChain(D.At->At, Calls);
  append_range(Result.Notes, Calls);
  Result.Witness = std::move(W);
  return Result;
}

} // namespace oxide::prover
