// SPDX-License-Identifier: Apache-2.0
//
// The visit that fills a CodeModel.

#include "core/Attributes.h"
#include "cuda/CodeModel.h"
#include "cuda/InlineAsm.h"
#include "cuda/LvalueUse.h"
#include "cuda/PointerOrigin.h"
#include "cuda/RecordingVisitor.h"
#include "cuda/UserCallees.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

class CodeModelBuilder : public RecordingVisitor<CodeModelBuilder> {
  using Base = RecordingVisitor<CodeModelBuilder>;

public:
  explicit CodeModelBuilder(CodeModel &M) : RecordingVisitor(M.Ctx, M) {}

  void build() {
    run();
    for (const DeviceFunction &F : M.Functions)
      if (F.Decl->hasAttr<clang::CUDAGlobalAttr>())
        M.Kernels.push_back(&F);
    M.sortKernels();
    // The operations point to them.
    M.Records = std::move(Zones);
    M.mergeZones();
  }

  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (isDeviceCode(*F))
      functionFor(F);
    if (F->doesThisDeclarationHaveABody())
      for (llvm::StringRef Name :
           {llvm::StringRef(attr::Unsafe), llvm::StringRef(attr::Manual)})
        if (const clang::SuppressAttr *A = attr::findAttr(*F, Name))
          noteZone(*A, F->getBody()->getSourceRange(), /*OnFunction=*/true);
    if (const auto *D = llvm::dyn_cast<clang::CXXDestructorDecl>(F);
        D && isDeviceCode(*F)) {
      Destructors Parts;
      collectPartDestructors(*D->getParent(), Parts);
      destroyed(Parts, D->getSourceRange());
    }
    return true;
  }

  bool VisitAttributedStmt(clang::AttributedStmt *S) {
    for (const clang::Attr *A : S->getAttrs())
      if (attr::is(*A, attr::Unsafe) || attr::is(*A, attr::Manual))
        noteZone(*A, S->getSubStmt()->getSourceRange(), /*OnFunction=*/false);
    return true;
  }

  bool TraverseLambdaExpr(clang::LambdaExpr *L) {
    // Whoever makes a lambda answers for its body, whoever calls it.
    if (DeviceFunction *F = current()) {
      if (const clang::FunctionTemplateDecl *T =
              L->getDependentCallOperator()) {
        for (const clang::FunctionDecl *Instance : T->specializations())
          F->Calls.push_back({Instance, L->getBeginLoc()});
      } else {
        F->Calls.push_back({L->getCallOperator(), L->getBeginLoc()});
      }
    }
    return Base::TraverseLambdaExpr(L);
  }

  bool VisitCallExpr(clang::CallExpr *Call) {
    Uses.visit(*Call);
    Callees.insert(Call->getCallee()->IgnoreParenImpCasts());
    if (std::optional<Launch> L = asLaunch(*Call)) {
      L->Function = currentFunction();
      L->Zone = currentZone();
      M.Launches.push_back(*L);
      if (current())
        add(*Call, OpTier::Unsafe, OpEffect::DeviceLaunch,
            "launch from device code");
      else
        countInZone(OpTier::Unsafe, OpEffect::DeviceLaunch,
                    Call->getBeginLoc());
      return true;
    }
    const clang::FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee) {
      bool Dependent =
          Call->isTypeDependent() || llvm::isa<clang::CXXPseudoDestructorExpr>(
                                         Call->getCallee()->IgnoreParens());
      if (current() && !Dependent)
        add(*Call, OpTier::Unsafe, OpEffect::None,
            "call through a function pointer");
      else if (!Dependent)
        countUnknown();
      return true;
    }
    if (const auto *Member = llvm::dyn_cast<clang::CXXMemberCallExpr>(Call);
        Member && isDispatched(*Member)) {
      if (current())
        add(*Call, OpTier::Unsafe, OpEffect::None,
            "virtual call of '" + Callee->getQualifiedNameAsString() + "'");
      return true;
    }
    call(*Call, *Callee, Call->getSourceRange(),
         llvm::ArrayRef(Call->getArgs(), Call->getNumArgs()));
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) {
    // Declaring a matrix fragment does nothing yet.
    if (!E->getConstructor()->isTrivial())
      call(*E, *E->getConstructor(), E->getSourceRange());
    return true;
  }
  bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr *E) {
    call(*E, *E->getConstructor(), E->getSourceRange());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr *E) {
    if (const clang::CXXDestructorDecl *D = E->getTemporary()->getDestructor())
      call(*E, *D, E->getSourceRange());
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *V) {
    Uses.visit(*V);
    // The destructor runs without an expression of its own.
    if (current() && V->hasLocalStorage()) {
      Destructors Needed;
      collectDestructors(V->getType(), Needed);
      destroyed(Needed, V->getSourceRange());
    }
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl());
        F && !Callees.contains(Ref))
      M.AddressTaken.insert(F->getCanonicalDecl());
    const auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
    if (!V || !current())
      return true;
    std::string Name = "'" + V->getNameAsString() + "'";
    if (V->hasAttr<clang::CUDASharedAttr>())
      add(*Ref, OpTier::Unsafe, OpEffect::SharedAddress,
          "use of shared memory " + Name, {},
          /*Provable=*/!Uses.isAddressOnly(*Ref) && hasKnownExtent(*V));
    else if (isDeviceVariable(*V))
      add(*Ref, OpTier::Unsafe, OpEffect::None,
          (V->isStaticLocal() ? "use of the static variable "
                              : "use of the device variable ") +
              Name);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    Uses.visit(*B);
    if (B->getOpcode() == clang::BO_PtrMemI)
      dereference(*B, B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *U) {
    Uses.visit(*U);
    if (U->getOpcode() == clang::UO_Deref)
      dereference(*U, U->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *S) {
    Uses.visit(*S);
    dereference(*S, S->getBase());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *Cast) {
    Uses.visit(*Cast);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    // A static member does not touch the object.
    const clang::ValueDecl *Member = E->getMemberDecl();
    const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Member);
    if (E->isArrow() && !llvm::isa<clang::VarDecl>(Member) &&
        !(Method && Method->isStatic()))
      dereference(*E, E->getBase());
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *S) {
    if (!current())
      return true;
    OpTier Tier = OpTier::Unsafe;
    OpEffect Effect = OpEffect::Asm;
    std::string Opcode;
    PtxTemplate Parsed = S->isSimple() ? parseBasicPtx(S->getAsmString())
                                       : parsePtx(S->getAsmString());
    for (const PtxInstruction &I : Parsed.Instructions)
      if (I.Info && I.Info->Tier > Tier) {
        Tier = I.Info->Tier;
        Effect = I.Info->Effect;
        Opcode = I.Opcode;
      }
    add(*S, Tier, Effect,
        Opcode.empty() ? "inline PTX" : "inline PTX with '" + Opcode + "'");
    return true;
  }

  bool VisitCXXNewExpr(clang::CXXNewExpr *E) {
    if (!current())
      return true;
    if (E->getNumPlacementArgs() == 0)
      add(*E, OpTier::Unsafe, OpEffect::Alloc, "device heap allocation");
    else if (const clang::Expr *Where = E->getPlacementArg(0);
             Where->getType()->isPointerType() &&
             !isThreadPrivatePointer(Where->IgnoreImpCasts()))
      add(*E, OpTier::Unsafe, OpEffect::RawStore,
          "construction at the raw pointer " +
              describePointer(Where, context().ast()));
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *E) {
    if (current())
      add(*E, OpTier::Unsafe, OpEffect::Alloc, "device heap release");
    return true;
  }

private:
  void call(const clang::Stmt &Node, const clang::FunctionDecl &Callee,
            clang::SourceRange Range,
            llvm::ArrayRef<const clang::Expr *> Arguments = {}) {
    OpTier Declared = attr::declaredTier(Callee);
    DeviceFunction *F = current();
    if (!F) {
      if (Declared != OpTier::Safe)
        countInZone(Declared, OpEffect::None, Range.getBegin());
      return;
    }
    std::string Name = "'" + Callee.getQualifiedNameAsString() + "'";
    if (Declared != OpTier::Safe)
      add(Node, Declared, OpEffect::None,
          "call of " + Name + ", which is declared " + toString(Declared).str(),
          Range);
    else if (const Intrinsic *Known = lookupIntrinsic(Callee)) {
      // What the compiler makes up to copy an array member is no raw copy.
      if (Known->Tier != OpTier::Safe && !staysPrivate(*Known, Arguments) &&
          !F->Decl->isDefaulted())
        add(Node, Known->Tier, Known->Effect, "call of " + Name, Range,
            /*Provable=*/Known->Tier == OpTier::Unsafe &&
                (Known->Effect == OpEffect::BlockBarrier ||
                 Known->Effect == OpEffect::WarpBarrier));
      return;
    }
    const clang::FunctionDecl *Definition = nullptr;
    bool UserCode = context().isFirstParty(Callee.getLocation());
    if (Callee.isDefined(Definition)) {
      if (context().isFirstParty(Definition->getLocation())) {
        F->Calls.push_back({Definition, Range.getBegin()});
        return;
      }
      for (const clang::FunctionDecl *User :
           Reached.through(*Definition, context()))
        F->Calls.push_back({User, Range.getBegin()});
    } else if (UserCode && Declared == OpTier::Safe && !Callee.isDefaulted() &&
               !Callee.isPureVirtual() && !Callee.getBuiltinID() &&
               !Callee.isConsteval()) {
      add(Node, OpTier::Unsafe, OpEffect::None,
          "call of " + Name + ", whose body is not in this translation unit",
          Range);
    }
    if (context().classify(Callee.getLocation()) == LocationClass::System &&
        !Callee.isTrivial())
      countUnknown();
  }

  void dereference(const clang::Expr &Access, const clang::Expr *Pointer) {
    if (!current() || Pointer->isTypeDependent() || Uses.isAddressOnly(Access))
      return;
    // An array that decays is not a raw pointer; shared and device arrays are
    // seen as variables.
    const clang::Expr *Start = Pointer->IgnoreParens();
    if (const auto *Cast = llvm::dyn_cast<clang::ImplicitCastExpr>(Start);
        Cast && Cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      return;
    if (!Pointer->getType()->isPointerType() ||
        Pointer->getType()->isFunctionPointerType() ||
        isThreadPrivatePointer(Pointer))
      return;
    bool Write = Uses.isWritten(Access);
    add(Access, OpTier::Unsafe, Write ? OpEffect::RawStore : OpEffect::RawLoad,
        (Write ? "write through the raw pointer "
               : "read through the raw pointer ") +
            describePointer(Pointer, context().ast()));
  }

  LvalueUse Uses;
  UserCallees Reached;
  /// Expressions that a call names its callee with.
  llvm::SmallPtrSet<const clang::Expr *, 32> Callees;
};

CodeModel::CodeModel(CheckContext &Ctx) : Ctx(Ctx) {
  CodeModelBuilder(*this).build();
}

} // namespace oxide::cuda
