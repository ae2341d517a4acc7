// SPDX-License-Identifier: Apache-2.0
//
// Base class of all checkers.

#ifndef OXIDE_CHECKERS_CORE_CHECKER_H
#define OXIDE_CHECKERS_CORE_CHECKER_H

#include "core/CheckContext.h"
#include "core/Finding.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace oxide {

/// A finding under construction; handed to the context when it goes out of
/// scope. Arguments are streamed as in clang: `diag(Loc, "...") << Range`.
class FindingBuilder {
public:
  FindingBuilder(CheckContext &Ctx, Finding F) : Ctx(&Ctx), F(std::move(F)) {}
  FindingBuilder(FindingBuilder &&Other)
      : Ctx(std::exchange(Other.Ctx, nullptr)), F(std::move(Other.F)),
        ModeOverride(Other.ModeOverride) {}
  FindingBuilder &operator=(FindingBuilder &&) = delete;
  ~FindingBuilder() {
    if (Ctx)
      Ctx->submit(std::move(F), ModeOverride);
  }

  FindingBuilder &operator<<(clang::SourceRange R) {
    F.Range = R;
    return *this;
  }
  FindingBuilder &operator<<(clang::FixItHint Fix) {
    F.Fixes.push_back(std::move(Fix));
    return *this;
  }
  FindingBuilder &note(clang::SourceLocation Loc, const llvm::Twine &Text) {
    F.Notes.push_back({Loc, Text.str()});
    return *this;
  }
  /// The function that the finding belongs to; decides its mode.
  FindingBuilder &in(const clang::FunctionDecl *Function) {
    F.Function = Function;
    return *this;
  }
  /// Overrides the mode that the location and the function would give: a
  /// helper is judged as strictly as the strictest kernel that calls it.
  FindingBuilder &withMode(Mode M) {
    ModeOverride = M;
    return *this;
  }

private:
  CheckContext *Ctx;
  Finding F;
  std::optional<Mode> ModeOverride;
};

/// One checker: one class, one row of Checkers.def, one page, one test. A new
/// instance is made for each translation unit and pass.
class Checker : public clang::ast_matchers::MatchFinder::MatchCallback {
public:
  using MatchFinder = clang::ast_matchers::MatchFinder;
  using MatchResult = MatchFinder::MatchResult;

  /// Called once, before any other member.
  void attach(const CheckerInfo &I, CheckContext &C) {
    Info = &I;
    Context = &C;
  }
  const CheckerInfo &info() const { return *Info; }

  /// Adds this checker's matchers. They do not see system headers.
  virtual void registerMatchers(MatchFinder &Finder) {}
  virtual void check(const MatchResult &Result) {}

  /// Called after all matches; for checkers that ask whole-unit facts
  /// (`context().get<Fact>()`) instead of matching.
  virtual void finish() {}

protected:
  CheckContext &context() { return *Context; }

  /// Starts a finding of this checker. \p Message is lower case, without a
  /// full stop and without advice; advice goes into notes.
  FindingBuilder diag(clang::SourceLocation Loc, const llvm::Twine &Message) {
    Finding F;
    F.Checker = Info;
    F.Loc = Loc;
    F.Message = Message.str();
    return FindingBuilder(*Context, std::move(F));
  }

private:
  void run(const MatchResult &Result) final { check(Result); }
  llvm::StringRef getID() const final { return Info->Name; }

  const CheckerInfo *Info = nullptr;
  CheckContext *Context = nullptr;
};

/// Defines the factory that Checkers.def names; stands at the end of the
/// checker's source file, in namespace oxide.
#define OXIDE_REGISTER_CHECKER(Class)                                          \
  std::unique_ptr<::oxide::Checker> create##Class##Checker() {                 \
    return std::make_unique<Class##Checker>();                                 \
  }

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_CHECKER_H
