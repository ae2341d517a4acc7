// SPDX-License-Identifier: Apache-2.0
//
// Facts about kernels from outside the source, and what else a user can tell
// the prover. One reader for the command line, the plugin and .oxide.json.

#ifndef OXIDE_CHECKERS_CORE_KERNELFACTS_H
#define OXIDE_CHECKERS_CORE_KERNELFACTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oxide {

/// Whether \p Name, as a user writes it, means the kernel \p Kernel, which is
/// qualified and carries its template arguments if it has any. Scopes may be
/// left out from the left, template arguments from the right: "k" and
/// "k<int>" both mean "ns::k<int, 4>".
bool meansKernel(llvm::StringRef Name, llvm::StringRef Kernel);

/// Whether \p Text can be a name for meansKernel().
bool isKernelName(llvm::StringRef Text);

/// Absent where nothing is known about a dimension.
using LaunchDims = std::array<std::optional<uint32_t>, 3>;

/// A launch that the source does not show.
struct LaunchFact {
  std::string Kernel; ///< a name for meansKernel()
  LaunchDims Grid, Block;
  std::optional<uint32_t> SharedBytes; ///< of the dynamic shared memory

  friend bool operator==(const LaunchFact &, const LaunchFact &) = default;
};

/// An expression over the integer parameters of a kernel, as in C (division
/// rounds to zero), with the values of mathematical integers.
struct FactExpr {
  enum class Op : uint8_t {
    Number,     ///< Value
    Name,       ///< Name: a parameter, "blockDim.x", "gridDim.x"
    Negate,     ///< -a
    Complement, ///< ~a
    Not,        ///< !a
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,        ///< a && b
    Or,         ///< a || b
    Conditional ///< a ? b : c
  };

  Op Kind = Op::Number;
  uint64_t Value = 0;
  std::string Name;
  std::vector<FactExpr> Operands;

  /// Fully parenthesised, for messages and tests.
  std::string str() const;

  friend bool operator==(const FactExpr &, const FactExpr &) = default;
};

/// A condition that the caller of a kernel promises.
struct Assumption {
  std::string Kernel; ///< a name for meansKernel(), empty for all kernels
  std::string Text;   ///< the expression as the user wrote it
  FactExpr Expr;

  /// Whether it is about the kernel \p Name.
  bool concerns(llvm::StringRef Name) const {
    return Kernel.empty() || meansKernel(Kernel, Name);
  }

  friend bool operator==(const Assumption &, const Assumption &) = default;
};

/// Parses "name<<<grid, block, shared>>>"; the last may be left out. A
/// dimension is N, (x, y) or (x, y, z), '?' stands for an unknown number. An
/// error is one line that shows what is wrong and a right example.
llvm::Expected<LaunchFact> parseLaunchFact(llvm::StringRef Text);

/// Parses "<<<grid, block, shared>>>"; Kernel stays empty.
llvm::Expected<LaunchFact> parseLaunchConfiguration(llvm::StringRef Text);

/// Parses "name: expression"; without a name it holds for all kernels.
llvm::Expected<Assumption> parseAssumption(llvm::StringRef Text);

/// Parses the condition alone. Reading C, it refuses what in C means something
/// else than it seems to: "0 < n < 9", "n = 4", a number as a condition.
llvm::Expected<FactExpr> parseFactExpr(llvm::StringRef Text);

/// \p Text for a message: in quotes, on one line, not too long.
std::string quotedFact(llvm::StringRef Text);

/// Parses the width of lock-step groups: a power of two up to 32.
llvm::Expected<unsigned> parseLockstep(llvm::StringRef Text);

/// What a user tells the prover.
struct ProverOptions {
  static constexpr uint64_t DefaultStepLimit = 1'000'000;

  std::vector<LaunchFact> Launches;
  std::vector<Assumption> Assumptions;
  /// Lanes that run in lock-step, as old code wants it; 0 for none.
  unsigned Lockstep = 0;
  /// Also report what needs some content of an array.
  bool InputDependent = false;
  /// Kernels that need KernelVerdict::Explanation: names for meansKernel().
  std::vector<std::string> ExplainKernels;
  /// The solver's work for one kernel in its own unit, never in seconds: the
  /// answer must not depend on the machine.
  uint64_t StepLimit = DefaultStepLimit;
  bool Enabled = true;
  bool Remarks = false; ///< print each verdict

  /// Whether \p Kernel needs one.
  bool explains(llvm::StringRef Kernel) const;

  /// Adds the facts of \p More; what it sets otherwise wins.
  void add(const ProverOptions &More);

  /// Applies one option that tool and plugin share: launch, assume, lockstep,
  /// input-dependent, no-prove, remarks. False when \p Key is none of them.
  /// \p Value is absent when there was no '='. The error does not repeat the
  /// name of the option.
  llvm::Expected<bool> apply(llvm::StringRef Key,
                             std::optional<llvm::StringRef> Value);
};

/// The keys that ProverOptions::apply() knows.
inline constexpr llvm::StringLiteral ProverOptionKeys[] = {
    "launch", "assume", "lockstep", "input-dependent", "no-prove", "remarks"};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_KERNELFACTS_H
