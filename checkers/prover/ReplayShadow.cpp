// SPDX-License-Identifier: Apache-2.0
#include "ReplayShadow.h"

#include <algorithm>

namespace oxide::prover::interp {

namespace {

constexpr uint32_t WarpSize = 32;

bool conflict(const Access &A, const Access &B) {
  if (!(A.Mask & B.Mask) || !(A.Writes || B.Writes))
    return false;
  if (!A.Atomic || !B.Atomic)
    return true;
  return A.Block != B.Block && (A.BlockScope || B.BlockScope);
}

/// Whether the two accesses differ in their thread and time only.
bool alike(const Access &A, const Access &B) {
  return A.Inst == B.Inst && A.Mask == B.Mask;
}

} // namespace

void Clocks::init(Reach NewReach, uint32_t NumThreads) {
  How = NewReach;
  if (How == Reach::Nobody)
    return;
  Width = How == Reach::Warp ? WarpSize : NumThreads;
  Now.assign(NumThreads, 1);
  Seen.assign(size_t(Width) * NumThreads, 0);
}

void Clocks::reset() {
  std::fill(Now.begin(), Now.end(), 1);
  std::fill(Seen.begin(), Seen.end(), 0);
}

bool Clocks::column(uint32_t Thread, uint32_t Other, uint32_t &Column) const {
  Column = How == Reach::Block ? Other : Other % WarpSize;
  return How == Reach::Block || Thread / WarpSize == Other / WarpSize;
}

void Clocks::publish(uint32_t Thread, std::vector<uint32_t> &Row) {
  if (How == Reach::Nobody)
    return;
  Row.resize(Width);
  for (uint32_t I = 0; I < Width; ++I)
    Row[I] = std::max(Row[I], Seen[size_t(Thread) * Width + I]);
  uint32_t Column = 0;
  if (column(Thread, Thread, Column))
    Row[Column] = std::max(Row[Column], Now[Thread]);
  ++Now[Thread];
}

void Clocks::acquire(uint32_t Thread, const std::vector<uint32_t> &Row) {
  for (size_t I = 0; I < Row.size(); ++I) {
    uint32_t &Known = Seen[size_t(Thread) * Width + I];
    Known = std::max(Known, Row[I]);
  }
}

bool Clocks::ordered(uint32_t First, uint32_t Clock, uint32_t Second) const {
  uint32_t Column = 0;
  if (How == Reach::Nobody || !column(Second, First, Column))
    return false;
  return Seen[size_t(Second) * Width + Column] >= Clock;
}

void Shadow::log(uint64_t Word, const Access &New, const Clocks &Order,
                 bool OneBlock, OnRace Report) {
  if (Pages.size() <= Word / 64)
    Pages.resize(Word / 64 + 1);
  std::unique_ptr<Page> &Page = Pages[Word / 64];
  if (!Page)
    Page = std::make_unique<Shadow::Page>();
  std::vector<Access> &List = (*Page)[Word % 64];

  // Two accesses of the same instruction that no later thread can both be
  // ordered with make a third one unnecessary.
  const Access *SameBlock = nullptr, *OtherBlock = nullptr;
  bool Covered = false, Replaced = false, SameValue = !New.Writes;
  size_t Kept = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    Access &Old = List[I];
    bool Here = Old.Block == New.Block;
    if (Here && Old.Epoch != New.Epoch) {
      // Ordered with everything that this block still does.
      if (OneBlock || alike(Old, New))
        continue;
      List[Kept++] = Old;
      continue;
    }
    bool Same = Here && Old.Thread == New.Thread;
    if (!Same && conflict(Old, New) &&
        !(Here && Order.ordered(Old.Thread, Old.Clock, New.Thread)))
      Report(Old, New);
    if (alike(Old, New)) {
      SameValue |= Old.Value == New.Value;
      if (Same) {
        Old = New;
        Replaced = true;
      } else if (!Here) {
        Covered |= OtherBlock && OtherBlock->Block != Old.Block;
        OtherBlock = &List[Kept];
      } else {
        bool Unordered =
            SameBlock &&
            (Order.reach() == Clocks::Reach::Nobody ||
             (Order.reach() == Clocks::Reach::Warp &&
              SameBlock->Thread / WarpSize != Old.Thread / WarpSize));
        Covered |= Unordered;
        SameBlock = &List[Kept];
      }
    }
    List[Kept++] = Old;
  }
  List.resize(Kept);
  Covered |= SameBlock && OtherBlock;
  if (!Replaced && !(Covered && SameValue))
    List.push_back(New);
}

} // namespace oxide::prover::interp
