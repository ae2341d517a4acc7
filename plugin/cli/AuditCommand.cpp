// SPDX-License-Identifier: Apache-2.0
//
// oxide audit: the inventory of a code base. Every zone with its contract,
// every kernel with its tier and verdicts.

#include "cli/Command.h"
#include "cli/InputArguments.h"
#include "cli/Outputs.h"
#include "report/AuditTable.h"
#include "report/JsonReport.h"

namespace oxide {

namespace {

namespace cl = llvm::cl;

class AuditCommand final : public Command {
public:
  AuditCommand()
      : Command("audit", "List zones, their contracts and kernel verdicts"),
        Input(Sub),
        JsonFile("json", cl::sub(Sub), cl::value_desc("file"),
                 cl::desc("Write JSON instead of a table, '-' for the standard "
                          "output")) {}

  int run(std::optional<llvm::ArrayRef<const char *>> CompilerFlags) override {
    // Verdicts and zones do not depend on which checkers run.
    llvm::Expected<Plan> P = Input.plan(CompilerFlags, {"-*"});
    if (!P)
      return toolError(llvm::toString(P.takeError()));
    Outputs Files;
    if (llvm::Error E = Files.open({&JsonFile}))
      return toolError(llvm::toString(std::move(E)));
    std::vector<PassReport> Passes = runPlan(*P);
    llvm::errs() << errorTexts(Passes);
    Report R = merge(std::move(Passes), P->Root);
    if (!JsonFile.getNumOccurrences())
      llvm::outs() << auditTable(R, P->Folder);
    Input.Prover.explain(R, Files.useStandardOutput() ? llvm::errs()
                                                      : llvm::outs());
    llvm::outs().flush();
    JsonOptions Json{P->Folder, Input.Prover.timing()};
    if (llvm::Error E =
            Files.commit({{&JsonFile, [&] { return jsonAudit(R, Json); }}}))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Input.Prover.checkNames(R))
      return toolError(llvm::toString(std::move(E)));
    return R.allCompiled() ? ExitClean : ExitNotCompiled;
  }

private:
  InputArguments Input;
  cl::opt<std::string> JsonFile;
};

} // namespace

std::unique_ptr<Command> makeAuditCommand() {
  return std::make_unique<AuditCommand>();
}

} // namespace oxide
