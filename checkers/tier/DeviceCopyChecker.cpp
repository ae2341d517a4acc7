// SPDX-License-Identifier: Apache-2.0
//
// oxide-device-copy, see docs/checkers/device-copy.md.

#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/DeviceCopy.h"
#include "cuda/TypeText.h"
#include "tier/AddressUse.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide {

namespace {

using namespace clang;
using cuda::DeviceCopyFault;
using cuda::DeviceCopyProblem;

/// Templates whose first argument is the type of elements that are copied as
/// bytes between host and device.
constexpr llvm::StringLiteral ElementTemplates[] = {
    "oxide::DeviceBuffer", "oxide::Slice", "oxide::DisjointSlice",
    "oxide::RowWidth", "thrust::device_vector"};

/// Calls that copy bytes into or out of the variable that is their argument.
struct SymbolCopy {
  llvm::StringLiteral Name;
  unsigned Symbol;
};
constexpr SymbolCopy SymbolCopies[] = {{"cudaMemcpyToSymbol", 0},
                                       {"cudaMemcpyToSymbolAsync", 0},
                                       {"cudaMemcpyFromSymbol", 1},
                                       {"cudaMemcpyFromSymbolAsync", 1}};

class DeviceCopyChecker final : public Checker {
public:
  void finish() override;

private:
  class Visitor;
};

class DeviceCopyChecker::Visitor : public FirstPartyVisitor<Visitor> {
public:
  explicit Visitor(DeviceCopyChecker &C)
      : FirstPartyVisitor(C.context()), C(C) {}

  /// A type as it is written. Instantiations come with the arguments put in.
  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc TL) {
    if (TL.getNumArgs() == 0)
      return true;
    TemplateArgumentLoc First = TL.getArgLoc(0);
    if (First.getArgument().getKind() == TemplateArgument::Type)
      buffer(TL.getType(), First.getArgument().getAsType(), First.getLocation(),
             TL.getSourceRange());
    return true;
  }

  /// A type that nobody wrote: `auto`, deduced arguments.
  bool VisitVarDecl(VarDecl *V) {
    if (V->getType()->getContainedDeducedType())
      buffer(V->getType().getNonReferenceType(), QualType(), V->getLocation(),
             V->getSourceRange());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier())
      return true;
    for (const SymbolCopy &S : SymbolCopies)
      if (F->getName() == S.Name && Call->getNumArgs() > S.Symbol)
        symbol(*Call, *Call->getArg(S.Symbol), S.Name);
    return true;
  }

private:
  /// \p Written is the type of the elements as the source names it.
  void buffer(QualType T, QualType Written, SourceLocation Loc,
              SourceRange Range) {
    const auto *S = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        T->getAsCXXRecordDecl());
    // A type that is only named makes no copies.
    if (!S || !S->hasDefinition() || S->getTemplateArgs().size() == 0)
      return;
    const TemplateArgument &First = S->getTemplateArgs()[0];
    std::string Name = cuda::plainName(*S);
    if (First.getKind() != TemplateArgument::Type ||
        !llvm::is_contained(ElementTemplates, Name))
      return;
    QualType Element = Written.isNull() ? First.getAsType() : Written;
    std::optional<DeviceCopyProblem> P =
        cuda::whyNotDeviceCopyable(Element, context().ast());
    // thrust builds elements by their constructors where these are for the
    // device; a destructor may be, too.
    if (!P || (P->Fault == DeviceCopyFault::Destructor &&
               llvm::StringRef(Name).starts_with("thrust")))
      return;
    if (Seen.insert(Element.getCanonicalType().getTypePtr()).second)
      report(Loc, Range,
             "elements of type " + quoted(Element) + " in '" + Name +
                 "' are copied as bytes",
             *P);
  }

  void symbol(const CallExpr &Call, const Expr &Symbol, llvm::StringRef Name) {
    const Expr *E = Symbol.IgnoreParenCasts();
    if (const Expr *Object = addressedObject(*E))
      E = Object->IgnoreParens();
    const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? llvm::dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || V->getType()->isDependentType() ||
        V->getType()->isReferenceType())
      return;
    if (std::optional<DeviceCopyProblem> P =
            cuda::whyNotDeviceCopyable(V->getType(), context().ast()))
      report(Call.getBeginLoc(), Call.getSourceRange(),
             "'" + Name.str() + "' copies '" + V->getNameAsString() +
                 "' of type " + quoted(V->getType()) + " as bytes",
             *P);
  }

  std::string quoted(QualType T) {
    return cuda::quotedType(T, context().ast());
  }

  void report(SourceLocation Loc, SourceRange Range, const std::string &What,
              const DeviceCopyProblem &P) {
    FindingBuilder B = C.diag(Loc, What + ", but " + P.Message);
    B << Range;
    // A place that its author can change.
    if (context().isFirstParty(P.Loc))
      B.note(P.Loc, "declared here");
  }

  DeviceCopyChecker &C;
  llvm::SmallPtrSet<const Type *, 8> Seen;
};

void DeviceCopyChecker::finish() { Visitor(*this).run(); }

} // namespace

OXIDE_REGISTER_CHECKER(DeviceCopy)

} // namespace oxide
