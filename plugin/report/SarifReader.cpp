// SPDX-License-Identifier: Apache-2.0
//
// SARIF as we write it, and what others write as far as it means the same.

#include "report/FindingReader.h"
#include "report/Paths.h"
#include "report/ReportReader.h"
#include "report/SarifInput.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

namespace {

class RunReader {
public:
  RunReader(const JsonNode &Run, CheckerTable &Checkers)
      : Run(Run), Checkers(Checkers), Places(Run) {}

  LoadedReport report() {
    LoadedReport Result;
    Result.Root = Places.root();
    readRules();
    if (!Run.optional("externalPropertyFileReferences")
             .optional("results")
             .isNull())
      Run["externalPropertyFileReferences"].fail(
          "results in files of their own are not read");
    Run.optional("results").forEachIfAny(
        [&](const JsonNode &One) { result(One, Result.Content); });
    Run.optional("invocations").forEachIfAny([&](const JsonNode &One) {
      invocation(One, Result.Content);
    });
    return Result;
  }

private:
  struct Rule {
    std::string Id;
    std::string Summary;
    std::string Level;
    std::map<std::string, std::string> Messages;
  };

  void readRules() {
    JsonNode Tool = Run["tool"];
    JsonNode Driver = Tool["driver"];
    ToolName = FindingReader::message(Driver["name"]);
    Driver.optional("rules").forEachIfAny([&](const JsonNode &From) {
      Rule &R = Rules.emplace_back();
      R.Id = FindingReader::message(From["id"]);
      R.Summary =
          From.optional("shortDescription").optional("text").textOrNull();
      R.Level =
          From.optional("defaultConfiguration").optional("level").textOrNull();
      if (JsonNode All = From.optional("messageStrings"); !All.isNull())
        All.forEachKey([&](llvm::StringRef Id, const JsonNode &Message) {
          R.Messages[Id.str()] = Message["text"].text();
        });
    });
  }

  /// The rule of a result; a new one when the tool does not describe it.
  Rule rule(const JsonNode &Result) const {
    JsonNode Index = Result.optional("ruleIndex");
    // -1 is how SARIF spells "none".
    if (Index.isCount() && Index.number() < Rules.size())
      return Rules[Index.number()];
    std::string Id = Result.optional("ruleId").textOrNull();
    if (Id.empty())
      Id = Result.optional("rule").optional("id").textOrNull();
    for (const Rule &R : Rules)
      if (R.Id == Id)
        return R;
    return {Id.empty() ? ToolName : Id, {}, {}, {}};
  }

  static Severity level(const JsonNode &Result, const Rule &R) {
    std::string Level = Result.optional("level").textOrNull();
    if (Level.empty())
      Level = R.Level;
    return Level == "error"                     ? Severity::Error
           : Level == "note" || Level == "none" ? Severity::Note
                                                : Severity::Warning;
  }

  /// The text of a message: as it is, or the rule's with its blanks filled.
  static std::string text(const JsonNode &Message, const Rule &R) {
    for (const char *Key : {"text", "markdown"})
      if (JsonNode Text = Message.optional(Key); !Text.isNull())
        return FindingReader::message(Text);
    auto It = R.Messages.find(Message["id"].text());
    if (It == R.Messages.end() || It->second.empty()) {
      Message.fail("has no text");
      return {};
    }
    std::string Text = It->second;
    unsigned Number = 0;
    Message.optional("arguments").forEachIfAny([&](const JsonNode &Argument) {
      std::string Blank = "{" + llvm::utostr(Number++) + "}";
      std::string Filling = Argument.text();
      for (size_t At = 0; (At = Text.find(Blank, At)) != std::string::npos;
           At += Filling.size())
        Text.replace(At, Blank.size(), Filling);
    });
    return Text;
  }

  /// Results that say that nothing is wrong, or that somebody has accepted.
  static bool isNoFinding(const JsonNode &Result) {
    std::string Kind = Result.optional("kind").textOrNull();
    if (Kind == "pass" || Kind == "notApplicable")
      return true;
    bool Suppressed = false;
    Result.optional("suppressions").forEachIfAny([&](const JsonNode &One) {
      std::string Status = One.optional("status").textOrNull();
      Suppressed |= Status.empty() || Status == "accepted";
    });
    return Suppressed;
  }

  void result(const JsonNode &From, Report &R) {
    if (isNoFinding(From))
      return;
    Rule Of = rule(From);
    ResolvedFinding F;
    F.Checker = Checkers.get(Of.Id, Of.Summary);
    F.Level = level(From, Of);
    F.Message = text(From["message"], Of);
    place(From, F);
    From.optional("relatedLocations").forEachIfAny([&](const JsonNode &One) {
      note(One, Of, F);
    });
    From.optional("codeFlows").forEachIfAny([&](const JsonNode &Flow) {
      codeFlow(Flow, Of, F);
    });
    JsonNode Prints = From.optional("partialFingerprints");
    if (!Prints.isNull()) {
      F.LineHash = Prints.optional("primaryLocationLineHash").textOrNull();
      if (JsonNode Own = Prints.optional("oxideFingerprint/v1"); !Own.isNull())
        F.Fingerprint = FindingReader::fingerprint(Own);
    }
    if (isOurs())
      properties(From.optional("properties"), F);
    std::string State = From.optional("baselineState").textOrNull();
    R.HasBaseline |= !State.empty();
    if (State == "absent") {
      R.Fixed.push_back(
          {F.Fingerprint, Of.Id, F.At.File, F.Function, F.Message});
      return;
    }
    if (!State.empty())
      F.Baseline =
          State == "new" ? BaselineState::New : BaselineState::Unchanged;
    R.Findings.push_back(std::move(F));
  }

  bool isOurs() const { return ToolName == "oxide"; }

  void properties(const JsonNode &From, ResolvedFinding &F) {
    if (From.isNull())
      return;
    F.Passes = readPasses(From.optional("passes"));
    From.optional("archs").forEachIfAny(
        [&](const JsonNode &Arch) { F.Archs.push_back(Arch.text()); });
    if (JsonNode Key = From.optional("lineKey"); !Key.isNull())
      F.LineKey = Key.exactText();
    if (JsonNode Certainty = From.optional("grade"); !Certainty.isNull())
      F.Certainty = Certainty.oneOf({"certain", "input-dependent"})
                        ? Grade::InputDependent
                        : Grade::Certain;
  }

  void place(const JsonNode &From, ResolvedFinding &F) {
    bool First = true;
    From.optional("locations").forEachIfAny([&](const JsonNode &One) {
      if (!std::exchange(First, false))
        return;
      SarifPlace Place = Places.place(One.optional("physicalLocation"));
      F.At = Place.At;
      F.EndLine = F.At.Line;
      F.EndColumn = Place.EndColumn;
      F.Source = Place.Source;
      bool Named = false;
      One.optional("logicalLocations").forEachIfAny([&](const JsonNode &Name) {
        if (!std::exchange(Named, true))
          F.Function = Name.optional("fullyQualifiedName").textOrNull();
      });
    });
  }

  void note(const JsonNode &From, const Rule &Of, ResolvedFinding &F) {
    JsonNode Message = From.optional("message");
    if (Message.isNull())
      return;
    SarifPlace Place = Places.place(From.optional("physicalLocation"));
    F.Notes.push_back({Place.At, text(Message, Of), Place.Source});
  }

  /// Ours come with the witness; the steps of others become notes.
  void codeFlow(const JsonNode &Flow, const Rule &Of, ResolvedFinding &F) {
    if (isOurs()) {
      F.Witness = FindingReader(Places.root(), Checkers)
                      .witness(Flow["properties"]["witness"]);
      return;
    }
    Flow["threadFlows"].forEach([&](const JsonNode &Thread) {
      Thread["locations"].forEach([&](const JsonNode &Step) {
        if (JsonNode Location = Step.optional("location"); !Location.isNull())
          note(Location, Of, F);
      });
    });
  }

  /// What a tool could not do must not get lost.
  void invocation(const JsonNode &From, Report &R) {
    size_t Before = R.Units.size();
    for (const char *Key :
         {"toolExecutionNotifications", "toolConfigurationNotifications"})
      From.optional(Key).forEachIfAny([&](const JsonNode &One) {
        if (One.optional("level").textOrNull() == "error")
          R.Units.push_back(failedUnit(One));
      });
    JsonNode Successful = From.optional("executionSuccessful");
    if (!Successful.isNull() && !Successful.boolean() &&
        R.Units.size() == Before)
      R.Units.push_back(
          {"<" + ToolName + ">",
           Pass::None,
           {},
           false,
           {{{}, "the run of '" + ToolName + "' was not successful"}}});
  }

  UnitReport failedUnit(const JsonNode &From) {
    if (isOurs())
      return FindingReader(Places.root(), Checkers)
          .unit(From["properties"]["unit"]);
    UnitReport U;
    U.File = "<" + ToolName + ">";
    ResolvedFinding Place;
    place(From, Place);
    if (!Place.At.File.empty())
      U.File = Place.At.File;
    U.Errors.push_back({Place.At, text(From["message"], Rule())});
    return U;
  }

  const JsonNode &Run;
  CheckerTable &Checkers;
  SarifFiles Places;
  std::string ToolName;
  std::vector<Rule> Rules;
};

} // namespace

LoadedReport readSarifReport(const JsonNode &From, CheckerTable &Checkers) {
  LoadedReport Result;
  if (JsonNode Version = From["version"]; Version.text() != "2.1.0")
    Version.fail("only SARIF 2.1.0 is read");
  From["runs"].forEach([&](const JsonNode &Run) {
    LoadedReport One = RunReader(Run, Checkers).report();
    if (Result.Root.empty())
      Result.Root = One.Root;
    else
      moveTo(One, Result.Root);
    append(Result.Content, std::move(One.Content));
  });
  return Result;
}

} // namespace oxide
