// SPDX-License-Identifier: Apache-2.0
//
// Where this machine keeps clang and the CUDA toolkit.

#ifndef OXIDE_PLUGIN_CLI_TOOLCHAIN_H
#define OXIDE_PLUGIN_CLI_TOOLCHAIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace oxide {

struct ClangInstallation {
  std::string Executable;  ///< of clang 22; need not exist
  std::string ResourceDir; ///< holds the builtin headers
};

/// Looks beside the Clang library that this process has loaded, then for a
/// clang 22 on PATH.
llvm::Expected<ClangInstallation> findClang();

struct CudaToolkit {
  std::string Path;
  unsigned Version = 0; ///< CUDA_VERSION of cuda.h: 13000 for 13.0

  unsigned major() const { return Version / 1000; }
  unsigned minor() const { return Version % 1000 / 10; }
};

/// Looks in $CUDA_PATH, $CUDA_HOME, the usual folders and beside nvcc.
std::optional<CudaToolkit> findCudaToolkit();

/// The toolkit in the folder \p Path, absent when there is no cuda.h.
std::optional<CudaToolkit> readCudaToolkit(llvm::StringRef Path);

/// The toolkit that \p Nvcc belongs to, as a command that runs in
/// \p Directory names it.
std::optional<CudaToolkit> toolkitOfNvcc(llvm::StringRef Nvcc,
                                         llvm::StringRef Directory);

/// The folder of the libraries of the g++ that \p Compiler names, a program or
/// the folder that it is in; absent when it is another compiler or not here.
std::optional<std::string> gccInstallDir(llvm::StringRef Compiler,
                                         llvm::StringRef Directory);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_TOOLCHAIN_H
