// SPDX-License-Identifier: Apache-2.0
//
// What the first-party code of a translation unit does, as far as the tiers
// are concerned: operations of each device function, calls between them,
// zones, launches. One visit of the AST builds it; all tier checkers share it.

#ifndef OXIDE_CHECKERS_CUDA_CODEMODEL_H
#define OXIDE_CHECKERS_CUDA_CODEMODEL_H

#include "core/CheckContext.h"
#include "core/Verdict.h"
#include "cuda/Intrinsics.h"
#include "cuda/Launch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <string>
#include <vector>

namespace oxide::cuda {

/// One operation above the safe tier.
struct Operation {
  OpTier Tier;
  OpEffect Effect;
  clang::SourceRange Range;
  std::string What;     ///< "write through raw pointer 'p'"
  bool Covered = false; ///< stands in a zone of its tier or a stronger one
  OpTier Zone = OpTier::Safe; ///< strongest zone around it
  ZoneRecord *In = nullptr;   ///< the innermost zone that covers it
  /// A proof of its kernels would say all there is to say about it: an access
  /// to shared memory of known extent, a barrier.
  bool Provable = false;
  bool Discharged = false; ///< needs no zone, as the prover shows
};

struct CallEdge {
  const clang::FunctionDecl *Callee; ///< its definition
  clang::SourceLocation Loc;
};

/// A first-party device function with a body, as instantiated.
struct DeviceFunction {
  const clang::FunctionDecl *Decl;
  std::vector<Operation> Operations;
  std::vector<CallEdge> Calls;
};

/// A function that runs in enforce mode, and why.
struct ReachedFunction {
  const DeviceFunction *Function;
  /// The first enforced kernel that reaches it, or the function itself where
  /// its own mode is enforce.
  const clang::FunctionDecl *Kernel;
};

/// What the code of one zone does, all instantiations together. Each operation
/// counts for the innermost zone that covers it.
struct ZoneFacts {
  clang::SourceRange Body; ///< the statement, or the body of the function
  bool OnFunction = false; ///< the attribute stands on the function
  unsigned Unsafe = 0;     ///< operations that need an unsafe zone
  unsigned Manual = 0;     ///< operations that need a manual zone
  unsigned Provable = 0;   ///< of both, those that a proof can discharge
  unsigned Discharged = 0; ///< of both, those that a proof has discharged
  /// Calls that may need the zone: nobody knows the tier of the callee.
  unsigned Unknown = 0;
  uint64_t Effects = 0; ///< bit set over OpEffect
  std::vector<clang::SourceLocation> Operations;
};

class CodeModel {
public:
  explicit CodeModel(CheckContext &Ctx);

  /// Kernels with a body, as instantiated, in source order.
  const std::vector<const DeviceFunction *> &kernels() const { return Kernels; }

  const std::deque<DeviceFunction> &functions() const { return Functions; }
  const DeviceFunction *find(const clang::FunctionDecl *F) const;

  const std::vector<Launch> &launches() const { return Launches; }

  /// Zones in source order; instantiations of one template are one zone.
  const std::vector<ZoneRecord> &zones() const { return Zones; }
  const ZoneFacts &facts(const ZoneRecord &Zone) const;

  /// Everything that runs on behalf of a kernel in enforce mode, and device
  /// functions that are in enforce mode themselves.
  std::vector<ReachedFunction> enforcedFunctions() const;

  /// \p F and all it calls, each once, callers before callees.
  std::vector<const DeviceFunction *>
  reachableFrom(const DeviceFunction &F) const;

  /// Whether something other than a call names \p F: it may be called through
  /// a pointer.
  bool isAddressTaken(const clang::FunctionDecl &F) const {
    return AddressTaken.contains(F.getCanonicalDecl());
  }

  /// Takes the provable operations of the functions that \p Proven accepts as
  /// discharged.
  void discharge(llvm::function_ref<bool(const DeviceFunction &)> Proven);

  std::vector<KernelVerdict> verdicts() const;

private:
  friend class CodeModelBuilder;
  template <class Derived> friend class RecordingVisitor;

  Mode modeOf(const DeviceFunction &F) const;
  void sortKernels();
  /// A zone of a template is needed when any instantiation needs it; a pattern
  /// that nobody instantiated says nothing, so its zone is left out.
  void mergeZones();

  CheckContext &Ctx;
  std::deque<DeviceFunction> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, const DeviceFunction *> Index;
  std::vector<const DeviceFunction *> Kernels;
  std::vector<Launch> Launches;
  std::deque<ZoneRecord> Records; ///< of each instantiation
  std::vector<ZoneRecord> Zones;
  llvm::DenseSet<const clang::FunctionDecl *> AddressTaken;
  llvm::DenseMap<clang::SourceLocation, ZoneFacts> Facts;
};

/// "ns::f<int>": the name of \p F as users write it.
std::string kernelName(const clang::FunctionDecl &F);

/// "'f'", with template arguments where \p F is an instantiation.
std::string quotedName(const clang::FunctionDecl &F);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_CODEMODEL_H
