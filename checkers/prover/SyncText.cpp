// SPDX-License-Identifier: Apache-2.0

#include "prover/SyncText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/FormatVariadic.h"

namespace oxide::prover {

using namespace llvm;

/// "shuffle" for a call of llvm.nvvm.shfl.sync.down.i32.
static StringRef operation(const CallBase &Call) {
  StringRef Name =
      Call.isInlineAsm()
          ? cast<InlineAsm>(Call.getCalledOperand())->getAsmString()
          : Call.getCalledFunction()->getName();
  return Name.contains("shfl")    ? "shuffle"
         : Name.contains("vote")  ? "vote"
         : Name.contains("match") ? "match"
         : Name.contains("redux") ? "warp reduction"
         : Name.contains("elect") ? "election"
                                  : "__syncwarp()";
}

static StringRef fenceFor(SyncScope S) {
  return S == SyncScope::Grid ? "__threadfence()" : "__threadfence_block()";
}

std::string SyncText::line(const Value *V, clang::SourceLocation At) const {
  return Text.line(Text.place(V), At);
}

/// Cooperative groups take the active lanes as a group, and mean it.
bool SyncText::takenByProject(const Instruction *ActiveMask) const {
  SmallVector<clang::SourceLocation, 4> Chain =
      Text.Module.lines().chain(ActiveMask->getDebugLoc());
  // The innermost place may be the body of __activemask().
  for (clang::SourceLocation L : ArrayRef(Chain).take_front(2))
    if (Text.Ctx.isFirstParty(L))
      return true;
  return false;
}

void SyncText::witness(Defect &D, const QueryResult &R,
                       const Instruction *First, StringRef FirstDoes,
                       const Instruction *Second, StringRef SecondDoes) const {
  WitnessData W;
  Text.launch(R.Model, W);
  W.First = Text.thread(nullptr, R.Model, 1, true);
  W.First.Access = Text.place(First);
  W.First.Kind = FirstDoes.str();
  W.Second = Text.thread(nullptr, R.Model, Second ? 2 : 1, true);
  W.Second.Access = Text.place(Second ? Second : First);
  W.Second.Kind = SecondDoes.str();
  auto Note = [&](const WitnessThread &Thread) {
    D.Notes.push_back(
        {Thread.Access,
         formatv("thread ({0},{1},{2}) of block ({3},{4},{5}) {6}",
                 Thread.Thread[0], Thread.Thread[1], Thread.Thread[2],
                 Thread.Block[0], Thread.Block[1], Thread.Block[2],
                 Thread.Kind)});
  };
  Note(W.First);
  if (Second)
    Note(W.Second);
  D.Notes.push_back({Text.Kernel.getLocation(), Text.scalarText(W)});
  D.Certainty = certainty(R);
  D.Witness = std::move(W);
}

std::optional<Defect> SyncText::mask(const MaskDefect &M) const {
  Defect D;
  D.Kind = DefectKind::WarpMask;
  D.Loc = Text.place(M.At);
  StringRef What = operation(*M.At);
  switch (M.Fault) {
  case MaskFault::OmitsCaller:
    D.Message = formatv(
        "the mask of this {0} leaves out a lane that executes it", What);
    witness(D, M.Result, M.At, "executes it and is not in its mask", nullptr,
            "");
    break;
  case MaskFault::MissingLane:
    D.Message = formatv(
        "the mask of this {0} names a lane that does not come here", What);
    witness(D, M.Result, M.At, "executes it", M.At,
            "is in its mask and does not come here");
    break;
  case MaskFault::SourceLane:
    D.Message = "the lane that this shuffle reads from is not in its mask";
    break;
  case MaskFault::Width:
    D.Message = "the width of this shuffle is not a power of two up to 32";
    break;
  case MaskFault::ActiveMask:
    if (!takenByProject(M.Source))
      return std::nullopt;
    D.Loc = Text.place(M.Source);
    D.Message = formatv("__activemask() gives the lanes that happen to be "
                        "together here, not those that the {0} of {1} is "
                        "meant for",
                        What, line(M.At, D.Loc));
    D.Notes.push_back(
        {Text.place(M.At), formatv("the {0} takes it as its mask", What)});
    break;
  case MaskFault::DataValue:
    D.Message =
        formatv("a value stands where the mask of this {0} belongs", What);
    break;
  case MaskFault::Unknown:
    return std::nullopt;
  }
  Text.callChain(M.At, D.Notes);
  return D;
}

Defect SyncText::stuck(const StuckBarrier &S) const {
  Defect D;
  D.Kind = DefectKind::BarrierDivergence;
  D.Loc = Text.place(S.At);
  switch (S.Fault) {
  case BarrierFault::TooFew:
    D.Message =
        formatv("barrier {0} waits here for {1} threads and only {2} come",
                S.Number, S.Expected, S.Came);
    D.Notes.push_back(
        {D.Loc,
         formatv("the warp of thread {0} waits here when all other warps "
                 "wait or have ended",
                 S.Thread)});
    break;
  case BarrierFault::Counts:
    D.Message =
        formatv("barrier {0} is for {1} threads here and for {2} threads "
                "in {3}",
                S.Number, S.Expected, S.Came, line(S.Other, D.Loc));
    D.Notes.push_back({Text.place(S.Other), "the other warp is here"});
    break;
  case BarrierFault::NobodyWaits:
    D.Message = formatv("{0} threads arrive at barrier {1} and none waits for "
                        "them",
                        S.Came, S.Number);
    break;
  }
  Text.callChain(S.At, D.Notes);
  return D;
}

VerdictReason SyncText::undecided(const MaskDefect &M) const {
  return {Text.place(M.At), "the mask of this __syncwarp() is not followed"};
}

Defect SyncText::missingFence(Defect D, const OrderResult &O) const {
  D.Kind = DefectKind::MissingFence;
  clang::SourceLocation Race = D.Loc;
  std::string Name = Text.name(*O.Uncovered->Object);
  StringRef Device = O.Needed == SyncScope::Grid ? " of device scope" : "";
  if (O.Gap == OrderGap::Release) {
    D.Loc = Text.place(O.At);
    D.Message = formatv("no fence{0} orders the access of '{1}' in {2} "
                        "before this signal",
                        Device, Name, line(O.Uncovered->Raw->At, D.Loc));
  } else {
    D.Loc = Text.place(O.Uncovered->Raw->At);
    D.Message = formatv("no fence{0} orders this access of '{1}' after the "
                        "lock that is taken in {2}",
                        Device, Name, line(O.At, D.Loc));
  }
  if (D.Witness) {
    D.Witness->Separator = fenceFor(O.Needed).str();
    D.Witness->SeparatorLoc = Race;
  }
  return D;
}

Defect SyncText::protocol(const ProtocolDefect &P) const {
  Defect D;
  D.Loc = Text.place(P.At);
  std::string Name = Text.name(*P.Object);
  switch (P.Fault) {
  case ProtocolFault::UnfencedCount:
    D.Kind = DefectKind::MissingFence;
    D.Message = formatv("no fence of device scope orders the write of '{0}' in "
                        "{1} before this count of finished blocks",
                        Name, line(P.Write, D.Loc));
    D.Notes.push_back({Text.place(P.Write), "each block writes its part here"});
    D.Notes.push_back(
        {Text.place(P.Read), "the block that comes last reads all parts here"});
    break;
  case ProtocolFault::EarlySignal:
    D.Kind = DefectKind::SignalOrder;
    D.Message = formatv("this thread signals for its block while other threads "
                        "of the block may still have to write '{0}'",
                        Name);
    witness(D, P.Result, P.Write, "may still have to write here", P.At,
            "signals here");
    if (P.Read)
      D.Notes.push_back({Text.place(P.Read),
                         "what is written is read here after the signal"});
    break;
  case ProtocolFault::PlainSpin:
    D.Kind = DefectKind::PlainFlag;
    D.Message = formatv("this loop waits for another thread to write '{0}' and "
                        "may read it only once",
                        Name);
    D.Notes.push_back(
        {D.Loc, formatv("'{0}' is neither atomic nor volatile here", Name)});
    break;
  case ProtocolFault::CounterReused:
    D.Kind = DefectKind::PlainFlag;
    D.Message =
        formatv("this loop may miss the moment at which '{0}' is reset, "
                "because the counter is used again",
                Name);
    D.Notes.push_back({Text.place(P.Write), "it is reset here"});
    D.Notes.push_back({Text.place(P.Read),
                       "a thread that has left the loop counts again here"});
    break;
  }
  Text.callChain(P.At, D.Notes);
  return D;
}

} // namespace oxide::prover
