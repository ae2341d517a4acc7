// SPDX-License-Identifier: Apache-2.0

#include "report/JsonReport.h"
#include "report/Json.h"
#include "report/Paths.h"
#include <set>

namespace oxide {

namespace {

Json orNull(llvm::StringRef Text) {
  return Text.empty() ? Json(nullptr) : Json(Text.str());
}

/// Turns a Report into JSON values.
class Writer {
public:
  explicit Writer(const JsonOptions &Options)
      : Folder(Options.Folder), Timing(Options.Timing) {}

  Json finding(const ResolvedFinding &F) const {
    Json Result = {{"checker", F.Checker->Name.str()},
                   {"severity", toString(F.Level).str()}};
    place(Result, F.At);
    Result["message"] = F.Message;
    Result["notes"] = all(F.Notes, [&](const ResolvedNote &Note) {
      return message(Note.At, Note.Message);
    });
    Result["function"] = orNull(F.Function);
    Result["fingerprint"] = F.Fingerprint;
    // A demand of the tiers is no certain bug.
    Result["grade"] = F.Checker->Kind == CheckerKind::Certain
                          ? Json(toString(F.Certainty).str())
                          : Json(nullptr);
    Result["witness"] =
        F.Witness ? witness(*F.Witness, F.At.File) : Json(nullptr);
    Result["confirmed"] = nullptr;
    return Result;
  }

  Json kernel(const ResolvedKernel &K) const {
    return {{"name", K.Name},
            {"file", file(K.At)},
            {"line", number(K.At.Line)},
            {"instantiation", orNull(K.Instantiation)},
            {"tier", toString(K.Tier).str()},
            {"race", toString(K.Race).str()},
            {"barrier", toString(K.Barrier).str()},
            {"bounds", toString(K.Bounds).str()},
            {"reasons", all(K.Reasons,
                            [&](const ResolvedReason &R) -> Json {
                              return {{"file", file(R.At)},
                                      {"line", number(R.At.Line)},
                                      {"message", R.Message}};
                            })},
            {"assumptions", K.Assumptions},
            {"checks",
             {{"discharged", K.Checks.Discharged},
              {"hoisted", K.Checks.Hoisted},
              {"inPlace", K.Checks.InPlace}}},
            {"ms", Timing ? K.Ms : 0.0},
            {"solver_steps", K.SolverSteps}};
  }

  Json unit(const UnitReport &U) const {
    return {{"file", relativePath(U.File, Folder)},
            {"pass", U.Passes == Pass::None     ? Json(nullptr)
                     : U.Passes == Pass::Device ? Json("device")
                                                : Json("host")},
            {"arch", orNull(U.Arch)},
            {"ok", U.Ok},
            {"errors", all(U.Errors, [&](const CompileError &E) {
               return message(E.At, E.Message);
             })}};
  }

  Json zone(const ResolvedZone &Z) const {
    return {{"tier", toString(Z.Tier).str()},
            {"contract", Z.Contract},
            {"file", file(Z.At)},
            {"line", number(Z.At.Line)},
            {"column", number(Z.At.Column)},
            {"function", orNull(Z.Function)},
            {"operations", Z.Operations},
            {"discharged", Z.Discharged}};
  }

  template <class Items, class Convert>
  static Json all(const Items &From, Convert One) {
    Json Result = Json::array();
    for (const auto &Item : From)
      Result.push_back(One(Item));
    return Result;
  }

private:
  static Json number(unsigned N) { return N ? Json(N) : Json(nullptr); }

  Json file(const SourcePoint &At) const {
    return orNull(relativePath(At.File, Folder));
  }

  void place(Json &Into, const SourcePoint &At) const {
    Into["file"] = file(At);
    Into["line"] = number(At.Line);
    Into["column"] = number(At.Column);
  }

  Json message(const SourcePoint &At, const std::string &Text) const {
    Json Result = Json::object();
    place(Result, At);
    Result["message"] = Text;
    return Result;
  }

  /// Integers as numbers; what is none as text.
  static Json values(const NamedValues &Values) {
    Json Result = Json::object();
    for (const auto &[Name, Text] : Values) {
      int64_t Number = 0;
      Result[Name] = llvm::StringRef(Text).getAsInteger(10, Number)
                         ? Json(Text)
                         : Json(Number);
    }
    return Result;
  }

  Json thread(const ResolvedWitnessThread &T) const {
    Json Result = {{"block", T.Block}, {"thread", T.Thread}};
    place(Result, T.Access.At);
    Result["access"] = T.Kind;
    Result["values"] = values(T.Values);
    Result["calledFrom"] = all(T.CalledFrom, [&](const ResolvedPlace &Call) {
      Json Where = Json::object();
      place(Where, Call.At);
      return Where;
    });
    return Result;
  }

  Json witness(const ResolvedWitness &W, const std::string &File) const {
    std::set<unsigned> Lines;
    for (const ResolvedWitnessThread *T : {&W.First, &W.Second})
      if (T->Access.At.Line && T->Access.At.File == File)
        Lines.insert(T->Access.At.Line);
    return {{"grid", W.GridDim},
            {"block", W.BlockDim},
            {"scalars", values(W.Scalars)},
            {"threads", Json::array({thread(W.First), thread(W.Second)})},
            {"object", W.Object},
            {"element", W.Element},
            {"separator", W.Separator.empty()
                              ? Json(nullptr)
                              : message(W.SeparatorAt, W.Separator)},
            {"lines", Lines}};
  }

  llvm::StringRef Folder;
  bool Timing;
};

} // namespace

std::string jsonReport(const Report &R, const JsonOptions &Options) {
  Writer W(Options);
  return toText(
      {{"schema", "oxide-1"},
       {"findings",
        Writer::all(R.Findings, [&](auto &F) { return W.finding(F); })},
       {"kernels",
        Writer::all(R.Kernels, [&](auto &K) { return W.kernel(K); })},
       {"units", Writer::all(R.Units, [&](auto &U) { return W.unit(U); })}});
}

std::string jsonAudit(const Report &R, const JsonOptions &Options) {
  Writer W(Options);
  auto Kernel = [&](const ResolvedKernel &K) {
    Json Result = W.kernel(K);
    Result["mode"] = toString(K.EffectiveMode).str();
    Result["operations"] = K.Operations;
    Result["discharged"] = K.Discharged;
    Result["zones"] = {{"needed", K.ZonesNeeded},
                       {"unneeded", K.ZonesUnneeded}};
    return Result;
  };
  return toText(
      {{"schema", "oxide-audit-1"},
       {"zones", Writer::all(R.Zones, [&](auto &Z) { return W.zone(Z); })},
       {"kernels", Writer::all(R.Kernels, Kernel)},
       {"units", Writer::all(R.Units, [&](auto &U) { return W.unit(U); })}});
}

} // namespace oxide
