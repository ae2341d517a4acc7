// SPDX-License-Identifier: Apache-2.0
//
// One run of the analysis inside clang-tidy, shared by the adapters of one
// translation unit.

#ifndef OXIDE_PLUGIN_TIDY_TIDYSESSION_H
#define OXIDE_PLUGIN_TIDY_TIDYSESSION_H

#include "core/CheckerInfo.h"
#include "core/KernelFacts.h"
#include "core/TierMap.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace oxide {

class CheckerAdapter;

/// The enabled rows of the table as clang-tidy sees them. The library analyses
/// a unit once for all of them, so the first adapter does the work and each
/// finding is printed by the adapter of its row.
class TidySession {
public:
  void add(const CheckerInfo &Row, CheckerAdapter &Adapter) {
    Adapters.insert({&Row, &Adapter});
  }

  /// Reads the configuration and watches the pragma. The first call starts
  /// the session, later ones do nothing. \p First reports what is wrong with
  /// the configuration.
  void start(CheckerAdapter &First, clang::Preprocessor &PP);

  /// Whether this session already belongs to a translation unit.
  bool isStarted() const { return Started; }

  /// Analyses the unit; later calls do nothing.
  void analyse(clang::ASTContext &AST);

private:
  llvm::DenseMap<const CheckerInfo *, CheckerAdapter *> Adapters;
  std::optional<TierMap> Tiers; ///< absent while the configuration is invalid
  ProverOptions Prover;         ///< of the configuration
  bool Started = false;
  bool Done = false;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_TIDY_TIDYSESSION_H
