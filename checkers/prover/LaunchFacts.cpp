// SPDX-License-Identifier: Apache-2.0

#include "prover/LaunchFacts.h"
#include "prover/Annotations.h"
#include "prover/FactTerms.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

namespace oxide::prover {

using namespace llvm;

/// Dimensions that the kernel does not look at are taken to be one.
static void closeDimensions(const Function &F, const LaunchShape &Shape,
                            KernelInputs &Inputs,
                            std::vector<std::string> &Assumptions) {
  std::string Assumed;
  for (unsigned D = 0; D != 3; ++D) {
    bool Threads = readsDimension(F, "tid", D);
    for (auto [Dim, Name, Reads] :
         {std::tuple(&Inputs.Block[D], "blockDim", Threads),
          std::tuple(&Inputs.Grid[D], "gridDim",
                     readsDimension(F, "ctaid", D))}) {
      if (*Dim || Reads)
        continue;
      *Dim = 1;
      Assumed +=
          formatv("{0}{1}.{2}", Assumed.empty() ? "" : ", ", Name, "xyz"[D]);
    }
  }
  if (any_of(Shape.Dims.Block, [](const auto &D) { return D.has_value(); }))
    Assumptions.push_back("block shape from " + Shape.Origin);
  append_range(Assumptions, Shape.Passed);
  if (!Assumed.empty())
    Assumptions.push_back(Assumed +
                          " is 1: the kernel does not read the index");
}

KernelInputs kernelInputs(const DeviceModule &Module, const Function &F,
                          const LaunchShape &Shape,
                          std::vector<std::string> &Assumptions) {
  KernelInputs Result;
  for (const Argument &A : F.args()) {
    KernelInputs::Parameter Parameter;
    if (const clang::ParmVarDecl *D = Module.parameter(A)) {
      Parameter.Name = D->getNameAsString();
      Parameter.Unsigned = D->getType()->isUnsignedIntegerOrEnumerationType();
    }
    for (const auto &[Number, Value] : Shape.Scalars)
      if (Number == A.getArgNo() && A.getType()->isIntegerTy()) {
        Parameter.Value = Value;
        Assumptions.push_back(
            formatv("{0} is {1} in {2}", Parameter.Name, Value, Shape.Origin));
      }
    Result.Parameters.push_back(std::move(Parameter));
  }
  for (unsigned D = 0; D != 3; ++D) {
    Result.Block[D] = Shape.Dims.Block[D];
    Result.Grid[D] = Shape.Dims.Grid[D];
  }
  Result.MaxThreads = Shape.MaxThreads;
  closeDimensions(F, Shape, Result, Assumptions);
  return Result;
}

std::vector<TermRef> statedFacts(CheckContext &Ctx, const DeviceModule &Module,
                                 const Function &F, StringRef Name,
                                 const LaunchShape &Shape, Translator &X,
                                 std::vector<std::string> &Assumptions) {
  std::vector<TermRef> Result;
  StringMap<TermRef> HostNumbers;
  auto Scalar = [&](StringRef Wanted) -> TermRef {
    if (Wanted.starts_with("$")) {
      TermRef &Number = HostNumbers[Wanted];
      if (!Number) {
        Symbol S;
        S.Name = Wanted.split(':').second.str();
        Number = X.terms().apply(X.terms().symbol(std::move(S)));
      }
      return Number;
    }
    for (const Argument &A : F.args())
      if (A.getType()->isIntegerTy())
        if (const clang::ParmVarDecl *D = Module.parameter(A);
            D && D->getName() == Wanted)
          return X.term(&A);
    return nullptr;
  };
  for (const Assumption &A : Ctx.prover().Assumptions) {
    if (!A.concerns(Name))
      continue;
    std::string Missing;
    if (TermRef Fact = factTerm(X, A.Expr, Scalar, Missing)) {
      Result.push_back(Fact);
      Assumptions.push_back(A.Text);
    }
  }
  std::string Related;
  bool Calculated = false;
  for (const FactExpr &Relation : Shape.Relations) {
    std::string Missing;
    TermRef Fact = factTerm(X, Relation, Scalar, Missing);
    if (!Fact || Fact->isTrue())
      continue;
    Result.push_back(Fact);
    Related += (Related.empty() ? "" : ", ") + toString(Fact);
    Calculated |= Relation.Operands.back().Kind != FactExpr::Op::Name;
  }
  if (!Related.empty())
    Assumptions.push_back(
        Related + " in " + Shape.Origin +
        (Calculated ? ", whose arithmetic neither wraps nor rounds" : ""));
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Value *Assumed = assumedBy(*Call); Assumed && !X.inLoop(&B))
          Result.push_back(X.terms().implies(X.reach(&B), X.term(Assumed)));
  return Result;
}

} // namespace oxide::prover
