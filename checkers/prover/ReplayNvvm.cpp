// SPDX-License-Identifier: Apache-2.0
// What NVPTX intrinsics do, by their names.
#include "ReplayCode.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"

#include <cctype>

namespace oxide::prover::interp {

namespace {

using llvm::StringRef;

CallTarget barrier(StringRef Name) {
  // cta.{sync,arrive,red.and,red.or,red.popc}[.aligned].{all,count}
  bool Count = Name.consume_back(".count");
  if (!Count && !Name.consume_back(".all"))
    return {};
  Name.consume_back(".aligned");
  auto Op = llvm::StringSwitch<std::optional<BarrierOp>>(Name)
                .Case("sync", BarrierOp::Sync)
                .Case("arrive", BarrierOp::Arrive)
                .Case("red.and", BarrierOp::And)
                .Case("red.or", BarrierOp::Or)
                .Case("red.popc", BarrierOp::Popc)
                .Default(std::nullopt);
  return Op ? with(CallKind::Barrier, *Op, Count) : CallTarget();
}

CallTarget warp(StringRef Name) {
  if (Name.consume_front("shfl.")) {
    bool NoMask = !Name.consume_front("sync.");
    auto Op = llvm::StringSwitch<std::optional<WarpOp>>(Name.split('.').first)
                  .Case("up", WarpOp::ShuffleUp)
                  .Case("down", WarpOp::ShuffleDown)
                  .Case("bfly", WarpOp::ShuffleXor)
                  .Case("idx", WarpOp::ShuffleIdx)
                  .Default(std::nullopt);
    return Op ? with(CallKind::Warp, *Op, NoMask) : CallTarget();
  }
  bool Vote = Name.starts_with("vote.");
  bool Sync = Name.contains(".sync") || Name == "elect.sync";
  auto Op = llvm::StringSwitch<std::optional<WarpOp>>(Name)
                .Case("bar.warp.sync", WarpOp::Sync)
                .Case("activemask", WarpOp::ActiveMask)
                .Case("elect.sync", WarpOp::Elect)
                .StartsWith("vote.all", WarpOp::All)
                .StartsWith("vote.any", WarpOp::Any)
                .StartsWith("vote.uni", WarpOp::Uni)
                .StartsWith("vote.ballot", WarpOp::Ballot)
                .StartsWith("match.any.sync.", WarpOp::MatchAny)
                .StartsWith("match.all.sync.", WarpOp::MatchAll)
                .Case("redux.sync.add", WarpOp::Add)
                .Case("redux.sync.min", WarpOp::Min)
                .Case("redux.sync.max", WarpOp::Max)
                .Case("redux.sync.umin", WarpOp::UMin)
                .Case("redux.sync.umax", WarpOp::UMax)
                .Case("redux.sync.and", WarpOp::And)
                .Case("redux.sync.or", WarpOp::Or)
                .Case("redux.sync.xor", WarpOp::Xor)
                .Default(std::nullopt);
  if (!Op)
    return {};
  bool NoMask = *Op == WarpOp::ActiveMask || (Vote && !Sync);
  return with(CallKind::Warp, *Op, NoMask);
}

/// atomic.OP.gen.{i,f}.{cta,sys}
CallTarget atomic(StringRef Name) {
  using Rmw = llvm::AtomicRMWInst;
  bool Block = Name.contains(".cta.");
  bool Float = Name.contains(".gen.f.");
  auto Op = llvm::StringSwitch<unsigned>(Name.split('.').first)
                .Case("add", Float ? Rmw::FAdd : Rmw::Add)
                .Case("exch", Rmw::Xchg)
                .Case("max", Rmw::Max)
                .Case("min", Rmw::Min)
                .Case("inc", Rmw::UIncWrap)
                .Case("dec", Rmw::UDecWrap)
                .Case("and", Rmw::And)
                .Case("or", Rmw::Or)
                .Case("xor", Rmw::Xor)
                // Three operands tell it from the others.
                .Case("cas", Rmw::BAD_BINOP)
                .Default(~0U);
  return Op == ~0U ? CallTarget() : with(CallKind::Atomic, Op, Block);
}

} // namespace

CallTarget classifyNvvm(StringRef Name, const llvm::CallBase &Call) {
  CallTarget Result;
  StringRef Rest = Name;
  if (Rest.consume_front("read.ptx.sreg.")) {
    if (auto Which = registerByName(Rest))
      return with(CallKind::Register, *Which);
    return Result;
  }
  if (Rest.consume_front("barrier.cta."))
    return barrier(Rest);
  if (Rest.consume_front("atomic."))
    return atomic(Rest);
  if (Rest.consume_front("isspacep."))
    return with(CallKind::InRegion, llvm::StringSwitch<Region>(Rest)
                                        .Case("global", Region::Global)
                                        .StartsWith("shared", Region::Shared)
                                        .Case("local", Region::Local)
                                        .Default(Region::None));
  if (Rest.consume_front("cp.async.")) {
    if (Rest == "commit.group")
      return simple(CallKind::AsyncCommit);
    if (Rest == "wait.group" || Rest == "wait.all")
      return simple(CallKind::AsyncWait);
    if (!Rest.consume_front("ca.shared.global.") &&
        !Rest.consume_front("cg.shared.global."))
      return Result;
    // The size, and ".s" where an operand has the bytes to read.
    if (!Rest.split('.').first.getAsInteger(10, Result.Width))
      Result.Kind = CallKind::AsyncCopy;
    return Result;
  }
  auto Kind = llvm::StringSwitch<CallKind>(Name)
                  .StartsWith("ldg.global.", CallKind::Load)
                  .StartsWith("ldu.global.", CallKind::Load)
                  .StartsWith("membar.", CallKind::Fence)
                  .Case("fence.sc.cluster", CallKind::Fence)
                  .StartsWith("nanosleep", CallKind::Ignore)
                  .StartsWith("prefetch", CallKind::Ignore)
                  .StartsWith("bitcast.", CallKind::Convert)
                  .Case("exit", CallKind::Exit)
                  .Default(CallKind::Unsupported);
  Result.Kind = Kind;
  Result.Op = llvm::Instruction::BitCast;
  if (Kind != CallKind::Unsupported)
    return Result;
  if (CallTarget Warp = warp(Name); Warp.Kind == CallKind::Warp)
    return Warp;
  if (IntOp Op = intOpByName(Name); Op != IntOp::None)
    return with(CallKind::Int, Op);
  StringRef First = Name.split('.').first;
  if (CallTarget Cast = conversionByName(Name);
      Cast.Kind != CallKind::Unsupported)
    return Cast;
  if (Call.getType()->isFPOrFPVectorTy())
    if (MathOp Op = mathOpByName(First); Op != MathOp::None)
      return with(CallKind::Math, Op);
  return Result;
}

} // namespace oxide::prover::interp
