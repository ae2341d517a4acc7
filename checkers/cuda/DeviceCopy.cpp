// SPDX-License-Identifier: Apache-2.0

#include "cuda/DeviceCopy.h"
#include "cuda/TypeText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace oxide::cuda {

namespace {

using namespace clang;

/// The name of the namespace at file scope that holds \p D, or "".
llvm::StringRef outermostNamespace(const Decl &D) {
  llvm::StringRef Name;
  for (const DeclContext *DC = D.getDeclContext(); DC; DC = DC->getParent())
    if (const auto *NS = llvm::dyn_cast<NamespaceDecl>(DC))
      Name = NS->getName();
  return Name;
}

/// Types that NVIDIA's libraries make for device memory, barriers with a
/// destructor among them.
bool isDeviceLibraryType(const CXXRecordDecl &R) {
  llvm::StringRef NS = outermostNamespace(R);
  return NS == "cuda" || NS == "nvcuda" || NS == "cooperative_groups";
}

/// Whether OXIDE_UNSAFE_DEVICE_COPY names \p R: a function
/// oxide_unsafe_device_copy(const R *) in the namespace of R.
bool isOptedIn(const CXXRecordDecl &R, const ASTContext &AST) {
  DeclarationName Name = &AST.Idents.get("oxide_unsafe_device_copy");
  const DeclContext *Scope = R.getDeclContext()->getEnclosingNamespaceContext();
  for (const NamedDecl *D : Scope->lookup(Name)) {
    const auto *F = llvm::dyn_cast<FunctionDecl>(D);
    if (!F || F->getNumParams() != 1)
      continue;
    QualType Pointee = F->getParamDecl(0)->getType()->getPointeeType();
    if (!Pointee.isNull() && Pointee->getAsCXXRecordDecl() &&
        declaresSameEntity(Pointee->getAsCXXRecordDecl(), &R))
      return true;
  }
  return false;
}

/// The host object whose address initialises a pointer, in words; empty when
/// no host address is evident.
std::string hostAddress(const Expr *Init) {
  Init = Init->IgnoreParenCasts();
  if (llvm::isa<StringLiteral>(Init))
    return "a string literal";
  if (llvm::isa<CXXNewExpr>(Init))
    return "memory of the host heap";
  if (const auto *U = llvm::dyn_cast<UnaryOperator>(Init);
      U && U->getOpcode() == UO_AddrOf)
    Init = U->getSubExpr()->IgnoreParens();
  else if (!Init->getType()->isArrayType())
    return "";
  const auto *Ref = llvm::dyn_cast<DeclRefExpr>(Init);
  const auto *V = Ref ? llvm::dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  // A constant may have a copy on the device, whose address this then is.
  if (!V || !V->hasGlobalStorage() || V->getType().isConstQualified() ||
      V->hasAttr<CUDADeviceAttr>() || V->hasAttr<CUDAConstantAttr>() ||
      V->hasAttr<CUDASharedAttr>() || V->hasAttr<HIPManagedAttr>())
    return "";
  return "the host variable '" + V->getNameAsString() + "'";
}

/// Walks the subobjects of a type, each class once.
class TypeWalk {
public:
  explicit TypeWalk(const ASTContext &AST) : AST(AST) {}

  /// \p Subject says what is of type \p T, at \p Loc; empty for the type that
  /// the walk began with. \p Path leads to the members of \p T: "outer.".
  std::optional<DeviceCopyProblem> visit(QualType T, const std::string &Subject,
                                         SourceLocation Loc,
                                         const std::string &Path) {
    if (T.isNull() || T->isDependentType())
      return std::nullopt;
    if (T->isReferenceType())
      return problem(DeviceCopyFault::Reference, Subject, QualType(),
                     "is a reference", Loc);
    const CXXRecordDecl *R = AST.getBaseElementType(T)->getAsCXXRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    if (!R || R->isInvalidDecl() || R->isUnion() || !Seen.insert(R).second ||
        isDeviceLibraryType(*R) || isOptedIn(*R, AST))
      return std::nullopt;
    if (Loc.isInvalid())
      Loc = R->getLocation();
    if (R->isPolymorphic())
      return problem(DeviceCopyFault::Virtual, Subject, T,
                     "has virtual functions", Loc);
    if (R->getNumVBases() != 0)
      return problem(DeviceCopyFault::Virtual, Subject, T, "has a virtual base",
                     Loc);
    if (outermostNamespace(*R) == "std" && !R->hasTrivialDestructor()) {
      if (R->getName() == "array")
        return visit(firstArgument(*R), Subject, Loc, Path);
      if (R->getName() != "pair")
        return problem(DeviceCopyFault::StandardOwner, Subject, T,
                       whatStandardTypeOwns(*R), Loc);
    }
    if (auto P = visitSubobjects(*R, Path))
      return P;
    if (const CXXDestructorDecl *D = R->getDestructor();
        D && D->isUserProvided() && actsVisibly(*D))
      return problem(DeviceCopyFault::Destructor, Subject, T,
                     "has a destructor that knows nothing of a copy made as "
                     "bytes",
                     Loc);
    return std::nullopt;
  }

private:
  std::optional<DeviceCopyProblem> visitSubobjects(const CXXRecordDecl &R,
                                                   const std::string &Path) {
    for (const CXXBaseSpecifier &B : R.bases())
      if (auto P = visit(B.getType(), "base class", B.getBeginLoc(), Path))
        return P;
    if (R.isLambda())
      return visitCaptures(R);
    for (const FieldDecl *F : R.fields()) {
      // An anonymous union or struct has no name of its own.
      std::string Name = Path + F->getNameAsString();
      std::string Subject = "member '" + Name + "'";
      if (auto P = visit(F->getType(), Subject, F->getLocation(),
                         F->isAnonymousStructOrUnion() ? Path : Name + "."))
        return P;
      if (!F->getType()->isPointerType() || !F->hasInClassInitializer() ||
          !F->getInClassInitializer())
        continue;
      std::string Host = hostAddress(F->getInClassInitializer());
      if (!Host.empty())
        return problem(DeviceCopyFault::HostPointer, Subject, QualType(),
                       "points to " + Host, F->getLocation());
    }
    return std::nullopt;
  }

  std::optional<DeviceCopyProblem> visitCaptures(const CXXRecordDecl &R) {
    auto Field = R.field_begin();
    for (const LambdaCapture &C : R.captures()) {
      if (Field == R.field_end())
        break;
      const FieldDecl *F = *Field++;
      std::string Name = C.capturesVariable()
                             ? C.getCapturedVar()->getNameAsString()
                             : std::string("this");
      if (C.capturesVariable() && F->getType()->isReferenceType())
        return DeviceCopyProblem{
            DeviceCopyFault::ReferenceCapture,
            "the lambda captures '" + Name + "' by reference", C.getLocation()};
      if (auto P = visit(F->getType(), "captured '" + Name + "'",
                         C.getLocation(), Name + "."))
        return P;
    }
    return std::nullopt;
  }

  static QualType firstArgument(const CXXRecordDecl &R) {
    const auto *S = llvm::dyn_cast<ClassTemplateSpecializationDecl>(&R);
    if (!S || S->getTemplateArgs().size() == 0 ||
        S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return {};
    return S->getTemplateArgs()[0].getAsType();
  }

  static llvm::StringRef whatStandardTypeOwns(const CXXRecordDecl &R) {
    return llvm::StringSwitch<llvm::StringRef>(R.getName())
        .Cases({"unique_ptr", "shared_ptr", "weak_ptr"},
               "owns what it points to")
        .Cases({"basic_string", "vector", "deque", "list", "forward_list"},
               "owns host memory")
        .Cases({"map", "multimap", "set", "multiset", "function"},
               "owns host memory")
        .Cases({"unordered_map", "unordered_multimap", "unordered_set",
                "unordered_multiset"},
               "owns host memory")
        .Default("owns a resource of the host");
  }

  /// An empty body releases nothing. A body in another file was put there to
  /// do something.
  static bool actsVisibly(const CXXDestructorDecl &D) {
    const FunctionDecl *Definition = nullptr;
    const Stmt *Body = D.getBody(Definition);
    if (!Body)
      if (const FunctionDecl *Pattern = D.getTemplateInstantiationPattern())
        Body = Pattern->getBody();
    const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(Body);
    return !Block || !Block->body_empty();
  }

  std::optional<DeviceCopyProblem> problem(DeviceCopyFault Fault,
                                           const std::string &Subject,
                                           QualType T, const llvm::Twine &What,
                                           SourceLocation Loc) {
    std::string Message = Subject.empty() ? "it" : Subject;
    if (!Subject.empty() && !T.isNull())
      Message += " of type " + quotedType(T, AST);
    return DeviceCopyProblem{Fault, (Message + " " + What).str(), Loc};
  }

  const ASTContext &AST;
  llvm::SmallPtrSet<const CXXRecordDecl *, 16> Seen;
};

} // namespace

std::optional<DeviceCopyProblem>
whyNotDeviceCopyable(clang::QualType T, const clang::ASTContext &AST) {
  return TypeWalk(AST).visit(T, "", clang::SourceLocation(), "");
}

} // namespace oxide::cuda
