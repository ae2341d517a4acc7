// SPDX-License-Identifier: Apache-2.0
// Replays a kernel of an LLVM IR file, or each of them with the same arguments,
// and prints what the replay saw.
//
//   oxide-replay FILE [--kernel=NAME] --grid=2 --block=256 --arg=... --arg=...
//
// An argument is int:VALUE, float:VALUE, double:VALUE, zeros:BYTES,
// ints:BYTES[:WIDTH[:LIMIT]], floats:BYTES[:WIDTH[:LIMIT]] or same:NUMBER, the
// buffer of an earlier argument.

#include "prover/Replay.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <bit>
#include <chrono>

using namespace oxide::prover;

namespace {

llvm::cl::opt<std::string> File(llvm::cl::Positional, llvm::cl::Required);
llvm::cl::opt<std::string> Kernel("kernel");
llvm::cl::opt<std::string> Grid("grid", llvm::cl::init("1"));
llvm::cl::opt<std::string> BlockDim("block", llvm::cl::init("32"));
llvm::cl::list<std::string> Args("arg");
llvm::cl::opt<uint64_t> DynamicShared("shared");
llvm::cl::opt<uint64_t> Seed("seed", llvm::cl::init(1));
llvm::cl::opt<uint64_t> Limit("limit", llvm::cl::init(400'000));
llvm::cl::opt<bool> Reverse("reverse");
llvm::cl::opt<bool> Time("time");
llvm::cl::opt<int> Dump("dump", llvm::cl::init(-1));

[[noreturn]] void fail(const llvm::Twine &Message) {
  llvm::errs() << "oxide-replay: " << Message << '\n';
  exit(2);
}

ReplayDim dimensions(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Text.split(Parts, ',');
  ReplayDim Result;
  unsigned *Members[] = {&Result.X, &Result.Y, &Result.Z};
  if (Parts.size() > 3)
    fail("dimensions '" + Text + "'");
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Parts[I].getAsInteger(10, *Members[I]))
      fail("dimensions '" + Text + "'");
  return Result;
}

void addArgument(ReplayInput &Input, llvm::StringRef Text) {
  auto [Kind, Rest] = Text.split(':');
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Rest.split(Parts, ':');
  uint64_t Numbers[3] = {0, 4, 8};
  double Real = 0;
  if (Kind == "float" || Kind == "double") {
    if (Rest.getAsDouble(Real))
      fail("argument '" + Text + "'");
    uint64_t Bits = Kind == "float" ? std::bit_cast<uint32_t>(float(Real))
                                    : std::bit_cast<uint64_t>(Real);
    Input.Arguments.push_back(ReplayArgument::scalar(Bits));
    return;
  }
  int64_t Signed = 0;
  if (Kind == "int" && !Rest.getAsInteger(0, Signed)) {
    Input.Arguments.push_back(ReplayArgument::scalar(uint64_t(Signed)));
    return;
  }
  for (size_t I = 0; I < Parts.size(); ++I)
    if (I >= 3 || Parts[I].getAsInteger(0, Numbers[I]))
      fail("argument '" + Text + "'");
  if (Kind == "same") {
    Input.Arguments.push_back(ReplayArgument::buffer(Numbers[0]));
    return;
  }
  ReplayBuffer Buffer;
  Buffer.Name = "buffer " + std::to_string(Input.Buffers.size());
  Buffer.Size = Numbers[0];
  Buffer.ElementSize = Numbers[1];
  Buffer.Limit = Numbers[2];
  if (Kind == "ints")
    Buffer.Fill = ReplayBuffer::Content::Integers;
  else if (Kind == "floats")
    Buffer.Fill = ReplayBuffer::Content::Floats;
  else if (Kind != "zeros")
    fail("argument '" + Text + "'");
  Input.Arguments.push_back(ReplayArgument::buffer(Input.Buffers.size()));
  Input.Buffers.push_back(std::move(Buffer));
}

void print(const llvm::Instruction *Inst) {
  if (const llvm::DebugLoc &Loc = Inst->getDebugLoc())
    llvm::outs() << llvm::sys::path::filename(Loc->getFilename()) << ':'
                 << Loc.getLine();
  else
    llvm::outs() << Inst->getFunction()->getName() << ": "
                 << Inst->getOpcodeName();
}

void print(const ReplaySite &Site) {
  print(Site.Inst);
  for (const llvm::CallBase *Call : llvm::reverse(Site.Calls)) {
    llvm::outs() << " from ";
    print(Call);
  }
  llvm::outs() << " (block " << Site.Block.X << ',' << Site.Block.Y
               << " thread " << Site.Thread.X << ',' << Site.Thread.Y
               << " interval " << Site.Interval << ')';
}

void print(const ReplayResult &Result) {
  auto Verb = [](bool Writes, bool Atomic) {
    return Atomic ? "atomic " : Writes ? "write " : "read ";
  };
  for (const ReplayRace &Race : Result.Races) {
    llvm::outs() << (Race.SameValue ? "race (same value): " : "race: ")
                 << Race.Object << '+' << Race.Offset << ": "
                 << Verb(Race.FirstWrites, Race.FirstAtomic);
    print(Race.First);
    llvm::outs() << " and " << Verb(Race.SecondWrites, Race.SecondAtomic);
    print(Race.Second);
    llvm::outs() << '\n';
  }
  const char *Divergences[] = {"exited", "different", "missing", "not in mask"};
  for (const ReplayDivergence &D : Result.Divergences) {
    llvm::outs() << "divergence (" << Divergences[int(D.What)] << "): ";
    print(D.First);
    llvm::outs() << " and ";
    print(D.Second);
    llvm::outs() << '\n';
  }
  const char *Accesses[] = {"out of bounds", "misaligned", "no object"};
  for (const ReplayBadAccess &Bad : Result.BadAccesses) {
    llvm::outs() << Accesses[int(Bad.What)] << ": " << Bad.Object << '+'
                 << Bad.Offset << " width " << Bad.Width << " size "
                 << Bad.ObjectSize << (Bad.Writes ? " write " : " read ");
    print(Bad.Site);
    llvm::outs() << '\n';
  }
  for (const std::string &What : Result.Approximated)
    llvm::outs() << "approximated: " << What << '\n';
  if (Result.Traps)
    llvm::outs() << "traps: " << Result.Traps << '\n';
  if (Result.HandMadeSync)
    llvm::outs() << "hand-made synchronisation\n";
  if (Result.Complete) {
    llvm::outs() << "complete\n";
    return;
  }
  llvm::outs() << "incomplete: " << Result.Reason;
  if (Result.StoppedAt) {
    llvm::outs() << " at ";
    print(Result.StoppedAt);
  }
  llvm::outs() << '\n';
}

/// The words of a buffer, for tests that look at results.
void dump(const ReplayResult &Result, size_t Buffer) {
  if (Buffer >= Result.Buffers.size())
    fail("no such buffer");
  const std::vector<uint8_t> &Bytes = Result.Buffers[Buffer];
  for (size_t I = 0; I + 4 <= Bytes.size(); I += 4)
    llvm::outs() << llvm::format_hex_no_prefix(
                        llvm::support::endian::read32le(Bytes.data() + I), 8)
                 << (I / 4 % 8 == 7 ? '\n' : ' ');
  llvm::outs() << '\n';
}

void run(const llvm::Function &Fn, const ReplayInput &Input) {
  auto Start = std::chrono::steady_clock::now();
  ReplayResult Result = replay(Fn, Input);
  std::chrono::duration<double> Seconds =
      std::chrono::steady_clock::now() - Start;
  print(Result);
  if (Dump >= 0)
    dump(Result, Dump);
  if (Time)
    llvm::errs() << Result.Steps << " steps, "
                 << llvm::format("%.4f s", Seconds.count()) << '\n';
}

} // namespace

int main(int Argc, char **Argv) {
  llvm::cl::ParseCommandLineOptions(Argc, Argv);
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  std::unique_ptr<llvm::Module> M = llvm::parseIRFile(File, Error, Context);
  if (!M) {
    Error.print(Argv[0], llvm::errs());
    return 2;
  }
  ReplayInput Input;
  Input.Grid = dimensions(Grid);
  Input.Block = dimensions(BlockDim);
  Input.DynamicShared = DynamicShared;
  Input.Seed = Seed;
  Input.StepLimit = Limit;
  Input.Reverse = Reverse;
  Input.KeepBuffers = Dump >= 0;
  for (const std::string &Argument : Args)
    addArgument(Input, Argument);
  bool Any = false;
  for (const llvm::Function &Fn : *M) {
    if (Fn.isDeclaration() || (!Kernel.empty() && Fn.getName() != Kernel) ||
        Fn.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    Any = true;
    if (Kernel.empty())
      llvm::outs() << Fn.getName() << ":\n";
    run(Fn, Input);
  }
  if (!Any)
    fail("no kernel '" + Kernel + "'");
  return 0;
}
