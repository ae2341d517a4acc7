// SPDX-License-Identifier: Apache-2.0

#include "cuda/LaunchContract.h"
#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"

namespace oxide::cuda {

/// The class <kernel>_oxide_contract in the scope of \p Kernel.
static const clang::CXXRecordDecl *
contractRecord(const clang::FunctionDecl &Kernel) {
  if (!Kernel.getIdentifier() || Kernel.isInvalidDecl())
    return nullptr;
  clang::ASTContext &AST = Kernel.getASTContext();
  clang::IdentifierInfo &Name =
      AST.Idents.get((Kernel.getName() + "_oxide_contract").str());
  for (const clang::NamedDecl *D :
       Kernel.getDeclContext()->getRedeclContext()->lookup(&Name))
    if (const auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(D))
      return R->isInvalidDecl() ? nullptr : R->getDefinition();
  return nullptr;
}

static const clang::VarDecl *staticMember(const clang::CXXRecordDecl &R,
                                          llvm::StringRef Name) {
  for (const clang::Decl *D : R.decls())
    if (const auto *V = llvm::dyn_cast<clang::VarDecl>(D);
        V && V->isStaticDataMember() && V->getIdentifier() &&
        V->getName() == Name)
      return V;
  return nullptr;
}

static const clang::APValue *valueOf(const clang::VarDecl *V) {
  if (!V || !V->isConstexpr() || V->getType()->isDependentType())
    return nullptr;
  return V->evaluateValue();
}

/// The number that \p R states as the static member \p Name, or as the field
/// of that name of its member `constants`.
static std::optional<uint64_t> numberOf(const clang::CXXRecordDecl &R,
                                        llvm::StringRef Name) {
  auto AsNumber = [](const clang::APValue &V) -> std::optional<uint64_t> {
    if (!V.isInt() || V.getInt().isNegative() ||
        V.getInt().getActiveBits() > 64)
      return std::nullopt;
    return V.getInt().getZExtValue();
  };
  if (const clang::APValue *V = valueOf(staticMember(R, Name)))
    return AsNumber(*V);
  const clang::VarDecl *All = staticMember(R, "constants");
  const clang::APValue *V = valueOf(All);
  if (!V || !V->isStruct())
    return std::nullopt;
  const clang::CXXRecordDecl *Type = All->getType()->getAsCXXRecordDecl();
  for (const clang::FieldDecl *Field : Type->fields())
    if (Field->getName() == Name)
      return AsNumber(V->getStructField(Field->getFieldIndex()));
  return std::nullopt;
}

std::optional<LaunchContract> contractOf(const clang::FunctionDecl &Kernel) {
  const clang::CXXRecordDecl *R = contractRecord(Kernel);
  if (!R || R->isDependentContext())
    return std::nullopt;
  auto Get = [&](llvm::StringRef Name) {
    return numberOf(*R, Name).value_or(0);
  };
  LaunchContract C;
  C.Record = R;
  C.Domain = Get("domain");
  C.BlockX = Get("block_x");
  C.BlockY = Get("block_y");
  C.BlockZ = Get("block_z");
  C.BlockExact = Get("block_exact") != 0;
  C.MaxThreads = Get("max_threads");
  C.DynamicSharedMin = Get("dynamic_shared_min");
  C.DynamicSharedMax = Get("dynamic_shared_max");
  C.DynamicSharedStated =
      Get("dynamic_shared_stated") != 0 || C.DynamicSharedMax != 0;
  C.MinComputeCapability = Get("min_compute_capability");
  C.DenyChecks = Get("deny_checks") != 0;
  return C;
}

} // namespace oxide::cuda
