// SPDX-License-Identifier: Apache-2.0

#include "cuda/Intrinsics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

using namespace clang;
using llvm::StringRef;

namespace oxide::cuda {

static constexpr Intrinsic IntrinsicRows[] = {
#define OXIDE_INTRINSIC(Name, Tier, Effect)                                    \
  {Name, OpTier::Tier, OpEffect::Effect},
#include "cuda/Intrinsics.def"
};

StringRef toString(OpEffect E) {
  switch (E) {
  case OpEffect::None:
    return "none";
  case OpEffect::Query:
    return "query";
  case OpEffect::OutArgument:
    return "out-argument";
  case OpEffect::BlockBarrier:
    return "block-barrier";
  case OpEffect::NamedBarrier:
    return "named-barrier";
  case OpEffect::WarpBarrier:
    return "warp-barrier";
  case OpEffect::TileBarrier:
    return "tile-barrier";
  case OpEffect::GridBarrier:
    return "grid-barrier";
  case OpEffect::ClusterBarrier:
    return "cluster-barrier";
  case OpEffect::WarpCollective:
    return "warp-collective";
  case OpEffect::ActiveMask:
    return "active-mask";
  case OpEffect::Atomic:
    return "atomic";
  case OpEffect::Fence:
    return "fence";
  case OpEffect::ProxyFence:
    return "proxy-fence";
  case OpEffect::SharedAddress:
    return "shared-address";
  case OpEffect::RawLoad:
    return "raw-load";
  case OpEffect::RawStore:
    return "raw-store";
  case OpEffect::CacheControl:
    return "cache-control";
  case OpEffect::Texture:
    return "texture";
  case OpEffect::Surface:
    return "surface";
  case OpEffect::AsyncCopy:
    return "async-copy";
  case OpEffect::BulkCopy:
    return "bulk-copy";
  case OpEffect::Mbarrier:
    return "mbarrier";
  case OpEffect::TensorCore:
    return "tensor-core";
  case OpEffect::TensorMemory:
    return "tensor-memory";
  case OpEffect::ClusterShared:
    return "cluster-shared";
  case OpEffect::ClusterLaunchControl:
    return "cluster-launch-control";
  case OpEffect::DependentLaunch:
    return "dependent-launch";
  case OpEffect::RegisterBudget:
    return "register-budget";
  case OpEffect::Assert:
    return "assert";
  case OpEffect::Trap:
    return "trap";
  case OpEffect::Print:
    return "print";
  case OpEffect::Alloc:
    return "alloc";
  case OpEffect::DeviceLaunch:
    return "device-launch";
  case OpEffect::ControlFlow:
    return "control-flow";
  case OpEffect::Asm:
    return "asm";
  }
  llvm_unreachable("unknown effect");
}

namespace {

/// The stem of a family name, or nothing for an exact name. The operator that
/// is spelled with a star is an exact name.
std::optional<StringRef> familyStem(StringRef Name) {
  if (!Name.ends_with("*") || Name.ends_with("operator*"))
    return std::nullopt;
  return Name.drop_back();
}

class IntrinsicIndex {
public:
  IntrinsicIndex() {
    for (const Intrinsic &Row : IntrinsicRows) {
      size_t Scope = Row.Name.find("::");
      if (Scope != StringRef::npos)
        Roots.insert(Row.Name.take_front(Scope));
      if (std::optional<StringRef> Stem = familyStem(Row.Name))
        Families.push_back({*Stem, &Row, NoParent});
      else
        Exact.try_emplace(Row.Name, &Row);
    }
    llvm::sort(Families, [](const Family &A, const Family &B) {
      return A.Stem < B.Stem;
    });
    for (size_t I = 1; I < Families.size(); ++I) {
      size_t Parent = I - 1;
      while (Parent != NoParent &&
             !Families[I].Stem.starts_with(Families[Parent].Stem))
        Parent = Families[Parent].Parent;
      Families[I].Parent = Parent;
    }
  }

  const Intrinsic *find(StringRef Name) const {
    if (const Intrinsic *Row = Exact.lookup(Name))
      return Row;
    // All stems that Name starts with are ancestors of the last stem that does
    // not sort after Name, or that stem itself.
    auto Next =
        llvm::upper_bound(Families, Name, [](StringRef N, const Family &F) {
          return N < F.Stem;
        });
    size_t I =
        Next == Families.begin() ? NoParent : Next - Families.begin() - 1;
    while (I != NoParent && !Name.starts_with(Families[I].Stem))
      I = Families[I].Parent;
    return I == NoParent ? nullptr : Families[I].Row;
  }

  /// Whether some row lies in the outermost namespace or class \p Name.
  bool hasRoot(StringRef Name) const { return Roots.contains(Name); }

private:
  static constexpr size_t NoParent = ~size_t(0);

  struct Family {
    StringRef Stem;
    const Intrinsic *Row;
    size_t Parent; ///< the longest other stem that this stem starts with
  };

  llvm::StringMap<const Intrinsic *> Exact;
  std::vector<Family> Families;
  llvm::StringSet<> Roots;
};

/// Tables built on first use; never changed afterwards.
const IntrinsicIndex &intrinsicIndex() {
  static const IntrinsicIndex Index;
  return Index;
}

/// Whether users do not see this namespace in names: `__4` in libcu++, which is
/// inline, and `__v1` in cooperative groups, which a using-directive opens.
bool isTransparent(const NamespaceDecl &N) {
  if (N.isInline())
    return true;
  StringRef Version = N.getName();
  return Version.consume_front("__v") && !Version.empty() &&
         llvm::all_of(Version, llvm::isDigit);
}

/// The name of \p F inside its scope. Constructors and destructors are named
/// after the class and not, as Clang prints them, after its type with template
/// parameters; conversions are all named `operator`.
void printBaseName(const FunctionDecl &F, llvm::raw_ostream &OS) {
  DeclarationName Name = F.getDeclName();
  switch (Name.getNameKind()) {
  case DeclarationName::CXXConstructorName:
    OS << cast<CXXMethodDecl>(F).getParent()->getName();
    return;
  case DeclarationName::CXXDestructorName:
    OS << '~' << cast<CXXMethodDecl>(F).getParent()->getName();
    return;
  case DeclarationName::CXXConversionFunctionName:
    OS << "operator";
    return;
  default:
    OS << Name;
  }
}

/// Named scopes of \p F from the innermost outwards. False when \p F has a
/// scope that no qualified name reaches.
bool collectScopes(const FunctionDecl &F,
                   llvm::SmallVectorImpl<StringRef> &Scopes) {
  for (const DeclContext *C = F.getDeclContext(); !C->isTranslationUnit();
       C = C->getParent()) {
    if (const auto *N = dyn_cast<NamespaceDecl>(C)) {
      if (N->isAnonymousNamespace())
        return false;
      if (!isTransparent(*N))
        Scopes.push_back(N->getName());
    } else if (const auto *R = dyn_cast<RecordDecl>(C)) {
      if (!R->getIdentifier())
        return false;
      Scopes.push_back(R->getName());
    } else if (!isa<LinkageSpecDecl, ExportDecl>(C)) {
      return false;
    }
  }
  return true;
}

/// The class that the first parameter of \p F is, refers to or points to, if
/// that class is in the global namespace.
StringRef globalRecordOfFirstParameter(const FunctionDecl &F) {
  if (F.getNumParams() == 0)
    return {};
  QualType T = F.getParamDecl(0)->getType().getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !R->getIdentifier() ||
      !R->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return {};
  return R->getName();
}

const Intrinsic *findByName(const FunctionDecl &F) {
  const IntrinsicIndex &Index = intrinsicIndex();
  llvm::SmallVector<StringRef, 4> Scopes;
  if (!collectScopes(F, Scopes))
    return nullptr;
  if (!Scopes.empty() && !Index.hasRoot(Scopes.back()))
    return nullptr;
  // The overloads of curand for a state that a whole block shares differ from
  // the others in the type of the state only; all other names say enough.
  if (Scopes.empty() && F.getIdentifier() && !F.getName().starts_with("curand"))
    return Index.find(F.getName());

  if (F.getOverloadedOperator() != OO_None &&
      F.isReservedGlobalPlacementOperator())
    return Index.find("operator new(void *)");

  llvm::SmallString<128> Name;
  llvm::raw_svector_ostream OS(Name);
  if (Scopes.empty()) {
    // Free operators on __half are named as members of __half, because
    // "operator+" alone says nothing.
    StringRef Record = globalRecordOfFirstParameter(F);
    if (!Record.empty() && Index.hasRoot(Record)) {
      OS << Record << "::";
      printBaseName(F, OS);
      return Index.find(Name);
    }
  }
  for (StringRef Scope : llvm::reverse(Scopes))
    OS << Scope << "::";
  printBaseName(F, OS);
  return Index.find(Name);
}

/// Whether the user's code, and not a system header, defines \p F.
bool isDefinedByUser(const FunctionDecl &F) {
  const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
  const FunctionDecl *Definition = nullptr;
  if (!(Pattern ? Pattern : &F)->hasBody(Definition))
    return false;
  SourceLocation Loc = Definition->getLocation();
  return Loc.isValid() &&
         !F.getASTContext().getSourceManager().isInSystemHeader(Loc);
}

/// Whether \p F has a name in the global namespace that users may take.
bool hasOpenName(const FunctionDecl &F) {
  const IdentifierInfo *Name = F.getIdentifier();
  const DeclContext *C = F.getDeclContext();
  while (isa<LinkageSpecDecl>(C) || C->isInlineNamespace())
    C = C->getParent();
  return Name && !Name->getName().starts_with("__") && !F.getBuiltinID() &&
         C->isTranslationUnit();
}

/// Whether \p F, which no system header declares, takes an argument that
/// arithmetic has no use for.
bool isDeclaredByUser(const FunctionDecl &F) {
  if (F.getASTContext().getSourceManager().isInSystemHeader(F.getLocation()))
    return false;
  return llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
    QualType T = P->getType();
    return (T->isPointerType() || T->isReferenceType()) &&
           !T->getPointeeType().isConstQualified();
  });
}

} // namespace

const Intrinsic *lookupIntrinsic(StringRef QualifiedName) {
  return intrinsicIndex().find(QualifiedName);
}

const Intrinsic *lookupIntrinsic(const FunctionDecl &F) {
  const Intrinsic *Row = findByName(F);
  if (!Row)
    return nullptr;
  bool Open = hasOpenName(F);
  if ((Open || Row->Tier == OpTier::Safe) && isDefinedByUser(F))
    return nullptr;
  if (Open && Row->Effect == OpEffect::None && isDeclaredByUser(F))
    return nullptr;
  return Row;
}

llvm::ArrayRef<Intrinsic> allIntrinsics() { return IntrinsicRows; }

} // namespace oxide::cuda
