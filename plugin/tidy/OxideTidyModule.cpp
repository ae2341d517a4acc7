// SPDX-License-Identifier: Apache-2.0
//
// The clang-tidy module: `clang-tidy --load=oxide-tidy.so --checks=oxide-*`.
// An object of its own: the compiler plugin loaded into clang-tidy would run
// its action there and crash it.

#include "Registry.h"
#include "clang-tidy/ClangTidyModule.h"
#include "tidy/CheckerAdapter.h"

namespace {

using namespace oxide;

class OxideModule final : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    // The adapters own the session, so it ends with its translation unit.
    auto Current = std::make_shared<std::weak_ptr<TidySession>>();
    for (const CheckerInfo &Row : allCheckers())
      Factories.registerCheckFactory(
          Row.Name, [Current, &Row](llvm::StringRef Name,
                                    clang::tidy::ClangTidyContext *Context) {
            std::shared_ptr<TidySession> Session = Current->lock();
            if (!Session || Session->isStarted())
              *Current = Session = std::make_shared<TidySession>();
            return std::make_unique<CheckerAdapter>(Name, Context, Row,
                                                    std::move(Session));
          });
  }
};

} // namespace

static clang::tidy::ClangTidyModuleRegistry::Add<OxideModule>
    Registration("oxide-module", "Oxide: safety tiers and checks for CUDA C++");
