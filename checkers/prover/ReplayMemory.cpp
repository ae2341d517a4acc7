// SPDX-License-Identifier: Apache-2.0
#include "ReplayMemory.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace oxide::prover::interp {

unsigned Memory::addGlobal(std::string Name, uint64_t Size) {
  auto Object = std::make_unique<MemoryObject>();
  Object->Name = std::move(Name);
  Object->Bytes.resize(Size);
  Globals.push_back(std::move(Object));
  return Globals.size() - 1;
}

unsigned Memory::addShared(std::string Name, uint64_t Size) {
  Plan.push_back({std::move(Name), Size});
  return Plan.size() - 1;
}

std::vector<MemoryObject> Memory::instantiateShared() const {
  std::vector<MemoryObject> Result;
  for (const SharedPlan &Planned : Plan) {
    Result.emplace_back();
    Result.back().Name = Planned.Name;
    Result.back().Bytes.resize(Planned.Size);
  }
  return Result;
}

Place Memory::find(uint64_t Address, std::vector<MemoryObject> &Shared) {
  Region Where = address::regionOf(Address);
  if (Where == Region::Global) {
    uint64_t Number = (Address >> address::GlobalShift) - 1;
    if (Number < Globals.size())
      return {Globals[Number].get(),
              int64_t(Address - address::globalBase(Number))};
  } else if (Where == Region::Shared) {
    uint64_t Number = (Address - address::SharedBase) / address::SharedSlot;
    if (Number < Shared.size())
      return {&Shared[Number], int64_t(Address - address::sharedBase(Number))};
  }
  return {};
}

uint64_t LocalMemory::allocate(uint64_t Size, uint64_t Align) {
  // A gap behind each object, so that running over its end hits none.
  uint64_t End = Objects.empty()
                     ? address::LocalBase
                     : Objects.back().Begin + Objects.back().Size + 64;
  uint64_t Begin = llvm::alignTo(End, std::max<uint64_t>(Align, 1));
  if (Begin + Size > address::LocalBase + address::LocalSize)
    return 0;
  Objects.push_back({Begin, Size});
  uint64_t Needed = Begin + Size - address::LocalBase;
  if (Bytes.size() < Needed)
    Bytes.resize(Needed);
  std::fill_n(Bytes.begin() + (Begin - address::LocalBase), Size, 0);
  return Begin;
}

void LocalMemory::release(size_t Mark) { Objects.resize(Mark); }

uint8_t *LocalMemory::find(uint64_t Address, uint64_t Size, int64_t &Offset,
                           uint64_t &ObjectSize) {
  auto After =
      std::upper_bound(Objects.begin(), Objects.end(), Address,
                       [](uint64_t A, const Object &O) { return A < O.Begin; });
  if (After == Objects.begin()) {
    Offset = Address - address::LocalBase;
    ObjectSize = 0;
    return nullptr;
  }
  const Object &Below = *std::prev(After);
  Offset = Address - Below.Begin;
  ObjectSize = Below.Size;
  if (uint64_t(Offset) + Size > Below.Size)
    return nullptr;
  return Bytes.data() + (Address - address::LocalBase);
}

Cell readCell(const uint8_t *From, unsigned Bytes) {
  Cell Value = 0;
  for (unsigned I = 0; I < Bytes; ++I)
    Value |= Cell(From[I]) << (8 * I);
  return Value;
}

void writeCell(uint8_t *To, Cell Value, unsigned Bytes) {
  for (unsigned I = 0; I < Bytes; ++I)
    To[I] = uint8_t(Value >> (8 * I));
}

} // namespace oxide::prover::interp
