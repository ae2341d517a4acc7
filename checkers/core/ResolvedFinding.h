// SPDX-License-Identifier: Apache-2.0
//
// Results that outlive their translation unit: pure data, no pointer into the
// AST or the source manager. Reports are made of these.

#ifndef OXIDE_CHECKERS_CORE_RESOLVEDFINDING_H
#define OXIDE_CHECKERS_CORE_RESOLVEDFINDING_H

#include "core/CheckerInfo.h"
#include "core/Tier.h"
#include "core/Verdict.h"
#include "core/Witness.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace oxide {

/// A place in a file. Lines and columns start at 1, columns count bytes as
/// clang's do; 0 means unknown.
struct SourcePoint {
  std::string File; ///< absolute, without symbolic links where it exists
  unsigned Line = 0;
  unsigned Column = 0;

  friend auto operator<=>(const SourcePoint &, const SourcePoint &) = default;
};

/// The source line of a message and what to underline in it.
struct Snippet {
  std::string Line;
  unsigned Caret = 0; ///< byte column, from 1
  /// Byte columns, from 1; the end is exclusive.
  std::vector<std::pair<unsigned, unsigned>> Underlines;
};

struct ResolvedNote {
  SourcePoint At;
  std::string Message;
  Snippet Source;
};

/// Replaces Length bytes at Offset of File by Text.
struct Replacement {
  std::string File;
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
};

struct ResolvedPlace {
  SourcePoint At;
  Snippet Source;
};

/// The twin of WitnessThread.
struct ResolvedWitnessThread {
  Dim3 Block{};
  Dim3 Thread{};
  ResolvedPlace Access;
  std::string Kind;
  std::vector<ResolvedPlace> CalledFrom;
  NamedValues Values;
};

/// The twin of WitnessData.
struct ResolvedWitness {
  Dim3 GridDim{};
  Dim3 BlockDim{};
  NamedValues Scalars;
  ResolvedWitnessThread First, Second;
  std::string Object;
  std::string Element;
  std::string Separator;
  SourcePoint SeparatorAt;
};

/// What a baseline says about a finding.
enum class BaselineState : uint8_t { None, New, Unchanged };

struct ResolvedFinding {
  const CheckerInfo *Checker = nullptr;
  Severity Level = Severity::Warning;
  SourcePoint At;
  unsigned EndLine = 0;   ///< of the region, never beyond At.Line
  unsigned EndColumn = 0; ///< exclusive
  std::string Message;
  std::vector<ResolvedNote> Notes;
  std::string Function;      ///< qualified name, empty when unknown
  std::string Instantiation; ///< with template arguments, else empty
  /// Lines of the definition of Function, both inclusive; 0 when unknown.
  unsigned FunctionBegin = 0, FunctionEnd = 0;
  std::vector<Replacement> Fixes;
  Snippet Source;
  std::string LineKey; ///< of the source line, for the fingerprint
  Grade Certainty = Grade::Certain;
  std::optional<ResolvedWitness> Witness;
  std::vector<std::string> Archs; ///< device passes that found it, sorted
  Pass Passes = Pass::None;       ///< passes that found it
  std::string Fingerprint;        ///< set when reports are merged
  std::string LineHash; ///< primaryLocationLineHash, set with the sources
  BaselineState Baseline = BaselineState::None;
};

struct ResolvedReason {
  SourcePoint At;
  std::string Message;
};

struct ResolvedKernel {
  std::string Name;
  std::string Instantiation; ///< with template arguments, else empty
  SourcePoint At;
  OpTier Tier = OpTier::Safe;
  Mode EffectiveMode = Mode::Audit;
  Answer Race = Answer::NotProven;
  Answer Barrier = Answer::NotProven;
  Answer Bounds = Answer::NotProven;
  std::vector<ResolvedReason> Reasons;
  std::vector<std::string> Assumptions;
  unsigned Operations = 0;
  unsigned Discharged = 0;
  unsigned ZonesNeeded = 0;
  unsigned ZonesUnneeded = 0;
  CheckCounts Checks;
  double Ms = 0;
  uint64_t SolverSteps = 0;
  std::string Explanation;
};

struct ResolvedZone {
  OpTier Tier = OpTier::Unsafe;
  std::string Contract;
  SourcePoint At;
  std::string Function;
  unsigned Operations = 0;
  unsigned Discharged = 0;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_RESOLVEDFINDING_H
