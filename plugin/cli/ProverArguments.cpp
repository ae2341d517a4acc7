// SPDX-License-Identifier: Apache-2.0

#include "cli/ProverArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

namespace cl = llvm::cl;

ProverArguments::ProverArguments(cl::SubCommand &Sub)
    : Launches("launch", cl::sub(Sub), cl::value_desc("kernel<<<..>>>"),
               cl::desc("A launch that the source does not show, "
                        "'name<<<(64,1,1),(32,1,1),1024>>>'; '?' is an unknown "
                        "number; repeatable")),
      Assumptions("assume", cl::sub(Sub), cl::value_desc("condition"),
                  cl::desc("What the callers of a kernel promise, 'name: n == "
                           "1024 && m % 32 == 0'; repeatable")),
      Lockstep("lockstep", cl::sub(Sub), cl::value_desc("n"),
               cl::desc("Assume that n neighbouring lanes run in lock-step, as "
                        "before Volta")),
      InputDependent("input-dependent", cl::sub(Sub),
                     cl::desc("Also report what needs certain content of an "
                              "array")),
      ExplainKernels("explain-kernel", cl::sub(Sub), cl::value_desc("name"),
                     cl::desc("Show how the verdicts on a kernel came about; "
                              "repeatable")),
      StepLimit("timeout-per-kernel", cl::sub(Sub), cl::value_desc("steps"),
                cl::desc("Work of the solver for one kernel, in its own steps "
                         "(default: 1000000)")),
      NoProve("no-prove", cl::sub(Sub), cl::desc("Do without the prover")),
      Remarks("remarks", cl::sub(Sub),
              cl::desc("Print the verdicts on each kernel")),
      Timing("timing", cl::sub(Sub),
             cl::desc("Write times into JSON, which then differs from run to "
                      "run")) {}

llvm::Expected<ProverOptions> ProverArguments::options() const {
  ProverOptions Result;
  auto Apply = [&](llvm::StringRef Key,
                   std::optional<llvm::StringRef> Value) -> llvm::Error {
    llvm::Expected<bool> Applied = Result.apply(Key, Value);
    if (Applied)
      return llvm::Error::success();
    return llvm::createStringError("--" + Key + ": " +
                                   llvm::toString(Applied.takeError()));
  };
  for (const std::string &Launch : Launches)
    if (llvm::Error E = Apply("launch", llvm::StringRef(Launch)))
      return E;
  for (const std::string &Condition : Assumptions)
    if (llvm::Error E = Apply("assume", llvm::StringRef(Condition)))
      return E;
  if (Lockstep.getNumOccurrences())
    if (llvm::Error E = Apply("lockstep", llvm::StringRef(Lockstep)))
      return E;
  if (StepLimit.getNumOccurrences() &&
      (llvm::StringRef(StepLimit).getAsInteger(10, Result.StepLimit) ||
       !Result.StepLimit))
    return llvm::createStringError(
        "--timeout-per-kernel needs a positive number of solver steps (no "
        "time: an answer must not depend on the machine), not '" +
        StepLimit + "'");
  for (const std::string &Kernel : ExplainKernels) {
    if (!isKernelName(Kernel))
      return llvm::createStringError(
          "--explain-kernel needs the name of a kernel, not '" + Kernel + "'");
    if (NoProve)
      return llvm::createStringError(
          "--explain-kernel and --no-prove exclude each other");
    Result.ExplainKernels.push_back(Kernel);
  }
  Result.InputDependent = InputDependent;
  Result.Enabled = !NoProve;
  Result.Remarks = Remarks;
  return Result;
}

static const std::string &fullName(const ResolvedKernel &K) {
  return K.Instantiation.empty() ? K.Name : K.Instantiation;
}

void ProverArguments::explain(const Report &R, llvm::raw_ostream &OS) const {
  for (const ResolvedKernel &K : R.Kernels)
    if (llvm::any_of(ExplainKernels, [&](llvm::StringRef Name) {
          return meansKernel(Name, fullName(K));
        }))
      OS << fullName(K) << ":\n"
         << (K.Explanation.empty() ? "nothing to explain"
                                   : llvm::StringRef(K.Explanation).rtrim())
         << '\n';
}

llvm::Error ProverArguments::checkNames(const Report &R) const {
  bool SawKernels = llvm::any_of(R.Units, [](const UnitReport &U) {
    return intersects(U.Passes, Pass::Device);
  });
  if (!R.allCompiled() || !SawKernels)
    return llvm::Error::success();
  auto Check = [&](llvm::StringRef Option,
                   llvm::StringRef Name) -> llvm::Error {
    if (Name.empty() || llvm::any_of(R.Kernels, [&](const ResolvedKernel &K) {
          return meansKernel(Name, fullName(K));
        }))
      return llvm::Error::success();
    // The kernels are sorted by place; a reader looks for a name.
    std::vector<std::string> Known;
    for (const ResolvedKernel &K : R.Kernels)
      Known.push_back(fullName(K));
    llvm::sort(Known);
    Known.erase(std::unique(Known.begin(), Known.end()), Known.end());
    constexpr size_t Most = 20;
    size_t Hidden = Known.size() > Most ? Known.size() - Most : 0;
    Known.resize(Known.size() - Hidden);
    std::string List = Known.empty() ? "; there are no kernels"
                                     : "; known: " + llvm::join(Known, ", ");
    if (Hidden)
      List += " and " + llvm::utostr(Hidden) + " more";
    return llvm::createStringError(Option + ": no kernel is called '" + Name +
                                   "'" + List);
  };
  for (const std::string &Kernel : ExplainKernels)
    if (llvm::Error E = Check("--explain-kernel", Kernel))
      return E;
  llvm::Expected<ProverOptions> Options = options();
  if (!Options)
    return Options.takeError();
  for (const LaunchFact &F : Options->Launches)
    if (llvm::Error E = Check("--launch", F.Kernel))
      return E;
  for (const Assumption &A : Options->Assumptions)
    if (llvm::Error E = Check("--assume", A.Kernel))
      return E;
  return llvm::Error::success();
}

} // namespace oxide
