// SPDX-License-Identifier: Apache-2.0

#include "prover/FactTerms.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

namespace {

class Reader {
public:
  Reader(Translator &X, llvm::function_ref<TermRef(llvm::StringRef)> Scalar,
         std::string &Missing)
      : X(X), T(X.terms()), Scalar(Scalar), Missing(Missing) {}

  TermRef read(const FactExpr &E) {
    using Op = FactExpr::Op;
    if (E.Kind == Op::Number)
      return T.constant(static_cast<int64_t>(E.Value));
    if (E.Kind == Op::Name)
      return name(E.Name);
    std::vector<TermRef> O;
    for (const FactExpr &Operand : E.Operands) {
      O.push_back(read(Operand));
      if (!O.back())
        return nullptr;
    }
    switch (E.Kind) {
    case Op::Negate:
      return T.scale(integer(O[0]), -1);
    case Op::Complement:
      return T.sub(T.constant(-1), integer(O[0]));
    case Op::Not:
      return T.logicalNot(condition(O[0]));
    case Op::And:
      return T.both(condition(O[0]), condition(O[1]));
    case Op::Or:
      return T.either(condition(O[0]), condition(O[1]));
    case Op::Conditional:
      return T.select(condition(O[0]), integer(O[1]), integer(O[2]));
    default:
      return binary(E.Kind, integer(O[0]), integer(O[1]));
    }
  }

  TermRef condition(TermRef V) {
    return V->isCondition() ? V : T.logicalNot(T.zero(V));
  }

private:
  TermRef integer(TermRef V) {
    return V->isCondition() ? T.select(V, T.constant(1), T.constant(0)) : V;
  }

  TermRef name(llvm::StringRef Name) {
    for (unsigned D = 0; D != 3; ++D) {
      if (Name == (llvm::Twine("blockDim.") + llvm::Twine("xyz"[D])).str())
        return X.blockSize(D);
      if (Name == (llvm::Twine("gridDim.") + llvm::Twine("xyz"[D])).str())
        return X.gridSize(D);
    }
    TermRef Known = Scalar(Name);
    if (!Known)
      Missing = Name.str();
    return Known;
  }

  TermRef binary(FactExpr::Op Kind, TermRef A, TermRef B) {
    using Op = FactExpr::Op;
    switch (Kind) {
    case Op::Mul:
      return T.mul(A, B);
    case Op::Div:
      return T.quotient(A, B);
    case Op::Rem:
      return T.remainder(A, B);
    case Op::Add:
      return T.add(A, B);
    case Op::Sub:
      return T.sub(A, B);
    case Op::Shl:
      return T.shiftLeft(A, B);
    case Op::Shr:
      return T.shiftRight(A, B);
    case Op::Lt:
      return T.less(A, B);
    case Op::Gt:
      return T.less(B, A);
    case Op::Le:
      return T.lessEqual(A, B);
    case Op::Ge:
      return T.lessEqual(B, A);
    case Op::Eq:
      return T.equal(A, B);
    case Op::Ne:
      return T.logicalNot(T.equal(A, B));
    case Op::BitAnd:
      return T.bitAnd(A, B);
    case Op::BitXor:
      return T.bitXor(A, B);
    default:
      return T.bitOr(A, B);
    }
  }

  Translator &X;
  TermContext &T;
  llvm::function_ref<TermRef(llvm::StringRef)> Scalar;
  std::string &Missing;
};

} // namespace

TermRef factTerm(Translator &X, const FactExpr &E,
                 llvm::function_ref<TermRef(llvm::StringRef)> Scalar,
                 std::string &Missing) {
  Reader R(X, Scalar, Missing);
  TermRef Result = R.read(E);
  return Result ? R.condition(Result) : nullptr;
}

} // namespace oxide::prover
