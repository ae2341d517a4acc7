// SPDX-License-Identifier: Apache-2.0

#include "host/PassLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::cuda {

using namespace clang;
using llvm::StringRef;

void MemberLayout::add(uint64_t Bytes, uint64_t Alignment) {
  uint64_t Offset = llvm::alignTo(Size, Alignment);
  Offsets.push_back(Offset);
  Size = Offset + Bytes;
  Align = std::max(Align, Alignment);
}

namespace {

/// `#ifdef __CUDA_ARCH__` and its spellings: true where the text behind it is
/// for the device, false where it is for the host, nothing for other lines.
std::optional<bool> isForDevice(StringRef Directive) {
  std::string Plain;
  Directive = Directive.take_front(Directive.find("//"));
  Directive = Directive.take_front(Directive.find("/*"));
  for (char C : Directive)
    if (!llvm::isSpace(C))
      Plain += C;
  return llvm::StringSwitch<std::optional<bool>>(Plain)
      .Cases({"#ifdef__CUDA_ARCH__", "#ifdefined(__CUDA_ARCH__)",
              "#ifdefined__CUDA_ARCH__"},
             true)
      .Cases({"#ifndef__CUDA_ARCH__", "#if!defined(__CUDA_ARCH__)",
              "#if!defined__CUDA_ARCH__"},
             false)
      .Default(std::nullopt);
}

/// Reads the members of one branch.
class MemberReader {
public:
  MemberReader(const CXXRecordDecl &R, ASTContext &AST) : R(R), AST(AST) {}

  std::optional<MemberLayout> read(StringRef Text) {
    Tokens = tokens(Text);
    MemberLayout Result;
    std::vector<std::string> Declaration;
    for (const std::string &T : Tokens) {
      if (T == ";") {
        if (!Declaration.empty() && !member(Declaration, Result))
          return std::nullopt;
        Declaration.clear();
        continue;
      }
      Declaration.push_back(T);
    }
    if (!Declaration.empty())
      return std::nullopt;
    return Result;
  }

private:
  std::vector<std::string> tokens(StringRef Text) {
    std::vector<std::string> Result;
    const std::string Copy(Text);
    Lexer Lex(SourceLocation(), AST.getLangOpts(), Copy.data(), Copy.data(),
              Copy.data() + Copy.size());
    for (Token T;;) {
      bool AtEnd = Lex.LexFromRawLexer(T);
      if (T.is(tok::eof))
        return Result;
      Result.emplace_back(Lex.getBufferLocation() - T.getLength(),
                          T.getLength());
      if (AtEnd)
        return Result;
    }
  }

  /// `const unsigned int name[4]`, `float2 a`, `T *p`. Everything else, methods
  /// and initialisers among it, is not understood.
  bool member(llvm::ArrayRef<std::string> Words, MemberLayout &Into) {
    uint64_t Count = 1;
    while (Words.size() > 2 && Words.back() == "]") {
      uint64_t Number;
      if (Words.size() < 4 || Words[Words.size() - 3] != "[" ||
          StringRef(Words[Words.size() - 2]).getAsInteger(0, Number))
        return false;
      Count *= Number;
      Words = Words.drop_back(3);
    }
    if (Words.size() < 2 || !isName(Words.back()))
      return false;
    Words = Words.drop_back();
    bool Pointer = false;
    while (!Words.empty() && Words.back() == "*") {
      Pointer = true;
      Words = Words.drop_back();
    }
    std::vector<StringRef> Type;
    for (const std::string &Word : Words) {
      if (!isName(Word))
        return false;
      if (Word != "const" && Word != "volatile" && Word != "mutable" &&
          Word != "struct")
        Type.push_back(Word);
    }
    QualType T = Pointer ? QualType(AST.VoidPtrTy) : typeOf(Type);
    if (T.isNull() || T->isIncompleteType() || T->isDependentType())
      return false;
    Into.add(AST.getTypeSizeInChars(T).getQuantity() * Count,
             AST.getTypeAlignInChars(T).getQuantity());
    return true;
  }

  static bool isName(StringRef Word) {
    return !Word.empty() &&
           (llvm::isAlpha(Word.front()) || Word.front() == '_');
  }

  QualType typeOf(llvm::ArrayRef<StringRef> Words) {
    if (Words.empty())
      return {};
    bool Builtin = true;
    unsigned Longs = 0;
    StringRef Kind = "int";
    for (StringRef Word : Words) {
      // Signs are of no concern to the layout.
      if (Word == "unsigned" || Word == "signed")
        continue;
      if (Word == "long")
        ++Longs;
      else if (Word == "char" || Word == "short" || Word == "float" ||
               Word == "double" || Word == "bool" || Word == "int")
        Kind = Kind == "short" ? Kind : Word;
      else
        Builtin = false;
    }
    if (!Builtin)
      return Words.size() == 1 ? named(Words.front()) : QualType();
    if (Longs)
      return Kind == "double" ? QualType()
             : Longs > 1      ? QualType(AST.LongLongTy)
                              : QualType(AST.LongTy);
    return llvm::StringSwitch<QualType>(Kind)
        .Case("char", AST.CharTy)
        .Case("short", AST.ShortTy)
        .Case("float", AST.FloatTy)
        .Case("double", AST.DoubleTy)
        .Case("bool", AST.BoolTy)
        .Default(AST.IntTy);
  }

  /// The type of that name in the scopes around the class.
  QualType named(StringRef Name) {
    const IdentifierInfo &Id = AST.Idents.get(Name);
    for (const DeclContext *Scope = &R; Scope; Scope = Scope->getParent())
      for (NamedDecl *D : Scope->getRedeclContext()->lookup(&Id))
        if (const auto *T = llvm::dyn_cast<TypeDecl>(D))
          return AST.getTypeDeclType(T);
    return {};
  }

  const CXXRecordDecl &R;
  ASTContext &AST;
  std::vector<std::string> Tokens;
};

} // namespace

std::optional<PassDifference> passDifference(const CXXRecordDecl &R,
                                             ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  SourceRange Braces = R.getBraceRange();
  if (Braces.isInvalid() || Braces.getBegin().isMacroID())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(Braces.getBegin());
  unsigned End = SM.getFileOffset(Braces.getEnd());
  bool Invalid = false;
  StringRef Text = SM.getBufferData(File, &Invalid);
  if (Invalid || End <= Begin || End > Text.size())
    return std::nullopt;
  std::string Branches[2]; // of the device, of the host
  std::optional<bool> Device;
  SourceLocation At;
  for (size_t I = Begin; I < End;) {
    size_t Stop = std::min<size_t>(Text.find('\n', I), End);
    StringRef Line = Text.slice(I, Stop).trim();
    if (Line.starts_with("#")) {
      StringRef Word = Line.drop_front().ltrim();
      if (Word.starts_with("else") && Device) {
        Device = !*Device;
      } else if (Word.starts_with("endif") && Device) {
        Device.reset();
      } else if (std::optional<bool> Of = isForDevice(Line); Of && !Device) {
        Device = Of;
        if (At.isInvalid())
          At = SM.getLocForStartOfFile(File).getLocWithOffset(int(I));
      } else {
        return std::nullopt; // another condition, or one within one
      }
    } else if (Device) {
      (Branches[*Device ? 0 : 1] += Line) += '\n';
    }
    I = Stop + 1;
  }
  if (At.isInvalid())
    return std::nullopt;
  MemberReader Reader(R, AST);
  std::optional<MemberLayout> OnDevice = Reader.read(Branches[0]),
                              OnHost = Reader.read(Branches[1]);
  if (!OnDevice || !OnHost || *OnDevice == *OnHost)
    return std::nullopt;
  return PassDifference{At, std::move(*OnDevice), std::move(*OnHost)};
}

} // namespace oxide::cuda
