// SPDX-License-Identifier: Apache-2.0
//
// What a checker may know about the translation unit that it runs on.

#ifndef OXIDE_CHECKERS_CORE_CHECKCONTEXT_H
#define OXIDE_CHECKERS_CORE_CHECKCONTEXT_H

#include "core/Finding.h"
#include "core/KernelFacts.h"
#include "core/Location.h"
#include "core/TierMap.h"
#include "clang/AST/ASTContext.h"
#include <memory>
#include <optional>
#include <vector>

namespace oxide {

/// Facts of one translation unit and pass. Holds whole-unit analyses that
/// several checkers share (get<Fact>()) and collects what they find.
class CheckContext {
public:
  CheckContext(clang::ASTContext &AST, const TierMap &Tiers, Pass Current,
               const ProverOptions &Prover)
      : AST(AST), Tiers(Tiers), Prover(Prover),
        Locations(AST.getSourceManager()), Current(Current) {}
  CheckContext(const CheckContext &) = delete;
  CheckContext &operator=(const CheckContext &) = delete;

  clang::ASTContext &ast() const { return AST; }
  const clang::SourceManager &sources() const { return AST.getSourceManager(); }
  const TierMap &tiers() const { return Tiers; }
  const ProverOptions &prover() const { return Prover; }

  /// Where \p Loc stands; macros are judged where they are expanded.
  LocationClass classify(clang::SourceLocation Loc) const {
    return Locations.classify(Loc);
  }
  bool isFirstParty(clang::SourceLocation Loc) const {
    return classify(Loc) == LocationClass::FirstParty;
  }

  /// The passes of the CUDA compilation that this run answers for.
  Pass pass() const { return Current; }

  /// A whole-unit analysis, built on first use. A fact is a class with a
  /// constructor from CheckContext&.
  template <class Fact> Fact &get() {
    static const char Key = 0;
    for (auto &[K, Holder] : Facts)
      if (K == &Key)
        return static_cast<FactHolder<Fact> &>(*Holder).Value;
    auto Holder = std::make_unique<FactHolder<Fact>>(*this);
    Fact &Value = Holder->Value;
    Facts.emplace_back(&Key, std::move(Holder));
    return Value;
  }

  /// Checkers that run on this unit; a suppression of another one is never
  /// called unused.
  void enable(const CheckerInfo &I) { Enabled.push_back(&I); }
  const std::vector<const CheckerInfo *> &enabled() const { return Enabled; }

  /// Keeps \p F with the mode that holds for it. Called by FindingBuilder.
  void submit(Finding F, std::optional<Mode> ModeOverride);

  struct Submitted {
    Finding F;
    Mode M;
  };
  std::vector<Submitted> takeFindings() { return std::move(Findings); }

private:
  struct FactHolderBase {
    virtual ~FactHolderBase() = default;
  };
  template <class Fact> struct FactHolder final : FactHolderBase {
    explicit FactHolder(CheckContext &Ctx) : Value(Ctx) {}
    Fact Value;
  };

  clang::ASTContext &AST;
  const TierMap &Tiers;
  const ProverOptions &Prover;
  LocationClassifier Locations;
  Pass Current;
  std::vector<std::pair<const void *, std::unique_ptr<FactHolderBase>>> Facts;
  std::vector<const CheckerInfo *> Enabled;
  std::vector<Submitted> Findings;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_CHECKCONTEXT_H
