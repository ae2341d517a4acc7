// SPDX-License-Identifier: Apache-2.0
//
// Members of a class that the preprocessor gives to one pass of a CUDA
// compilation and not to the other.

#ifndef OXIDE_CHECKERS_HOST_PASSLAYOUT_H
#define OXIDE_CHECKERS_HOST_PASSLAYOUT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include <optional>

namespace oxide::cuda {

/// What lies where: the offset of each member, the size and the alignment.
struct MemberLayout {
  std::vector<uint64_t> Offsets;
  uint64_t Size = 0, Align = 1;

  void add(uint64_t Bytes, uint64_t Alignment);
  friend bool operator==(const MemberLayout &, const MemberLayout &) = default;
};

/// Where the members differ and how.
struct PassDifference {
  clang::SourceLocation At; ///< the directive
  MemberLayout Device, Host;
};

/// The members of \p R between `#ifdef __CUDA_ARCH__`, `#else` and `#endif`, if
/// they differ in layout; nothing where one of the two is not understood, as
/// only one of them is compiled and the other is read as text.
std::optional<PassDifference> passDifference(const clang::CXXRecordDecl &R,
                                             clang::ASTContext &AST);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_PASSLAYOUT_H
