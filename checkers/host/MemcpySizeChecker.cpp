// SPDX-License-Identifier: Apache-2.0
//
// oxide-memcpy-size, see docs/checkers/memcpy-size.md.

#include "core/Checker.h"
#include "host/ByteSize.h"
#include "host/Conditions.h"
#include "host/HostCode.h"
#include "host/LaunchValues.h"
#include "host/PathChanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide {

namespace {

using namespace cuda;

/// A call that gives a size for an object.
struct SizedCall {
  const ApiCall *Call;
  AccessPath Object;
  clang::QualType Element; ///< of the object, null when it is not known
  ByteSize Size;
};

class MemcpySizeChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      std::vector<SizedCall> Sized;
      for (const ApiCall &Call : F.Calls)
        collect(Call, Sized);
      if (Sized.empty())
        continue;
      PathChanges Changes(F);
      // One finding for each call, whichever of its two objects shows it.
      llvm::SmallPtrSet<const clang::CallExpr *, 8> Reported;
      for (const SizedCall &S : Sized)
        if (!Reported.contains(S.Call->Call) && lookAt(F, S, Sized, Changes))
          Reported.insert(S.Call->Call);
    }
  }

private:
  void collect(const ApiCall &Call, std::vector<SizedCall> &Into) {
    if (!Call.bytes())
      return;
    std::optional<ByteSize> Size = byteSize(Call.bytes(), context().ast());
    if (!Size)
      return;
    bool Allocates = Call.Api->Role == ApiRole::Allocate;
    for (const clang::Expr *Object : {Call.target(), Call.source()}) {
      std::optional<AccessPath> Path = !Object     ? std::nullopt
                                       : Allocates ? pathOfAddressed(Object)
                                                   : pathOf(Object);
      if (!Path || !Path->last())
        continue;
      clang::QualType T = Path->last()->getType();
      clang::QualType Element;
      if (T->isPointerType())
        Element = T->getPointeeType();
      else if (const clang::Type *Array = T->getPointeeOrArrayElementType();
               T->isArrayType())
        Element = clang::QualType(Array, 0);
      Into.push_back({&Call, std::move(*Path), Element, *Size});
    }
  }

  int64_t widthOf(clang::QualType T) {
    if (T.isNull() || T->isIncompleteType() || T->isDependentType() ||
        T->isVoidType() || T->isFunctionType())
      return 0;
    return context().ast().getTypeSizeInChars(T).getQuantity();
  }

  bool lookAt(const HostFunction &F, const SizedCall &S,
              llvm::ArrayRef<SizedCall> All, const PathChanges &Changes) {
    if (reportPointerSize(F, S))
      return true;
    int64_t Width = widthOf(S.Element);
    if (Width > 1 && !S.Size.Unit && isCount(S, Changes))
      for (const SizedCall &Other : All)
        if (Other.Object == S.Object && Other.Size.Unit == Width &&
            Other.Size.Factors == S.Size.Factors &&
            Other.Size.Constant == S.Size.Constant &&
            Other.Call->Call != S.Call->Call) {
          report(F, *S.Call,
                 "this size is a number of elements, and '" + S.Object.text() +
                     "' has elements of " + llvm::Twine(Width) + " bytes")
              .note(Other.Call->bytes()->getExprLoc(),
                    "here the same number is multiplied by the size of an "
                    "element");
          return true;
        }
    return reportBeyond(F, S, All, Changes);
  }

  /// Whether the size of \p S is the same number in all of the function, and
  /// one that people give in elements. Few bytes as a number may be meant so.
  static bool isCount(const SizedCall &S, const PathChanges &Changes) {
    if (S.Size.Factors.empty())
      return S.Call->Api->Role == ApiRole::Allocate;
    return llvm::none_of(S.Size.Factors, [&](const AccessPath &Factor) {
      return Changes.ever(Factor);
    });
  }

  /// `sizeof(p)` where `sizeof(*p)` is meant.
  bool reportPointerSize(const HostFunction &F, const SizedCall &S) {
    const clang::UnaryExprOrTypeTraitExpr *Of = S.Size.OfPointer;
    if (!Of || Of->isArgumentType() || S.Element.isNull() ||
        S.Element->isPointerType())
      return false;
    std::optional<AccessPath> Path = pathOf(Of->getArgumentExpr());
    if (!Path || *Path != S.Object)
      return false;
    // The same number, or more room than is needed.
    int64_t Element = widthOf(S.Element),
            Pointer = widthOf(Of->getTypeOfArgument());
    if (!Element || Element == Pointer ||
        (Element < Pointer && S.Call->Api->Role == ApiRole::Allocate))
      return false;
    report(F, *S.Call,
           "this size is that of the pointer '" + S.Object.text() +
               "', not of what it points to");
    return true;
  }

  /// More than was allocated, where both are numbers.
  bool reportBeyond(const HostFunction &F, const SizedCall &S,
                    llvm::ArrayRef<SizedCall> All, const PathChanges &Changes) {
    std::optional<int64_t> Bytes = S.Size.value();
    if (!Bytes || S.Call->Api->Role == ApiRole::Allocate ||
        !isReached(*F.Decl, *S.Call->Call, context()) ||
        isUnderTypeQuery(*F.Decl, *S.Call->Call))
      return false;
    clang::QualType Declared = S.Object.last()->getType();
    if (Declared->isArrayType()) {
      int64_t Room = widthOf(Declared);
      // An array of one element may be the beginning of a longer one.
      if (Room <= widthOf(S.Element) || *Bytes <= Room)
        return false;
      report(F, *S.Call,
             "this copies " + llvm::Twine(*Bytes) + " bytes, and '" +
                 S.Object.text() + "' has " + llvm::Twine(Room));
      return true;
    }
    const SizedCall *Only = nullptr;
    for (const SizedCall &Other : All)
      if (Other.Object == S.Object &&
          Other.Call->Api->Role == ApiRole::Allocate) {
        if (Only)
          return false;
        Only = &Other;
      }
    if (!Only || !S.Object.isLocal() || Changes.ever(S.Object))
      return false;
    std::optional<int64_t> Room = Only->Size.value();
    if (!Room || *Bytes <= *Room)
      return false;
    report(F, *S.Call,
           "this takes " + llvm::Twine(*Bytes) + " bytes of '" +
               S.Object.text() + "', which has " + llvm::Twine(*Room))
        .note(Only->Call->Call->getBeginLoc(), "allocated here");
    return true;
  }

  FindingBuilder report(const HostFunction &F, const ApiCall &Call,
                        const llvm::Twine &Text) {
    FindingBuilder Found = diag(Call.bytes()->getExprLoc(), Text);
    Found.in(F.Decl) << Call.bytes()->getSourceRange();
    return Found;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(MemcpySize)

} // namespace oxide
