// SPDX-License-Identifier: Apache-2.0

#include "device/TensorMapFlow.h"
#include "cuda/InlineAsm.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

using namespace clang;

bool isTensorMap(QualType T) {
  const RecordDecl *R = T->getAsRecordDecl();
  return R && R->getIdentifier() &&
         (R->getName() == "CUtensorMap_st" || R->getName() == "CUtensorMap");
}

bool holdsTensorMap(QualType T) {
  if (T->isDependentType())
    return false;
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  if (isTensorMap(T))
    return true;
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || R->isInvalidDecl())
    return false;
  if (const auto *Class = llvm::dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : Class->bases())
      if (holdsTensorMap(B.getType()))
        return true;
  return llvm::any_of(R->fields(), [](const FieldDecl *F) {
    return holdsTensorMap(F->getType());
  });
}

namespace {

/// Deep enough for the layers of a library, small enough for recursion.
constexpr unsigned MaxDepth = 8;

bool readsDescriptor(const PtxInstruction &I) {
  llvm::StringRef Name = I.Opcode;
  return Name.starts_with("cp.async.bulk.tensor") ||
         Name.starts_with("cp.reduce.async.bulk.tensor") ||
         Name.starts_with("cp.async.bulk.prefetch.tensor");
}

PtxTemplate parse(const GCCAsmStmt &S) {
  return S.isSimple() ? parseBasicPtx(S.getAsmString())
                      : parsePtx(S.getAsmString());
}

bool readsDescriptor(const GCCAsmStmt &S) {
  return llvm::any_of(parse(S).Instructions, [](const PtxInstruction &I) {
    return readsDescriptor(I);
  });
}

/// A TMA function of the toolkit that is known by name.
bool readsDescriptor(const FunctionDecl &F) {
  const Intrinsic *Known = lookupIntrinsic(F);
  return Known && Known->Effect == OpEffect::BulkCopy && F.getIdentifier() &&
         F.getName().contains("bulk") && F.getName().contains("tensor");
}

/// Variables that stand for a descriptor or for its address, with the root
/// that they come from.
struct Tracked {
  llvm::DenseMap<const VarDecl *, const VarDecl *> Objects;
  llvm::DenseMap<const VarDecl *, const VarDecl *> Addresses;
};

class Flow : public RecursiveASTVisitor<Flow> {
public:
  Flow(Tracked Known, unsigned Depth, SourceLocation Entry,
       const CheckContext &Ctx, std::vector<TensorMapUse> &Out)
      : Known(std::move(Known)), Depth(Depth), Entry(Entry), Ctx(Ctx),
        Out(Out) {}

  bool VisitVarDecl(VarDecl *V) {
    if (!V->hasInit() || V->hasGlobalStorage())
      return true;
    if (V->getType()->isReferenceType()) {
      if (const VarDecl *Root = objectRoot(V->getInit()))
        Known.Objects.try_emplace(V, Root);
    } else if (const VarDecl *Root = addressRoot(V->getInit())) {
      Known.Addresses.try_emplace(V, Root);
    }
    return true;
  }

  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    if (readsDescriptor(*S))
      for (unsigned I = 0; I != S->getNumInputs(); ++I)
        if (const VarDecl *Root = addressRoot(S->getInputExpr(I)))
          hit(Root, S->getAsmLoc());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return true;
    Tracked Passed;
    unsigned Skip = llvm::isa<CXXOperatorCallExpr>(Call) &&
                            llvm::isa<CXXMethodDecl>(F) &&
                            !llvm::cast<CXXMethodDecl>(F)->isStatic()
                        ? 1
                        : 0;
    const FunctionDecl *Definition = nullptr;
    bool HasBody = F->isDefined(Definition) && Definition->getBody();
    for (unsigned I = 0; I + Skip < Call->getNumArgs() && I < F->getNumParams();
         ++I) {
      const Expr *A = Call->getArg(I + Skip);
      bool ByReference = F->getParamDecl(I)->getType()->isReferenceType();
      const VarDecl *Root = ByReference ? objectRoot(A) : addressRoot(A);
      if (!Root)
        continue;
      if (readsDescriptor(*F))
        hit(Root, Call->getBeginLoc());
      else if (HasBody)
        (ByReference ? Passed.Objects : Passed.Addresses)
            .try_emplace(Definition->getParamDecl(I), Root);
    }
    if ((Passed.Objects.empty() && Passed.Addresses.empty()) ||
        Depth == MaxDepth)
      return true;
    Flow(std::move(Passed), Depth + 1, firstParty(Call->getBeginLoc()), Ctx,
         Out)
        .TraverseStmt(Definition->getBody());
    return true;
  }

private:
  SourceLocation firstParty(SourceLocation Loc) const {
    return Ctx.isFirstParty(Loc) ? Loc : Entry;
  }
  void hit(const VarDecl *Root, SourceLocation Loc) {
    Out.push_back({Root, firstParty(Loc)});
  }

  /// The root of the descriptor that the lvalue \p E denotes.
  const VarDecl *objectRoot(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (!isTensorMap(E->getType()))
      return nullptr;
    while (true) {
      E = E->IgnoreParenImpCasts();
      if (const auto *Member = llvm::dyn_cast<MemberExpr>(E);
          Member && !Member->isArrow())
        E = Member->getBase();
      else if (const auto *S = llvm::dyn_cast<ArraySubscriptExpr>(E);
               S &&
               S->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        E = S->getBase();
      else
        break;
    }
    if (const auto *U = llvm::dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_Deref)
      return addressRoot(U->getSubExpr());
    const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? llvm::dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V)
      return nullptr;
    if (V->hasGlobalStorage() && V->hasAttr<CUDADeviceAttr>() &&
        !V->hasAttr<CUDAConstantAttr>() && !V->hasAttr<CUDASharedAttr>() &&
        !V->getType().isConstQualified())
      return V;
    return Known.Objects.lookup(V);
  }

  /// The root of the descriptor whose address \p E is.
  const VarDecl *addressRoot(const Expr *E) const {
    E = E->IgnoreParenCasts();
    if (const auto *U = llvm::dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf)
      return objectRoot(U->getSubExpr());
    const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? llvm::dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V ? Known.Addresses.lookup(V) : nullptr;
  }

  Tracked Known;
  unsigned Depth;
  SourceLocation Entry;
  const CheckContext &Ctx;
  std::vector<TensorMapUse> &Out;
};

class FenceFinder : public RecursiveASTVisitor<FenceFinder> {
public:
  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    for (const PtxInstruction &I : parse(*S).Instructions) {
      llvm::StringRef Name = I.Opcode;
      if (Name.starts_with("fence.proxy.tensormap") ||
          Name.starts_with("tensormap.cp_fenceproxy"))
        Found = true;
    }
    return !Found;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return true;
    if (F->getIdentifier() && F->getName().contains("tensormap") &&
        F->getName().contains("fence"))
      Found = true;
    const FunctionDecl *Definition = nullptr;
    if (!Found && F->isDefined(Definition) && Seen.insert(Definition).second)
      TraverseStmt(Definition->getBody());
    return !Found;
  }

  bool Found = false;

private:
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
};

} // namespace

std::vector<TensorMapUse> tensorMapUses(const FunctionDecl &Kernel,
                                        const CheckContext &Ctx) {
  Tracked Roots;
  for (const ParmVarDecl *P : Kernel.parameters()) {
    QualType T = P->getType();
    if (T->isPointerType() && isTensorMap(T->getPointeeType()))
      Roots.Addresses.try_emplace(P, P);
    else if (!T->isReferenceType() && holdsTensorMap(T))
      Roots.Objects.try_emplace(P, P);
  }
  std::vector<TensorMapUse> Result;
  Flow(std::move(Roots), 0, Kernel.getLocation(), Ctx, Result)
      .TraverseStmt(Kernel.getBody());
  return Result;
}

bool hasTensorMapFence(const FunctionDecl &Kernel) {
  FenceFinder F;
  F.TraverseStmt(Kernel.getBody());
  return F.Found;
}

} // namespace oxide::cuda
