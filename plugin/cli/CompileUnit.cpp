// SPDX-License-Identifier: Apache-2.0

#include "cli/CompileUnit.h"
#include "cli/NvccShim.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace oxide {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Arguments = std::vector<std::string>;

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

bool isCuda(llvm::StringRef File, llvm::ArrayRef<std::string> Command) {
  llvm::StringRef Language = languageFlag(Command);
  if (!Language.empty() && Language != "none")
    return Language == "cuda" || Language == "cu";
  llvm::StringRef Extension = path::extension(File);
  return Extension == ".cu" || Extension == ".cuh";
}

void appendFlags(Arguments &Command, llvm::ArrayRef<std::string> Extra) {
  Command.insert(llvm::find(Command, "--"), Extra.begin(), Extra.end());
}

static bool hasFlag(const Arguments &Command, llvm::StringRef Prefix) {
  return llvm::any_of(
      Command, [&](llvm::StringRef Arg) { return Arg.starts_with(Prefix); });
}

/// The toolkit that \p Command is compiled with, if there is one.
static std::optional<CudaToolkit>
toolkitOf(CompileUnit &Unit, const Arguments &Command,
          const std::optional<CudaToolkit> &Default) {
  for (llvm::StringRef Arg : llvm::reverse(Command))
    if (Arg.consume_front("--cuda-path="))
      return readCudaToolkit(Arg);
  if (Unit.Nvcc.empty())
    return Default;
  const std::string &Nvcc = Unit.Nvcc.front();
  if (auto Found = toolkitOfNvcc(Nvcc, Unit.Directory))
    return Found;
  if (Default)
    Unit.Warnings.push_back(
        {Nvcc, "no toolkit here; that in " + Default->Path + " is used"});
  return Default;
}

/// What nvcc adds to every compilation by itself, and clang does not.
static Arguments implicitNvccFlags(const std::optional<CudaToolkit> &Cuda,
                                   bool IsCuda) {
  Arguments Flags;
  if (IsCuda) {
    llvm::append_range(Flags, Arguments{"-isystem", NvccShimFolder.str(),
                                        "-include", NvccShimFile.str(),
                                        "--no-cuda-version-check"});
    if (Cuda)
      llvm::append_range(
          Flags,
          Arguments{"-D__CUDACC_VER_MAJOR__=" + std::to_string(Cuda->major()),
                    "-D__CUDACC_VER_MINOR__=" + std::to_string(Cuda->minor())});
  } else if (Cuda) {
    llvm::append_range(Flags, Arguments{"-isystem", Cuda->Path + "/include"});
  }
  return Flags;
}

/// Flags that a CUDA compilation needs and \p Command leaves out.
static llvm::Expected<Arguments>
missingCudaFlags(const Arguments &Command, const UnitOptions &Options,
                 const std::optional<CudaToolkit> &Cuda) {
  Arguments Flags;
  if (!hasFlag(Command, "-nocudainc") && !hasFlag(Command, "-nogpuinc") &&
      !hasFlag(Command, "--cuda-path")) {
    if (!Cuda)
      return llvm::createStringError(
          "no CUDA toolkit found; set CUDA_PATH, or pass --cuda-path=DIR "
          "behind --, and see 'oxide doctor'");
    Flags.push_back("--cuda-path=" + Cuda->Path);
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

/// The folder of the C++ core libraries. nvcc adds it by itself since CUDA 13,
/// clang does not.
static Arguments cccl(const std::optional<CudaToolkit> &Cuda) {
  if (Cuda && Cuda->Version >= 13000)
    if (std::string Folder = Cuda->Path + "/include/cccl"; fs::exists(Folder))
      return {"-isystem", std::move(Folder)};
  return {};
}

llvm::Error completeCommand(CompileUnit &Unit, const UnitOptions &Options,
                            const ClangInstallation &Clang,
                            const std::optional<CudaToolkit> &Cuda) {
  using namespace clang::tooling;
  Arguments Command = Unit.Command;
  // The adjuster of dependency files leaves the value of this one behind.
  for (size_t I = 0; I + 1 < Command.size();)
    if (Command[I] == "-MJ")
      Command.erase(Command.begin() + I, Command.begin() + I + 2);
    else
      ++I;
  for (const ArgumentsAdjuster &Adjust :
       {getStripPluginsAdjuster(), getClangStripOutputAdjuster(),
        getClangStripDependencyFileAdjuster(), getClangSyntaxOnlyAdjuster()})
    Command = Adjust(Command, Unit.File);
  Command.front() = Clang.Executable;
  // Warnings are the compiler's business; errors are shown.
  Arguments Flags{"-w"};
  if (!hasFlag(Command, "-resource-dir"))
    Flags.push_back("-resource-dir=" + Clang.ResourceDir);
  bool IsCuda = isCuda(Unit.File, Command);
  if (!Options.Archs.empty())
    llvm::erase_if(Unit.Warnings,
                   [](const FlagWarning &W) { return W.AboutArch; });
  bool OwnHeaders =
      hasFlag(Command, "-nocudainc") || hasFlag(Command, "-nogpuinc");
  std::optional<CudaToolkit> Used;
  if (!OwnHeaders && (IsCuda || !Unit.Nvcc.empty()))
    Used = toolkitOf(Unit, Command, Cuda);
  if (IsCuda) {
    llvm::Expected<Arguments> Missing =
        missingCudaFlags(Command, Options, Used);
    if (!Missing)
      return Missing.takeError();
    llvm::append_range(Flags, *Missing);
    if (languageFlag(Command).empty() && !Unit.File.ends_with(".cu"))
      Command.insert(Command.begin() + 1, {"-x", "cuda"});
  }
  llvm::append_range(Flags, cccl(Used));
  if (!Unit.Nvcc.empty())
    llvm::append_range(Flags, implicitNvccFlags(Used, IsCuda));
  appendFlags(Command, Flags);
  Unit.Command = std::move(Command);
  return llvm::Error::success();
}

} // namespace oxide
