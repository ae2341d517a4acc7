// SPDX-License-Identifier: Apache-2.0

#include "prover/StatementPlace.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

namespace oxide::prover {

using namespace clang;

bool isWithin(SourceLocation L, const Stmt &S, const ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  CharSourceRange Range = SM.getExpansionRange(S.getSourceRange());
  if (Range.isInvalid() || L.isInvalid())
    return false;
  auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Range.getEnd());
  if (Range.isTokenRange())
    End += Lexer::MeasureTokenLength(Range.getEnd(), SM, AST.getLangOpts());
  auto [At, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(L));
  return File == EndFile && File == At && Begin <= Offset && Offset < End;
}

namespace {

class Descent {
public:
  Descent(const ASTContext &AST, SourceLocation A, SourceLocation B)
      : AST(AST), A(A), B(B) {}

  void into(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Braces = dyn_cast<CompoundStmt>(S))
      return intoBraces(*Braces);
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return into(Attributed->getSubStmt());
    if (const auto *If = dyn_cast<IfStmt>(S))
      return into(holdsBoth(If->getElse()) ? If->getElse() : If->getThen());
    const Stmt *Body = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(S))
      Body = For->getBody();
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      Body = While->getBody();
    else if (const auto *Do = dyn_cast<DoStmt>(S))
      Body = Do->getBody();
    if (!holdsBoth(Body))
      return;
    ++Loops;
    into(Body);
  }

  std::vector<StatementPair> Found;

private:
  bool holdsBoth(const Stmt *S) const {
    return S && isWithin(A, *S, AST) && isWithin(B, *S, AST);
  }

  void intoBraces(const CompoundStmt &Braces) {
    const Stmt *OfA = nullptr, *OfB = nullptr, *First = nullptr;
    for (const Stmt *Child : Braces.body()) {
      if (!OfA && isWithin(A, *Child, AST))
        OfA = Child;
      if (!OfB && isWithin(B, *Child, AST))
        OfB = Child;
      if (!First)
        First = OfA ? OfA : OfB;
    }
    if (!OfA || !OfB)
      return;
    unsigned Around = Loops;
    if (OfA == OfB)
      into(OfA);
    // A statement of a loop can be held apart from itself.
    if (OfA != OfB || Around)
      Found.push_back({First, First == OfA ? OfB : OfA, &Braces, Around});
  }

  const ASTContext &AST;
  SourceLocation A, B;
  unsigned Loops = 0;
};

} // namespace

std::vector<StatementPair> statementsApart(const FunctionDecl &Kernel,
                                           SourceLocation A, SourceLocation B) {
  const Stmt *Body = Kernel.getBody();
  if (!Body || !Body->getBeginLoc().isFileID())
    return {};
  Descent D(Kernel.getASTContext(), A, B);
  D.into(Body);
  return std::move(D.Found);
}

std::optional<FixItHint> insertionBefore(const Stmt &S, llvm::StringRef Text,
                                         const ASTContext &AST) {
  SourceLocation Begin = S.getBeginLoc();
  if (!Begin.isFileID() || isa<LabelStmt, SwitchCase>(S))
    return std::nullopt;
  const SourceManager &SM = AST.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(Begin);
  bool Invalid = false;
  llvm::StringRef Before = SM.getBufferData(File, &Invalid).take_front(Offset);
  if (Invalid)
    return std::nullopt;
  llvm::StringRef Indent = Before.substr(Before.find_last_of("\r\n") + 1);
  if (!Indent.trim(" \t").empty())
    return FixItHint::CreateInsertion(Begin, (Text + " ").str());
  llvm::StringRef NewLine =
      Before.rtrim(" \t").ends_with("\r\n") ? "\r\n" : "\n";
  return FixItHint::CreateInsertion(Begin, (Text + NewLine + Indent).str());
}

} // namespace oxide::prover
