// SPDX-License-Identifier: Apache-2.0
// From what the replay saw to its result.
#include "ReplayMachine.h"

#include "llvm/ADT/bit.h"

#include <algorithm>

namespace oxide::prover::interp {

ReplaySite Machine::site(const llvm::Instruction *Inst, uint32_t Context,
                         const Block &In, uint32_t Thread,
                         uint32_t Epoch) const {
  ReplaySite Result;
  Result.Inst = Inst;
  for (uint32_t C = Context; C; C = Contexts[C].first)
    Result.Calls.push_back(Contexts[C].second);
  std::reverse(Result.Calls.begin(), Result.Calls.end());
  Result.Block = In.Id;
  Result.Thread = In.Threads[Thread].Id;
  Result.Interval = Epoch;
  return Result;
}

void Machine::reportRace(const Access &First, const Access &Second,
                         const MemoryObject &Object, uint64_t Word) {
  // Which byte values the two stores put where they overlap.
  uint8_t Common = First.Mask & Second.Mask;
  uint32_t Bytes = 0;
  for (unsigned I = 0; I < 4; ++I)
    if (Common >> I & 1)
      Bytes |= 0xffU << (8 * I);
  bool Same = First.Writes && Second.Writes && !First.Atomic &&
              !Second.Atomic && !((First.Value ^ Second.Value) & Bytes);
  // The pair is the same whichever access came first, and in shared memory of
  // whichever block.
  auto [It, New] =
      RaceIds.try_emplace({std::min(First.Inst, Second.Inst),
                           std::max(First.Inst, Second.Inst), Object.Name},
                          Result.Races.size());
  if (!New) {
    ReplayRace &Known = Result.Races[It->second];
    Known.SameValue &= Same;
    ++Known.Count;
    return;
  }
  ReplayRace Race;
  Race.First = site(First.Inst, First.Context, Blocks[First.Block],
                    First.Thread, First.Epoch);
  Race.Second = site(Second.Inst, Second.Context, Blocks[Second.Block],
                     Second.Thread, Second.Epoch);
  Race.FirstWrites = First.Writes;
  Race.SecondWrites = Second.Writes;
  Race.FirstAtomic = First.Atomic;
  Race.SecondAtomic = Second.Atomic;
  Race.SameValue = Same;
  Race.Object = Object.Name;
  Race.Offset = Word * 4 + llvm::countr_zero(Common);
  Race.Count = 1;
  Result.Races.push_back(std::move(Race));
}

void Machine::reportBad(ReplayBadAccess::Kind What, const std::string &Object,
                        int64_t Offset, uint64_t Width, uint64_t Size,
                        bool Writes) {
  if (!BadSeen.try_emplace({Current->Inst, int(What)}, true).second)
    return;
  ReplayBadAccess Bad;
  Bad.What = What;
  Bad.Site =
      site(Current->Inst, T->Frames.back().Context, *B, T->Number, B->Epoch);
  Bad.Writes = Writes;
  Bad.Object = Object;
  Bad.Offset = Offset;
  Bad.Width = Width;
  Bad.ObjectSize = Size;
  Result.BadAccesses.push_back(std::move(Bad));
}

void Machine::reportDivergence(ReplayDivergence::Kind What, const Thread &First,
                               const Thread &Second) {
  auto Key = std::make_tuple(First.At->Inst, Second.At->Inst, int(What));
  if (!DivergenceSeen.try_emplace(Key, true).second)
    return;
  Result.Divergences.push_back(
      {What, site(First.At->Inst, First.AtContext, *B, First.Number, B->Epoch),
       site(Second.At->Inst, Second.AtContext, *B, Second.Number, B->Epoch)});
}

} // namespace oxide::prover::interp
