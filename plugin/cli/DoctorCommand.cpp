// SPDX-License-Identifier: Apache-2.0
//
// oxide doctor: what this machine has of what Oxide can use.

#include "cli/Command.h"
#include "cli/Gpu.h"
#include "cli/Toolchain.h"
#include "cli/Version.h"
#include "report/AuditTable.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>

namespace oxide {

namespace {

/// One thing that was looked for.
struct Examined {
  std::string What;
  bool Found = false;
  std::string Detail; ///< version and place, or what to do about it
  bool Needed = false;
};

/// The first line of what `Program --version` prints that holds \p Word, from
/// there on.
std::string versionOf(llvm::StringRef Program, llvm::StringRef Word) {
  llvm::SmallString<128> Output;
  int Handle;
  if (llvm::sys::fs::createTemporaryFile("oxide", "txt", Handle, Output))
    return {};
  llvm::sys::fs::file_t File = llvm::sys::fs::convertFDToNativeFile(Handle);
  llvm::sys::fs::closeFile(File);
  llvm::StringRef Path = Output;
  llvm::sys::ExecuteAndWait(Program, {Program, "--version"}, std::nullopt,
                            {llvm::StringRef(), Path, llvm::StringRef()},
                            /*SecondsToWait=*/20);
  std::string Version;
  if (auto Buffer = llvm::MemoryBuffer::getFile(Path)) {
    llvm::StringRef Text = (*Buffer)->getBuffer();
    if (size_t At = Text.find(Word); At != llvm::StringRef::npos)
      Version = Text.substr(At)
                    .take_until([](char C) {
                      return C == ',' || C == '\n' || C == '(';
                    })
                    .trim()
                    .str();
  }
  (void)llvm::sys::fs::remove(Path);
  return Version;
}

Examined examineClang() {
  llvm::Expected<ClangInstallation> Clang = findClang();
  if (!Clang)
    return {"clang " CLANG_VERSION_MAJOR_STRING, false,
            llvm::toString(Clang.takeError()),
            /*Needed=*/true};
  return {"clang", true,
          CLANG_VERSION_STRING ", headers in " + Clang->ResourceDir,
          /*Needed=*/true};
}

Examined examineToolkit(const std::optional<CudaToolkit> &Cuda) {
  if (!Cuda)
    return {"CUDA toolkit", false,
            "apt install nvidia-cuda-toolkit (Debian, non-free), or set "
            "CUDA_PATH to an installation",
            /*Needed=*/true};
  std::string Detail = Cuda->Path;
  if (Cuda->Version)
    Detail = llvm::utostr(Cuda->major()) + "." + llvm::utostr(Cuda->minor()) +
             ", " + Detail;
  return {"CUDA toolkit", true, Detail, /*Needed=*/true};
}

/// A program that is looked for in the toolkit, then on PATH.
Examined examineProgram(llvm::StringRef Name, llvm::StringRef VersionWord,
                        const std::optional<CudaToolkit> &Cuda,
                        llvm::StringRef Hint) {
  std::string Path;
  if (Cuda && llvm::sys::fs::can_execute(Cuda->Path + "/bin/" + Name))
    Path = (Cuda->Path + "/bin/" + Name).str();
  else if (auto OnPath = llvm::sys::findProgramByName(Name))
    Path = *OnPath;
  if (Path.empty())
    return {Name.str(), false, Hint.str()};
  std::string Version = versionOf(Path, VersionWord);
  return {Name.str(), true, Version.empty() ? Path : Version + ", " + Path};
}

void examineDriver(std::vector<Examined> &Rows) {
  GpuInventory Gpu = findGpus();
  if (!Gpu.DriverVersion) {
    Rows.push_back({"CUDA driver", false,
                    Gpu.Problem + "; apt install nvidia-driver (Debian, "
                                  "non-free). Checks run without it"});
    return;
  }
  Rows.push_back({"CUDA driver", true,
                  "supports CUDA " + llvm::utostr(Gpu.DriverVersion / 1000) +
                      "." + llvm::utostr(Gpu.DriverVersion % 1000 / 10)});
  for (const std::string &Name : Gpu.Devices)
    Rows.push_back({"GPU", true, Name});
  if (Gpu.Devices.empty())
    Rows.push_back({"GPU", false, Gpu.Problem + ". Checks run without one"});
}

Examined examineZ3() {
  void *Library = dlopen("libz3.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!Library)
    return {"Z3", false, "apt install libz3-4"};
  using Function = void (*)(unsigned *, unsigned *, unsigned *, unsigned *);
  auto GetVersion =
      reinterpret_cast<Function>(dlsym(Library, "Z3_get_version"));
  unsigned Major = 0, Minor = 0, Build = 0, Revision = 0;
  if (GetVersion)
    GetVersion(&Major, &Minor, &Build, &Revision);
  return {"Z3", GetVersion != nullptr,
          llvm::utostr(Major) + "." + llvm::utostr(Minor) + "." +
              llvm::utostr(Build)};
}

/// A library that is installed together with this tool.
Examined examineModule(llvm::StringRef What, llvm::StringRef FileName) {
  std::string Self = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&makeDoctorCommand));
  llvm::StringRef Prefix =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(Self));
  for (llvm::StringRef Folder : {"lib", OXIDE_LIBDIR, "lib64"}) {
    llvm::SmallString<256> Path(Prefix);
    llvm::sys::path::append(Path, Folder, FileName);
    if (llvm::sys::fs::exists(Path))
      return {What.str(), true, std::string(Path)};
  }
  return {What.str(), false,
          "not beside this tool; build and install Oxide again"};
}

class DoctorCommand final : public Command {
public:
  DoctorCommand()
      : Command("doctor", "Show what Oxide finds on this machine") {}

  int run(std::optional<llvm::ArrayRef<const char *>> CompilerFlags) override {
    if (CompilerFlags)
      return toolError("doctor takes no compiler flags");
    std::optional<CudaToolkit> Cuda = findCudaToolkit();
    llvm::StringRef ToolkitHint = "part of the CUDA toolkit";
    std::vector<Examined> Rows{
        examineClang(),
        examineProgram("clang-tidy-" CLANG_VERSION_MAJOR_STRING,
                       "LLVM version ", std::nullopt,
                       "apt install clang-tidy-" CLANG_VERSION_MAJOR_STRING),
        examineModule("compiler plugin", "oxide.so"),
        examineModule("clang-tidy module", "oxide-tidy.so"),
        examineToolkit(Cuda),
        examineProgram("nvcc", "release ", Cuda, ToolkitHint),
        examineProgram("ptxas", "release ", Cuda, ToolkitHint)};
    examineDriver(Rows);
    Rows.push_back(examineZ3());

    std::vector<std::vector<std::string>> Table;
    for (const Examined &E : Rows)
      Table.push_back({E.Found    ? "found"
                       : E.Needed ? "MISSING"
                                  : "missing",
                       E.What, E.Detail});
    llvm::outs() << alignedTable(Table);
    bool CanCheck = llvm::all_of(
        Rows, [](const Examined &E) { return E.Found || !E.Needed; });
    llvm::outs() << (CanCheck ? "\nChecks can run.\n"
                              : "\nChecks cannot run: what is MISSING is "
                                "needed.\n");
    return CanCheck ? ExitClean : ExitToolError;
  }
};

} // namespace

std::unique_ptr<Command> makeDoctorCommand() {
  return std::make_unique<DoctorCommand>();
}

} // namespace oxide
