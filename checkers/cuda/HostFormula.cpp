// SPDX-License-Identifier: Apache-2.0

#include "cuda/HostFormula.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

using Op = FactExpr::Op;

std::optional<Op> operationOf(BinaryOperatorKind Kind) {
  switch (Kind) {
  case BO_Add:
    return Op::Add;
  case BO_Sub:
    return Op::Sub;
  case BO_Mul:
    return Op::Mul;
  case BO_Div:
    return Op::Div;
  case BO_Rem:
    return Op::Rem;
  case BO_Shl:
    return Op::Shl;
  case BO_Shr:
    return Op::Shr;
  case BO_LT:
    return Op::Lt;
  case BO_GT:
    return Op::Gt;
  case BO_LE:
    return Op::Le;
  case BO_GE:
    return Op::Ge;
  case BO_EQ:
    return Op::Eq;
  case BO_NE:
    return Op::Ne;
  case BO_LAnd:
    return Op::And;
  case BO_LOr:
    return Op::Or;
  default:
    return std::nullopt;
  }
}

/// What \p F returns, if that is all it does.
const Expr *onlyResult(const FunctionDecl *F) {
  if (!F || !F->hasBody(F) || F->isVariadic())
    return nullptr;
  const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

} // namespace

HostFormulas::Read HostFormulas::unknown(const ValueDecl *V,
                                         const ValueDecl *Member,
                                         const Stmt *By) {
  Unknown U{V, Member, By};
  const auto *Seen = llvm::find(Unknowns, U);
  FactExpr Name;
  Name.Kind = Op::Name;
  Name.Name = "$" + llvm::utostr(Seen - Unknowns.begin());
  if (Seen == Unknowns.end())
    Unknowns.push_back(U);
  if (auto It = Values.find(Name.Name); It != Values.end())
    return Number{It->second, std::nullopt};
  return Number{std::move(Name), std::nullopt};
}

const ValueDecl *HostFormulas::variable(llvm::StringRef Name) const {
  unsigned Index = 0;
  if (!Name.consume_front("$") || Name.getAsInteger(10, Index) ||
      Index >= Unknowns.size())
    return nullptr;
  return Unknowns[Index].Member ? Unknowns[Index].Member : Unknowns[Index].V;
}

/// A quotient as an integer of C is rounded to zero.
std::optional<FactExpr> HostFormulas::whole(Read R) const {
  if (!R)
    return std::nullopt;
  return R->Over ? make(Op::Div, std::move(R->Value), std::move(*R->Over))
                 : std::move(R->Value);
}

std::optional<FactExpr> HostFormulas::integer(const Expr *E) {
  return whole(read(E, &At));
}

HostFormulas::Read HostFormulas::read(const Expr *E, const HostPlace *From) {
  if (!E || E->isValueDependent() || E->isTypeDependent() || Depth > MostDepth)
    return std::nullopt;
  struct Level {
    unsigned &Depth;
    explicit Level(unsigned &Depth) : Depth(++Depth) {}
    ~Level() { --Depth; }
  } Here(Depth);
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return read(Full->getSubExpr(), From);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return read(Temporary->getSubExpr(), From);
  if (const auto *Of = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return read(Of->getReplacement(), From);
  Expr::EvalResult Value;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Value, AST)) {
    if (Value.Val.getInt().getSignificantBits() > 62)
      return std::nullopt;
    return Number{number(Value.Val.getInt().getExtValue()), std::nullopt};
  }
  if (const auto *F = dyn_cast<FloatingLiteral>(E)) {
    llvm::APSInt Int(62, /*isUnsigned=*/false);
    bool Exact = false;
    if (F->getValue().convertToInteger(Int, llvm::APFloat::rmTowardZero,
                                       &Exact) != llvm::APFloat::opOK ||
        !Exact)
      return std::nullopt;
    return Number{number(Int.getExtValue()), std::nullopt};
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    Read Of = read(Cast->getSubExpr(), From);
    QualType To = Cast->getType();
    if (!Of || !To->isArithmeticType())
      return std::nullopt;
    if (!To->isIntegralOrEnumerationType())
      return Of;
    // What does not fit is another number.
    std::optional<FactExpr> Result = whole(std::move(Of));
    if (To->isBooleanType())
      return Number{make(Op::Ne, std::move(*Result), number(0)), std::nullopt};
    if (AST.getIntWidth(To) < 32)
      return std::nullopt;
    return Number{std::move(*Result), std::nullopt};
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    return V ? readVariable(*V, nullptr, From) : std::nullopt;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return readMember(*M, From);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return readBinary(*B, From);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return readCall(*Call, From);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Read If = read(C->getCond(), From), A = read(C->getTrueExpr(), From),
         B = read(C->getFalseExpr(), From);
    if (!If || !A || !B || If->Over || A->Over || B->Over)
      return std::nullopt;
    return Number{choice(If->Value, A->Value, B->Value), std::nullopt};
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->getOpcode() == UO_Plus || U->getOpcode() == UO_Minus)) {
    Read Of = read(U->getSubExpr(), From);
    if (Of && U->getOpcode() == UO_Minus)
      Of->Value = make(Op::Sub, number(0), std::move(Of->Value));
    return Of;
  }
  return std::nullopt;
}

HostFormulas::Read HostFormulas::readBinary(const BinaryOperator &B,
                                            const HostPlace *From) {
  std::optional<Op> Kind = operationOf(B.getOpcode());
  Read L = Kind ? read(B.getLHS(), From) : std::nullopt;
  Read R = L ? read(B.getRHS(), From) : std::nullopt;
  if (!R)
    return std::nullopt;
  if (B.getType()->isFloatingType()) {
    if (Kind == Op::Div && !L->Over && !R->Over)
      return Number{std::move(L->Value), std::move(R->Value)};
    if (L->Over || R->Over ||
        !llvm::is_contained({Op::Add, Op::Sub, Op::Mul}, *Kind))
      return std::nullopt;
  }
  if (L->Over || R->Over)
    return std::nullopt;
  return Number{make(*Kind, std::move(L->Value), std::move(R->Value)),
                std::nullopt};
}

/// ceil of a quotient of numbers that are not negative, min, max, and what one
/// return statement says.
HostFormulas::Read HostFormulas::readCall(const CallExpr &Call,
                                          const HostPlace *From) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getDeclName().isIdentifier() || isa<CXXMethodDecl>(F))
    return std::nullopt;
  llvm::SmallVector<Number, 4> Arguments;
  for (const Expr *A : Call.arguments()) {
    Read Argument = read(A, From);
    if (!Argument)
      return std::nullopt;
    Arguments.push_back(std::move(*Argument));
  }
  llvm::StringRef Name = F->getName();
  if (Arguments.size() == 1 && (Name == "ceil" || Name == "ceilf")) {
    Number N = std::move(Arguments.front());
    if (!N.Over)
      return N;
    FactExpr Up =
        make(Op::Add, std::move(N.Value), make(Op::Sub, *N.Over, number(1)));
    return Number{make(Op::Div, std::move(Up), std::move(*N.Over)),
                  std::nullopt};
  }
  if (Arguments.size() == 1 && (Name == "floor" || Name == "floorf")) {
    std::optional<FactExpr> Down = whole(std::move(Arguments.front()));
    return Number{std::move(*Down), std::nullopt};
  }
  if (llvm::any_of(Arguments, [](const Number &N) { return N.Over; }))
    return std::nullopt;
  if (Arguments.size() == 2 && (Name == "min" || Name == "max")) {
    FactExpr &A = Arguments[0].Value, &B = Arguments[1].Value;
    return Number{choice(make(Name == "min" ? Op::Lt : Op::Gt, A, B), A, B),
                  std::nullopt};
  }
  const FunctionDecl *Definition = F;
  const Expr *Result =
      F->hasBody(Definition) ? onlyResult(Definition) : nullptr;
  if (!Result || Definition->getNumParams() != Arguments.size())
    return std::nullopt;
  // In itself, a function would see its own arguments.
  if (llvm::any_of(Definition->parameters(),
                   [&](const ParmVarDecl *P) { return Bound.contains(P); }))
    return std::nullopt;
  for (auto [P, A] : llvm::zip_equal(Definition->parameters(), Arguments))
    Bound.try_emplace(P, std::move(A));
  Read Of = read(Result, nullptr);
  for (const ParmVarDecl *P : Definition->parameters())
    Bound.erase(P);
  return Of;
}

HostFormulas::Read HostFormulas::readVariable(const VarDecl &V,
                                              const ValueDecl *Member,
                                              const HostPlace *From) {
  const auto *P = dyn_cast<ParmVarDecl>(&V);
  if (auto It = Bound.find(P); P && !Member && It != Bound.end())
    return It->second;
  if (!From)
    return std::nullopt;
  if (!V.isLocalVarDeclOrParm() || V.isStaticLocal()) {
    bool Stays = From == &At && Pure && !V.getType().isVolatileQualified();
    return Stays ? unknown(&V, Member, nullptr) : std::nullopt;
  }
  std::optional<Definition> D = From->definition(V, Member);
  if (!D)
    return std::nullopt;
  if (D->Value && (!Member || D->OfMember))
    if (Read Of = read(D->Value, &D->At)) {
      // Into a variable of integers.
      if (V.getType()->isIntegralOrEnumerationType() && Of->Over)
        return Number{*whole(std::move(Of)), std::nullopt};
      return Of;
    }
  if (P && !D->By && !Member)
    if (std::optional<int64_t> Passed = KnownParameters(*P))
      return Number{number(*Passed), std::nullopt};
  const ValueDecl *Typed = Member ? Member : &V;
  if (!Typed->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  return unknown(&V, Member, D->By);
}

} // namespace oxide::cuda
