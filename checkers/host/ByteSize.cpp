// SPDX-License-Identifier: Apache-2.0

#include "host/ByteSize.h"
#include "cuda/HostValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

class Reader {
public:
  explicit Reader(const ASTContext &AST) : AST(AST) {}

  bool read(const Expr *E, ByteSize &Into, unsigned Depth = 0) {
    if (!E || Depth > 8)
      return false;
    E = resolved(E);
    if (E->isValueDependent() || E->isTypeDependent())
      return false;
    if (const auto *S = llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(E))
      return readSizeof(*S, Into);
    if (const auto *B = llvm::dyn_cast<BinaryOperator>(E);
        B && B->getOpcode() == BO_Mul)
      return read(B->getLHS(), Into, Depth + 1) &&
             read(B->getRHS(), Into, Depth + 1);
    Expr::EvalResult Value;
    if (E->EvaluateAsInt(Value, AST))
      return !llvm::MulOverflow(Into.Constant, Value.Val.getInt().getExtValue(),
                                Into.Constant);
    std::optional<AccessPath> Path = pathOf(E);
    if (!Path || !E->getType()->isIntegerType())
      return false;
    Into.Factors.push_back(std::move(*Path));
    return true;
  }

private:
  bool readSizeof(const UnaryExprOrTypeTraitExpr &S, ByteSize &Into) {
    Expr::EvalResult Value;
    if (S.getKind() != UETT_SizeOf || !S.EvaluateAsInt(Value, AST))
      return false;
    if (S.getTypeOfArgument()->isPointerType())
      Into.OfPointer = &S;
    int64_t Bytes = Value.Val.getInt().getExtValue();
    return !llvm::MulOverflow(Into.Unit ? Into.Unit : 1, Bytes, Into.Unit);
  }

  const ASTContext &AST;
};

} // namespace

std::optional<ByteSize> byteSize(const Expr *E, const ASTContext &AST) {
  ByteSize Result;
  if (!Reader(AST).read(E, Result))
    return std::nullopt;
  llvm::sort(Result.Factors);
  return Result;
}

} // namespace oxide::cuda
