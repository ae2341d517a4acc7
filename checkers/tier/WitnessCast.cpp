// SPDX-License-Identifier: Apache-2.0

#include "tier/WitnessCast.h"
#include "cuda/LibraryTypes.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace oxide {

using namespace clang;

static bool same(const CXXRecordDecl *A, const CXXRecordDecl *B) {
  return A && B && A->getCanonicalDecl() == B->getCanonicalDecl();
}

/// Whether a cast of a function pointer makes a function that returns something
/// else return a witness; the witness, or null.
static const CXXRecordDecl *functionCast(QualType From, QualType To) {
  const auto *FromFunction = From->getAs<FunctionType>();
  const auto *ToFunction = To->getAs<FunctionType>();
  if (!FromFunction || !ToFunction)
    return nullptr;
  const CXXRecordDecl *W = cuda::asWitness(ToFunction->getReturnType());
  return W && !same(W, cuda::asWitness(FromFunction->getReturnType()))
             ? W
             : nullptr;
}

std::optional<WitnessCast> asWitnessCast(const ExplicitCastExpr &Cast) {
  const Expr *Sub = Cast.getSubExpr();
  QualType Written = Cast.getTypeAsWritten();
  if (Cast.isTypeDependent() || Sub->isTypeDependent())
    return std::nullopt;
  QualType To = Written->getPointeeType();
  QualType From = Written->isReferenceType() ? Sub->getType()
                                             : Sub->getType()->getPointeeType();
  if (To.isNull())
    return std::nullopt;
  const CXXRecordDecl *ToWitness = cuda::asWitness(To);
  const CXXRecordDecl *FromWitness = cuda::asWitness(From);
  switch (Cast.getCastKind()) {
  case CK_IntegralToPointer:
    if (ToWitness)
      return WitnessCast{WitnessCastKind::ToWitness, ToWitness};
    return std::nullopt;
  case CK_BitCast:
  case CK_LValueBitCast:
    if (ToWitness && !same(ToWitness, FromWitness))
      return WitnessCast{WitnessCastKind::ToWitness, ToWitness};
    if (From.isNull())
      return std::nullopt;
    if (const CXXRecordDecl *W = functionCast(From, To))
      return WitnessCast{WitnessCastKind::ToWitness, W};
    if (FromWitness && !ToWitness && !To->isVoidType() &&
        !To.isConstQualified())
      return WitnessCast{WitnessCastKind::FromWitness, FromWitness};
    return std::nullopt;
  case CK_NoOp:
    if (same(ToWitness, FromWitness) && From.isConstQualified() &&
        !To.isConstQualified())
      return WitnessCast{WitnessCastKind::RemovesConst, ToWitness};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<BitCast> asBitCast(const Expr &E) {
  if (const auto *B = llvm::dyn_cast<BuiltinBitCastExpr>(&E))
    return BitCast{B->getSubExpr()->getType(), B->getType()};
  const auto *Call = llvm::dyn_cast<CallExpr>(&E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || Call->getNumArgs() != 1 || !F->getIdentifier() ||
      F->getName() != "bit_cast")
    return std::nullopt;
  // std and cuda::std, whatever inline namespaces lie in between.
  const DeclContext *Std = F->getDeclContext()->getEnclosingNamespaceContext();
  while (Std->isInlineNamespace())
    Std = Std->getParent();
  const auto *Name = llvm::dyn_cast<NamespaceDecl>(Std);
  if (!Name || Name->getName() != "std")
    return std::nullopt;
  return BitCast{Call->getArg(0)->getType(), Call->getType()};
}

static bool isMemoryFunction(const FunctionDecl &F) {
  static constexpr llvm::StringLiteral Names[] = {"memcpy",
                                                  "memmove",
                                                  "mempcpy",
                                                  "memset",
                                                  "__builtin_memcpy",
                                                  "__builtin_memmove",
                                                  "__builtin_memset",
                                                  "__builtin_memcpy_inline",
                                                  "__builtin_memset_inline",
                                                  "cudaMemcpy",
                                                  "cudaMemcpyAsync",
                                                  "cudaMemset",
                                                  "cudaMemsetAsync"};
  return F.getIdentifier() && llvm::is_contained(Names, F.getName()) &&
         (F.getDeclContext()->getRedeclContext()->isTranslationUnit() ||
          F.isInStdNamespace());
}

/// The witness that a pointer argument leads to, whatever it is cast to.
static const CXXRecordDecl *pointedWitness(const Expr *E) {
  return cuda::asWitness(E->IgnoreParenCasts()->getType()->getPointeeType());
}

const CXXRecordDecl *writesWitness(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || Call.getNumArgs() < 2 || !isMemoryFunction(*F))
    return nullptr;
  const CXXRecordDecl *W = pointedWitness(Call.getArg(0));
  if (!W || (!cuda::isUnique(*W) && same(W, pointedWitness(Call.getArg(1)))))
    return nullptr;
  return W;
}

} // namespace oxide
