// SPDX-License-Identifier: Apache-2.0

#include "report/JsonReport.h"
#include "report/JsonFinding.h"
#include "report/Paths.h"

namespace oxide {

namespace {

/// Turns a Report into JSON values.
class Writer {
public:
  explicit Writer(const JsonOptions &Options)
      : Options(Options), Places(Options.Folder) {}

  Json findings(const Report &R) const {
    return arrayOf(R.Findings, [&](auto &F) { return Places.finding(F); });
  }
  Json kernels(const Report &R) const {
    return arrayOf(R.Kernels, [&](auto &K) { return kernel(K); });
  }
  Json units(const Report &R) const {
    return arrayOf(R.Units, [&](auto &U) { return Places.unit(U); });
  }
  Json zones(const Report &R) const {
    return arrayOf(R.Zones, [&](auto &Z) { return zone(Z); });
  }
  Json files(const Report &R) const {
    return arrayOf(R.Files, [&](const std::string &File) {
      return relativePath(File, Options.Folder);
    });
  }

  Json baseline(const Report &R) const {
    if (!R.HasBaseline)
      return nullptr;
    return {{"fixed", arrayOf(R.Fixed, [](const BaselineEntry &E) -> Json {
               return {{"fingerprint", E.Fingerprint},
                       {"checker", E.Checker},
                       {"file", E.File},
                       {"function", orNull(E.Function)},
                       {"message", E.Message}};
             })}};
  }

private:
  Json kernel(const ResolvedKernel &K) const {
    return {
        {"name", K.Name},
        {"file", Places.file(K.At)},
        {"line", Places.number(K.At.Line)},
        {"instantiation", orNull(K.Instantiation)},
        {"tier", toString(K.Tier).str()},
        {"race", toString(K.Race).str()},
        {"barrier", toString(K.Barrier).str()},
        {"bounds", toString(K.Bounds).str()},
        {"reasons", arrayOf(K.Reasons,
                            [&](const ResolvedReason &R) {
                              return Places.message(R.At, R.Message);
                            })},
        {"assumptions", K.Assumptions},
        {"checks",
         {{"discharged", K.Checks.Discharged},
          {"hoisted", K.Checks.Hoisted},
          {"inPlace", K.Checks.InPlace}}},
        {"ms", Options.Timing ? K.Ms : 0.0},
        {"solver_steps", K.SolverSteps},
        {"column", Places.number(K.At.Column)},
        {"mode", toString(K.EffectiveMode).str()},
        {"operations", K.Operations},
        {"discharged", K.Discharged},
        {"zones", {{"needed", K.ZonesNeeded}, {"unneeded", K.ZonesUnneeded}}}};
  }

  Json zone(const ResolvedZone &Z) const {
    return {{"tier", toString(Z.Tier).str()},
            {"contract", Z.Contract},
            {"file", Places.file(Z.At)},
            {"line", Places.number(Z.At.Line)},
            {"column", Places.number(Z.At.Column)},
            {"function", orNull(Z.Function)},
            {"operations", Z.Operations},
            {"discharged", Z.Discharged}};
  }

  const JsonOptions &Options;
  FindingWriter Places;
};

} // namespace

std::string jsonReport(const Report &R, const JsonOptions &Options) {
  Writer W(Options);
  return toText({{"schema", "oxide-1"},
                 {"root", orNull(Options.Root)},
                 {"folder", orNull(Options.Folder)},
                 {"findings", W.findings(R)},
                 {"kernels", W.kernels(R)},
                 {"zones", W.zones(R)},
                 {"units", W.units(R)},
                 {"files", W.files(R)},
                 {"baseline", W.baseline(R)}});
}

std::string jsonAudit(const Report &R, const JsonOptions &Options) {
  Writer W(Options);
  return toText({{"schema", "oxide-audit-1"},
                 {"zones", W.zones(R)},
                 {"kernels", W.kernels(R)},
                 {"units", W.units(R)}});
}

} // namespace oxide
