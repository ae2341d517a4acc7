// SPDX-License-Identifier: Apache-2.0
//
// The execution that a finding of the prover describes: two threads, where
// each of them is and what it touches.

#ifndef OXIDE_CHECKERS_CORE_WITNESS_H
#define OXIDE_CHECKERS_CORE_WITNESS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace oxide {

/// What an execution has to do with the content of arrays.
enum class Grade : uint8_t {
  Certain,       ///< follows from launch, scalars and thread ids alone
  InputDependent ///< needs some content of an array that the kernel only reads
};

llvm::StringRef toString(Grade G); ///< "certain", "input-dependent"

using Dim3 = std::array<uint32_t, 3>;
/// Names or expressions with their values, in the order in which they are told.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

struct WitnessThread {
  Dim3 Block{};
  Dim3 Thread{};
  clang::SourceLocation Access;
  std::string Kind; ///< "reads", "writes", "adds to"
  /// Calls that lead from the kernel to the access, innermost first.
  std::vector<clang::SourceLocation> CalledFrom;
  NamedValues Values; ///< loop iterations, expressions
};

struct WitnessData {
  Dim3 GridDim{};
  Dim3 BlockDim{};
  NamedValues Scalars; ///< parameters of the kernel
  WitnessThread First, Second;
  std::string Object;    ///< "s"
  std::string Element;   ///< "s[17]" or "byte 68 of s"
  std::string Separator; ///< what would separate the two; may be empty
  clang::SourceLocation SeparatorLoc;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_WITNESS_H
