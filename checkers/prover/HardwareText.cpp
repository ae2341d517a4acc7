// SPDX-License-Identifier: Apache-2.0

#include "prover/HardwareText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace oxide::prover {

using namespace llvm;

static DefectKind kindOf(HardwareFault F) {
  switch (F) {
  case HardwareFault::ProxyNotFenced:
    return DefectKind::AsyncProxyFence;
  case HardwareFault::OperandRewritten:
  case HardwareFault::AccumulatorInFlight:
  case HardwareFault::MatrixNotFenced:
    return DefectKind::WgmmaProtocol;
  case HardwareFault::CopyNotWaited:
  case HardwareFault::SourceRewritten:
    return DefectKind::CpAsyncWait;
  case HardwareFault::GridNotWaited:
    return DefectKind::PdlSync;
  case HardwareFault::InitNotFenced:
  case HardwareFault::LanesNotReleased:
  case HardwareFault::SeveralInit:
  case HardwareFault::PhaseNeverFlips:
  case HardwareFault::WrongBytes:
    return DefectKind::MbarrierProtocol;
  }
  llvm_unreachable("all faults are above");
}

clang::SourceLocation HardwareText::place(const HardwareOp &Op,
                                          const HardwareOp *Beside) const {
  return Text.placeBeside(*Op.At, Beside ? Beside->At : nullptr);
}

std::string HardwareText::name(const HardwareOp &Op) const {
  return Op.Place ? "'" + Text.name(*Op.Place->Object) + "'" : "memory";
}

/// "the tensor cores read".
static StringRef access(HardwareEvent E) {
  switch (E) {
  case HardwareEvent::MatrixOperand:
  case HardwareEvent::TensorMatrixOperand:
    return "the tensor cores read";
  case HardwareEvent::BulkLoad:
  case HardwareEvent::TensorLoad:
    return "this bulk copy writes";
  default:
    return "this bulk copy reads";
  }
}

void HardwareText::aboutPlace(const HardwareDefect &H, Defect &D) const {
  const HardwareOp &At = *H.At;
  std::string Name = name(At);
  clang::SourceLocation Other =
      H.Other ? place(*H.Other, H.At) : clang::SourceLocation();
  switch (H.Fault) {
  case HardwareFault::ProxyNotFenced:
    D.Message = formatv("{0} {1} through the async proxy, and no "
                        "fence.proxy.async comes after the write in {2}",
                        access(At.Event), Name, Text.line(Other, D.Loc));
    D.Notes.push_back({Other, "written through the generic proxy here"});
    D.Notes.push_back(
        {Other, "each thread that writes needs fence.proxy.async after its "
                "writes and before the barrier"});
    break;
  case HardwareFault::OperandRewritten:
    D.Message = formatv("this write of {0} comes before the wgmma that reads "
                        "it has been waited for",
                        Name);
    D.Notes.push_back({Other, "the tensor cores may still read it from here"});
    break;
  case HardwareFault::AccumulatorInFlight:
    D.Message = "this uses the accumulator of a wgmma that has not been waited "
                "for";
    D.Notes.push_back({Other, "the wgmma is issued here"});
    break;
  case HardwareFault::MatrixNotFenced:
    D.Message = "no wgmma.fence comes before this wgmma, whose registers "
                "earlier instructions have written";
    break;
  case HardwareFault::SourceRewritten:
    D.Message = formatv("this write of {0} comes before the bulk copy that "
                        "reads it has been waited for",
                        Name);
    D.Notes.push_back({Other, "the bulk copy is issued here"});
    break;
  case HardwareFault::CopyNotWaited: {
    clang::SourceLocation Read = place(At, H.Wait ? H.Wait : H.Other);
    if (H.Wait)
      D.Message = formatv("this wait does not cover the asynchronous copy of "
                          "{0} to {1}, which is read after it",
                          Text.line(Other, D.Loc), Name);
    else
      D.Message = formatv("this read of {0} comes before the asynchronous copy "
                          "of {1} has been waited for",
                          Name, Text.line(Other, D.Loc));
    D.Notes.push_back({Other, "the copy is issued here"});
    if (H.Wait)
      D.Notes.push_back({Read, "it is read here"});
    break;
  }
  case HardwareFault::GridNotWaited:
    D.Message = formatv("this access of {0} may come before the kernel that "
                        "runs before has written it: nothing waits for that "
                        "kernel",
                        Name);
    D.Notes.push_back({Launch, "the launch lets the kernel begin early"});
    D.Notes.push_back(
        {D.Loc, "cudaGridDependencySynchronize() must come before it"});
    break;
  default:
    break;
  }
  if (H.Wait && H.Fault != HardwareFault::CopyNotWaited)
    D.Notes.push_back({place(*H.Wait, H.At), "this wait does not cover it"});
}

void HardwareText::aboutBarrier(const HardwareDefect &H, Defect &D) const {
  std::string Name = name(*H.At);
  clang::SourceLocation Other =
      H.Other ? place(*H.Other, H.At) : clang::SourceLocation();
  switch (H.Fault) {
  case HardwareFault::InitNotFenced:
    D.Message = formatv("this bulk copy completes on mbarrier {0}, and no "
                        "fence has made its initialisation visible to the "
                        "async proxy",
                        Name);
    D.Notes.push_back({Other, "initialised here"});
    D.Notes.push_back(
        {Other, "the thread needs fence.mbarrier_init.release.cluster or "
                "fence.proxy.async after it"});
    break;
  case HardwareFault::LanesNotReleased:
    D.Message = formatv("this arrival releases the writes of its own thread "
                        "only, and other lanes of the warp have written {0}",
                        name(*H.Other));
    D.Notes.push_back({Other, "all lanes write here"});
    D.Notes.push_back({place(*H.Read, H.At), "read here after the wait"});
    D.Notes.push_back({D.Loc, "__syncwarp() must come before the arrival"});
    break;
  case HardwareFault::SeveralInit:
    D.Message =
        formatv("threads of several warps initialise mbarrier {0}", Name);
    break;
  case HardwareFault::PhaseNeverFlips:
    D.Message = formatv("this wait for mbarrier {0} has the same parity in "
                        "each iteration, so that every second one returns at "
                        "once",
                        Name);
    D.Notes.push_back({Other, "each iteration completes a phase here"});
    break;
  case HardwareFault::WrongBytes:
    D.Message = formatv("mbarrier {0} expects {1} bytes, and the copies on it "
                        "bring {2}",
                        Name, H.Expected, H.Actual);
    D.Notes.push_back({Other, "the last of the copies"});
    break;
  default:
    break;
  }
}

Defect HardwareText::defect(const HardwareDefect &H) const {
  Defect D;
  D.Kind = kindOf(H.Fault);
  const HardwareOp *Beside = H.Other;
  if (H.Fault == HardwareFault::MatrixNotFenced) {
    const auto *Commit = find_if(Ops.all(), [](const HardwareOp &Op) {
      return Op.Event == HardwareEvent::MatrixCommit;
    });
    Beside = Commit == Ops.all().end() ? nullptr : Commit;
  }
  bool AtWait = H.Fault == HardwareFault::CopyNotWaited && H.Wait;
  const HardwareOp &Told = AtWait ? *H.Wait : *H.At;
  D.Loc = H.Fault == HardwareFault::GridNotWaited ? Text.place(Told.At)
                                                  : place(Told, Beside);
  if (D.Kind == DefectKind::MbarrierProtocol)
    aboutBarrier(H, D);
  else
    aboutPlace(H, D);
  erase_if(D.Notes, [](const FindingNote &N) { return N.Loc.isInvalid(); });
  return D;
}

} // namespace oxide::prover
