// SPDX-License-Identifier: Apache-2.0

#include "prover/EarlyReturns.h"
#include "cuda/CodeModel.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// A statement that decides whether a return is executed.
struct Decision {
  clang::SourceRange Condition;
  clang::SourceRange Branch; ///< what holds the return
};

class ReturnFinder : public clang::RecursiveASTVisitor<ReturnFinder> {
public:
  std::vector<Decision> Found;

  bool shouldVisitTemplateInstantiations() const { return true; }

  /// A return of a lambda ends the lambda; its body is a function of its own.
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }

  bool TraverseIfStmt(clang::IfStmt *If) {
    clang::SourceRange Condition(If->getBeginLoc(), If->getCond()->getEndLoc());
    for (clang::Stmt *Branch : {If->getThen(), If->getElse()})
      if (Branch && !within({Condition, Branch->getSourceRange()}, Branch))
        return false;
    return true;
  }

  bool TraverseSwitchStmt(clang::SwitchStmt *Switch) {
    clang::Stmt *Body = Switch->getBody();
    return !Body || within({{Switch->getBeginLoc(), Body->getBeginLoc()},
                            Body->getSourceRange()},
                           Body);
  }

  bool VisitReturnStmt(clang::ReturnStmt *) {
    if (!Around.empty())
      Found.push_back(Around.back());
    return true;
  }

private:
  bool within(Decision D, clang::Stmt *Branch) {
    Around.push_back(D);
    bool Result = TraverseStmt(Branch);
    Around.pop_back();
    return Result;
  }

  std::vector<Decision> Around;
};

bool holds(const clang::SourceManager &SM, clang::SourceRange Range,
           clang::SourceLocation Loc) {
  clang::SourceLocation Begin = SM.getExpansionLoc(Range.getBegin()),
                        End = SM.getExpansionRange(Range.getEnd()).getEnd();
  Loc = SM.getExpansionLoc(Loc);
  return Begin.isValid() && End.isValid() && Loc.isValid() &&
         SM.getFileID(Begin) == SM.getFileID(Loc) &&
         SM.getFileID(End) == SM.getFileID(Loc) &&
         SM.getFileOffset(Begin) <= SM.getFileOffset(Loc) &&
         SM.getFileOffset(Loc) <= SM.getFileOffset(End);
}

} // namespace

std::vector<ThreadExit> earlyReturns(CheckContext &Ctx,
                                     const DeviceModule &Module,
                                     const clang::FunctionDecl &Kernel,
                                     const KernelIR &K,
                                     ArrayRef<ThreadExit> Exits) {
  std::vector<ThreadExit> Result;
  if (Exits.empty())
    return Result;
  ReturnFinder Finder;
  const auto &Model = Ctx.get<cuda::CodeModel>();
  if (const cuda::DeviceFunction *F = Model.find(&Kernel)) {
    for (const cuda::DeviceFunction *Reached : Model.reachableFrom(*F))
      if (clang::Stmt *Body = Reached->Decl->getBody())
        Finder.TraverseStmt(Body);
  } else if (clang::Stmt *Body = Kernel.getBody()) {
    Finder.TraverseStmt(Body);
  }
  const clang::SourceManager &SM = Ctx.sources();
  std::vector<clang::SourceLocation> Barriers;
  for (const SyncPoint &S : K.syncs())
    append_range(Barriers, Module.lines().chain(S.At->getDebugLoc()));
  for (const ThreadExit &E : Exits) {
    const DebugLoc &Where = E.From->getTerminator()->getDebugLoc();
    if (!Where || (Where->getInlinedAt() && !E.AtOnce))
      continue;
    clang::SourceLocation Loc = Module.lines().find(Where.get());
    if (Loc.isValid() && any_of(Finder.Found, [&](const Decision &D) {
          return holds(SM, D.Condition, Loc) &&
                 none_of(Barriers, [&](clang::SourceLocation B) {
                   return holds(SM, D.Branch, B);
                 });
        }))
      Result.push_back(E);
  }
  return Result;
}

} // namespace oxide::prover
