// SPDX-License-Identifier: Apache-2.0

#include "host/KernelEffects.h"
#include "host/HostUses.h"

namespace oxide::cuda {

const std::vector<ParameterEffect> &
KernelEffects::of(const clang::FunctionDecl &Kernel) {
  auto [It, New] = Known.try_emplace(Kernel.getCanonicalDecl());
  std::vector<ParameterEffect> &Result = It->second;
  if (!New)
    return Result;
  Result.resize(Kernel.getNumParams());
  const clang::FunctionDecl *Definition = nullptr;
  if (!Kernel.hasBody(Definition) || Definition->isDependentContext())
    return Result;
  HostFunction Body;
  Body.Decl = Definition;
  HostUses Uses(Body);
  for (unsigned I = 0; I != Definition->getNumParams(); ++I) {
    const clang::VarDecl *P = Definition->getParamDecl(I)->getCanonicalDecl();
    unsigned Updates = 0;
    for (const HostUses::Use &U : Uses.of({P, {}})) {
      (U.Writes ? Result[I].Writes : Result[I].Reads) = true;
      (U.Writes ? Result[I].WrittenAt : Result[I].ReadAt).push_back(U.Index);
      Updates += U.Updates;
    }
    Result[I].OnlyAccumulates = Updates && Updates == Uses.mentions(P);
  }
  return Result;
}

} // namespace oxide::cuda
