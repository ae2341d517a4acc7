// SPDX-License-Identifier: Apache-2.0

#include "prover/LaunchRelations.h"
#include "cuda/HostFormula.h"
#include "cuda/HostValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace oxide::prover {

namespace {

using namespace clang;

/// Sets of constants that callers of one host function pass; beyond that none
/// of them counts.
constexpr size_t MostContexts = 4;

/// A number of the kernel and what the launch sets it to.
struct Equation {
  std::string Name;
  FactExpr Value;
};

void eachName(const FactExpr &E, llvm::function_ref<void(const FactExpr &)> F) {
  if (E.Kind == FactExpr::Op::Name)
    F(E);
  for (const FactExpr &Operand : E.Operands)
    eachName(Operand, F);
}

FactExpr renamed(const FactExpr &E, const llvm::StringMap<std::string> &To) {
  FactExpr Result = E;
  if (E.Kind == FactExpr::Op::Name)
    if (auto It = To.find(E.Name); It != To.end())
      Result.Name = It->second;
  for (FactExpr &Operand : Result.Operands)
    Operand = renamed(Operand, To);
  return Result;
}

/// The equations as conditions over numbers of the kernel. What is passed as it
/// stands gives its name to the number of the host. \p HostName has names for
/// the others, which say something where they occur twice.
std::vector<FactExpr>
relationsOf(llvm::ArrayRef<Equation> Equations,
            llvm::function_ref<std::string(llvm::StringRef)> HostName) {
  llvm::StringMap<std::string> NameOf;
  std::vector<const Equation *> Others;
  for (const Equation &E : Equations)
    if (E.Value.Kind != FactExpr::Op::Name ||
        !NameOf.try_emplace(E.Value.Name, E.Name).second)
      Others.push_back(&E);
  llvm::StringMap<unsigned> Occurs;
  for (const Equation *E : Others) {
    llvm::StringSet<> Here;
    eachName(E->Value, [&](const FactExpr &N) {
      if (!NameOf.contains(N.Name) && Here.insert(N.Name).second)
        ++Occurs[N.Name];
    });
  }
  for (const auto &[Name, Count] : Occurs)
    if (Count > 1)
      NameOf[Name] = HostName(Name);
  std::vector<FactExpr> Result;
  for (const Equation *E : Others) {
    bool Known = true;
    eachName(E->Value,
             [&](const FactExpr &N) { Known &= NameOf.contains(N.Name); });
    if (!Known)
      continue;
    FactExpr Name, Equal;
    Name.Kind = FactExpr::Op::Name;
    Name.Name = E->Name;
    Equal.Kind = FactExpr::Op::Eq;
    Equal.Operands = {std::move(Name), renamed(E->Value, NameOf)};
    if (Equal.Operands[0] != Equal.Operands[1])
      Result.push_back(std::move(Equal));
  }
  return Result;
}

class Reader {
public:
  using Passed = std::vector<std::optional<int64_t>>;

  Reader(CheckContext &Ctx, const CUDAKernelCallExpr &Call,
         const FunctionDecl &Kernel, const FunctionDecl &Around,
         const cuda::HostPlace &At)
      : AST(Ctx.ast()), Call(Call), Kernel(Kernel), Around(Around), At(At) {}

  /// Parameters of the function around that the numbers rest on.
  std::vector<unsigned> Asked;

  /// The shape for callers that pass \p Arguments; none where they never come
  /// to the launch.
  std::optional<LaunchShape> read(const Passed &Arguments) {
    Now = &Arguments;
    Equations.clear();
    LaunchShape S;
    auto Known = [&](const ParmVarDecl &P) { return passed(P); };
    cuda::HostFormulas Numbers(AST, At, Known);
    if (!Numbers.learnBranches())
      return std::nullopt;
    for (unsigned I = 0;
         I != std::min(Call.getNumArgs(), Kernel.getNumParams()); ++I)
      argument(Numbers, I, S);
    const CallExpr *Config = Call.getConfig();
    dimensions(Numbers, Config->getArg(1), "blockDim.", S.Dims.Block);
    dimensions(Numbers, Config->getArg(0), "gridDim.", S.Dims.Grid);
    S.Relations = relationsOf(Equations, [&](llvm::StringRef Name) {
      const ValueDecl *V = Numbers.variable(Name);
      return (Name + ":" + (V ? V->getName() : "")).str();
    });
    return S;
  }

private:
  std::optional<int64_t> passed(const ParmVarDecl &P) {
    if (P.getDeclContext() != &Around)
      return std::nullopt;
    unsigned Number = P.getFunctionScopeIndex();
    if (!llvm::is_contained(Asked, Number))
      Asked.push_back(Number);
    return Number < Now->size() ? (*Now)[Number] : std::nullopt;
  }

  void argument(cuda::HostFormulas &Numbers, unsigned I, LaunchShape &S) {
    const ParmVarDecl *P = Kernel.getParamDecl(I);
    if (!P->getType()->isIntegralOrEnumerationType())
      return;
    std::optional<FactExpr> Value = Numbers.integer(Call.getArg(I));
    if (!Value)
      return;
    if (std::optional<int64_t> C = cuda::constantOf(*Value)) {
      llvm::APSInt Wide(llvm::APInt(64, *C, /*isSigned=*/true),
                        /*isUnsigned=*/false);
      unsigned Bits = AST.getIntWidth(P->getType());
      if (P->getType()->isSignedIntegerOrEnumerationType()
              ? Wide.isSignedIntN(Bits)
              : !Wide.isNegative() && Wide.isIntN(Bits))
        S.Scalars.emplace_back(I, *C);
    } else if (P->getIdentifier() && !P->getType()->isBooleanType()) {
      Equations.push_back({P->getName().str(), std::move(*Value)});
    }
  }

  void dimensions(cuda::HostFormulas &Numbers, const Expr *E,
                  llvm::StringRef Name,
                  std::array<std::optional<uint32_t>, 3> &Dims) {
    cuda::HostFormulas::Dimensions Values = Numbers.dimensions(E);
    for (unsigned D = 0; D != 3; ++D) {
      if (!Values[D])
        continue;
      if (std::optional<int64_t> C = cuda::constantOf(*Values[D])) {
        if (*C > 0 && *C <= std::numeric_limits<int32_t>::max())
          Dims[D] = static_cast<uint32_t>(*C);
      } else {
        Equations.push_back(
            {(Name + llvm::Twine("xyz"[D])).str(), std::move(*Values[D])});
      }
    }
  }

  ASTContext &AST;
  const CUDAKernelCallExpr &Call;
  const FunctionDecl &Kernel;
  const FunctionDecl &Around;
  const cuda::HostPlace &At;
  const Passed *Now = nullptr;
  std::vector<Equation> Equations;
};

} // namespace

std::vector<LaunchShape> shapesOf(CheckContext &Ctx, const cuda::Launch &L,
                                  const FunctionDecl &Kernel) {
  const auto &Call = *cast<CUDAKernelCallExpr>(L.Call);
  std::optional<cuda::HostPlace> At =
      L.Function ? cuda::HostPlace::of(*L.Function, Call) : std::nullopt;
  if (!At)
    return {LaunchShape()};
  Reader R(Ctx, Call, Kernel, *L.Function, *At);
  std::vector<LaunchShape> Result;
  std::optional<LaunchShape> Open = R.read({});
  if (Open)
    Result.push_back(*Open);
  if (R.Asked.empty())
    return Result;

  auto &Host = Ctx.get<cuda::HostValues>();
  std::vector<Reader::Passed> Contexts;
  for (const cuda::HostCall &Caller : Host.callsOf(*L.Function)) {
    Reader::Passed Arguments(L.Function->getNumParams());
    for (unsigned Number : R.Asked)
      Arguments[Number] = Host.passedConstant(Caller, Number);
    if (!llvm::is_contained(Contexts, Arguments))
      Contexts.push_back(std::move(Arguments));
  }
  if (Contexts.empty() || Contexts.size() > MostContexts)
    return Result;
  Result.clear();
  for (const Reader::Passed &Arguments : Contexts) {
    std::optional<LaunchShape> S = R.read(Arguments);
    if (!S)
      continue;
    for (unsigned Number : R.Asked)
      if (Arguments[Number])
        S->Passed.push_back(
            ("calls of '" + llvm::Twine(L.Function->getNameAsString()) +
             "' in view pass " + llvm::Twine(*Arguments[Number]) + " for '" +
             L.Function->getParamDecl(Number)->getName() + "'")
                .str());
    Result.push_back(std::move(*S));
  }
  return Result;
}

} // namespace oxide::prover
