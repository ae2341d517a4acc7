// SPDX-License-Identifier: Apache-2.0
// The memory of the replay: objects in one address space without overlaps.

#ifndef OXIDE_PROVER_REPLAYMEMORY_H
#define OXIDE_PROVER_REPLAYMEMORY_H

#include "ReplayShadow.h"
#include "ReplayValue.h"

#include <memory>
#include <string>

namespace oxide::prover::interp {

struct MemoryObject {
  std::string Name;
  std::vector<uint8_t> Bytes;
  Shadow Log;
};

enum class Region { None, Shared, Local, Code, Global };

/// Where objects lie. Each has a slot far larger than itself, so that a wrong
/// offset still tells which object was meant, and addresses are the same in
/// the generic space and in each special one. Regions other than Global fit in
/// 32 bits, as their pointers may.
namespace address {

constexpr uint64_t SharedBase = 0x1000'0000, SharedSlot = 1 << 20;
constexpr uint64_t LocalBase = 0x2000'0000, LocalSize = 1 << 20;
constexpr uint64_t CodeBase = 0x4000'0000, CodeSlot = 16;
constexpr unsigned GlobalShift = 36;
constexpr uint64_t MaxShared = SharedSlot / 2, MaxSharedObjects = 256;
constexpr uint64_t MaxGlobal = uint64_t(1) << 28;

/// An object of several gigabytes on both sides of which accesses go wrong.
constexpr uint64_t globalBase(uint64_t Number) {
  return ((Number + 1) << GlobalShift) + (uint64_t(1) << (GlobalShift - 1));
}
constexpr uint64_t sharedBase(uint64_t Number) {
  return SharedBase + Number * SharedSlot + SharedSlot / 4;
}

inline Region regionOf(uint64_t Address) {
  if (Address >> GlobalShift)
    return Region::Global;
  if (Address >= CodeBase)
    return Region::Code;
  if (Address >= LocalBase)
    return Region::Local;
  return Address >= SharedBase ? Region::Shared : Region::None;
}

} // namespace address

/// A contiguous piece of memory, ready to be read.
struct Place {
  MemoryObject *Object = nullptr;
  int64_t Offset = 0;
};

/// Objects that all threads see, and the plan of those that each block has.
class Memory {
public:
  struct SharedPlan {
    std::string Name;
    uint64_t Size = 0;
  };

  /// The number of the new object; its content is zero.
  unsigned addGlobal(std::string Name, uint64_t Size);
  unsigned addShared(std::string Name, uint64_t Size);

  MemoryObject &global(unsigned Number) { return *Globals[Number]; }
  std::vector<MemoryObject> instantiateShared() const;

  /// The object whose slot holds \p Address. \p Shared: those of the block.
  Place find(uint64_t Address, std::vector<MemoryObject> &Shared);

private:
  std::vector<std::unique_ptr<MemoryObject>> Globals;
  std::vector<SharedPlan> Plan;
};

/// The memory that only one thread sees.
class LocalMemory {
public:
  uint64_t allocate(uint64_t Size, uint64_t Align);
  size_t mark() const { return Objects.size(); }
  void release(size_t Mark);

  /// The bytes of [Address, Address + Size) or null when no object has them
  /// all; then \p Offset and \p ObjectSize speak about the nearest below.
  uint8_t *find(uint64_t Address, uint64_t Size, int64_t &Offset,
                uint64_t &ObjectSize);

private:
  struct Object {
    uint64_t Begin, Size;
  };
  std::vector<Object> Objects;
  std::vector<uint8_t> Bytes;
};

Cell readCell(const uint8_t *From, unsigned Bytes);
void writeCell(uint8_t *To, Cell Value, unsigned Bytes);

} // namespace oxide::prover::interp

#endif
