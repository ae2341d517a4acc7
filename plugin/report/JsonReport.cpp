// SPDX-License-Identifier: Apache-2.0

#include "report/JsonReport.h"
#include "report/Json.h"
#include "report/Paths.h"

namespace oxide {

namespace {

Json orNull(llvm::StringRef Text) {
  return Text.empty() ? Json(nullptr) : Json(Text.str());
}

/// Turns a Report into JSON values.
class Writer {
public:
  explicit Writer(llvm::StringRef Folder) : Folder(Folder) {}

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
    Result["grade"] = F.Checker->Kind == CheckerKind::Certain ? Json("certain")
                                                              : Json(nullptr);
    Result["witness"] = nullptr;
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
            {"ms", nullptr},
            {"solver_steps", nullptr}};
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
            {"operations", Z.Operations}};
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

  llvm::StringRef Folder;
};

} // namespace

std::string jsonReport(const Report &R, llvm::StringRef Folder) {
  Writer W(Folder);
  return toText(
      {{"schema", "oxide-1"},
       {"findings",
        Writer::all(R.Findings, [&](auto &F) { return W.finding(F); })},
       {"kernels",
        Writer::all(R.Kernels, [&](auto &K) { return W.kernel(K); })},
       {"units", Writer::all(R.Units, [&](auto &U) { return W.unit(U); })}});
}

std::string jsonAudit(const Report &R, llvm::StringRef Folder) {
  Writer W(Folder);
  auto Kernel = [&](const ResolvedKernel &K) {
    Json Result = W.kernel(K);
    Result["mode"] = toString(K.EffectiveMode).str();
    return Result;
  };
  return toText(
      {{"schema", "oxide-audit-1"},
       {"zones", Writer::all(R.Zones, [&](auto &Z) { return W.zone(Z); })},
       {"kernels", Writer::all(R.Kernels, Kernel)},
       {"units", Writer::all(R.Units, [&](auto &U) { return W.unit(U); })}});
}

} // namespace oxide
