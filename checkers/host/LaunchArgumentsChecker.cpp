// SPDX-License-Identifier: Apache-2.0
//
// oxide-launch-arguments, see docs/checkers/launch-arguments.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "cuda/DeviceCopy.h"
#include "cuda/ResourceOwner.h"
#include "host/HostMemory.h"
#include "clang/AST/DeclTemplate.h"

namespace oxide {

namespace {

class LaunchArgumentsChecker final : public Checker {
public:
  void finish() override {
    const auto &Model = context().get<cuda::CodeModel>();
    for (const cuda::DeviceFunction *K : Model.kernels())
      checkParameters(*K->Decl);
    cuda::HostMemory Memory(context());
    for (const cuda::Launch &L : Model.launches())
      if (L.Form == cuda::LaunchForm::Chevron && L.Kernel && L.Function &&
          !L.Function->isDependentContext() && !runsOnDevice(*L.Function))
        checkArguments(L, Memory);
  }

private:
  static bool runsOnDevice(const clang::FunctionDecl &F) {
    return F.hasAttr<clang::CUDAGlobalAttr>() ||
           (F.hasAttr<clang::CUDADeviceAttr>() &&
            !F.hasAttr<clang::CUDAHostAttr>());
  }

  clang::SourceLocation place(clang::SourceLocation Loc) {
    return context().sources().getFileLoc(Loc);
  }

  // What is wrong with a parameter, whoever launches the kernel.

  void checkParameters(const clang::FunctionDecl &K) {
    bool Enforced = context().tiers().modeAt(K.getLocation(), &K,
                                             context().ast()) == Mode::Enforce;
    for (const clang::ParmVarDecl *P : K.parameters()) {
      clang::QualType T = P->getType();
      std::string Parameter = "parameter '" + P->getNameAsString() + "'";
      if (T->isReferenceType()) {
        // It may bind to managed memory; only a launch in view can tell.
        if (Enforced)
          diag(place(P->getLocation()),
               "kernel " + Parameter +
                   " is a reference, which may only bind to managed memory")
              .in(&K);
        continue;
      }
      std::optional<cuda::DeviceCopyProblem> Problem =
          cuda::whyNotDeviceCopyable(T, context().ast());
      if (!Problem || !(Enforced || isCertain(*Problem, T)))
        continue;
      FindingBuilder B =
          diag(place(P->getLocation()),
               "kernel " + Parameter + " of type '" + plainName(T) +
                   "' is passed as bytes, but " + Problem->Message);
      B.in(&K);
      if (Problem->Loc.isValid())
        B.note(place(Problem->Loc), "declared here");
    }
  }

  /// The type without the arguments of an instantiated kernel template, so
  /// that its instances give one finding where they can.
  std::string plainName(clang::QualType T) {
    return T.getUnqualifiedType().getAsString(
        context().ast().getPrintingPolicy());
  }

  /// Whether CUDA excludes the argument or its destructor takes from the
  /// kernel what it works on. A destructor that does something else may be
  /// harmless, and a member may be one that the kernel never looks at.
  static bool isCertain(const cuda::DeviceCopyProblem &Problem,
                        clang::QualType T) {
    const clang::CXXRecordDecl *R = T->getAsCXXRecordDecl();
    switch (Problem.Fault) {
    case cuda::DeviceCopyFault::Virtual:
      return true;
    case cuda::DeviceCopyFault::StandardOwner:
      return R && R->isInStdNamespace();
    case cuda::DeviceCopyFault::Destructor:
      return R && releases(*R);
    default:
      return false;
    }
  }

  /// Whether the destructor of \p R or of a part of it releases something.
  static bool releases(const clang::CXXRecordDecl &R) {
    if (!R.hasDefinition())
      return false;
    if (cuda::unconditionalRelease(R))
      return true;
    for (const clang::CXXBaseSpecifier &B : R.bases())
      if (const clang::CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
          Base && releases(*Base))
        return true;
    for (const clang::FieldDecl *F : R.fields())
      if (const clang::CXXRecordDecl *Member =
              F->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
          Member && releases(*Member))
        return true;
    return false;
  }

  // What is wrong with an argument of one launch.

  void checkArguments(const cuda::Launch &L, const cuda::HostMemory &Memory) {
    for (unsigned I = 0, N = L.Kernel->getNumParams();
         I != N && I < L.Arguments.size(); ++I) {
      const clang::ParmVarDecl &P = *L.Kernel->getParamDecl(I);
      const clang::Expr *A = L.Arguments[I];
      std::string To = " passed to kernel '" + L.Kernel->getNameAsString() +
                       "' is not memory that the device can reach";
      if (P.getType()->isReferenceType()) {
        if (std::optional<std::string> What = Memory.object(A))
          at(*A, L, "reference to " + *What + To)
              .note(place(P.getLocation()), "the parameter is a reference");
      } else if (P.getType()->isPointerType() &&
                 !P.getType()->isFunctionPointerType()) {
        if (std::optional<std::string> What = Memory.pointee(A))
          at(*A, L, "pointer to " + *What + To);
      } else if (std::optional<cuda::DeviceCopyProblem> Problem =
                     cuda::whyNotDeviceCopyable(P.getType(), context().ast());
                 Problem &&
                 Problem->Fault == cuda::DeviceCopyFault::ReferenceCapture) {
        at(*A, L,
           "argument of kernel '" + L.Kernel->getNameAsString() +
               "' carries host addresses: " + Problem->Message)
            .note(place(Problem->Loc), "captured here");
      }
    }
  }

  FindingBuilder at(const clang::Expr &A, const cuda::Launch &L,
                    const llvm::Twine &Message) {
    FindingBuilder B = diag(A.getExprLoc(), Message);
    B << A.getSourceRange();
    B.in(L.Function);
    return B;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(LaunchArguments)

} // namespace oxide
