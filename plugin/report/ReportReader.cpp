// SPDX-License-Identifier: Apache-2.0

#include "report/ReportReader.h"
#include "report/FindingReader.h"
#include "report/JsonInput.h"
#include "report/Paths.h"

namespace oxide {

namespace {

class ReportReader {
public:
  ReportReader(std::string Folder, CheckerTable &Checkers)
      : Places(std::move(Folder), Checkers) {}

  Report report(const JsonNode &From) const {
    Report R;
    From["findings"].forEach([&](const JsonNode &One) {
      R.Findings.push_back(Places.finding(One));
    });
    From["kernels"].forEach(
        [&](const JsonNode &One) { R.Kernels.push_back(kernel(One)); });
    From.optional("zones").forEachIfAny(
        [&](const JsonNode &One) { R.Zones.push_back(zone(One)); });
    From["units"].forEach(
        [&](const JsonNode &One) { R.Units.push_back(Places.unit(One)); });
    From.optional("files").forEachIfAny(
        [&](const JsonNode &One) { R.Files.push_back(Places.path(One)); });
    if (JsonNode Baseline = From.optional("baseline"); !Baseline.isNull()) {
      R.HasBaseline = true;
      Baseline["fixed"].forEach(
          [&](const JsonNode &One) { R.Fixed.push_back(fixed(One)); });
    }
    return R;
  }

private:
  static Answer answer(const JsonNode &From) {
    constexpr Answer Answers[] = {Answer::Proven, Answer::Refuted,
                                  Answer::NotProven};
    return Answers[From.oneOf({"proven", "refuted", "not-proven"})];
  }

  static OpTier tier(const JsonNode &From) {
    constexpr OpTier Tiers[] = {OpTier::Safe, OpTier::Unsafe, OpTier::Manual};
    return Tiers[From.oneOf({"safe", "unsafe", "manual"})];
  }

  /// Sets the counts that kernels and zones share.
  template <class Item> static void counts(Item &Into, const JsonNode &From) {
    Into.Operations = From.optional("operations").numberOrNull();
    Into.Discharged = From.optional("discharged").numberOrNull();
    if (Into.Discharged > Into.Operations)
      From["discharged"].fail("is more than the operations");
  }

  ResolvedKernel kernel(const JsonNode &From) const {
    ResolvedKernel K;
    K.Name = FindingReader::message(From["name"]);
    K.Instantiation = From["instantiation"].textOrNull();
    K.At = Places.place(From);
    K.Tier = tier(From["tier"]);
    if (JsonNode M = From.optional("mode"); !M.isNull())
      K.EffectiveMode = static_cast<Mode>(M.oneOf({"off", "audit", "enforce"}));
    K.Race = answer(From["race"]);
    K.Barrier = answer(From["barrier"]);
    K.Bounds = answer(From["bounds"]);
    From["reasons"].forEach([&](const JsonNode &Reason) {
      K.Reasons.push_back(
          {Places.place(Reason), FindingReader::message(Reason["message"])});
    });
    From["assumptions"].forEach(
        [&](const JsonNode &One) { K.Assumptions.push_back(One.text()); });
    counts(K, From);
    if (JsonNode Zones = From.optional("zones"); !Zones.isNull()) {
      K.ZonesNeeded = Zones["needed"].number();
      K.ZonesUnneeded = Zones["unneeded"].number();
    }
    JsonNode Checks = From["checks"];
    K.Checks = {Checks["discharged"].number(), Checks["hoisted"].number(),
                Checks["inPlace"].number()};
    K.Ms = From["ms"].real();
    K.SolverSteps = From["solver_steps"].number64();
    return K;
  }

  ResolvedZone zone(const JsonNode &From) const {
    ResolvedZone Z;
    Z.Tier = tier(From["tier"]);
    Z.Contract = From["contract"].text();
    Z.At = Places.place(From);
    Z.Function = From["function"].textOrNull();
    counts(Z, From);
    return Z;
  }

  static BaselineEntry fixed(const JsonNode &From) {
    return {From["fingerprint"].text(), From["checker"].text(),
            From["file"].text(), From["function"].textOrNull(),
            From["message"].text()};
  }

  FindingReader Places;
};

} // namespace

LoadedReport readJsonReport(const JsonNode &From, CheckerTable &Checkers) {
  std::string Root = From.optional("root").textOrNull();
  std::string Folder = From.optional("folder").textOrNull();
  if (!Folder.empty() && !llvm::StringRef(Folder).starts_with("/"))
    From["folder"].fail("needs an absolute path");
  if (!Root.empty() && !llvm::StringRef(Root).starts_with("/"))
    From["root"].fail("needs an absolute path");
  return {ReportReader(Folder, Checkers).report(From), Root};
}

llvm::Expected<LoadedReport> readReport(llvm::StringRef Bytes,
                                        llvm::StringRef File,
                                        CheckerTable &Checkers) {
  llvm::Expected<Json> Parsed = parseJson(Bytes, File);
  if (!Parsed)
    return Parsed.takeError();
  JsonNode::Mistake First;
  JsonNode Top(*Parsed, First);
  LoadedReport Result;
  if (!Top.isObject())
    Top.fail("neither a report of 'oxide check --json' nor SARIF");
  else if (JsonNode Schema = Top.optional("schema"); !Schema.isNull()) {
    std::string Name = Schema.text();
    if (Name == "oxide-1")
      Result = readJsonReport(Top, Checkers);
    else
      Schema.fail("'" + llvm::StringRef(Name).take_front(60) +
                  "' is not 'oxide-1', which 'oxide check --json' of this "
                  "version writes");
  } else if (!Top.optional("runs").isNull())
    Result = readSarifReport(Top, Checkers);
  else
    Top.fail("neither a report of 'oxide check --json' nor SARIF");
  if (First)
    return llvm::createStringError(File + ": " + First.Text);
  return Result;
}

void moveTo(LoadedReport &R, llvm::StringRef To) {
  auto Move = [&](std::string &Path) {
    if (!Path.empty() && !llvm::StringRef(Path).starts_with("<"))
      Path = joinedPath(To, R.Root.empty() ? Path : relativePath(Path, R.Root));
  };
  for (ResolvedFinding &F : R.Content.Findings) {
    Move(F.At.File);
    for (ResolvedNote &Note : F.Notes)
      Move(Note.At.File);
    for (Replacement &Fix : F.Fixes)
      Move(Fix.File);
    if (!F.Witness)
      continue;
    Move(F.Witness->SeparatorAt.File);
    for (ResolvedWitnessThread *T : {&F.Witness->First, &F.Witness->Second}) {
      Move(T->Access.At.File);
      for (ResolvedPlace &Call : T->CalledFrom)
        Move(Call.At.File);
    }
  }
  for (ResolvedKernel &K : R.Content.Kernels) {
    Move(K.At.File);
    for (ResolvedReason &Reason : K.Reasons)
      Move(Reason.At.File);
  }
  for (ResolvedZone &Z : R.Content.Zones)
    Move(Z.At.File);
  for (UnitReport &U : R.Content.Units) {
    Move(U.File);
    for (CompileError &E : U.Errors)
      Move(E.At.File);
  }
  for (std::string &File : R.Content.Files)
    Move(File);
  R.Root = To.str();
}

} // namespace oxide
