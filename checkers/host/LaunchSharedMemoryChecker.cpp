// SPDX-License-Identifier: Apache-2.0
//
// oxide-launch-shared-memory, see docs/checkers/launch-shared-memory.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "host/HostCode.h"
#include "host/LaunchValues.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide {

namespace {

using namespace cuda;

/// What a block gets without asking, and the most that any device has; CUDA
/// C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr int64_t WithoutAsking = 48 * 1024, Most = 227 * 1024;

/// The shared variables of known size that a body names.
class SharedVariables : public clang::RecursiveASTVisitor<SharedVariables> {
public:
  llvm::SmallPtrSet<const clang::VarDecl *, 8> All;

  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    add(llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()));
    return true;
  }

private:
  void add(const clang::VarDecl *V) {
    if (V && V->hasAttr<clang::CUDASharedAttr>() &&
        !V->getType()->isIncompleteType() && !V->getType()->isDependentType() &&
        V->getStorageClass() != clang::SC_Extern)
      All.insert(V->getCanonicalDecl());
  }
};

class LaunchSharedMemoryChecker final : public Checker {
public:
  void finish() override {
    // Devices of AMD have other limits.
    if (context().ast().getLangOpts().HIP)
      return;
    auto &Code = context().get<HostCode>();
    for (const HostFunction &F : Code.functions())
      for (const Launch &L : F.Launches) {
        if (!L.Kernel)
          continue;
        LaunchValues V = valuesOf(L, context());
        if (V.Reached && V.DynamicShared && *V.DynamicShared > 0)
          lookAt(L, V, Code);
      }
  }

private:
  int64_t staticBytes(const clang::FunctionDecl &Kernel) {
    auto &Model = context().get<CodeModel>();
    const DeviceFunction *K = Model.find(&Kernel);
    if (!K)
      return 0;
    SharedVariables Used;
    for (const DeviceFunction *F : Model.reachableFrom(*K))
      Used.TraverseStmt(F->Decl->getBody());
    int64_t Bytes = 0;
    for (const clang::VarDecl *V : Used.All)
      Bytes += context().ast().getTypeSizeInChars(V->getType()).getQuantity();
    return Bytes;
  }

  /// Whether the program may ask for more for \p Kernel: a call that names it
  /// and that control can come to, or one that may mean any kernel.
  bool asks(const clang::FunctionDecl &Kernel, const HostCode &Code) {
    for (const HostFunction &F : Code.functions())
      for (const ApiCall &Call : F.Calls) {
        if (Call.Api->Role != ApiRole::FunctionAttribute || !Call.target())
          continue;
        const clang::Expr *E = Call.target()->IgnoreParenCasts();
        if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
            U && U->getOpcode() == clang::UO_AddrOf)
          E = U->getSubExpr()->IgnoreParenCasts();
        const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
        const auto *Named =
            Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
        if (Named && Named->getCanonicalDecl() != Kernel.getCanonicalDecl())
          continue;
        if (isReached(*F.Decl, *Call.Call, context()))
          return true;
      }
    return false;
  }

  void lookAt(const Launch &L, const LaunchValues &V, const HostCode &Code) {
    int64_t Static = staticBytes(*L.Kernel);
    int64_t Dynamic = *V.DynamicShared;
    int64_t Total = Static + Dynamic;
    std::string Sum = std::to_string(Dynamic) + " bytes of dynamic";
    if (Static)
      Sum += " and " + std::to_string(Static) + " of static";
    Sum += " shared memory";
    if (Total > Most)
      diag(L.Call->getBeginLoc(), "this launch takes " + Sum +
                                      ", and no device has more than " +
                                      llvm::Twine(Most) + " bytes for a block")
          .in(L.Function);
    else if (Total > WithoutAsking && !asks(*L.Kernel, Code))
      diag(L.Call->getBeginLoc(),
           "this launch takes " + Sum + ", which is more than " +
               llvm::Twine(WithoutAsking) +
               " bytes, and nothing raises the limit of " +
               quotedName(*L.Kernel))
          .in(L.Function)
          .note(L.Call->getBeginLoc(),
                "cudaFuncSetAttribute with "
                "cudaFuncAttributeMaxDynamicSharedMemorySize raises it");
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(LaunchSharedMemory)

} // namespace oxide
