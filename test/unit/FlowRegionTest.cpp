// SPDX-License-Identifier: Apache-2.0

#include "host/FlowRegion.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringMap.h"
#include <gtest/gtest.h>

using namespace oxide::cuda;

namespace {

/// The function f of a text, whose calls have names of their own.
class Flow : public clang::RecursiveASTVisitor<Flow> {
public:
  explicit Flow(llvm::StringRef Body) {
    std::string Code = "bool c(); void a(); void b(); void stop(); int g(int);"
                       "void f(int n) {" +
                       Body.str() + "}";
    AST = clang::tooling::buildASTFromCode(Code);
    TraverseDecl(AST->getASTContext().getTranslationUnitDecl());
    clang::CFG::BuildOptions Options;
    Options.setAllAlwaysAdd();
    Cfg = clang::CFG::buildCFG(F, F->getBody(), &AST->getASTContext(), Options);
    Regions = std::make_unique<FlowRegions>(*Cfg);
  }

  bool connects(llvm::StringRef From, llvm::StringRef To) {
    std::optional<FlowPoint> Start = Regions->find(Calls[From]),
                             End = To == "exit" ? Regions->exit()
                                                : Regions->find(Calls[To]);
    return Start && End &&
           Regions->connects(*Start, *End, [&](const clang::CFGElement &E) {
             auto S = E.getAs<clang::CFGStmt>();
             return S && S->getStmt() == Calls["stop"];
           });
  }

  bool VisitFunctionDecl(clang::FunctionDecl *D) {
    if (D->getName() == "f")
      F = D;
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *V) {
    Variables[V->getName()] = V;
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *Call) {
    Calls[Call->getDirectCallee()->getName()] = Call;
    return true;
  }

  std::unique_ptr<clang::ASTUnit> AST;
  clang::FunctionDecl *F = nullptr;
  std::unique_ptr<clang::CFG> Cfg;
  std::unique_ptr<FlowRegions> Regions;
  llvm::StringMap<const clang::Stmt *> Calls;
  llvm::StringMap<const clang::VarDecl *> Variables;
};

} // namespace

TEST(FlowRegion, StraightLine) {
  EXPECT_TRUE(Flow("a(); b();").connects("a", "b"));
  EXPECT_FALSE(Flow("a(); b();").connects("b", "a"));
  EXPECT_FALSE(Flow("a(); stop(); b();").connects("a", "b"));
  EXPECT_TRUE(Flow("stop(); a(); b(); ").connects("a", "exit"));
}

TEST(FlowRegion, EveryWayMustBeFree) {
  EXPECT_TRUE(Flow("a(); if (c()) g(1); b();").connects("a", "b"));
  EXPECT_FALSE(Flow("a(); if (c()) stop(); b();").connects("a", "b"));
  EXPECT_TRUE(
      Flow("a(); if (c()) { stop(); return; } b();").connects("a", "b"));
  EXPECT_FALSE(Flow("if (c()) a(); else b();").connects("a", "b"));
}

TEST(FlowRegion, Loops) {
  EXPECT_TRUE(Flow("while (c()) { b(); a(); }").connects("a", "b"));
  EXPECT_FALSE(Flow("while (c()) { b(); a(); stop(); }").connects("a", "b"));
  EXPECT_TRUE(Flow("while (c()) a();").connects("a", "a"));
  EXPECT_FALSE(Flow("while (c()) { a(); stop(); }").connects("a", "a"));
  EXPECT_FALSE(Flow("a();").connects("a", "a"));
}

TEST(FlowRegion, DeclarationsOfSeveralVariables) {
  Flow F("int x = g(1), y = g(2);");
  std::optional<FlowPoint> X = F.Regions->find(F.Variables["x"]),
                           Y = F.Regions->find(F.Variables["y"]);
  ASSERT_TRUE(X && Y);
  EXPECT_LT(X->Index, Y->Index);
  EXPECT_FALSE(F.Regions->find(F.Variables["n"]));
}
