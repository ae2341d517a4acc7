// SPDX-License-Identifier: Apache-2.0
//
// Registers the Oxide attributes with the parser. Linked into the plugin, the
// tidy module and the tool.
//
// Only the GNU spelling exists: clang drops the arguments of a C++11 attribute
// in a plugin's own scope without a word (measured on 22.1.8). Handlers report
// with built-in diagnostics only: a custom one crashes clang-tidy.

#include "core/Attributes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace {

using namespace clang;

/// What an attribute may stand on, in the words of clang's own message.
enum class Subject : uint8_t { Function, Kernel, ZoneHolder, Record, Sealable };

struct AttributeSpec {
  llvm::StringLiteral Name;
  Subject On;
  unsigned Arguments; ///< 0 or 1 string
};

constexpr AttributeSpec Specs[] = {
    {oxide::attr::Kernel, Subject::Kernel, 0},
    {oxide::attr::ModeName, Subject::Function, 1},
    {oxide::attr::Unsafe, Subject::ZoneHolder, 1},
    {oxide::attr::Manual, Subject::ZoneHolder, 1},
    {oxide::attr::Tier, Subject::Function, 1},
    {oxide::attr::Witness, Subject::Record, 0},
    {oxide::attr::Sealed, Subject::Sealable, 0},
    {oxide::attr::Access, Subject::Function, 0},
};

bool appertains(Subject S, const Decl *D) {
  switch (S) {
  case Subject::Function:
  case Subject::ZoneHolder:
    return isa<FunctionDecl, FunctionTemplateDecl>(D);
  case Subject::Kernel:
    return isa<FunctionDecl>(D) && D->hasAttr<CUDAGlobalAttr>();
  case Subject::Record:
    return isa<RecordDecl, ClassTemplateDecl>(D);
  case Subject::Sealable:
    return isa<RecordDecl, ClassTemplateDecl, VarDecl, VarTemplateDecl>(D);
  }
  llvm_unreachable("not a subject");
}

llvm::StringRef subjectName(Subject S) {
  switch (S) {
  case Subject::Function:
    return "functions";
  case Subject::ZoneHolder:
    return "functions and statements";
  case Subject::Kernel:
    return "__global__ functions";
  case Subject::Record:
    return "classes";
  case Subject::Sealable:
    return "classes and variable templates";
  }
  llvm_unreachable("not a subject");
}

/// The words that the argument of \p Name may be; empty for free text.
llvm::ArrayRef<llvm::StringLiteral> allowedWords(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Modes[] = {"off", "audit", "enforce"};
  static constexpr llvm::StringLiteral Tiers[] = {"unsafe", "manual"};
  if (Name == oxide::attr::ModeName)
    return Modes;
  if (Name == oxide::attr::Tier)
    return Tiers;
  return {};
}

template <size_t Index> struct Handler : ParsedAttrInfo {
  static constexpr const AttributeSpec &Spec = Specs[Index];

  Handler() {
    // A string literal ends with a null character.
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage)
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, Spec.Name.data()}};
    Spellings = Names;
    NumArgs = Spec.Arguments;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *D) const override {
    if (appertains(Spec.On, D))
      return true;
    S.Diag(A.getLoc(), diag::err_attribute_wrong_decl_type_str)
        << A << A.isRegularKeywordAttribute() << subjectName(Spec.On);
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    Attr *Result = make(S, A);
    if (!Result)
      return AttributeNotApplied;
    D->addAttr(Result);
    return AttributeApplied;
  }

  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A,
                            const Stmt *St) const override {
    if (Spec.On == Subject::ZoneHolder)
      return true;
    S.Diag(A.getLoc(), diag::err_attribute_wrong_decl_type_str)
        << A << A.isRegularKeywordAttribute() << subjectName(Spec.On);
    return false;
  }

  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A,
                                   Attr *&Result) const override {
    Result = make(S, A);
    return Result ? AttributeApplied : AttributeNotApplied;
  }

private:
  static Attr *make(Sema &S, const ParsedAttr &A) {
    llvm::SmallVector<llvm::StringRef, 2> Identifiers{Spec.Name};
    llvm::StringRef Text;
    if (Spec.Arguments) {
      SourceLocation ArgumentLoc;
      if (!S.checkStringLiteralArgumentAttr(A, 0, Text, &ArgumentLoc))
        return nullptr;
      llvm::ArrayRef<llvm::StringLiteral> Words = allowedWords(Spec.Name);
      if (!Words.empty() && !llvm::is_contained(Words, Text)) {
        S.Diag(ArgumentLoc, diag::err_drv_invalid_value_with_suggestion)
            << Spec.Name << Text << llvm::join(Words, ", ");
        return nullptr;
      }
      Identifiers.push_back(Text);
    }
    return SuppressAttr::Create(S.Context, Identifiers.data(),
                                Identifiers.size(), A);
  }
};

using Registration = ParsedAttrInfoRegistry;
const Registration::Add<Handler<0>> AddKernel(Specs[0].Name, "");
const Registration::Add<Handler<1>> AddMode(Specs[1].Name, "");
const Registration::Add<Handler<2>> AddUnsafe(Specs[2].Name, "");
const Registration::Add<Handler<3>> AddManual(Specs[3].Name, "");
const Registration::Add<Handler<4>> AddTier(Specs[4].Name, "");
const Registration::Add<Handler<5>> AddWitness(Specs[5].Name, "");
const Registration::Add<Handler<6>> AddSealed(Specs[6].Name, "");
const Registration::Add<Handler<7>> AddAccess(Specs[7].Name, "");
static_assert(std::size(Specs) == 8, "register the new attribute too");

} // namespace
