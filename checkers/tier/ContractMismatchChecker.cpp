// SPDX-License-Identifier: Apache-2.0
//
// oxide-contract-mismatch, see docs/checkers/contract-mismatch.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "cuda/LaunchContract.h"
#include "tier/ContractUses.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace oxide {

namespace {

/// The shared variables that some functions declare.
class SharedVariables : public clang::RecursiveASTVisitor<SharedVariables> {
public:
  bool VisitVarDecl(clang::VarDecl *V) {
    if (V->hasAttr<clang::CUDASharedAttr>())
      Found.insert(V);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    if (auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()))
      VisitVarDecl(V);
    return true;
  }

  llvm::SetVector<const clang::VarDecl *> Found;
};

/// Bytes of shared memory that one block can have on \p Cpu. Source: CUDA
/// Programming Guide, "Technical Specifications per Compute Capability".
uint64_t sharedLimit(llvm::StringRef Cpu) {
  Cpu.consume_front("sm_");
  unsigned KiB = llvm::StringSwitch<unsigned>(Cpu.rtrim("af"))
                     .Cases({"50", "52", "53", "60", "61", "62"}, 48)
                     .Cases({"70", "72"}, 96)
                     .Case("75", 64)
                     .Cases({"80", "87"}, 163)
                     .Cases({"86", "89", "120", "121"}, 99)
                     .Default(227);
  return KiB * uint64_t(1024);
}

class ContractMismatchChecker final : public Checker {
public:
  void finish() override {
    const auto &Model = context().get<cuda::CodeModel>();
    for (const cuda::DeviceFunction *K : Model.kernels())
      if (std::optional<cuda::LaunchContract> C = cuda::contractOf(*K->Decl)) {
        checkBlock(*K->Decl, *C);
        checkLaunchBounds(*K->Decl, *C);
        checkCluster(*K->Decl, *C);
        checkShared(*K, *C, Model);
      }
    for (const cuda::ContractUse &Use : cuda::contractUses(context()))
      checkUse(Use, Model);
  }

private:
  /// Where the name stands, also when a macro takes it.
  clang::SourceLocation place(clang::SourceLocation Loc) {
    return context().sources().getFileLoc(Loc);
  }
  FindingBuilder at(const clang::FunctionDecl &K, const llvm::Twine &Message) {
    FindingBuilder B = diag(place(K.getLocation()), Message);
    B.in(&K);
    return B;
  }
  static std::string bytes(uint64_t N) { return std::to_string(N) + " bytes"; }

  void checkBlock(const clang::FunctionDecl &K, const cuda::LaunchContract &C) {
    if (C.largestBlock() > 1024 || C.BlockX > 1024 || C.BlockY > 1024 ||
        C.BlockZ > 64)
      at(K, "contract of " + cuda::quotedName(K) + " asks for a block of " +
                (C.BlockExact ? shape(C)
                              : std::to_string(C.MaxThreads) + " threads") +
                ", which no device launches");
  }
  static std::string shape(const cuda::LaunchContract &C) {
    return std::to_string(C.BlockX) + "x" + std::to_string(C.BlockY) + "x" +
           std::to_string(C.BlockZ) + " threads";
  }

  void checkLaunchBounds(const clang::FunctionDecl &K,
                         const cuda::LaunchContract &C) {
    for (const clang::FunctionDecl *D : K.redecls()) {
      const auto *Bounds = D->getAttr<clang::CUDALaunchBoundsAttr>();
      if (!Bounds)
        continue;
      std::optional<uint64_t> Max = constant(Bounds->getMaxThreads());
      if (!Max || *Max == 0 || C.largestBlock() <= *Max)
        continue;
      at(K, "contract of " + cuda::quotedName(K) + " allows blocks of " +
                std::to_string(C.largestBlock()) +
                " threads, but its launch bounds allow " + std::to_string(*Max))
          .note(place(Bounds->getLocation()), "launch bounds are here");
      return;
    }
  }

  void checkCluster(const clang::FunctionDecl &K,
                    const cuda::LaunchContract &C) {
    const auto *Cluster = K.getAttr<clang::CUDAClusterDimsAttr>();
    if (!Cluster)
      return;
    if (C.MinComputeCapability != 0 && C.MinComputeCapability < 90)
      at(K, "contract of " + cuda::quotedName(K) +
                " admits compute capability " +
                std::to_string(C.MinComputeCapability / 10) + "." +
                std::to_string(C.MinComputeCapability % 10) +
                ", but its cluster needs 9.0")
          .note(place(Cluster->getLocation()), "cluster is stated here");
    // Inactive dimensions of the grid are 1, which no larger cluster divides.
    const clang::Expr *Dims[] = {Cluster->getY(), Cluster->getZ()};
    for (unsigned I = 0; I != 2; ++I)
      if (C.Domain != 0 && C.Domain < I + 2 &&
          constant(Dims[I]).value_or(1) > 1) {
        at(K, "contract of " + cuda::quotedName(K) + " states a grid of " +
                  std::to_string(C.Domain) + " dimension" +
                  (C.Domain == 1 ? "" : "s") + ", but its cluster has " +
                  std::to_string(I + 2))
            .note(place(Cluster->getLocation()), "cluster is stated here");
        return;
      }
  }

  std::optional<uint64_t> constant(const clang::Expr *E) {
    clang::Expr::EvalResult Result;
    if (!E || E->isValueDependent() ||
        !E->EvaluateAsInt(Result, context().ast()) ||
        Result.Val.getInt().isNegative() ||
        Result.Val.getInt().getActiveBits() > 64)
      return std::nullopt;
    return Result.Val.getInt().getZExtValue();
  }

  void checkShared(const cuda::DeviceFunction &K, const cuda::LaunchContract &C,
                   const cuda::CodeModel &Model) {
    SharedVariables Shared;
    for (const cuda::DeviceFunction *F : Model.reachableFrom(K))
      Shared.TraverseStmt(F->Decl->getBody());
    uint64_t Static = 0;
    const clang::VarDecl *Dynamic = nullptr;
    for (const clang::VarDecl *V : Shared.Found) {
      if (V->hasExternalStorage() || V->getType()->isIncompleteArrayType()) {
        Dynamic = Dynamic ? Dynamic : V;
        continue;
      }
      if (V->getType()->isDependentType() || V->getType()->isIncompleteType())
        return;
      Static += context().ast().getTypeSizeInChars(V->getType()).getQuantity();
    }
    if (Dynamic && C.DynamicSharedStated && C.DynamicSharedMax == 0)
      at(*K.Decl,
         "contract of " + cuda::quotedName(*K.Decl) +
             " states no dynamic shared memory, but the kernel uses '" +
             Dynamic->getNameAsString() + "'")
          .note(place(Dynamic->getLocation()), "declared here");
    uint64_t Limit =
        sharedLimit(context().ast().getTargetInfo().getTargetOpts().CPU);
    if (C.DynamicSharedMin && Static + C.DynamicSharedMin > Limit)
      at(*K.Decl, "contract of " + cuda::quotedName(*K.Decl) + " asks for " +
                      bytes(C.DynamicSharedMin) +
                      " of dynamic shared memory beside " + bytes(Static) +
                      " of static, together over the limit of " + bytes(Limit));
  }

  void checkUse(const cuda::ContractUse &Use, const cuda::CodeModel &Model) {
    std::string Name = "'" + Use.Kernel->getNameAsString() + "'";
    if (const clang::FunctionDecl *Other = otherKernel(Use, Model)) {
      std::string Callee =
          Use.Call->getDirectCallee()->getQualifiedNameAsString();
      diag(Use.Call->getBeginLoc(),
           (Use.IsAssume ? "assumes the contract of "
                         : "'" + Callee + "' relies on the contract of ") +
               Name + " in " + cuda::quotedName(*Other) +
               ", whose launches are not checked against it")
          .in(Use.Function);
      return;
    }
    if (!Use.IsAssume ||
        Use.Function->getCanonicalDecl() != Use.Kernel->getCanonicalDecl())
      return;
    for (unsigned I = 0, N = Use.Kernel->getNumParams(); I != N; ++I) {
      const clang::ParmVarDecl *P = Use.Function->getParamDecl(I);
      if (I >= Use.Call->getNumArgs())
        return;
      const clang::Expr *A = Use.Call->getArg(I);
      std::string Parameter = "'" + P->getNameAsString() + "'";
      if (!cuda::names(A, *P))
        diag(A->getBeginLoc(), "assumes the contract of " + Name +
                                   " for another value than the parameter " +
                                   Parameter + " that launches check")
            .in(Use.Function);
      else if (const clang::Expr *Write = cuda::writeBefore(*P, Use))
        diag(A->getBeginLoc(), "assumes the contract of " + Name + " for " +
                                   Parameter + " after it was changed")
            .in(Use.Function)
            .note(Write->getExprLoc(), "changed here");
    }
  }

  /// A kernel that runs \p Use and is not the one that it names.
  static const clang::FunctionDecl *otherKernel(const cuda::ContractUse &Use,
                                                const cuda::CodeModel &Model) {
    for (const cuda::DeviceFunction *K : Model.kernels()) {
      if (K->Decl->getCanonicalDecl() == Use.Kernel->getCanonicalDecl())
        continue;
      for (const cuda::DeviceFunction *F : Model.reachableFrom(*K))
        if (F->Decl->getCanonicalDecl() == Use.Function->getCanonicalDecl())
          return K->Decl;
    }
    return nullptr;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(ContractMismatch)

} // namespace oxide
