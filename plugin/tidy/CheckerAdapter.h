// SPDX-License-Identifier: Apache-2.0
//
// One row of Checkers.def as a clang-tidy check of the same name.

#ifndef OXIDE_PLUGIN_TIDY_CHECKERADAPTER_H
#define OXIDE_PLUGIN_TIDY_CHECKERADAPTER_H

#include "clang-tidy/ClangTidyCheck.h"
#include "core/Finding.h"
#include "tidy/TidySession.h"
#include <memory>

namespace oxide {

/// Options, both of all Oxide checks at once:
///   oxide.Mode    off, audit or enforce for code that does not say itself
///   oxide.Config  a configuration file instead of the nearest .oxide.json
class CheckerAdapter final : public clang::tidy::ClangTidyCheck {
public:
  CheckerAdapter(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context,
                 const CheckerInfo &Row, std::shared_ptr<TidySession> Session);

  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &R) override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &All) override;

  void report(const Finding &F);
  void configurationError(llvm::StringRef Message);

  llvm::StringRef mode() const { return ModeOption; }
  llvm::StringRef configFile() const { return ConfigOption; }
  llvm::StringRef mainFile() const { return getCurrentMainFile(); }

private:
  std::shared_ptr<TidySession> Session;
  std::string ModeOption;
  std::string ConfigOption;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_TIDY_CHECKERADAPTER_H
