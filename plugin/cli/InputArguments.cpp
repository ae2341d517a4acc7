// SPDX-License-Identifier: Apache-2.0

#include "cli/InputArguments.h"
#include "Registry.h"
#include "cli/PluginFlags.h"
#include "report/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"

namespace oxide {

namespace cl = llvm::cl;

InputArguments::InputArguments(cl::SubCommand &Sub)
    : Files(cl::Positional, cl::sub(Sub),
            cl::desc("FILES [-- compiler flags]")),
      Build("p", cl::sub(Sub), cl::value_desc("build"),
            cl::desc("Folder of compile_commands.json; all its CUDA sources "
                     "and what nvcc compiles when no FILES are given")),
      Enforce("enforce", cl::sub(Sub),
              cl::desc("Judge code that names no mode as enforced")),
      Audit("audit", cl::sub(Sub),
            cl::desc("Judge code that names no mode as audited (default)")),
      ConfigFile("config", cl::sub(Sub), cl::value_desc("file"),
                 cl::desc("Use this file, not the nearest .oxide.json")),
      Archs("arch", cl::sub(Sub), cl::CommaSeparated,
            cl::value_desc("sm_90,.."),
            cl::desc("Architectures instead of those of the flags")),
      HostOnly("host-only", cl::sub(Sub), cl::desc("Only the host pass")),
      DeviceOnly("device-only", cl::sub(Sub), cl::desc("Only device passes")),
      Jobs("j", cl::sub(Sub), cl::Prefix, cl::value_desc("n"),
           cl::desc("Files analysed at the same time (default: all cores)")),
      Quiet("quiet", cl::sub(Sub),
            cl::desc("No progress and no summary, only findings and errors")),
      Color("color", cl::sub(Sub), cl::init("auto"),
            cl::value_desc("auto|always|never"), cl::desc("Coloured text")),
      Prover(Sub) {}

llvm::Expected<bool> InputArguments::useColor() const {
  if (Color == "always")
    return true;
  if (Color == "never")
    return false;
  if (Color == "auto")
    return llvm::sys::Process::StandardOutHasColors() &&
           !llvm::sys::Process::GetEnv("NO_COLOR");
  return llvm::createStringError("--color needs auto, always or never, not '" +
                                 Color + "'");
}

llvm::Expected<std::vector<CompileUnit>>
InputArguments::units(std::optional<llvm::ArrayRef<const char *>> CompilerFlags,
                      std::vector<std::string> &Remarks) const {
  std::vector<std::string> Flags;
  if (CompilerFlags)
    Flags.assign(CompilerFlags->begin(), CompilerFlags->end());
  if (Build.getNumOccurrences())
    return unitsOfDatabase(Build, Files, Flags, Remarks);
  if (Files.empty())
    return llvm::createStringError(
        "nothing to analyse; give source files, or -p and a build folder");
  return unitsOfFlags(Files, Flags);
}

llvm::Expected<UnitOptions> InputArguments::unitOptions() const {
  if (HostOnly && DeviceOnly)
    return llvm::createStringError(
        "--host-only and --device-only exclude each other");
  for (llvm::StringRef Arch : Archs) {
    llvm::StringRef Number = Arch;
    unsigned Value;
    if (!Number.consume_front("sm_") ||
        Number.rtrim("af").getAsInteger(10, Value))
      return llvm::createStringError("--arch needs names like sm_90, not '" +
                                     llvm::Twine(Arch) + "'");
  }
  return UnitOptions{{Archs.begin(), Archs.end()}, HostOnly, DeviceOnly};
}

/// Applies \p Globs; an error says that they come from \p Source.
static llvm::Error applyChecks(CheckerFilter &Filter,
                               llvm::ArrayRef<std::string> Globs,
                               llvm::StringRef Source) {
  for (llvm::StringRef List : Globs)
    if (llvm::Error E = Filter.apply(List))
      return llvm::createStringError(Source + ": " +
                                     llvm::toString(std::move(E)));
  return llvm::Error::success();
}

llvm::Expected<AnalysisSetup>
InputArguments::setup(CompileUnit &Unit,
                      llvm::ArrayRef<std::string> Checks) const {
  llvm::Expected<PluginFlags> Flags = takePluginFlags(Unit.Command);
  if (!Flags)
    return llvm::createStringError(Unit.File + ": " +
                                   llvm::toString(Flags.takeError()));
  auto FS = llvm::vfs::createPhysicalFileSystem();
  llvm::StringRef Named = ConfigFile;
  if (!ConfigFile.getNumOccurrences()) {
    Named = Flags->ConfigFile;
    if (std::error_code EC = FS->setCurrentWorkingDirectory(Unit.Directory);
        EC && !Named.empty())
      return llvm::createStringError(Unit.Directory + ": " + EC.message());
  }
  llvm::Expected<Config> Cfg = Named.empty() && !ConfigFile.getNumOccurrences()
                                   ? findConfig(Unit.File, *FS)
                                   : readConfig(Named, *FS);
  if (!Cfg)
    return Cfg.takeError();
  AnalysisSetup Result{CheckerFilter(allCheckers()), std::move(*Cfg),
                       Flags->DefaultMode, std::move(Flags->Warnings)};
  Result.Prover = Result.Cfg.Prover;
  Result.Prover.add(Flags->Prover);
  if (llvm::Error E =
          applyChecks(Result.Checkers, Result.Cfg.Checkers, Result.Cfg.File))
    return E;
  if (llvm::Error E = applyChecks(Result.Checkers, Flags->Checks, Unit.File))
    return E;
  if (const std::optional<std::string> &Unknown = Result.Warnings.unknown())
    if (llvm::Error E = applyChecks(Result.Checkers, *Unknown, Unit.File))
      return E;
  if (llvm::Error E = Result.Warnings.applyTo(Result.Checkers))
    return E;
  if (llvm::Error E = applyChecks(Result.Checkers, Checks, "--checks"))
    return E;
  if (Enforce)
    Result.DefaultMode = Mode::Enforce;
  else if (Audit)
    Result.DefaultMode = Mode::Audit;
  return Result;
}

/// The nearest folder above \p File that has the entry \p Name.
static std::optional<std::string> folderWith(llvm::StringRef Name,
                                             llvm::StringRef File) {
  for (llvm::StringRef Dir = llvm::sys::path::parent_path(File); !Dir.empty();
       Dir = llvm::sys::path::parent_path(Dir)) {
    llvm::SmallString<256> Candidate(Dir);
    llvm::sys::path::append(Candidate, Name);
    if (llvm::sys::fs::exists(Candidate))
      return Dir.str();
  }
  return std::nullopt;
}

/// The repository of \p File, else the folder of its configuration, else the
/// working directory.
static std::string projectRoot(llvm::StringRef File,
                               const std::string &Folder) {
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(File, Real))
    Real = File;
  for (llvm::StringRef Mark :
       {llvm::StringRef(".git"), llvm::StringRef(ConfigFileName)})
    if (std::optional<std::string> Root = folderWith(Mark, Real))
      return *Root;
  return Folder;
}

/// The warnings about the commands of \p P, each once for all files.
static void addWarnings(Plan &P) {
  struct Group {
    FlagWarning Warning;
    std::string File;
    size_t More = 0;
  };
  std::vector<Group> Groups;
  for (const PlannedUnit &Planned : P.Units)
    for (const FlagWarning &W : Planned.Unit.Warnings) {
      auto Known = llvm::find_if(Groups, [&](const Group &G) {
        return G.Warning.Flag == W.Flag && G.Warning.Text == W.Text;
      });
      if (Known == Groups.end())
        Groups.push_back({W, Planned.Unit.File});
      else
        ++Known->More;
    }
  for (const Group &G : Groups) {
    std::string Line = "warning: " + relativePath(G.File, P.Folder);
    if (G.More)
      Line += " and " + std::to_string(G.More) + " more";
    P.Remarks.push_back(Line + ": '" + G.Warning.Flag + "': " + G.Warning.Text);
  }
}

llvm::Expected<Plan>
InputArguments::plan(std::optional<llvm::ArrayRef<const char *>> CompilerFlags,
                     llvm::ArrayRef<std::string> Checks) const {
  Plan Result;
  if (Enforce && Audit)
    return llvm::createStringError("--enforce and --audit exclude each other");
  Result.Jobs = llvm::hardware_concurrency().compute_thread_count();
  if (Jobs.getNumOccurrences() &&
      (llvm::StringRef(Jobs).getAsInteger(10, Result.Jobs) || !Result.Jobs))
    return llvm::createStringError("-j needs a positive number, not '" + Jobs +
                                   "'");
  Result.Quiet = Quiet;
  if (llvm::Error E = useColor().moveInto(Result.Color))
    return E;
  llvm::Expected<UnitOptions> Options = unitOptions();
  if (!Options)
    return Options.takeError();
  llvm::Expected<ProverOptions> Told = Prover.options();
  if (!Told)
    return Told.takeError();
  llvm::Expected<ClangInstallation> Clang = findClang();
  if (!Clang)
    return Clang.takeError();
  llvm::Expected<std::vector<CompileUnit>> Units =
      units(CompilerFlags, Result.Remarks);
  if (!Units)
    return Units.takeError();
  std::optional<CudaToolkit> Cuda = findCudaToolkit();
  llvm::SmallString<256> Here;
  if (std::error_code EC = llvm::sys::fs::real_path(".", Here))
    return llvm::createStringError("no working directory: " + EC.message());
  Result.Folder = std::string(Here);
  Result.Root = projectRoot(Units->front().File, Result.Folder);
  for (CompileUnit &Unit : *Units) {
    llvm::Expected<AnalysisSetup> Setup = setup(Unit, Checks);
    if (!Setup)
      return Setup.takeError();
    if (llvm::Error E = completeCommand(Unit, *Options, *Clang, Cuda))
      return E;
    // A file that a database builds twice with the same flags is one unit.
    if (llvm::any_of(Result.Units, [&](const PlannedUnit &Known) {
          return Known.Unit.Command == Unit.Command &&
                 Known.Unit.Directory == Unit.Directory;
        }))
      continue;
    Setup->Color = Result.Color;
    Setup->ForNvcc = !Unit.Nvcc.empty();
    Setup->Prover.add(*Told);
    Result.Units.push_back({std::move(Unit), std::move(*Setup)});
  }
  addWarnings(Result);
  return Result;
}

} // namespace oxide
