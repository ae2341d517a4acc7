// SPDX-License-Identifier: Apache-2.0

#include "cuda/Launch.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringSwitch.h"

namespace oxide::cuda {

/// The form of the launch function called \p Name.
static std::optional<LaunchForm> launchFunction(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<LaunchForm>>(Name)
      .Cases({"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchKernelEx",
              "cudaLaunchCooperativeKernel",
              "cudaLaunchCooperativeKernelMultiDevice", "cudaLaunchKernel_ptsz",
              "cudaLaunchKernelExC_ptsz"},
             LaunchForm::Runtime)
      .Cases({"cuLaunchKernel", "cuLaunchKernelEx", "cuLaunchCooperativeKernel",
              "cuLaunchCooperativeKernelMultiDevice", "cuLaunchKernel_ptsz",
              "cuLaunchKernelEx_ptsz"},
             LaunchForm::Driver)
      .Default(std::nullopt);
}

/// The kernel that \p E names, through casts and '&'.
static const clang::FunctionDecl *namedKernel(const clang::Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Address = llvm::dyn_cast<clang::UnaryOperator>(E);
      Address && Address->getOpcode() == clang::UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  const auto *F =
      Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr;
  return F && F->hasAttr<clang::CUDAGlobalAttr>() ? F : nullptr;
}

std::optional<Launch> asLaunch(const clang::CallExpr &Call) {
  Launch L;
  L.Call = &Call;
  if (const auto *K = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&Call)) {
    L.Form = LaunchForm::Chevron;
    L.Api = "<<<>>>";
    L.Kernel = K->getDirectCallee();
    L.Arguments = llvm::ArrayRef(const_cast<clang::Expr **>(K->getArgs()),
                                 K->getNumArgs());
    return L;
  }
  const clang::FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  std::optional<LaunchForm> Form = launchFunction(Callee->getName());
  if (!Form)
    return std::nullopt;
  L.Form = *Form;
  L.Api = Callee->getName();
  for (const clang::Expr *Argument : Call.arguments()) {
    L.Kernel = namedKernel(Argument);
    if (L.Kernel)
      break;
  }
  return L;
}

} // namespace oxide::cuda
