// SPDX-License-Identifier: Apache-2.0
//
// Units from a compilation database or from the command line.

#include "cli/CompileUnit.h"
#include "cli/DatabaseText.h"
#include "cli/HostFlags.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
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

namespace {

/// A compilation database and the file that it comes from.
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
    auto Base = parseDatabase((*Buffer)->getBuffer(), File);
    if (!Base)
      return Base.takeError();
    Database Result;
    Result.File = std::move(File);
    Result.Base = inferTargetAndDriverMode(expandResponseFiles(
        std::move(*Base), llvm::vfs::createPhysicalFileSystem()));
    return Result;
  }

  std::string File;
  std::unique_ptr<clang::tooling::CompilationDatabase> Base;
};

} // namespace

/// Has clang take the C++ library of the g++ that compiles the project, not of
/// the newest on the machine, and g++'s own headers where it has none itself,
/// like omp.h.
static void useLibrariesOf(llvm::StringRef Gcc, CompileUnit &Unit) {
  if (auto Folder = gccInstallDir(Gcc, Unit.Directory))
    Unit.Command.insert(
        Unit.Command.begin() + 1,
        {"--gcc-install-dir=" + *Folder, "-idirafter", *Folder + "/include"});
}

/// Makes the command of \p Unit one for clang, whatever compiler it names.
static void translateCommand(CompileUnit &Unit) {
  Arguments &Command = Unit.Command;
  size_t Compiler = findCompiler(Command);
  Command.erase(Command.begin(), Command.begin() + Compiler);
  if (isNvcc(Command.front())) {
    NvccCommand Nvcc = translateNvcc(Command, Unit.Directory);
    Unit.Nvcc = std::move(Command);
    Unit.Dropped = std::move(Nvcc.Dropped);
    Unit.Warnings = std::move(Nvcc.Warnings);
    Command = {"clang"};
    llvm::append_range(Command, Nvcc.Arguments);
    useLibrariesOf(Nvcc.HostCompiler.empty() ? "gcc" : Nvcc.HostCompiler, Unit);
    return;
  }
  // Behind a launcher the reader of the database has not seen the compiler.
  if (Compiler)
    clang::tooling::addTargetAndModeForProgramName(Command, Command.front());
  if (!isGcc(Command.front()))
    return;
  useLibrariesOf(Command.front(), Unit);
  for (std::string &Flag : takeUnknownFlags(Command))
    Unit.Warnings.push_back({std::move(Flag), UnknownFlagText.str()});
}

llvm::Expected<std::vector<CompileUnit>>
unitsOfDatabase(llvm::StringRef Build, llvm::ArrayRef<std::string> Files,
                llvm::ArrayRef<std::string> ExtraFlags,
                std::vector<std::string> &Remarks) {
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
  if (Files.empty())
    Commands = DB->Base->getAllCompileCommands();
  std::vector<CompileUnit> Units;
  size_t LeftOut = 0;
  for (clang::tooling::CompileCommand &C : Commands) {
    if (C.CommandLine.empty())
      return llvm::createStringError("'" + llvm::Twine(DB->File) +
                                     "' has an empty command for '" +
                                     C.Filename + "'");
    CompileUnit U{absolutePath(C.Filename, C.Directory), std::move(C.Directory),
                  std::move(C.CommandLine)};
    translateCommand(U);
    if (Files.empty() && U.Nvcc.empty() && !isCuda(U.File, U.Command)) {
      ++LeftOut;
      continue;
    }
    appendFlags(U.Command, ExtraFlags);
    Units.push_back(std::move(U));
  }
  if (Units.empty())
    return llvm::createStringError("'" + llvm::Twine(DB->File) +
                                   "' names no CUDA source");
  if (LeftOut)
    Remarks.push_back(("note: " + llvm::Twine(LeftOut) +
                       (LeftOut == 1 ? " file" : " files") + " of '" +
                       DB->File +
                       "' without CUDA left out; give their names to have "
                       "them analysed")
                          .str());
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

} // namespace oxide
