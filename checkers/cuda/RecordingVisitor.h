// SPDX-License-Identifier: Apache-2.0
//
// A visitor that records what it sees in a CodeModel: operations of the current
// device function, and what each zone covers.

#ifndef OXIDE_CHECKERS_CUDA_RECORDINGVISITOR_H
#define OXIDE_CHECKERS_CUDA_RECORDINGVISITOR_H

#include "core/Attributes.h"
#include "cuda/CodeModel.h"
#include "cuda/RunTimeVisitor.h"
#include "llvm/ADT/DenseSet.h"

namespace oxide::cuda {

template <class Derived>
class RecordingVisitor : public RunTimeVisitor<Derived> {
public:
  RecordingVisitor(CheckContext &Ctx, CodeModel &M)
      : RunTimeVisitor<Derived>(Ctx), M(M) {}

protected:
  /// The device function around the current statement; null in host code and
  /// in uninstantiated templates.
  DeviceFunction *current() {
    clang::FunctionDecl *F = this->currentFunction();
    return F && isDeviceCode(*F) ? functionFor(F) : nullptr;
  }

  DeviceFunction *functionFor(clang::FunctionDecl *F) {
    auto [It, New] = M.Index.try_emplace(F->getCanonicalDecl());
    if (New) {
      M.Functions.push_back({F, {}, {}});
      It->second = &M.Functions.back();
    }
    return const_cast<DeviceFunction *>(It->second);
  }

  void noteZone(const clang::Attr &A, clang::SourceRange Body,
                bool OnFunction) {
    ZoneFacts &Facts = M.Facts[A.getLocation()];
    Facts.Body = Body;
    Facts.OnFunction = OnFunction;
  }

  void countInZone(OpTier Tier, OpEffect Effect, clang::SourceLocation Loc,
                   bool Provable = false) {
    ZoneRecord *Zone = this->coveringZone(Tier);
    if (!Zone)
      return;
    ++Zone->Operations;
    ZoneFacts &Facts = M.Facts[Zone->Loc];
    Facts.Provable += Provable;
    ++(Tier == OpTier::Manual ? Facts.Manual : Facts.Unsafe);
    Facts.Effects |= uint64_t(1) << unsigned(Effect);
    Facts.Operations.push_back(Loc);
  }

  void countUnknown() {
    if (ZoneRecord *Zone = this->coveringZone(OpTier::Safe)) {
      Zone->Opaque = true;
      ++M.Facts[Zone->Loc].Unknown;
    }
  }

  /// The visit may come to one expression twice, through both forms of an
  /// initialiser list for example.
  template <class Node>
  void add(const Node &N, OpTier Tier, OpEffect Effect, std::string What,
           clang::SourceRange Range = {}, bool Provable = false) {
    DeviceFunction *F = current();
    if (!Seen.insert({F, &N}).second)
      return;
    if (Range.isInvalid())
      Range = N.getSourceRange();
    countInZone(Tier, Effect, Range.getBegin(), Provable);
    // The body of a function whose call needs a zone is inside that zone.
    ZoneRecord *Zone = this->coveringZone(Tier);
    bool Covered = Zone || attr::declaredTier(*F->Decl) >= Tier;
    F->Operations.push_back({Tier, Effect, Range, std::move(What), Covered,
                             this->currentZone(), Zone, Provable});
  }

  using Destructors = llvm::SmallVector<const clang::CXXDestructorDecl *, 4>;

  /// Adds calls that have no expression of their own.
  void destroyed(llvm::ArrayRef<const clang::CXXDestructorDecl *> Destructors,
                 clang::SourceRange Range) {
    for (const clang::CXXDestructorDecl *D : Destructors) {
      const clang::FunctionDecl *Definition = nullptr;
      if (D->isDefined(Definition) &&
          this->context().isFirstParty(Definition->getLocation()))
        this->current()->Calls.push_back({Definition, Range.getBegin()});
    }
  }

  CodeModel &M;

private:
  llvm::DenseSet<std::pair<const DeviceFunction *, const void *>> Seen;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_RECORDINGVISITOR_H
