// SPDX-License-Identifier: Apache-2.0
//
// oxide-stream-order, see docs/checkers/stream-order.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "host/ByteSize.h"
#include "host/FlowRegion.h"
#include "host/HostEffects.h"
#include "host/KernelEffects.h"
#include "host/PathChanges.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide {

namespace {

using namespace cuda;

/// Work that was given to a stream, and one buffer of it.
struct StreamUse {
  const clang::CallExpr *Call;
  AccessPath Stream, Buffer;
  bool Reads, Writes;
  std::string What;                  ///< "kernel 'k'", "cudaMemcpyAsync"
  const clang::FunctionDecl *Kernel; ///< null for copies
  /// The variables that its sizes are made of. Two uses with the same sizes and
  /// nothing else that could be an offset are about the same elements.
  std::vector<AccessPath> Sizes;
};

class StreamOrderChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      std::vector<AccessPath> Streams = ownStreams(F);
      if (Streams.size() > 1 && F.cfg())
        lookAt(F, Streams);
    }
  }

private:
  /// Streams that this function makes, and that are therefore no two names of
  /// one.
  std::vector<AccessPath> ownStreams(const HostFunction &F) {
    std::vector<AccessPath> Result;
    for (const ApiCall &Call : F.Calls)
      if (Call.Api->Role == ApiRole::StreamCreate && Call.target())
        if (std::optional<AccessPath> Path = pathOfAddressed(Call.target());
            Path && Path->isLocal() && !llvm::is_contained(Result, *Path))
          Result.push_back(std::move(*Path));
    return Result;
  }

  void lookAt(const HostFunction &F, llvm::ArrayRef<AccessPath> Streams) {
    std::vector<StreamUse> Uses;
    for (const Launch &L : F.Launches)
      addLaunch(L, Streams, Uses);
    for (const ApiCall &Call : F.Calls)
      if (Call.Api->has(HostApi::Async))
        addCopy(Call, Streams, Uses);
    FlowRegions Regions(*F.cfg());
    PathChanges Changes(F);
    llvm::SmallPtrSet<const clang::CallExpr *, 8> Reported;
    for (const StreamUse &First : Uses)
      for (const StreamUse &Second : Uses) {
        if (!areInConflict(First, Second))
          continue;
        auto Stops = [&](const clang::CFGElement &E) {
          return context().get<HostEffects>().may(HostEffect::OrdersStreams,
                                                  E) ||
                 Changes.at(E, First.Buffer) || Changes.at(E, First.Stream) ||
                 Changes.at(E, Second.Stream) ||
                 llvm::any_of(First.Sizes, [&](const AccessPath &Size) {
                   return Changes.at(E, Size);
                 });
        };
        std::optional<FlowPoint> From = Regions.find(First.Call),
                                 To = Regions.find(Second.Call);
        if (!From || !To || !isBefore(*From, *To) ||
            !Regions.connects(*From, *To, Stops) ||
            !Reported.insert(Second.Call).second)
          continue;
        diag(Second.Call->getBeginLoc(),
             Second.What + " " + verb(Second) + " '" + First.Buffer.text() +
                 "' on stream '" + Second.Stream.text() + "', and " +
                 First.What + " " + verb(First) + " it on stream '" +
                 First.Stream.text() + "' with nothing that orders the two")
            .in(F.Decl)
            .note(First.Call->getBeginLoc(), "the earlier one")
            .note(Second.Call->getBeginLoc(),
                  "cudaEventRecord on the first stream and "
                  "cudaStreamWaitEvent on the second order them");
      }
  }

  static bool areInConflict(const StreamUse &A, const StreamUse &B) {
    if (A.Stream == B.Stream || !(A.Buffer == B.Buffer) || A.Sizes != B.Sizes)
      return false;
    // Two kernels that only write may each have a part of their own.
    if (A.Kernel && B.Kernel && A.Kernel != B.Kernel && A.Writes && B.Writes)
      return (A.Reads && !B.Reads) || (B.Reads && !A.Reads);
    return A.Writes || B.Writes;
  }

  /// In a loop each comes after the other; the order in the source is that in
  /// which people think of them.
  static bool isBefore(FlowPoint From, FlowPoint To) {
    return From.Block != To.Block || From.Index < To.Index;
  }

  static llvm::StringRef verb(const StreamUse &U) {
    return U.Writes ? "writes" : "reads";
  }

  static void add(const clang::CallExpr *Call, const AccessPath &Stream,
                  const clang::Expr *Buffer, bool Reads, bool Writes,
                  const std::string &What, const clang::FunctionDecl *Kernel,
                  const std::vector<AccessPath> &Sizes,
                  std::vector<StreamUse> &Into) {
    if (std::optional<AccessPath> Path = pathOf(Buffer);
        Path && Path->last() && Path->last()->getType()->isPointerType() &&
        (Reads || Writes))
      Into.push_back(
          {Call, Stream, std::move(*Path), Reads, Writes, What, Kernel, Sizes});
  }

  void addLaunch(const Launch &L, llvm::ArrayRef<AccessPath> Streams,
                 std::vector<StreamUse> &Into) {
    if (L.Form != LaunchForm::Chevron || !L.Kernel)
      return;
    const clang::CallExpr &Configuration =
        *llvm::cast<clang::CUDAKernelCallExpr>(L.Call)->getConfig();
    if (Configuration.getNumArgs() < 4)
      return;
    std::optional<AccessPath> Stream = pathOf(Configuration.getArg(3));
    if (!Stream || !llvm::is_contained(Streams, *Stream))
      return;
    std::optional<std::vector<AccessPath>> Sizes = sizesOf(L.Arguments);
    if (!Sizes)
      return;
    const std::vector<ParameterEffect> &Effects =
        context().get<KernelEffects>().of(*L.Kernel);
    for (size_t I = 0; I < L.Arguments.size() && I < Effects.size(); ++I)
      // Additions of two kernels may come in any order.
      if (!Effects[I].OnlyAccumulates)
        add(L.Call, *Stream, L.Arguments[I], Effects[I].Reads,
            Effects[I].Writes, "kernel " + quotedName(*L.Kernel), L.Kernel,
            *Sizes, Into);
  }

  /// The variables among the integers that a kernel gets; nothing where one of
  /// them is no variable and may be an offset.
  std::optional<std::vector<AccessPath>>
  sizesOf(llvm::ArrayRef<clang::Expr *> Arguments) {
    std::vector<AccessPath> Result;
    for (const clang::Expr *A : Arguments) {
      if (!A->getType()->isIntegerType())
        continue;
      std::optional<AccessPath> Path = pathOf(A);
      if (!Path)
        return std::nullopt;
      Result.push_back(std::move(*Path));
    }
    return sorted(std::move(Result));
  }

  static std::vector<AccessPath> sorted(std::vector<AccessPath> Paths) {
    llvm::sort(Paths);
    Paths.erase(std::unique(Paths.begin(), Paths.end()), Paths.end());
    return Paths;
  }

  void addCopy(const ApiCall &Call, llvm::ArrayRef<AccessPath> Streams,
               std::vector<StreamUse> &Into) {
    std::optional<AccessPath> Stream = pathOf(Call.stream());
    if (!Stream || !llvm::is_contained(Streams, *Stream) ||
        !(Call.Api->isCopy() || Call.Api->Role == ApiRole::Fill) ||
        !Call.bytes())
      return;
    std::optional<ByteSize> Bytes = byteSize(Call.bytes(), context().ast());
    if (!Bytes)
      return;
    std::vector<AccessPath> Sizes = sorted(std::move(Bytes->Factors));
    if (Call.Api->Role != ApiRole::CopyToSymbol && Call.target())
      add(Call.Call, *Stream, Call.target(), false, true, Call.name().str(),
          nullptr, Sizes, Into);
    if (Call.Api->Role != ApiRole::CopyFromSymbol && Call.source())
      add(Call.Call, *Stream, Call.source(), true, false, Call.name().str(),
          nullptr, Sizes, Into);
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(StreamOrder)

} // namespace oxide
