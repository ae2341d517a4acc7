// SPDX-License-Identifier: Apache-2.0

#include "prover/Explain.h"
#include "prover/Phases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide::prover {

using namespace llvm;

namespace {

StringRef kindText(AccessKind K) {
  return K == AccessKind::Read    ? "read"
         : K == AccessKind::Write ? "write"
                                  : "atomic";
}

StringRef scopeText(SyncScope S) {
  switch (S) {
  case SyncScope::Warp:
    return "warp";
  case SyncScope::Block:
    return "block";
  case SyncScope::Cluster:
    return "cluster";
  case SyncScope::Grid:
    return "grid";
  }
  return "";
}

} // namespace

std::string explain(StringRef Name, Translator &X, KernelIR &K, MemoryModel &M,
                    ArrayRef<Access> Accesses, const DefectText &Text,
                    const KernelProof &P) {
  std::string Result;
  raw_string_ostream OS(Result);
  const clang::SourceManager &SM = Text.sources();
  auto Line = [&](const Value *V) {
    return SM.getExpansionLineNumber(Text.place(V));
  };
  OS << "kernel " << Name << '\n';
  OS << "  objects\n";
  for (const MemoryObject &O : M.objects()) {
    if (O.Kind == ObjectKind::ParameterBlock)
      continue;
    OS << "    " << Text.name(O);
    if (O.Size)
      OS << ", " << *O.Size << " bytes";
    OS << (O.Written ? ", written" : ", only read") << '\n';
  }
  OS << "  accesses\n";
  for (const Access &A : Accesses) {
    OS << "    #" << A.Id << " line " << Line(A.Raw->At) << ": "
       << kindText(A.Raw->Kind) << ' ' << Text.name(*A.Object) << " at byte "
       << toString(A.Offset);
    if (A.Raw->Width)
      OS << ", " << *A.Raw->Width << " bytes";
    TermRef When = X.terms().both(X.reach(A.Raw->At->getParent()), A.Condition);
    if (!When->isTrue())
      OS << ", when " << toString(When);
    if (!A.Offset->isExact() || !When->isExact())
      OS << " (approximate)";
    OS << '\n';
  }
  OS << "  phases\n";
  for (const Phase &Ph :
       phasesOf(X, K, [](const SyncPoint &) { return true; })) {
    if (Ph.From)
      OS << "    from the " << scopeText(Ph.From->Scope) << " barrier of line "
         << Line(Ph.From->At) << ':';
    else
      OS << "    from the beginning:";
    for (const Access &A : Accesses)
      if (any_of(Ph.Arrivals, [&](const Arrival &Where) {
            return Where.At == A.Raw->At->getParent();
          }))
        OS << " #" << A.Id;
    OS << '\n';
  }
  OS << "  race: " << oxide::toString(P.Race)
     << ", barriers: " << oxide::toString(P.Barrier)
     << ", bounds: " << oxide::toString(P.Bounds) << '\n';
  for (const Defect &D : P.Defects)
    OS << "    defect, line " << SM.getExpansionLineNumber(D.Loc) << ": "
       << D.Message << '\n';
  for (const VerdictReason &R : P.Reasons)
    OS << "    not proven, line " << SM.getExpansionLineNumber(R.Loc) << ": "
       << R.Message << '\n';
  for (const std::string &A : P.Assumptions)
    OS << "    assumes: " << A << '\n';
  return Result;
}

} // namespace oxide::prover
