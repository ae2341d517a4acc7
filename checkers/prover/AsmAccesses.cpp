// SPDX-License-Identifier: Apache-2.0
//
// The memory that PTX instructions touch, by the segments of their opcodes.

#include "prover/AsmEffects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

namespace oxide::prover {

using namespace llvm;
using cuda::OpEffect;
using cuda::PtxInstruction;
using cuda::PtxOperand;

namespace {

/// An opcode in its segments: `ld`, `global`, `nc`, `v4`, `f32`.
class Opcode {
public:
  explicit Opcode(StringRef Text) { Text.split(Segments, '.'); }

  bool has(StringRef Segment) const { return is_contained(Segments, Segment); }
  template <typename... T> bool hasAny(const T &...S) const {
    return (has(S) || ...);
  }

  /// Bytes of the value, from `.v4` and `.f32`.
  std::optional<uint64_t> bytes() const {
    unsigned Count = has("v8") ? 8 : has("v4") ? 4 : has("v2") ? 2 : 1;
    StringRef Type = Segments.back();
    if (Type == "trap" || Type == "clamp" || Type == "zero")
      Type = Segments[Segments.size() - 2];
    unsigned Each = Type.consume_back("x2") ? 2 : 1;
    unsigned Bits = 0;
    Type = Type.drop_while([](char C) { return !isDigit(C); });
    if (Type.getAsInteger(10, Bits) || Bits % 8 != 0)
      return std::nullopt;
    return uint64_t(Bits) / 8 * Each * Count;
  }

  /// Whom an atomic access is atomic to.
  SyncScope scope() const {
    return has("cta")       ? SyncScope::Block
           : has("cluster") ? SyncScope::Cluster
                            : SyncScope::Grid;
  }

  /// Memory that other threads of the grid see, not through another block's
  /// shared memory.
  bool inKnownSpace() const {
    return !hasAny("shared::cluster", "local", "param", "param::entry",
                   "param::func");
  }

private:
  SmallVector<StringRef, 8> Segments;
};

/// Looks at one instruction after the other.
class AccessReader {
public:
  explicit AccessReader(const CallBase &Call) : Call(Call), S(Call) {}

  bool isPlain() const { return S.isPlain(); }
  ArrayRef<PtxInstruction> instructions() const { return S.instructions(); }
  std::vector<RawAccess> take() { return std::move(Found); }

  /// False when the effect of \p I is not known.
  bool read(const PtxInstruction &I) {
    StringRef Name = I.Opcode;
    Opcode Op(Name);
    switch (I.Info->Effect) {
    case OpEffect::None:
    case OpEffect::Query:
    case OpEffect::SharedAddress:
    case OpEffect::CacheControl:
    case OpEffect::WarpCollective:
    case OpEffect::ActiveMask:
    case OpEffect::Texture:
    case OpEffect::RegisterBudget:
    case OpEffect::DependentLaunch:
    case OpEffect::ProxyFence:
      return true;
    case OpEffect::ClusterShared:
      return Name.starts_with("getctarank");
    case OpEffect::Fence:
      return !Name.contains("mbarrier_init") && !Name.contains("sync_restrict");
    case OpEffect::TensorCore:
      return readMatrix(I, Op);
    case OpEffect::AsyncCopy:
      return readCopy(I, Op);
    case OpEffect::Surface:
      return readSurface(I, Op);
    case OpEffect::RawLoad:
      return add(I, Op, 1, AccessKind::Read);
    case OpEffect::RawStore:
      return Name.starts_with("st.") && !Name.starts_with("st.bulk") &&
             add(I, Op, 0, AccessKind::Write);
    case OpEffect::Atomic:
      return readAtomic(I, Op);
    default:
      return false;
    }
  }

private:
  /// The access at operand \p Number of \p I.
  bool add(const PtxInstruction &I, const Opcode &Op, unsigned Number,
           AccessKind Kind) {
    if (Op.has("param"))
      return true;
    if (!Op.inKnownSpace() || Number >= I.Operands.size())
      return false;
    RawAccess *A = at(I, Number, Kind, Op.bytes());
    if (!A || !A->Width)
      return false;
    A->Alignment = *A->Width;
    A->AtomicTo = Op.scope();
    A->Volatile = Op.has("volatile");
    return true;
  }

  RawAccess *at(const PtxInstruction &I, unsigned Number, AccessKind Kind,
                std::optional<uint64_t> Width) {
    auto Address = S.address(I.Operands[Number]);
    if (!Address)
      return nullptr;
    RawAccess A;
    A.At = &Call;
    A.Pointer = Address->first;
    A.Displacement = Address->second;
    A.Kind = Kind;
    A.Width = Width;
    A.MayNotHappen = !I.Predicate.empty();
    return &Found.emplace_back(A);
  }

  bool readAtomic(const PtxInstruction &I, const Opcode &Op) {
    StringRef Name = StringRef(I.Opcode).split('.').first;
    // What an acquire or a release orders is not followed.
    if (Op.hasAny("acquire", "release", "acq_rel") || Op.has("mmio"))
      return false;
    if (Name == "ld" || Name == "atom")
      return add(I, Op, 1, AccessKind::Atomic);
    return (Name == "st" || Name == "red") && add(I, Op, 0, AccessKind::Atomic);
  }

  /// `cp.async.cg.shared.global [to], [from], 16, n;` reads n bytes and writes
  /// 16 of them.
  bool readCopy(const PtxInstruction &I, const Opcode &Op) {
    if (!Op.hasAny("ca", "cg"))
      return copyControl(Call).has_value();
    if (I.Operands.size() < 3 || Op.has("shared::cluster"))
      return false;
    std::optional<int64_t> Size = S.constant(I.Operands[2]);
    if (!Size || *Size <= 0)
      return false;
    size_t Count = I.Operands.size() - Op.has("L2::cache_hint");
    std::optional<uint64_t> From = *Size;
    if (Count > 3) {
      std::optional<int64_t> Read = S.constant(I.Operands[3]);
      From = Read && *Read >= 0 && *Read <= *Size
                 ? std::optional<uint64_t>(*Read)
                 : std::nullopt;
    }
    for (unsigned Number : {0u, 1u}) {
      if (Number == 1 && From == 0u)
        continue;
      RawAccess *A =
          at(I, Number, Number ? AccessKind::Read : AccessKind::Write,
             Number ? From : std::optional<uint64_t>(*Size));
      if (!A)
        return false;
      A->Alignment = *Size;
      A->Asynchronous = true;
    }
    return true;
  }

  /// `sust.b.2d.b32.trap [surface, {x, y}], {value};` where x is in bytes.
  bool readSurface(const PtxInstruction &I, const Opcode &Op) {
    StringRef Name = I.Opcode;
    bool Loads = Name.starts_with("suld.b.");
    if ((!Loads && !Name.starts_with("sust.b.")) || I.Operands.size() != 2)
      return false;
    bool Layered = Op.hasAny("a1d", "a2d");
    unsigned Count = Op.has("1d")             ? 1
                     : Op.hasAny("2d", "a1d") ? 2
                     : Op.hasAny("3d", "a2d") ? 3
                                              : 0;
    const PtxOperand &O = I.Operands[Loads];
    if (!O.IsAddress || O.References.size() <= Count || !Count)
      return false;
    RawAccess A;
    A.At = &Call;
    A.Kind = Loads ? AccessKind::Read : AccessKind::Write;
    A.Pointer = S.argument(O.References[0]);
    for (unsigned C = 0; C != Count; ++C)
      A.Surface.push_back(S.argument(O.References[C + 1]));
    if (!A.Pointer || is_contained(A.Surface, nullptr))
      return false;
    // The layer comes first.
    if (Layered)
      std::rotate(A.Surface.begin(), A.Surface.begin() + 1, A.Surface.end());
    // What lies outside meets at the border, or is not there.
    if (!Op.has("clamp"))
      A.Width = Op.bytes();
    A.MayNotHappen = !I.Predicate.empty();
    Found.push_back(A);
    return true;
  }

  /// Rows of 16 bytes, whose addresses the lowest lanes have.
  bool readMatrix(const PtxInstruction &I, const Opcode &Op) {
    StringRef Name = I.Opcode;
    if (Name.starts_with("mma.") || Name.starts_with("wmma.mma.") ||
        Name.starts_with("movmatrix."))
      return true;
    bool Loads = Name.starts_with("ldmatrix.");
    if ((!Loads && !Name.starts_with("stmatrix.")) || !Op.has("m8n8") ||
        Op.has("shared::cluster") || I.Operands.size() < 2)
      return false;
    RawAccess *A =
        at(I, Loads ? 1 : 0, Loads ? AccessKind::Read : AccessKind::Write, 16);
    if (!A)
      return false;
    A->Alignment = 16;
    A->Lanes = Op.has("x4") ? 32 : Op.has("x2") ? 16 : 8;
    A->Collective = true;
    return true;
  }

  const CallBase &Call;
  AsmStatement S;
  std::vector<RawAccess> Found;
};

} // namespace

std::optional<std::vector<RawAccess>> asmAccesses(const CallBase &Call,
                                                  std::string &Unknown) {
  StringRef Text = cast<InlineAsm>(Call.getCalledOperand())->getAsmString();
  Unknown = Text.trim()
                .take_front(40)
                .take_until([](char C) { return C == ';' || C == '\n'; })
                .str();
  AccessReader Reader(Call);
  for (const PtxInstruction &I : Reader.instructions())
    if (I.Info && !Reader.read(I)) {
      Unknown = I.Opcode;
      return std::nullopt;
    }
  if (!Reader.isPlain())
    return std::nullopt;
  return Reader.take();
}

} // namespace oxide::prover
