// SPDX-License-Identifier: Apache-2.0

#include "host/LibraryCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace oxide::cuda {

using namespace clang;

static bool isCallable(const CXXRecordDecl &R) {
  DeclarationName Call =
      R.getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  return !R.lookup(Call).empty();
}

/// What the compiler puts between <<< and >>>.
static bool isConfiguration(const FunctionDecl &F) {
  return F.getIdentifier() &&
         llvm::StringSwitch<bool>(F.getName())
             .Cases({"__cudaPushCallConfiguration", "cudaConfigureCall",
                     "__hipPushCallConfiguration", "hipConfigureCall"},
                    true)
             .Default(false);
}

bool isCudaName(const FunctionDecl &F) {
  if (!F.getIdentifier() || llvm::isa<CXXMethodDecl>(F) || isConfiguration(F))
    return false;
  llvm::StringRef Name = F.getName();
  return (Name.consume_front("cuda") || Name.consume_front("cu") ||
          Name.consume_front("hip")) &&
         !Name.empty() && llvm::isUpper(Name.front());
}

/// What another thread may have a hand in, or code that the type does not name.
static bool isThreading(const FunctionDecl &F) {
  if (const auto *M = llvm::dyn_cast<CXXMethodDecl>(&F)) {
    const IdentifierInfo *Id = M->getParent()->getIdentifier();
    return Id && llvm::StringSwitch<bool>(Id->getName())
                     .Cases({"thread", "jthread", "future", "shared_future",
                             "__basic_future", "promise"},
                            true)
                     .Cases({"condition_variable", "condition_variable_any",
                             "latch", "barrier", "counting_semaphore"},
                            true)
                     .Cases({"packaged_task", "function", "any", "shared_ptr",
                             "__shared_ptr"},
                            true)
                     .Default(false);
  }
  if (!F.getIdentifier())
    return false;
  llvm::StringRef Name = F.getName();
  return Name == "async" || Name == "call_once" || Name == "invoke" ||
         Name.starts_with("pthread_") || Name.starts_with("sem_") ||
         Name.starts_with("thrd_") || Name.starts_with("cnd_");
}

/// Whether \p D is in the C++ library at any depth.
static bool isOfStandardLibrary(const Decl &D) {
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *N = llvm::dyn_cast<NamespaceDecl>(C);
        N && (N->isStdNamespace() ||
              (N->getIdentifier() && N->getName() == "__gnu_cxx")))
      return true;
  return false;
}

static bool isInert(llvm::ArrayRef<TemplateArgument> Arguments, unsigned Depth);

/// Whether objects of type \p T do no more than keep a value: a deleter, an
/// allocator and the destructor of an element are code that runs elsewhere.
static bool isInertType(QualType T, unsigned Depth) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!R)
    return true;
  if (!isOfStandardLibrary(*R))
    return R->hasDefinition() && R->hasTrivialDestructor() &&
           R->isAggregate() && !isCallable(*R);
  const auto *S = llvm::dyn_cast<ClassTemplateSpecializationDecl>(R);
  return !S || isInert(S->getTemplateArgs().asArray(), Depth + 1);
}

static bool isInert(llvm::ArrayRef<TemplateArgument> Arguments,
                    unsigned Depth) {
  constexpr unsigned MostDepth = 4;
  return Depth < MostDepth &&
         llvm::all_of(
             Arguments,
             [&](const TemplateArgument &A) {
               if (A.getKind() == TemplateArgument::Pack)
                 return isInert(A.getPackAsArray(), Depth);
               return A.getKind() != TemplateArgument::Type ||
                      isInertType(A.getAsType(), Depth);
             });
}

/// `make_float4(x, y, z, w)` and mathematics.
static bool isOfNumbers(const FunctionDecl &F) {
  return F.hasAttr<CUDADeviceAttr>() && !llvm::isa<CXXMethodDecl>(F) &&
         F.getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         llvm::all_of(F.parameters(), [](const ParmVarDecl *P) {
           return P->getType()->isArithmeticType();
         });
}

bool isInertLibraryFunction(const FunctionDecl &F) {
  if (F.isTrivial() || F.getBuiltinID() || isConfiguration(F))
    return true;
  if (isThreading(F))
    return false;
  if (isOfStandardLibrary(F)) {
    const auto *M = llvm::dyn_cast<CXXMethodDecl>(&F);
    const TemplateArgumentList *Own = F.getTemplateSpecializationArgs();
    return (!M ||
            isInertType(F.getASTContext().getCanonicalTagType(M->getParent()),
                        0)) &&
           (!Own || isInert(Own->asArray(), 0));
  }
  if (!F.getASTContext().getSourceManager().isInSystemHeader(F.getLocation()))
    return F.isDefaulted() || F.isImplicit();
  // MPI_Barrier, cublasGetVector and their like may do anything.
  if (F.isExternC())
    return llvm::none_of(F.getName(), llvm::isUpper);
  return F.isConstexpr() || isOfNumbers(F);
}

bool isOverridable(const FunctionDecl &F) {
  const auto *M = llvm::dyn_cast<CXXMethodDecl>(&F);
  return M && M->isVirtual() && !M->hasAttr<FinalAttr>() &&
         !M->getParent()->isEffectivelyFinal();
}

bool takesCode(llvm::ArrayRef<const Expr *> Arguments) {
  return llvm::any_of(Arguments, [](const Expr *A) {
    QualType T = A->getType().getNonReferenceType();
    if (T->isFunctionPointerType() || T->isFunctionType())
      return true;
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    return R && R->hasDefinition() && isCallable(*R);
  });
}

bool isDefaultStream(const Expr *Stream) {
  if (!Stream || llvm::isa<CXXDefaultArgExpr>(Stream))
    return true;
  Stream = Stream->IgnoreParenCasts();
  if (llvm::isa<CXXNullPtrLiteralExpr, GNUNullExpr>(Stream))
    return true;
  // 0, cudaStreamLegacy and cudaStreamPerThread are small numbers.
  return llvm::isa<IntegerLiteral>(Stream);
}

} // namespace oxide::cuda
