// SPDX-License-Identifier: Apache-2.0
//
// Terms: what the prover knows about an integer or a condition of a kernel.
//
// Integers are mathematical: there are no widths and nothing wraps. Whether
// 32-bit arithmetic of the kernel can leave its range is a query of its own.
// A term speaks about one generic thread; a query takes two copies of it
// (TermContext::copy) in which symbols of a uniform scope stay shared.

#ifndef OXIDE_CHECKERS_PROVER_TERM_H
#define OXIDE_CHECKERS_PROVER_TERM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

namespace oxide::prover {

/// The largest set of threads that agree on a value, in the same iterations
/// of the loops around it.
enum class Scope : uint8_t { Launch, Block, Warp, Thread };

/// What a term rests on. The higher, the less it can refute.
enum class Grade : uint8_t {
  Exact, ///< launch, scalars, thread indices, loop iterations
  Input, ///< contents of memory that the kernel only reads
  Approximate
};

enum class SymbolKind : uint8_t {
  ThreadIndex, ///< threadIdx.x, .y, .z by Dim
  BlockIndex,
  BlockSize,
  GridSize,
  Scalar,    ///< a kernel parameter, or a member of one
  Iteration, ///< of a loop, from 0
  Content,   ///< memory that the kernel only reads, applied to a byte offset
  Opaque,    ///< a value that is not followed, applied to loop iterations
  Digit      ///< a part of another variable
};

/// An uninterpreted function or, without arguments, an unknown.
struct Symbol {
  unsigned Id = 0;
  SymbolKind Kind = SymbolKind::Opaque;
  uint8_t Dim = 0;
  Scope Varies = Scope::Launch; ///< where its values differ between threads
  Grade Rests = Grade::Exact;
  bool Boolean = false;
  /// Bounds of its values. They hold by construction of the program.
  int64_t Lo = std::numeric_limits<int64_t>::min();
  int64_t Hi = std::numeric_limits<int64_t>::max();
  std::string Name;
  /// 0 for a generic or shared symbol; a copy for thread 1 or 2 has its number
  /// and points to the generic one.
  unsigned Copy = 0;
  const Symbol *Generic = nullptr;
};

enum class TermKind : uint8_t {
  // Integers
  Constant,
  Apply,     ///< of a symbol; Boolean where the symbol is
  Sum,       ///< Value + sum of Coefficients[i] * Operands[i]
  Product,   ///< of two terms, neither of them constant
  Quotient,  ///< truncated, as C's /
  Remainder, ///< with the sign of the dividend, as C's %
  BitAnd,    ///< two's complement of unlimited width, as the next four
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight, ///< rounds down
  Select,     ///< Operands[0] ? Operands[1] : Operands[2]
  // Conditions
  Truth,       ///< Value is 0 or 1
  Zero,        ///< Operands[0] == 0
  NonNegative, ///< Operands[0] >= 0
  Not,
  AllOf,
  AnyOf
};

class TermContext;

/// Immutable and unique: equal terms of one context are one object.
class Term {
public:
  TermKind kind() const { return Kind; }
  /// Creation order: a deterministic key.
  unsigned id() const { return Id; }
  int64_t value() const { return Value; }
  const Symbol &symbol() const { return *Sym; }
  llvm::ArrayRef<const Term *> operands() const { return Operands; }
  const Term &operand(unsigned I) const { return *Operands[I]; }
  llvm::ArrayRef<int64_t> coefficients() const { return Coefficients; }
  bool isConstant() const { return Kind == TermKind::Constant; }
  bool isCondition() const {
    return Kind >= TermKind::Truth || (Kind == TermKind::Apply && Sym->Boolean);
  }
  bool isTrue() const { return Kind == TermKind::Truth && Value; }
  bool isFalse() const { return Kind == TermKind::Truth && !Value; }
  /// Bounds that hold whatever the symbols are; saturated at 64 bits.
  int64_t lo() const { return Lo; }
  int64_t hi() const { return Hi; }
  bool isNonNegative() const { return Lo >= 0; }
  Grade grade() const { return Rests; }
  bool isExact() const { return Rests == Grade::Exact; }
  Scope varies() const { return Varies; }
  /// Uses an operation on bits that linear arithmetic does not have.
  bool usesBits() const { return Bits; }

private:
  friend class TermContext;
  TermKind Kind = TermKind::Constant;
  Grade Rests = Grade::Exact;
  Scope Varies = Scope::Launch;
  bool Bits = false;
  unsigned Id = 0;
  int64_t Value = 0;
  int64_t Lo = 0, Hi = 0;
  const Symbol *Sym = nullptr;
  llvm::ArrayRef<const Term *> Operands;
  llvm::ArrayRef<int64_t> Coefficients;
};

using TermRef = const Term *;

/// Makes and owns terms and symbols, and simplifies on the way.
class TermContext {
public:
  TermContext();
  TermContext(const TermContext &) = delete;
  TermContext &operator=(const TermContext &) = delete;

  /// A new symbol; Id is set here.
  const Symbol &symbol(Symbol S);
  /// The symbol of thread \p Copy (1 or 2) for the generic \p S.
  const Symbol &copyOf(const Symbol &S, unsigned Copy);

  TermRef constant(int64_t V);
  TermRef truth(bool V);
  TermRef apply(const Symbol &S, llvm::ArrayRef<TermRef> Arguments = {});

  TermRef add(TermRef A, TermRef B);
  TermRef sub(TermRef A, TermRef B) { return add(A, scale(B, -1)); }
  TermRef scale(TermRef A, int64_t Factor);
  TermRef mul(TermRef A, TermRef B);
  TermRef quotient(TermRef A, TermRef B);
  TermRef remainder(TermRef A, TermRef B);
  TermRef bitAnd(TermRef A, TermRef B);
  TermRef bitOr(TermRef A, TermRef B);
  TermRef bitXor(TermRef A, TermRef B);
  TermRef shiftLeft(TermRef A, TermRef B);
  TermRef shiftRight(TermRef A, TermRef B);
  TermRef select(TermRef C, TermRef A, TermRef B);

  TermRef equal(TermRef A, TermRef B);
  TermRef less(TermRef A, TermRef B) { return lessEqual(add(A, One), B); }
  TermRef lessEqual(TermRef A, TermRef B) { return nonNegative(sub(B, A)); }
  TermRef zero(TermRef A);
  TermRef nonNegative(TermRef A);
  TermRef logicalNot(TermRef A);
  TermRef allOf(llvm::ArrayRef<TermRef> Conditions);
  TermRef anyOf(llvm::ArrayRef<TermRef> Conditions);
  TermRef both(TermRef A, TermRef B) { return allOf({A, B}); }
  TermRef either(TermRef A, TermRef B) { return anyOf({A, B}); }
  TermRef implies(TermRef A, TermRef B) { return either(logicalNot(A), B); }

  /// The variable \p V, which is not negative, as High * \p Divisor + Low,
  /// with 0 <= Low < \p Divisor. The same terms for the same question.
  std::pair<TermRef, TermRef> digits(TermRef V, int64_t Divisor);

  /// The operation of \p T on other operands.
  TermRef rebuild(TermRef T, llvm::ArrayRef<TermRef> Operands);

  /// \p T with each application replaced by what \p Replace gives for the
  /// symbol and the already replaced arguments; null keeps the application.
  using Replacer =
      llvm::function_ref<TermRef(const Symbol &, llvm::ArrayRef<TermRef>)>;
  TermRef replace(TermRef T, Replacer Replace);

  /// \p T as thread \p Copy (1 or 2) sees it. Symbols stay shared where they
  /// are uniform at \p Shared: Scope::Block keeps all that a block agrees on.
  TermRef copy(TermRef T, unsigned Copy, Scope Shared);

private:
  TermRef intern(TermKind Kind, int64_t Value, const Symbol *Sym,
                 llvm::ArrayRef<TermRef> Operands,
                 llvm::ArrayRef<int64_t> Coefficients = {});
  static void describe(Term &T);
  using Parts = llvm::SmallVector<std::pair<TermRef, int64_t>, 8>;
  static void addTo(TermRef T, int64_t Factor, int64_t &Value, Parts &To);
  TermRef sum(int64_t Value, Parts &Of);
  TermRef replaceIn(TermRef T, Replacer Replace,
                    llvm::DenseMap<TermRef, TermRef> &Done);
  TermRef junction(TermKind Kind, llvm::ArrayRef<TermRef> Conditions);
  TermRef dividedBy(TermRef Sum, int64_t Divisor);

  llvm::BumpPtrAllocator Memory;
  std::deque<Symbol> Symbols;
  llvm::DenseMap<std::pair<const Symbol *, unsigned>, const Symbol *> Copies;
  llvm::DenseMap<std::pair<TermRef, int64_t>, std::pair<TermRef, TermRef>>
      Digits;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Term *, 1>> Table;
  unsigned NextId = 0;
  TermRef One, True, False;
};

/// Whether \p T is a multiple of \p Factor, whatever its symbols are, as far as
/// the coefficients of a sum show it.
bool isMultipleOf(TermRef T, int64_t Factor);

/// Calls \p Visit for \p Roots and all their parts, each once.
void forEachTerm(llvm::ArrayRef<TermRef> Roots,
                 llvm::function_ref<void(TermRef)> Visit);

/// Applications in \p Roots, each once, in order of their ids.
std::vector<TermRef> applicationsIn(llvm::ArrayRef<TermRef> Roots);

/// The integer parameters of the kernel among them.
std::vector<TermRef> scalarsIn(llvm::ArrayRef<TermRef> Roots);

/// \p T as a person would write it: "threadIdx.x + 4 * k", "a < b && c == 0".
std::string toString(TermRef T);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_TERM_H
