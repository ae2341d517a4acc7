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

  /// \p Kernel and all it calls, each once, callers before callees.
  std::vector<const DeviceFunction *>
  reachableFrom(const DeviceFunction &Kernel) const;

  std::vector<KernelVerdict> verdicts() const;

private:
  friend class CodeModelBuilder;
  template <class Derived> friend class RecordingVisitor;

  Mode modeOf(const DeviceFunction &F) const;
  void sortKernels();
  /// A zone of a template is needed when any instantiation needs it; a pattern
  /// that nobody instantiated says nothing, so its zone is left out.
  void mergeZones(const std::vector<ZoneRecord> &Seen);

  CheckContext &Ctx;
  std::deque<DeviceFunction> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, const DeviceFunction *> Index;
  std::vector<const DeviceFunction *> Kernels;
  std::vector<Launch> Launches;
  std::vector<ZoneRecord> Zones;
  llvm::DenseMap<clang::SourceLocation, ZoneFacts> Facts;
};

/// "ns::f<int>": the name of \p F as users write it.
std::string kernelName(const clang::FunctionDecl &F);

/// "'f'", with template arguments where \p F is an instantiation.
std::string quotedName(const clang::FunctionDecl &F);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_CODEMODEL_H
