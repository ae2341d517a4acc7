// SPDX-License-Identifier: Apache-2.0
//
// The options of the prover on the command line of the tool.

#ifndef OXIDE_PLUGIN_CLI_PROVERARGUMENTS_H
#define OXIDE_PLUGIN_CLI_PROVERARGUMENTS_H

#include "core/KernelFacts.h"
#include "report/Report.h"
#include "llvm/Support/CommandLine.h"

namespace oxide {

class ProverArguments {
public:
  explicit ProverArguments(llvm::cl::SubCommand &Sub);

  /// What the options say; an error is one line.
  llvm::Expected<ProverOptions> options() const;

  /// Prints the explanations that --explain-kernel asks for.
  void explain(const Report &R, llvm::raw_ostream &OS) const;

  /// An error when an option names a kernel that \p R does not have: it would
  /// do nothing, and nobody would notice. Passes that did not compile or did
  /// not run may have had it.
  llvm::Error checkNames(const Report &R) const;

  bool timing() const { return Timing; }
  bool remarks() const { return Remarks; }

private:
  llvm::cl::list<std::string> Launches;
  llvm::cl::list<std::string> Assumptions;
  llvm::cl::opt<std::string> Lockstep;
  llvm::cl::opt<bool> InputDependent;
  llvm::cl::list<std::string> ExplainKernels;
  llvm::cl::opt<std::string> StepLimit;
  llvm::cl::opt<bool> NoProve;
  llvm::cl::opt<bool> Remarks;
  llvm::cl::opt<bool> Timing;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_PROVERARGUMENTS_H
