// SPDX-License-Identifier: Apache-2.0

#include "cli/NvccShim.h"
#include "llvm/Support/MemoryBuffer.h"

namespace oxide {

/// Included behind clang's CUDA wrapper and the toolkit's definitions.
static constexpr llvm::StringLiteral Shim = R"(#pragma GCC system_header
// Without a toolkit, -nocudainc, there is nothing to mend.
#ifdef __CLANG_CUDA_RUNTIME_WRAPPER_H__

// clang ignores the attribute. A managed variable is a device variable that
// the host may use too, and clang checks no more than that of a device one.
#undef __managed__
#define __managed__ __device__

// nvcc includes these, which bring names like abs(float) to everybody.
#include <math.h>
#include <stdlib.h>

// clang declares these for the device only.
#define OXIDE_HOST(Type, A, B)                                                 \
  __host__ static inline Type min(A a, B b) {                                  \
    return (Type)a < (Type)b ? (Type)a : (Type)b;                              \
  }                                                                            \
  __host__ static inline Type max(A a, B b) {                                  \
    return (Type)a < (Type)b ? (Type)b : (Type)a;                              \
  }
#define OXIDE_HOST_INTEGERS(Type)                                              \
  OXIDE_HOST(Type, Type, Type)                                                 \
  OXIDE_HOST(unsigned Type, unsigned Type, unsigned Type)                      \
  OXIDE_HOST(unsigned Type, Type, unsigned Type)                               \
  OXIDE_HOST(unsigned Type, unsigned Type, Type)
OXIDE_HOST_INTEGERS(int)
OXIDE_HOST_INTEGERS(long)
OXIDE_HOST_INTEGERS(long long)
OXIDE_HOST(float, float, float)
OXIDE_HOST(double, double, double)
OXIDE_HOST(double, float, double)
OXIDE_HOST(double, double, float)
#undef OXIDE_HOST_INTEGERS
#undef OXIDE_HOST
#endif
)";

/// clang's <new> calls malloc and free in device code, and when it is included
/// from the first header of all, finds those of the host.
static constexpr llvm::StringLiteral New = R"(#pragma GCC system_header
extern "C" {
__attribute__((device)) void *malloc(__SIZE_TYPE__)
    __attribute__((nothrow, malloc));
__attribute__((device)) void free(void *) __attribute__((nothrow));
}
#include_next <new>
)";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystemWithShim() {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Add = [&](const llvm::Twine &Path, llvm::StringRef Text) {
    Memory->addFile(Path, /*ModificationTime=*/0,
                    llvm::MemoryBuffer::getMemBuffer(Text));
  };
  Add(NvccShimFile, Shim);
  Add(NvccShimFolder + "/new", New);
  auto Result = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
          llvm::vfs::createPhysicalFileSystem().release()));
  Result->pushOverlay(std::move(Memory));
  return Result;
}

} // namespace oxide
