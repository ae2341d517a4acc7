// SPDX-License-Identifier: Apache-2.0

#include "cli/Toolchain.h"
#include "clang/Basic/Version.h"
#include "clang/Options/OptionUtils.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VersionTuple.h"
#include <dlfcn.h>

namespace oxide {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string joined(llvm::StringRef A, const llvm::Twine &B) {
  llvm::SmallString<256> Result(A);
  path::append(Result, B);
  return std::string(Result);
}

static std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  return fs::real_path(Path, Real) ? Path.str() : std::string(Real);
}

/// The installation whose libraries are in \p LibDir.
static std::optional<ClangInstallation> installationAt(llvm::StringRef LibDir) {
  std::string Resources = joined(LibDir, "clang/" CLANG_VERSION_MAJOR_STRING);
  if (!fs::exists(joined(Resources, "include/stddef.h")))
    return std::nullopt;
  std::string Bin = joined(path::parent_path(LibDir), "bin");
  return ClangInstallation{joined(Bin, "clang"), std::move(Resources)};
}

/// The same for a library that Debian keeps outside the installation, in
/// /usr/lib/x86_64-linux-gnu for /usr/lib/llvm-22.
static std::optional<ClangInstallation>
installationNear(llvm::StringRef LibDir) {
  if (auto Found = installationAt(LibDir))
    return Found;
  constexpr llvm::StringLiteral Private =
      "llvm-" CLANG_VERSION_MAJOR_STRING "/lib";
  for (llvm::StringRef Folder : {LibDir, path::parent_path(LibDir)})
    if (auto Found = installationAt(joined(Folder, Private)))
      return Found;
  return std::nullopt;
}

llvm::Expected<ClangInstallation> findClang() {
  // The builtin headers have to be those of the library that parses them.
  Dl_info Info;
  auto *Symbol =
      static_cast<std::string (*)(llvm::StringRef)>(&clang::GetResourcesPath);
  if (dladdr(reinterpret_cast<void *>(Symbol), &Info) && Info.dli_fname)
    for (const std::string &Library :
         {std::string(Info.dli_fname), realPath(Info.dli_fname)})
      if (auto Found = installationNear(path::parent_path(Library)))
        return std::move(*Found);
  for (llvm::StringRef Name : {"clang-" CLANG_VERSION_MAJOR_STRING, "clang"})
    if (auto Program = llvm::sys::findProgramByName(Name)) {
      std::string Real = realPath(*Program);
      llvm::StringRef Prefix = path::parent_path(path::parent_path(Real));
      if (auto Found = installationAt(joined(Prefix, "lib")))
        return std::move(*Found);
    }
  return llvm::createStringError(
      "the builtin headers of clang " CLANG_VERSION_MAJOR_STRING
      " were not found: apt install clang-" CLANG_VERSION_MAJOR_STRING);
}

std::optional<CudaToolkit> readCudaToolkit(llvm::StringRef Path) {
  auto Header = llvm::MemoryBuffer::getFile(joined(Path, "include/cuda.h"));
  if (!Header)
    return std::nullopt;
  CudaToolkit Result{Path.str()};
  llvm::StringRef Text = (*Header)->getBuffer();
  constexpr llvm::StringLiteral Define = "#define CUDA_VERSION ";
  if (size_t At = Text.find(Define); At != llvm::StringRef::npos)
    Text.substr(At + Define.size()).consumeInteger(10, Result.Version);
  return Result;
}

std::optional<CudaToolkit> findCudaToolkit() {
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (auto Value = llvm::sys::Process::GetEnv(Variable))
      if (auto Found = readCudaToolkit(*Value))
        return Found;
  for (llvm::StringRef Folder : {"/usr/local/cuda", "/opt/cuda"})
    if (auto Found = readCudaToolkit(Folder))
      return Found;
  if (auto Nvcc = llvm::sys::findProgramByName("nvcc"))
    if (auto Found = readCudaToolkit(
            path::parent_path(path::parent_path(realPath(*Nvcc)))))
      return Found;
  // Debian's own package, whose headers clang knows how to find.
  if (auto Found = readCudaToolkit("/usr/lib/cuda"))
    return Found;
  return std::nullopt;
}

/// The real path of \p Program as a command that runs in \p Directory finds
/// it, or an empty string.
static std::string findProgram(llvm::StringRef Program,
                               llvm::StringRef Directory) {
  if (!Program.contains('/')) {
    auto Found = llvm::sys::findProgramByName(Program);
    return Found ? realPath(*Found) : std::string();
  }
  llvm::SmallString<256> Full(Program);
  path::make_absolute(Directory, Full);
  return fs::exists(Full) ? realPath(Full) : std::string();
}

std::optional<CudaToolkit> toolkitOfNvcc(llvm::StringRef Nvcc,
                                         llvm::StringRef Directory) {
  std::string Program = findProgram(Nvcc, Directory);
  if (Program.empty())
    return std::nullopt;
  return readCudaToolkit(path::parent_path(path::parent_path(Program)));
}

/// The newest version in \p Libraries, which is like /usr/lib/gcc, of the
/// target \p Target that begins with \p Version; both may be empty.
static std::optional<std::string> newestGcc(llvm::StringRef Libraries,
                                            llvm::StringRef Target,
                                            llvm::StringRef Version) {
  std::optional<std::string> Best;
  llvm::VersionTuple BestVersion;
  std::error_code EC;
  for (fs::directory_iterator Triple(Libraries, EC), End; !EC && Triple != End;
       Triple.increment(EC)) {
    llvm::StringRef Name = path::filename(Triple->path());
    // The compiler for Windows lives beside that of the machine.
    if (Target.empty() ? Name.contains("mingw") : Name != Target)
      continue;
    std::error_code Inner;
    for (fs::directory_iterator It(Triple->path(), Inner); !Inner && It != End;
         It.increment(Inner)) {
      llvm::StringRef Text = path::filename(It->path());
      llvm::VersionTuple Found;
      bool Fits = Version.empty() || Text == Version ||
                  Text.starts_with((Version + ".").str());
      if (Fits && !Found.tryParse(Text) && (!Best || BestVersion < Found) &&
          fs::exists(joined(It->path(), "crtbegin.o"))) {
        Best = It->path();
        BestVersion = Found;
      }
    }
  }
  return Best;
}

std::optional<std::string> gccInstallDir(llvm::StringRef Compiler,
                                         llvm::StringRef Directory) {
  std::string Program = findProgram(Compiler, Directory);
  if (fs::is_directory(Program))
    Program = findProgram(joined(Program, "g++"), Directory);
  // Debian's g++ is a link to x86_64-linux-gnu-g++-12.
  llvm::StringRef Name = path::filename(Program);
  llvm::StringRef Stem = Name.rtrim("0123456789.");
  llvm::StringRef Version = Name.drop_front(Stem.size());
  Stem.consume_back("-");
  if (!Stem.consume_back("g++") && !Stem.consume_back("gcc"))
    return std::nullopt;
  Stem.consume_back("-");
  llvm::StringRef Prefix = path::parent_path(path::parent_path(Program));
  for (llvm::StringRef Folder : {"lib/gcc", "lib64/gcc", "lib/gcc-cross"})
    if (auto Found = newestGcc(joined(Prefix, Folder), Stem, Version))
      return Found;
  return std::nullopt;
}

} // namespace oxide
