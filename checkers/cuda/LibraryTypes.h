// SPDX-License-Identifier: Apache-2.0
//
// Witness classes: which types are one, and which types hold one.

#ifndef OXIDE_CHECKERS_CUDA_LIBRARYTYPES_H
#define OXIDE_CHECKERS_CUDA_LIBRARYTYPES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

namespace oxide {
class CheckContext;
} // namespace oxide

namespace oxide::cuda {

/// The class of \p T when it is declared with oxide_witness, or an
/// instantiation of such a template; else null. Qualifiers and names given by
/// typedef do not matter, references and pointers are not looked through.
const clang::CXXRecordDecl *asWitness(clang::QualType T);

/// Whether \p Witness can be neither copied nor moved: each object is the only
/// one that proves its fact, as ThreadIndex is. A witness that may be copied,
/// such as Uniform, proves something that holds in all threads.
bool isUnique(const clang::CXXRecordDecl &Witness);

/// asWitness() when that is unique, else null.
const clang::CXXRecordDecl *asUniqueWitness(clang::QualType T);

/// asWitness() behind any number of references, pointers and array bounds.
const clang::CXXRecordDecl *witnessBehind(clang::QualType T);

/// What findWitness() looks for.
enum class Holding : uint8_t {
  Object, ///< the witness itself is stored
  Any     ///< the witness, its address, or a reference to it
};

/// The unique witness that an object of type \p T stores in itself, its bases,
/// members or captures, or null. Classes of the Oxide headers and witnesses
/// themselves are not looked into.
const clang::CXXRecordDecl *findUniqueWitness(clang::QualType T, Holding How,
                                              const CheckContext &Ctx);

/// Whether \p D is a member of a witness class or of a class nested in one:
/// code that belongs to the witness.
bool isPartOfWitness(const clang::Decl &D);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_LIBRARYTYPES_H
