// SPDX-License-Identifier: Apache-2.0

#include "cuda/Intrinsics.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>

using llvm::StringRef;

namespace oxide::cuda {

static constexpr PtxOpcode PtxRows[] = {
#define OXIDE_PTX(Name, Tier, Effect, Result)                                  \
  {Name, OpTier::Tier, OpEffect::Effect, PtxResult::Result},
#include "cuda/PtxOpcodes.def"
};

/// The part of \p Name before its last dot or double colon, empty if it has
/// neither.
static StringRef dropLastSegment(StringRef Name) {
  size_t End = Name.find_last_of(".:");
  return End == StringRef::npos ? StringRef() : Name.take_front(End).rtrim(':');
}

const PtxOpcode *lookupPtxOpcode(StringRef Opcode) {
  struct OpcodeIndex {
    llvm::StringMap<const PtxOpcode *> Rows;
    size_t MaxLength = 0;
  };
  static const OpcodeIndex Index = [] {
    OpcodeIndex I;
    for (const PtxOpcode &Row : PtxRows) {
      I.Rows.try_emplace(Row.Name, &Row);
      I.MaxLength = std::max(I.MaxLength, Row.Name.size());
    }
    return I;
  }();
  // No row is longer, so what is cut off cannot decide; one character more
  // tells whether the rest ends with a segment.
  StringRef Name = Opcode;
  if (Name.size() > Index.MaxLength)
    Name = dropLastSegment(Name.take_front(Index.MaxLength + 1));
  for (; !Name.empty(); Name = dropLastSegment(Name))
    if (const PtxOpcode *Row = Index.Rows.lookup(Name))
      return Row;
  return nullptr;
}

llvm::ArrayRef<PtxOpcode> allPtxOpcodes() { return PtxRows; }

} // namespace oxide::cuda
