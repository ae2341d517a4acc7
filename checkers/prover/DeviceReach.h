// SPDX-License-Identifier: Apache-2.0
//
// The definitions that some kernels need.

#ifndef OXIDE_CHECKERS_PROVER_DEVICEREACH_H
#define OXIDE_CHECKERS_PROVER_DEVICEREACH_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace oxide::prover {

/// Collects definitions of functions and global variables that the added ones
/// refer to, in the order of discovery. It may find more than code generation
/// asks for; what it misses (a member that only a vtable names), code
/// generation reports as a declaration without a body.
class DeviceReach {
public:
  /// Adds what \p D refers to, and the definition of \p D itself. Returns
  /// whether anything was new.
  bool add(const clang::Decl *D);

  llvm::ArrayRef<const clang::Decl *> definitions() const {
    return Definitions.getArrayRef();
  }

  /// Classes with virtual functions of which objects are made.
  llvm::ArrayRef<const clang::CXXRecordDecl *> dynamicClasses() const {
    return Dynamic.getArrayRef();
  }

private:
  void addDecl(const clang::Decl *D);
  void addFunction(const clang::FunctionDecl *F);
  void addVariable(const clang::VarDecl *V);
  void addDestructor(clang::QualType T);
  void addParts(const clang::FunctionDecl &F);
  void visit(const clang::Stmt *S);

  llvm::SetVector<const clang::Decl *> Definitions;
  llvm::SetVector<const clang::CXXRecordDecl *> Dynamic;
  llvm::SmallVector<const clang::Stmt *, 32> Pending;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_DEVICEREACH_H
