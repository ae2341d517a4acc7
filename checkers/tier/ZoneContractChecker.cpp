// SPDX-License-Identifier: Apache-2.0
//
// oxide-zone-contract, see docs/checkers/zone-contract.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace oxide {

namespace {

/// What people write to get past the compiler. In lower case, words separated
/// by one space, without punctuation.
constexpr llvm::StringLiteral Placeholders[] = {"because",
                                                "contract",
                                                "safe",
                                                "unsafe",
                                                "manual",
                                                "ok",
                                                "okay",
                                                "fine",
                                                "works",
                                                "it works",
                                                "this works",
                                                "trust me",
                                                "trust",
                                                "none",
                                                "n a",
                                                "na",
                                                "no reason",
                                                "reason",
                                                "why",
                                                "say why",
                                                "the reason",
                                                "some reason",
                                                "this is safe",
                                                "it is safe",
                                                "its safe",
                                                "is safe",
                                                "this is fine",
                                                "this is ok",
                                                "safe code",
                                                "unsafe code",
                                                "needed",
                                                "required",
                                                "legacy",
                                                "legacy code",
                                                "test",
                                                "testing",
                                                "foo",
                                                "bar",
                                                "placeholder",
                                                "dummy",
                                                "temp",
                                                "temporary",
                                                "hack",
                                                "ignore",
                                                "later",
                                                "fix later",
                                                "fix me",
                                                "unknown",
                                                "description",
                                                "text",
                                                "lorem ipsum",
                                                "whatever",
                                                "yolo",
                                                "asdf",
                                                "qwerty",
                                                "tbd",
                                                "wip",
                                                "todo",
                                                "fixme",
                                                "xxx",
                                                "write contract here",
                                                "contract here",
                                                "unsafe zone",
                                                "see above",
                                                "as above",
                                                "ditto",
                                                "same",
                                                "same as above",
                                                "idem"};

/// First words that announce a text still to be written.
constexpr llvm::StringLiteral Announcements[] = {"todo", "fixme", "xxx", "tbd"};

/// \p Text in lower case, each run of other characters one space.
std::string normalised(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '\'')
      continue;
    if (llvm::isAlnum(C) || static_cast<unsigned char>(C) >= 0x80)
      Result += llvm::toLower(C);
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  return llvm::StringRef(Result).rtrim().str();
}

/// Counts the statements of a body, and those that hold one of some places.
class StatementCount : public clang::RecursiveASTVisitor<StatementCount> {
public:
  StatementCount(const clang::SourceManager &SM,
                 llvm::ArrayRef<clang::SourceLocation> Places)
      : SM(SM), Places(Places) {}

  bool VisitCompoundStmt(clang::CompoundStmt *S) {
    for (const clang::Stmt *Child : S->body()) {
      if (llvm::isa<clang::CompoundStmt, clang::NullStmt>(Child))
        continue;
      ++All;
      // A control statement is counted with what it contains, once for itself.
      Needing += llvm::any_of(Places, [&](clang::SourceLocation P) {
        return contains(Child->getSourceRange(), P);
      });
    }
    return true;
  }

  unsigned All = 0;
  unsigned Needing = 0;

private:
  bool contains(clang::SourceRange R, clang::SourceLocation P) const {
    clang::SourceLocation Begin = SM.getExpansionLoc(R.getBegin());
    clang::SourceLocation End = SM.getExpansionLoc(R.getEnd());
    P = SM.getExpansionLoc(P);
    return !SM.isBeforeInTranslationUnit(P, Begin) &&
           !SM.isBeforeInTranslationUnit(End, P);
  }

  const clang::SourceManager &SM;
  llvm::ArrayRef<clang::SourceLocation> Places;
};

class ZoneContractChecker final : public Checker {
public:
  void finish() override {
    const auto &Model = context().get<cuda::CodeModel>();
    for (const ZoneRecord &Z : Model.zones()) {
      std::string Text = normalised(Z.Contract);
      if (checkText(Z, Text) || !isEnforced(Z))
        continue;
      checkCopy(Z, Text, Model);
      checkExtent(Z, Model.facts(Z));
    }
  }

private:
  clang::SourceLocation place(const ZoneRecord &Z) {
    return context().sources().getExpansionLoc(Z.Loc);
  }

  bool isEnforced(const ZoneRecord &Z) {
    return Z.Function &&
           context().tiers().modeAt(Z.Loc, Z.Function, context().ast()) ==
               Mode::Enforce;
  }

  /// Whether the text says nothing; reports it.
  bool checkText(const ZoneRecord &Z, llvm::StringRef Text) {
    std::string Zone = toString(Z.Tier).str() + " zone";
    if (llvm::StringRef(Z.Contract).trim().empty()) {
      diag(place(Z), Zone + " has an empty contract").in(Z.Function);
      return true;
    }
    // Too short for a word that says anything: "x", "...", "42".
    bool Short =
        llvm::count_if(Text, [](char C) {
          return llvm::isAlpha(C) || static_cast<unsigned char>(C) >= 0x80;
        }) < 3;
    if (!Short && !llvm::is_contained(Placeholders, Text) &&
        !llvm::is_contained(Announcements, Text.split(' ').first))
      return false;
    diag(place(Z),
         "contract '" + Z.Contract + "' of this " + Zone + " is a placeholder")
        .in(Z.Function);
    return true;
  }

  /// One text for zones that have nothing in common.
  void checkCopy(const ZoneRecord &Z, const std::string &Text,
                 const cuda::CodeModel &Model) {
    auto [It, New] = FirstWith.try_emplace(Text, &Z);
    if (New)
      return;
    const ZoneRecord &First = *It->second;
    const cuda::ZoneFacts &Mine = Model.facts(Z);
    const cuda::ZoneFacts &Other = Model.facts(First);
    bool SameFunction =
        Z.Function->getCanonicalDecl() == First.Function->getCanonicalDecl();
    if (SameFunction || !Mine.Effects || !Other.Effects ||
        (Mine.Effects & Other.Effects))
      return;
    diag(place(Z), "contract is a copy from a zone that does other things")
        .in(Z.Function)
        .note(place(First), "first used here");
  }

  /// A zone on a whole body of which little needs it.
  void checkExtent(const ZoneRecord &Z, const cuda::ZoneFacts &Facts) {
    if (Z.Tier != OpTier::Unsafe || Facts.Operations.empty())
      return;
    const auto *Body =
        llvm::dyn_cast_or_null<clang::CompoundStmt>(Z.Function->getBody());
    if (!Body || !(Facts.OnFunction || isOnlyStatement(*Body, Facts.Body)))
      return;
    StatementCount Count(context().sources(), Facts.Operations);
    Count.TraverseStmt(const_cast<clang::CompoundStmt *>(Body));
    if (Count.All < MinStatements || Count.Needing * 5 > Count.All)
      return;
    diag(place(Z), "unsafe zone covers all " + llvm::Twine(Count.All) +
                       " statements of the body, but only " +
                       llvm::Twine(Count.Needing) +
                       (Count.Needing == 1 ? " needs it" : " need it"))
        .in(Z.Function)
        .note(Facts.Operations.front(), "the first that needs it");
  }

  static bool isOnlyStatement(const clang::CompoundStmt &Body,
                              clang::SourceRange Zone) {
    if (Body.size() != 1)
      return false;
    const auto *S = llvm::dyn_cast<clang::AttributedStmt>(Body.body_front());
    return S && S->getSubStmt()->getSourceRange() == Zone;
  }

  static constexpr unsigned MinStatements = 20;
  llvm::StringMap<const ZoneRecord *> FirstWith;
};

} // namespace

OXIDE_REGISTER_CHECKER(ZoneContract)

} // namespace oxide
