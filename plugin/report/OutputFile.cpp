// SPDX-License-Identifier: Apache-2.0

#include "report/OutputFile.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

namespace fs = llvm::sys::fs;

static llvm::Error cannotWrite(llvm::StringRef Path, llvm::StringRef Why) {
  return llvm::createStringError("cannot write '" + llvm::Twine(Path) +
                                 "': " + Why);
}

/// Writes \p Bytes to \p OS and reports what went wrong; the destructor of the
/// stream would end the process instead.
static llvm::Error writeAll(llvm::raw_fd_ostream &OS, llvm::StringRef Bytes,
                            llvm::StringRef Path) {
  OS << Bytes;
  OS.flush();
  if (!OS.has_error())
    return llvm::Error::success();
  std::string Why = OS.error().message();
  OS.clear_error();
  return cannotWrite(Path, Why);
}

llvm::Expected<OutputFile> OutputFile::open(llvm::StringRef Path) {
  OutputFile Result(Path);
  fs::file_status Status;
  if (Path.empty())
    return llvm::createStringError("cannot write a file without a name");
  if (fs::is_directory(Path))
    return cannotWrite(Path, "it is a directory");
  bool Exists = !fs::status(Path, Status);
  if (Path == "-" || (Exists && !fs::is_regular_file(Status)))
    return Result;
  if (Exists && fs::access(Path, fs::AccessMode::Write))
    return cannotWrite(Path, "permission denied");
  llvm::Expected<fs::TempFile> Created =
      fs::TempFile::create(Path + ".%%%%%%.tmp", fs::all_read | fs::all_write);
  if (!Created) {
    std::error_code EC = llvm::errorToErrorCode(Created.takeError());
    return cannotWrite(Path, EC.message());
  }
  Result.Temporary.emplace(std::move(*Created));
  return Result;
}

OutputFile::~OutputFile() {
  if (Temporary)
    llvm::consumeError(Temporary->discard());
}

llvm::Error OutputFile::commit(llvm::StringRef Bytes) {
  if (isStandardOutput())
    return writeAll(llvm::outs(), Bytes, "the standard output");
  if (!Temporary) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    return EC ? cannotWrite(Path, EC.message()) : writeAll(OS, Bytes, Path);
  }
  llvm::raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
  if (llvm::Error E = writeAll(OS, Bytes, Path))
    return E;
  if (llvm::Error E = Temporary->keep(Path))
    return cannotWrite(Path, llvm::toString(std::move(E)));
  Temporary.reset();
  return llvm::Error::success();
}

} // namespace oxide
