// SPDX-License-Identifier: Apache-2.0

#include "cli/CompileUnit.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace oxide {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Arguments = std::vector<std::string>;

static std::string absolutePath(llvm::StringRef Path,
                                llvm::StringRef Directory = {}) {
  llvm::SmallString<256> Result(Path);
  if (Directory.empty())
    (void)fs::make_absolute(Result);
  else
    path::make_absolute(Directory, Result);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return std::string(Result);
}

static llvm::Error checkReadable(llvm::StringRef File) {
  if (fs::is_directory(File))
    return llvm::createStringError("'" + File +
                                   "' is a folder, not a source file");
  llvm::Expected<fs::file_t> Handle = fs::openNativeFileForRead(File);
  if (!Handle) {
    std::error_code EC = llvm::errorToErrorCode(Handle.takeError());
    return llvm::createStringError("cannot read '" + File +
                                   "': " + EC.message());
  }
  fs::closeFile(*Handle);
  return llvm::Error::success();
}

/// The value of "-x", or an empty string; the last one wins.
static llvm::StringRef languageFlag(llvm::ArrayRef<std::string> Command) {
  llvm::StringRef Language;
  for (size_t I = 1; I < Command.size(); ++I) {
    llvm::StringRef Arg = Command[I];
    if (Arg == "-x" && I + 1 < Command.size())
      Language = Command[++I];
    else if (Arg.consume_front("--language=") ||
             (Arg.consume_front("-x") && !Arg.empty()))
      Language = Arg;
  }
  return Language;
}

static bool isCuda(llvm::StringRef File, llvm::ArrayRef<std::string> Command) {
  llvm::StringRef Language = languageFlag(Command);
  if (!Language.empty() && Language != "none")
    return Language == "cuda" || Language == "cu";
  llvm::StringRef Extension = path::extension(File);
  return Extension == ".cu" || Extension == ".cuh";
}

namespace {

/// A compilation database with the mistakes of its file found first: clang's
/// own reader prints them itself, and not in one line.
class Database {
public:
  static llvm::Expected<Database> load(llvm::StringRef Build) {
    std::string File = absolutePath(Build);
    if (fs::is_directory(File))
      File += "/compile_commands.json";
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return llvm::createStringError("cannot read '" + llvm::Twine(File) +
                                     "': " + Buffer.getError().message());
    llvm::Expected<llvm::json::Value> Json =
        llvm::json::parse((*Buffer)->getBuffer());
    if (!Json)
      return llvm::createStringError(
          "'" + llvm::Twine(File) +
          "' is not JSON: " + llvm::toString(Json.takeError()));
    if (llvm::Error E = checkShape(*Json, File))
      return E;
    std::string Message;
    std::unique_ptr<clang::tooling::CompilationDatabase> Base =
        clang::tooling::JSONCompilationDatabase::loadFromBuffer(
            (*Buffer)->getBuffer(), Message,
            clang::tooling::JSONCommandLineSyntax::AutoDetect);
    if (!Base)
      return llvm::createStringError(
          "'" + llvm::Twine(File) +
          "' is not a compilation database: " + Message);
    Database Result;
    Result.File = std::move(File);
    Result.Base = inferTargetAndDriverMode(expandResponseFiles(
        std::move(Base), llvm::vfs::createPhysicalFileSystem()));
    return Result;
  }

  std::string File;
  std::unique_ptr<clang::tooling::CompilationDatabase> Base;

private:
  static llvm::Error checkShape(const llvm::json::Value &Json,
                                llvm::StringRef File) {
    auto Fail = [&](const llvm::Twine &What) {
      return llvm::createStringError(
          "'" + llvm::Twine(File) + "' is not a compilation database: " + What);
    };
    const llvm::json::Array *Entries = Json.getAsArray();
    if (!Entries)
      return Fail("it is not a list");
    for (auto [Index, Entry] : llvm::enumerate(*Entries)) {
      const llvm::json::Object *O = Entry.getAsObject();
      if (!O || !O->getString("file") || !O->getString("directory") ||
          !(O->getString("command") || O->getArray("arguments")))
        return Fail("entry " + llvm::Twine(Index + 1) +
                    " needs directory, file, and command or arguments");
    }
    return llvm::Error::success();
  }
};

} // namespace

/// Puts \p Extra in front of what ends the options, "--" or the end.
static void appendFlags(Arguments &Command, llvm::ArrayRef<std::string> Extra) {
  Command.insert(llvm::find(Command, "--"), Extra.begin(), Extra.end());
}

llvm::Expected<std::vector<CompileUnit>>
unitsOfDatabase(llvm::StringRef Build, llvm::ArrayRef<std::string> Files,
                llvm::ArrayRef<std::string> ExtraFlags) {
  llvm::Expected<Database> DB = Database::load(Build);
  if (!DB)
    return DB.takeError();
  std::vector<clang::tooling::CompileCommand> Commands;
  for (llvm::StringRef File : Files) {
    std::string Path = absolutePath(File);
    if (llvm::Error E = checkReadable(Path))
      return E;
    auto OfFile = DB->Base->getCompileCommands(Path);
    if (OfFile.empty())
      return llvm::createStringError("'" + llvm::Twine(File) + "' is not in '" +
                                     DB->File + "'");
    llvm::append_range(Commands, OfFile);
  }
  if (Files.empty()) {
    Commands = DB->Base->getAllCompileCommands();
    llvm::erase_if(Commands, [](const clang::tooling::CompileCommand &C) {
      return !isCuda(C.Filename, C.CommandLine);
    });
    if (Commands.empty())
      return llvm::createStringError("'" + llvm::Twine(DB->File) +
                                     "' names no CUDA source");
  }
  std::vector<CompileUnit> Units;
  for (clang::tooling::CompileCommand &C : Commands) {
    CompileUnit U{absolutePath(C.Filename, C.Directory), std::move(C.Directory),
                  std::move(C.CommandLine)};
    appendFlags(U.Command, ExtraFlags);
    Units.push_back(std::move(U));
  }
  return Units;
}

llvm::Expected<std::vector<CompileUnit>>
unitsOfFlags(llvm::ArrayRef<std::string> Files,
             llvm::ArrayRef<std::string> Flags) {
  std::vector<CompileUnit> Units;
  llvm::SmallString<256> Here;
  if (std::error_code EC = fs::current_path(Here))
    return llvm::createStringError("no working directory: " + EC.message());
  for (llvm::StringRef File : Files) {
    if (llvm::Error E = checkReadable(File))
      return E;
    CompileUnit U{absolutePath(File), std::string(Here), {"clang"}};
    llvm::append_range(U.Command, Flags);
    // A file name may begin with a dash.
    U.Command.push_back("--");
    U.Command.push_back(File.str());
    Units.push_back(std::move(U));
  }
  return Units;
}

static bool hasFlag(const Arguments &Command, llvm::StringRef Prefix) {
  return llvm::any_of(
      Command, [&](llvm::StringRef Arg) { return Arg.starts_with(Prefix); });
}

/// Flags that a CUDA compilation needs and \p Command leaves out.
static llvm::Expected<Arguments>
missingCudaFlags(const Arguments &Command, const UnitOptions &Options,
                 const std::optional<CudaToolkit> &Cuda) {
  Arguments Flags;
  if (!hasFlag(Command, "-nocudainc") && !hasFlag(Command, "-nogpuinc")) {
    std::optional<CudaToolkit> Used = Cuda;
    for (llvm::StringRef Arg : Command)
      if (Arg.consume_front("--cuda-path="))
        Used = readCudaToolkit(Arg);
    if (!hasFlag(Command, "--cuda-path")) {
      if (!Used)
        return llvm::createStringError(
            "no CUDA toolkit found; set CUDA_PATH, or pass --cuda-path=DIR "
            "behind --, and see 'oxide doctor'");
      Flags.push_back("--cuda-path=" + Used->Path);
    }
    // nvcc adds the folder by itself since CUDA 13, clang does not.
    if (Used && Used->Version >= 13000)
      if (std::string Cccl = Used->Path + "/include/cccl"; fs::exists(Cccl))
        llvm::append_range(Flags, Arguments{"-isystem", Cccl});
  }
  if (!Options.Archs.empty()) {
    Flags.push_back("--no-offload-arch=all");
    for (const std::string &Arch : Options.Archs)
      Flags.push_back("--offload-arch=" + Arch);
  } else if (!hasFlag(Command, "--offload-arch") &&
             !hasFlag(Command, "--cuda-gpu-arch")) {
    // The default of nvcc 13; clang's own is too old for the CUDA 13 headers.
    Flags.push_back("--offload-arch=sm_75");
  }
  if (Options.HostOnly)
    Flags.push_back("--cuda-host-only");
  if (Options.DeviceOnly)
    Flags.push_back("--cuda-device-only");
  return Flags;
}

llvm::Error completeCommand(CompileUnit &Unit, const UnitOptions &Options,
                            const ClangInstallation &Clang,
                            const std::optional<CudaToolkit> &Cuda) {
  using namespace clang::tooling;
  if (path::filename(Unit.Command.front()).starts_with("nvcc"))
    return llvm::createStringError(
        "the command of '" + llvm::Twine(Unit.File) +
        "' is for nvcc, whose flags this version does not translate; pass the "
        "file and its flags by hand: oxide check FILE -- FLAGS");
  Arguments Command = Unit.Command;
  for (const ArgumentsAdjuster &Adjust :
       {getStripPluginsAdjuster(), getClangStripOutputAdjuster(),
        getClangStripDependencyFileAdjuster(), getClangSyntaxOnlyAdjuster()})
    Command = Adjust(Command, Unit.File);
  Command.front() = Clang.Executable;
  // Warnings are the compiler's business; errors are shown.
  Arguments Flags{"-w"};
  if (!hasFlag(Command, "-resource-dir"))
    Flags.push_back("-resource-dir=" + Clang.ResourceDir);
  if (isCuda(Unit.File, Command)) {
    llvm::Expected<Arguments> Missing =
        missingCudaFlags(Command, Options, Cuda);
    if (!Missing)
      return Missing.takeError();
    llvm::append_range(Flags, *Missing);
    if (languageFlag(Command).empty() && !Unit.File.ends_with(".cu"))
      Command.insert(Command.begin() + 1, {"-x", "cuda"});
  }
  appendFlags(Command, Flags);
  Unit.Command = std::move(Command);
  return llvm::Error::success();
}

} // namespace oxide
