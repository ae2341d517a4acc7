// SPDX-License-Identifier: Apache-2.0
//
// The part of DefectText that tells why something is not proven.

#include "prover/DefectText.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace oxide::prover {

using namespace llvm;

std::string DefectText::line(clang::SourceLocation L,
                             clang::SourceLocation At) const {
  const clang::SourceManager &SM = Ctx.sources();
  std::string Text = formatv("line {0}", SM.getExpansionLineNumber(L));
  L = SM.getExpansionLoc(L);
  if (SM.getFileID(L) != SM.getFileID(SM.getExpansionLoc(At)))
    Text += formatv(" of '{0}'", sys::path::filename(SM.getFilename(L)));
  return Text;
}

std::string DefectText::doubt(const QueryResult &R,
                              clang::SourceLocation At) const {
  if (R.DoubtAt && isa<Instruction>(R.DoubtAt))
    return formatv(": {0} rests on a value of {1}", R.DoubtIn,
                   line(place(R.DoubtAt), At));
  return R.Doubt.empty() ? "" : ": " + R.Doubt;
}

VerdictReason DefectText::undecided(const Conflict &C) const {
  clang::SourceLocation At = place(C.Second->Raw->At);
  std::string Text =
      formatv("{0} of '{1}' not separated from the {2} of {3}{4}",
              noun(C.Second->Raw->Kind), name(*C.Second->Object),
              noun(C.First->Raw->Kind), line(place(C.First->Raw->At), At),
              doubt(C.Result, At));
  return {At, std::move(Text)};
}

VerdictReason DefectText::undecided(const Divergence &D) const {
  clang::SourceLocation At = place(D.At->At);
  return {At, "barrier not proven uniform" + doubt(D.Result, At)};
}

VerdictReason DefectText::undecided(const OutOfBounds &B) const {
  clang::SourceLocation At = place(B.At->Raw->At);
  std::string Text =
      formatv("{0} of '{1}' not proven to be in range{2}",
              noun(B.At->Raw->Kind), name(*B.At->Object), doubt(B.Result, At));
  return {At, std::move(Text)};
}

} // namespace oxide::prover
