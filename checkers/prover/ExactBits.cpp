// SPDX-License-Identifier: Apache-2.0

#include "prover/ExactBits.h"
#include "prover/Z3Session.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SaveAndRestore.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// How many times a question goes back around loops.
constexpr unsigned MostDepth = 2;
/// Values of one question, and of one of them on the way to the next; what is
/// beyond may be anything.
constexpr size_t MostValues = 4000;
constexpr unsigned MostNesting = 300;
/// Z3's own unit, so that the answer does not depend on the machine.
constexpr unsigned MostSteps = 1'500'000;

Z3_context makeContext() {
  // Without counted references: all goes away with the context.
  Z3_config Config = Z3_mk_config();
  Z3_context Context = Z3_mk_context(Config);
  Z3_del_config(Config);
  Z3_set_error_handler(Context, nullptr);
  return Context;
}

} // namespace

ExactBits::ExactBits(const Function &F, const DominatorTree &DT,
                     const LoopInfo &LI, ScalarEvolution &SE)
    : F(F), DT(DT), SE(SE), C(makeContext()) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  Irreducible = containsIrreducibleCFG<const BasicBlock *>(Order, LI);
}

ExactBits::~ExactBits() { Z3_del_context(C); }

bool ExactBits::neverTaken(const BasicBlock *From, const BasicBlock *To,
                           bool Assumptions) {
  // Around a cycle that is no loop a value would have two values at a moment.
  if (Irreducible || !DT.isReachableFromEntry(From))
    return false;
  UseAssumptions = Assumptions;
  Known.clear();
  Executed.clear();
  Members.clear();
  Specials.clear();
  Facts.clear();
  Moments.clear();
  Moments.push_back(std::make_unique<Moment>());
  const Moment *Now = Moments.front().get();

  std::vector<Z3_ast> Holds{executed(From, Now), edge(From, To, Now)};
  way(From, nullptr, Now, Holds);

  Z3_solver Solver =
      Z3_mk_solver_for_logic(C, Z3_mk_string_symbol(C, "QF_UFBV"));
  Z3_solver_inc_ref(C, Solver);
  setUp(C, Solver, MostSteps, /*Old=*/false);
  for (const std::vector<Z3_ast> *Each : {&Facts, &Holds})
    for (Z3_ast Condition : *Each)
      Z3_solver_assert(C, Solver, Condition);
  Z3_lbool Answer = Z3_solver_check(C, Solver);
  Z3_solver_dec_ref(C, Solver);
  // A condition that could not be made is one that was left out.
  return Z3_get_error_code(C) == Z3_OK && Answer == Z3_L_FALSE;
}

const ExactBits::Moment *ExactBits::before(const Moment *Later,
                                           const BasicBlock *Header,
                                           const BasicBlock *Latch) {
  for (const std::unique_ptr<Moment> &M : Moments)
    if (M->Later == Later && M->Header == Header && M->Latch == Latch)
      return M.get();
  Moments.push_back(
      std::make_unique<Moment>(Moment{Later, Header, Latch, Later->Depth + 1}));
  return Moments.back().get();
}

/// What lies outside of the loop has not changed since the later moment.
const ExactBits::Moment *ExactBits::momentOf(const BasicBlock *B,
                                             const Moment *At) const {
  while (At->Later && !(B && DT.dominates(At->Header, B)))
    At = At->Later;
  return At;
}

Z3_ast ExactBits::executed(const BasicBlock *B, const Moment *At) {
  Z3_ast First = nullptr, Above = nullptr;
  for (const auto *Node = DT.getNode(B); Node; Node = Node->getIDom()) {
    At = momentOf(Node->getBlock(), At);
    auto [It, New] = Executed.try_emplace({Node->getBlock(), At}, nullptr);
    if (New)
      It->second = Z3_mk_fresh_const(C, "x", Z3_mk_bool_sort(C));
    if (!First)
      First = It->second;
    if (Above)
      Facts.push_back(Z3_mk_implies(C, Above, It->second));
    if (!New)
      break;
    Above = It->second;
  }
  return First;
}

Z3_ast ExactBits::bits(const Value *V, const Moment *At) {
  if (const auto *Number = dyn_cast<ConstantInt>(V))
    return number(Number->getValue());
  const auto *I = dyn_cast<Instruction>(V);
  At = momentOf(I ? I->getParent() : nullptr, At);
  if (auto It = Known.find({V, At}); It != Known.end())
    return It->second;
  Z3_sort Sort = sortOf(V->getType());
  if (Known.size() >= MostValues || Nesting >= MostNesting)
    return unknown(Sort);
  SaveAndRestore Deeper(Nesting, Nesting + 1);
  if (const auto *Phi = dyn_cast<PHINode>(V)) {
    // Known before its operands, which may lead back to it.
    Z3_ast Value = Known[{V, At}] = unknown(Sort);
    evolution(*Phi, Value, At);
    join(*Phi, Value, At);
    return Value;
  }
  Z3_ast Value = I ? compute(*I, At) : nullptr;
  return Known[{V, At}] = Value ? Value : unknown(Sort);
}

/// The value of \p I, or null where it is not followed.
Z3_ast ExactBits::compute(const Instruction &I, const Moment *At) {
  if (const auto *B = dyn_cast<BinaryOperator>(&I))
    return binary(*B, At);
  if (const auto *Compare = dyn_cast<ICmpInst>(&I))
    return compare(*Compare, At);
  if (const auto *Cast = dyn_cast<CastInst>(&I))
    return cast(*Cast, At);
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return call(*Call, At);
  if (const auto *S = dyn_cast<SelectInst>(&I))
    return Z3_mk_ite(C, truth(S->getCondition(), true, At),
                     bits(S->getTrueValue(), At), bits(S->getFalseValue(), At));
  if (const auto *Part = dyn_cast<ExtractValueInst>(&I))
    if (const Value *Inserted =
            FindInsertedValue(const_cast<Value *>(Part->getAggregateOperand()),
                              Part->getIndices()))
      return bits(Inserted, At);
  // A frozen value that was none may be anything.
  if (const auto *Frozen = dyn_cast<FreezeInst>(&I);
      Frozen && isGuaranteedNotToBeUndefOrPoison(Frozen->getOperand(0)))
    return bits(Frozen->getOperand(0), At);
  return nullptr;
}

/// One of the ways into the block of \p Phi was the last.
void ExactBits::join(const PHINode &Phi, Z3_ast Value, const Moment *At) {
  const BasicBlock *Header = Phi.getParent();
  std::vector<Z3_ast> Ways;
  for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
    const BasicBlock *From = Phi.getIncomingBlock(I);
    if (!DT.isReachableFromEntry(From))
      continue;
    const Moment *Then = At;
    if (DT.dominates(Header, From)) {
      if (At->Depth == MostDepth)
        return;
      Then = before(At, Header, From);
    }
    std::vector<Z3_ast> Holds{
        Z3_mk_eq(C, Value, bits(Phi.getIncomingValue(I), Then)),
        executed(From, Then), edge(From, Header, Then)};
    way(From, Header, Then, Holds);
    Ways.push_back(all(Holds));
  }
  Facts.push_back(Z3_mk_implies(C, executed(Header, At),
                                Z3_mk_or(C, Ways.size(), Ways.data())));
}

void ExactBits::evolution(const PHINode &Phi, Z3_ast Value, const Moment *At) {
  auto &V = const_cast<PHINode &>(Phi);
  if (!SE.isSCEVable(V.getType()))
    return;
  auto Add = [&](Z3_ast Fact) {
    Facts.push_back(Z3_mk_implies(C, executed(Phi.getParent(), At), Fact));
  };
  const SCEV *S = SE.getSCEV(&V);
  Add(inRange(Value, SE.getUnsignedRange(S)));
  Add(inRange(Value, SE.getSignedRange(S)));
  const auto *R = dyn_cast<SCEVAddRecExpr>(S);
  if (!R || R->getLoop()->getHeader() != Phi.getParent())
    return;
  const BasicBlock *Before = R->getLoop()->getLoopPredecessor();
  if (!Before)
    return;
  Z3_ast Start = bits(Phi.getIncomingValueForBlock(Before), At);
  const SCEV *Step = R->getStepRecurrence(SE);
  if (R->hasNoUnsignedWrap())
    Add(Z3_mk_bvule(C, Start, Value));
  if (R->hasNoSignedWrap() && SE.isKnownNonNegative(Step))
    Add(Z3_mk_bvsle(C, Start, Value));
  if (R->hasNoSignedWrap() && SE.isKnownNonPositive(Step))
    Add(Z3_mk_bvsle(C, Value, Start));
}

Z3_ast ExactBits::truth(const Value *Condition, bool Wanted, const Moment *At) {
  Z3_ast Bit = bits(Condition, At);
  return Z3_mk_eq(C, Bit, number(Wanted, Z3_get_sort(C, Bit)));
}

/// That control goes from the end of \p From to \p To.
Z3_ast ExactBits::edge(const BasicBlock *From, const BasicBlock *To,
                       const Moment *At) {
  const Instruction *End = From->getTerminator();
  if (const auto *Branch = dyn_cast<BranchInst>(End)) {
    if (Branch->isUnconditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      return Z3_mk_true(C);
    return truth(Branch->getCondition(), Branch->getSuccessor(0) == To, At);
  }
  const auto *Switch = dyn_cast<SwitchInst>(End);
  if (!Switch)
    return Z3_mk_true(C);
  Z3_ast Value = bits(Switch->getCondition(), At);
  std::vector<Z3_ast> To1, Elsewhere;
  for (const auto &Case : Switch->cases()) {
    Z3_ast Same = Z3_mk_eq(C, Value, number(Case.getCaseValue()->getValue()));
    (Case.getCaseSuccessor() == To ? To1 : Elsewhere).push_back(Same);
  }
  if (Switch->getDefaultDest() == To)
    return Z3_mk_not(C, Z3_mk_or(C, Elsewhere.size(), Elsewhere.data()));
  return Z3_mk_or(C, To1.size(), To1.data());
}

void ExactBits::way(const BasicBlock *B, const BasicBlock *Known,
                    const Moment *At, std::vector<Z3_ast> &Holds) {
  const auto *Node = DT.getNode(B);
  for (; Node; Node = Node->getIDom()) {
    const BasicBlock *D = Node->getBlock();
    if (UseAssumptions)
      for (const Instruction &I : *D)
        if (const auto *Assume = dyn_cast<AssumeInst>(&I))
          Holds.push_back(truth(Assume->getArgOperand(0), true, At));
    if (D != B)
      for (const BasicBlock *Next : successors(D))
        if (DT.dominates(BasicBlockEdge(D, Next), B)) {
          Holds.push_back(edge(D, Next, At));
          break;
        }
    if (Known && DT.dominates(D, Known))
      return;
  }
}

} // namespace oxide::prover
