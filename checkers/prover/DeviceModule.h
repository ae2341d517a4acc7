// SPDX-License-Identifier: Apache-2.0
//
// The code of some kernels as an LLVM module, from the AST alone.

#ifndef OXIDE_CHECKERS_PROVER_DEVICEMODULE_H
#define OXIDE_CHECKERS_PROVER_DEVICEMODULE_H

#include "prover/SourceLines.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace clang {
class CodeGenerator;
}

namespace oxide::prover {

class DeviceReach;

/// Code generation of its own, beside that of the compilation: unoptimised,
/// with line tables and the names of values. All three front ends have an AST,
/// and clang-tidy has nothing else.
class DeviceModule {
public:
  /// Generates \p Kernels and what they need, and no other kernel. \p AST must
  /// have been parsed without errors, for the device, to the end of the unit.
  /// Null when code generation does not know what to do with any kernel; one
  /// that it cannot do alone has no function in the module.
  static std::unique_ptr<DeviceModule>
  build(clang::ASTContext &AST,
        llvm::ArrayRef<const clang::FunctionDecl *> Kernels);

  ~DeviceModule();
  DeviceModule(const DeviceModule &) = delete;
  DeviceModule &operator=(const DeviceModule &) = delete;

  llvm::Module &module() { return *M; }
  clang::ASTContext &ast() const { return AST; }
  const SourceLines &lines() const { return Lines; }

  /// The code of \p Kernel, or null when there is none.
  llvm::Function *find(const clang::FunctionDecl *Kernel) const;

  /// The declaration behind a function or variable of the module. Clones of a
  /// kernel have that of the kernel. Null for what the compiler made up.
  const clang::NamedDecl *decl(const llvm::GlobalValue &Global) const;

  /// The parameter of a kernel or of its clone; classes are passed as a
  /// pointer with the attribute byval.
  const clang::ParmVarDecl *parameter(const llvm::Argument &Argument) const;

  /// What a pointer from outside of the kernels can call.
  llvm::ArrayRef<llvm::Function *> pointerTargets() const {
    return PointerTargets;
  }

  /// Lets decl() and parameter() know \p Clone.
  void addClone(const llvm::Function &Original, const llvm::Function &Clone);

private:
  DeviceModule(clang::ASTContext &AST);
  static std::unique_ptr<DeviceModule>
  buildAll(clang::ASTContext &AST,
           llvm::ArrayRef<const clang::FunctionDecl *> Kernels);
  bool generate(DeviceReach &Reach,
                llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                std::vector<const clang::FunctionDecl *> &AddressTaken,
                bool &Incomplete);
  void recordDecls(clang::CodeGenerator &Generator);

  clang::ASTContext &AST;
  SourceLines Lines;
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> M;
  llvm::StringMap<const clang::NamedDecl *> Decls;
  llvm::DenseMap<const clang::FunctionDecl *, llvm::Function *> Functions;
  std::vector<llvm::Function *> PointerTargets;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_DEVICEMODULE_H
