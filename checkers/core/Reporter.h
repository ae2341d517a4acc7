// SPDX-License-Identifier: Apache-2.0
//
// Where the results of an analysis go. Each front end has its own reporter;
// a checker never knows which.

#ifndef OXIDE_CHECKERS_CORE_REPORTER_H
#define OXIDE_CHECKERS_CORE_REPORTER_H

#include "core/Finding.h"
#include "core/Verdict.h"

namespace oxide {

class Reporter {
public:
  virtual ~Reporter() = default;

  /// Called in source order, after modes and suppressions were applied.
  virtual void report(const Finding &F) = 0;

  /// Called once for each kernel of the translation unit, in source order.
  virtual void report(const KernelVerdict &K) {}

  /// Called once for each unsafe or manual zone, in source order.
  virtual void report(const ZoneRecord &Z) {}
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_REPORTER_H
