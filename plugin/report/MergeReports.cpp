// SPDX-License-Identifier: Apache-2.0
//
// The results of several runs as one.

#include "report/JsonReport.h"
#include "report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace oxide {

template <class Item>
static void move(std::vector<Item> &From, std::vector<Item> &Into) {
  std::move(From.begin(), From.end(), std::back_inserter(Into));
}

void append(Report &Into, Report From) {
  move(From.Findings, Into.Findings);
  move(From.Kernels, Into.Kernels);
  move(From.Zones, Into.Zones);
  move(From.Units, Into.Units);
  move(From.Files, Into.Files);
  move(From.Fixed, Into.Fixed);
  Into.HasBaseline |= From.HasBaseline;
}

static auto key(const BaselineEntry &E) {
  return std::tie(E.File, E.Checker, E.Fingerprint, E.Function, E.Message);
}

/// What another run has found is not fixed.
static void unifyFixed(Report &R) {
  std::set<std::string> Found;
  for (const ResolvedFinding &F : R.Findings)
    Found.insert(F.Fingerprint);
  llvm::erase_if(R.Fixed, [&](const BaselineEntry &E) {
    return Found.count(E.Fingerprint) != 0;
  });
  llvm::sort(R.Fixed, [](const BaselineEntry &A, const BaselineEntry &B) {
    return key(A) < key(B);
  });
  auto Same = [](const BaselineEntry &A, const BaselineEntry &B) {
    return key(A) == key(B);
  };
  R.Fixed.erase(std::unique(R.Fixed.begin(), R.Fixed.end(), Same),
                R.Fixed.end());
}

Report merge(std::vector<Report> Reports, llvm::StringRef Root) {
  // Of equal findings the first one speaks; which one is first must not depend
  // on the order of the files.
  std::map<std::string, Report> Different;
  for (Report &R : Reports) {
    std::string Key = jsonReport(R, {Root.str(), /*Timing=*/true, Root.str()});
    Different.try_emplace(std::move(Key), std::move(R));
  }
  Report R;
  for (auto &[Key, One] : Different)
    append(R, std::move(One));
  llvm::sort(R.Files);
  R.Files.erase(std::unique(R.Files.begin(), R.Files.end()), R.Files.end());
  unify(R, Root);
  unifyFixed(R);
  return R;
}

} // namespace oxide
