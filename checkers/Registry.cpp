// SPDX-License-Identifier: Apache-2.0

#include "Registry.h"

namespace oxide {

#define OXIDE_CHECKER(Class, ...)                                              \
  std::unique_ptr<Checker> create##Class##Checker();
#include "Checkers.def"

using Factory = std::unique_ptr<Checker> (*)();

static constexpr Factory Factories[] = {
#define OXIDE_CHECKER(Class, ...) create##Class##Checker,
#include "Checkers.def"
};

std::unique_ptr<Checker> createChecker(const CheckerInfo &I,
                                       CheckContext &Ctx) {
  std::unique_ptr<Checker> C = Factories[&I - allCheckers().data()]();
  C->attach(I, Ctx);
  return C;
}

} // namespace oxide
