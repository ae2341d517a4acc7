// SPDX-License-Identifier: Apache-2.0

#include "core/Fingerprint.h"
#include "report/Paths.h"
#include "report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace oxide {

bool Report::allCompiled() const {
  return llvm::all_of(Units, [](const UnitReport &U) { return U.Ok; });
}

unsigned Report::count(Severity S) const {
  return llvm::count_if(Findings, [&](const ResolvedFinding &F) {
    return F.Level == S && F.Baseline != BaselineState::Unchanged;
  });
}

namespace {

auto identity(const ResolvedFinding &F) {
  return std::tie(F.At, F.Checker->Name, F.Message);
}
auto identity(const ResolvedKernel &K) {
  return std::tie(K.At, K.Name, K.Instantiation);
}
auto identity(const ResolvedZone &Z) { return std::tie(Z.At, Z.Function); }

template <class Strings> void unite(Strings &Into, const Strings &From) {
  Into.insert(Into.end(), From.begin(), From.end());
  llvm::sort(Into);
  Into.erase(std::unique(Into.begin(), Into.end()), Into.end());
}

void absorb(ResolvedFinding &Into, ResolvedFinding &From) {
  Into.Level = std::max(Into.Level, From.Level);
  Into.Passes = Into.Passes | From.Passes;
  unite(Into.Archs, From.Archs);
  // What is certain on one architecture is certain, and so is its witness.
  bool Stronger = From.Certainty < Into.Certainty;
  Into.Certainty = std::min(Into.Certainty, From.Certainty);
  if (From.Witness && (Stronger || !Into.Witness))
    Into.Witness = std::move(From.Witness);
  // New to one of the runs is new.
  if (From.Baseline == BaselineState::New)
    Into.Baseline = From.Baseline;
  // What was read from SARIF lacks some of it.
  auto Fill = [](auto &Empty, auto &Known) {
    if (Empty.empty())
      Empty = std::move(Known);
  };
  Fill(Into.LineKey, From.LineKey);
  Fill(Into.LineHash, From.LineHash);
  Fill(Into.Function, From.Function);
  Fill(Into.Instantiation, From.Instantiation);
  Fill(Into.Notes, From.Notes);
  Fill(Into.Fixes, From.Fixes);
  if (Into.Source.Line.empty())
    Into.Source = std::move(From.Source);
}

Answer worse(Answer A, Answer B) {
  if (A == Answer::Refuted || B == Answer::Refuted)
    return Answer::Refuted;
  return A == Answer::NotProven ? A : B;
}

/// An operation counts as discharged where each pass says so.
template <class Item> void absorbCounts(Item &Into, const Item &From) {
  unsigned Left = std::max(Into.Operations - Into.Discharged,
                           From.Operations - From.Discharged);
  Into.Operations = std::max(Into.Operations, From.Operations);
  Into.Discharged = Into.Operations - Left;
}

/// A kernel is as safe as its least safe architecture.
void absorb(ResolvedKernel &Into, ResolvedKernel &From) {
  Into.Tier = std::max(Into.Tier, From.Tier);
  Into.EffectiveMode = std::max(Into.EffectiveMode, From.EffectiveMode);
  Into.Race = worse(Into.Race, From.Race);
  Into.Barrier = worse(Into.Barrier, From.Barrier);
  Into.Bounds = worse(Into.Bounds, From.Bounds);
  absorbCounts(Into, From);
  unsigned Zones = std::max(Into.ZonesNeeded + Into.ZonesUnneeded,
                            From.ZonesNeeded + From.ZonesUnneeded);
  Into.ZonesNeeded = std::max(Into.ZonesNeeded, From.ZonesNeeded);
  Into.ZonesUnneeded = Zones - Into.ZonesNeeded;
  // The architecture with the most checks left speaks for all.
  if (std::tie(From.Checks.InPlace, From.Checks.Hoisted) >
      std::tie(Into.Checks.InPlace, Into.Checks.Hoisted))
    Into.Checks = From.Checks;
  unite(Into.Assumptions, From.Assumptions);
  Into.Ms += From.Ms;
  Into.SolverSteps += From.SolverSteps;
  if (Into.Explanation.empty())
    Into.Explanation = std::move(From.Explanation);
  for (ResolvedReason &R : From.Reasons)
    if (llvm::none_of(Into.Reasons, [&](const ResolvedReason &Known) {
          return Known.At == R.At && Known.Message == R.Message;
        }))
      Into.Reasons.push_back(std::move(R));
}

void absorb(ResolvedZone &Into, ResolvedZone &From) {
  absorbCounts(Into, From);
}

/// Sorts \p Items and makes equal neighbours one.
template <class Item> void unify(std::vector<Item> &Items) {
  llvm::sort(Items, [](const Item &A, const Item &B) {
    return identity(A) < identity(B);
  });
  size_t Kept = 0;
  for (size_t I = 0; I != Items.size(); ++I) {
    if (Kept && identity(Items[Kept - 1]) == identity(Items[I]))
      absorb(Items[Kept - 1], Items[I]);
    else if (Kept++ != I)
      Items[Kept - 1] = std::move(Items[I]);
  }
  Items.resize(Kept);
}

/// A suppression that one pass has no use for may be needed in another: that
/// one is unused counts only when every pass that ran the same checkers on the
/// file says it too.
class UnusedClaims {
public:
  explicit UnusedClaims(llvm::ArrayRef<PassReport> Passes) {
    for (const PassReport &P : Passes) {
      if (!P.Ok)
        continue;
      for (const std::string &File :
           std::set<std::string>(P.Files.begin(), P.Files.end()))
        ++Readers[{P.Passes, File}];
      for (const ResolvedFinding &F : P.Findings)
        if (isClaim(F))
          ++Claims[{P.Passes, F.At, F.Message}];
    }
  }

  bool holds(const ResolvedFinding &F, Pass Passes) const {
    if (!isClaim(F))
      return true;
    // Plain C++ is one pass that runs the checkers of both kinds.
    if (Passes != Pass::Both)
      return allClaim(F, Passes) && allClaim(F, Pass::Both);
    bool Cuda = readers(F, Pass::Device) || readers(F, Pass::Host);
    return allClaim(F, Pass::Both) &&
           (!Cuda || (readers(F, Pass::Device) && allClaim(F, Pass::Device)) ||
            (readers(F, Pass::Host) && allClaim(F, Pass::Host)));
  }

private:
  static bool isClaim(const ResolvedFinding &F) {
    return F.Checker->Name == "oxide-unused-suppression";
  }
  unsigned readers(const ResolvedFinding &F, Pass Passes) const {
    auto It = Readers.find({Passes, F.At.File});
    return It == Readers.end() ? 0 : It->second;
  }
  bool allClaim(const ResolvedFinding &F, Pass Passes) const {
    auto It = Claims.find({Passes, F.At, F.Message});
    return (It == Claims.end() ? 0 : It->second) >= readers(F, Passes);
  }

  std::map<std::tuple<Pass, SourcePoint, std::string>, unsigned> Claims;
  std::map<std::pair<Pass, std::string>, unsigned> Readers;
};

void addFingerprints(std::vector<ResolvedFinding> &Findings,
                     llvm::StringRef Root) {
  std::map<std::string, unsigned> Seen;
  for (ResolvedFinding &F : Findings) {
    // Read from a report that does not say what it is made of.
    if (!F.Fingerprint.empty() && F.LineKey.empty())
      continue;
    std::string Path = relativePath(F.At.File, Root);
    FingerprintInput Input{F.Checker->Name, Path, F.Function, F.LineKey};
    // The fingerprint of the first of its equals is the key of them all.
    Input.Ordinal = Seen[fingerprintV1(Input)]++;
    F.Fingerprint = fingerprintV1(Input);
  }
}

template <class Item>
void append(std::vector<Item> &Into, std::vector<Item> &From) {
  std::move(From.begin(), From.end(), std::back_inserter(Into));
}

/// Device passes before the host, architectures by number.
void sortUnits(std::vector<UnitReport> &Units) {
  auto Errors = [](const UnitReport &U) {
    std::vector<std::pair<SourcePoint, std::string>> Result;
    for (const CompileError &E : U.Errors)
      Result.emplace_back(E.At, E.Message);
    return Result;
  };
  auto Before = [&](const UnitReport &A, const UnitReport &B) {
    if (std::tie(A.File, A.Passes) != std::tie(B.File, B.Passes))
      return std::tie(A.File, A.Passes) < std::tie(B.File, B.Passes);
    if (A.Arch != B.Arch)
      return llvm::StringRef(A.Arch).compare_numeric(B.Arch) < 0;
    return A.Ok != B.Ok ? A.Ok : Errors(A) < Errors(B);
  };
  llvm::sort(Units, Before);
  auto Same = [&](const UnitReport &A, const UnitReport &B) {
    return !Before(A, B) && !Before(B, A);
  };
  Units.erase(std::unique(Units.begin(), Units.end(), Same), Units.end());
}

} // namespace

void unify(Report &R, llvm::StringRef Root) {
  unify(R.Findings);
  unify(R.Kernels);
  unify(R.Zones);
  sortUnits(R.Units);
  addFingerprints(R.Findings, Root);
}

Report merge(std::vector<PassReport> Passes, llvm::StringRef Root) {
  UnusedClaims Claims(Passes);
  Report R;
  for (PassReport &P : Passes) {
    llvm::erase_if(P.Findings, [&](const ResolvedFinding &F) {
      return !Claims.holds(F, P.Passes);
    });
    append(R.Findings, P.Findings);
    append(R.Kernels, P.Kernels);
    append(R.Zones, P.Zones);
    if (P.Ok)
      unite(R.Files, P.Files);
    R.Units.push_back({std::move(P.File), P.Passes, std::move(P.Arch), P.Ok,
                       std::move(P.Errors)});
  }
  unify(R, Root);
  return R;
}

} // namespace oxide
