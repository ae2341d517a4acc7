// SPDX-License-Identifier: Apache-2.0
//
// oxide: the command line tool. Finds the subcommand, hands over.

#include "cli/Command.h"
#include "cli/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <iterator>

namespace oxide {

int toolError(const llvm::Twine &Message) {
  llvm::errs() << "oxide: error: " << Message << '\n';
  return ExitToolError;
}

namespace {

using CommandFactory = std::unique_ptr<Command> (*)();
constexpr CommandFactory Factories[] = {makeCheckCommand, makeReportCommand,
                                        makeAuditCommand, makeExplainCommand,
                                        makeDoctorCommand};

const Command *nearest(llvm::ArrayRef<std::unique_ptr<Command>> Commands,
                       llvm::StringRef Name) {
  return llvm::min_element(Commands,
                           [&](const auto &A, const auto &B) {
                             return A->name().edit_distance(Name) <
                                    B->name().edit_distance(Name);
                           })
      ->get();
}

void printVersion(llvm::raw_ostream &OS) {
  OS << "oxide " OXIDE_VERSION " (clang " LLVM_VERSION_STRING ")\n";
}

/// The list of commands. LLVM's own top-level help would list every option of
/// the code generators that this process happens to contain.
void printHelp(llvm::ArrayRef<std::unique_ptr<Command>> Commands,
               llvm::raw_ostream &OS) {
  OS << "Safety checks for CUDA C++\n\nusage: oxide COMMAND [options]\n\n";
  for (const std::unique_ptr<Command> &C : Commands)
    OS << "  " << llvm::left_justify(C->name(), 9) << C->summary() << '\n';
  OS << "\n  oxide COMMAND --help   options of a command\n"
        "  oxide --version        version of the tool and of its clang\n";
}

/// The lines of \p Text that LLVM's option parser prints for one mistake, as
/// one line.
std::string inOneLine(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 4> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef &Line : Lines)
    Line.consume_front("oxide: ");
  return llvm::join(Lines, "; ");
}

int run(int Count, char **Arguments) {
  std::vector<std::unique_ptr<Command>> Commands;
  for (CommandFactory Make : Factories)
    Commands.push_back(Make());

  // What stands behind "--" belongs to the compiler.
  llvm::ArrayRef<const char *> All(Arguments, Count);
  auto Dashes = llvm::find_if(
      All, [](llvm::StringRef Argument) { return Argument == "--"; });
  std::optional<llvm::ArrayRef<const char *>> CompilerFlags;
  if (Dashes != All.end())
    CompilerFlags = llvm::ArrayRef(std::next(Dashes), All.end());
  std::vector<const char *> Own(All.begin(), Dashes);

  if (Own.size() < 2)
    return toolError("no command given; see 'oxide --help'");
  llvm::StringRef Name = Own[1];
  if (Name == "--help" || Name == "-h" || Name == "-help" || Name == "help") {
    printHelp(Commands, llvm::outs());
    return ExitClean;
  }
  if (Name == "--version" || Name == "-version") {
    printVersion(llvm::outs());
    return ExitClean;
  }
  auto Chosen =
      llvm::find_if(Commands, [&](const auto &C) { return C->name() == Name; });
  if (Chosen == Commands.end() && Name.starts_with("-"))
    return toolError("unknown option '" + Name + "'; see 'oxide --help'");
  if (Chosen == Commands.end())
    return toolError("unknown command '" + Name + "'; did you mean '" +
                     nearest(Commands, Name)->name() + "'?");

  llvm::cl::SetVersionPrinter(printVersion);
  // The parser shows the program name in its hints.
  Own[0] = "oxide";
  std::string Errors;
  llvm::raw_string_ostream ErrorStream(Errors);
  if (!llvm::cl::ParseCommandLineOptions(
          static_cast<int>(Own.size()), Own.data(),
          "Safety checks for CUDA C++\n", &ErrorStream))
    // Some mistakes the parser prints itself.
    return Errors.empty() ? ExitToolError : toolError(inOneLine(Errors));
  return (*Chosen)->run(CompilerFlags);
}

} // namespace

} // namespace oxide

/// The signals that the caller wants ignored, as nohup does. LLVM's handlers
/// would take the temporary files away and let the work go on without them.
static std::vector<int> ignoredSignals() {
  std::vector<int> Result;
  for (int Signal : {SIGHUP, SIGINT, SIGTERM, SIGUSR2}) {
    struct sigaction Action;
    if (!sigaction(Signal, nullptr, &Action) && Action.sa_handler == SIG_IGN)
      Result.push_back(Signal);
  }
  return Result;
}

int main(int Count, char **Arguments) {
  const std::vector<int> Ignored = ignoredSignals();
  llvm::InitLLVM Init(Count, Arguments);
  for (int Signal : Ignored)
    std::signal(Signal, SIG_IGN);
  int Code = oxide::run(Count, Arguments);
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return Code;
  // Left alone, the stream would end the process with a report of a crash.
  std::string Why = llvm::outs().error().message();
  llvm::outs().clear_error();
  return oxide::toolError("cannot write the standard output: " + Why);
}
