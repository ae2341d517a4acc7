// SPDX-License-Identifier: Apache-2.0

#include "cli/NvccMacro.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

namespace oxide {

namespace {

class NvccMacro final : public clang::PPCallbacks {
public:
  explicit NvccMacro(clang::Preprocessor &PP)
      : PP(PP), Name(PP.getIdentifierInfo("__NVCC__")) {}

  void FileChanged(clang::SourceLocation Loc, FileChangeReason,
                   clang::SrcMgr::CharacteristicKind Kind,
                   clang::FileID) override {
    bool User = !clang::SrcMgr::isSystem(Kind) && !isToolkit(Loc);
    if (User == Defined)
      return;
    Defined = User;
    if (User)
      PP.appendDefMacroDirective(Name, one(Loc));
    else
      PP.appendMacroDirective(Name, new (PP.getPreprocessorAllocator())
                                        clang::UndefMacroDirective(Loc));
  }

private:
  /// Whether the file is one of NVIDIA's that look at the macro. A project may
  /// have a copy of them that is no system header.
  bool isToolkit(clang::SourceLocation Loc) const {
    llvm::StringRef File = PP.getSourceManager().getFilename(Loc);
    return File.contains("/cuda/std/") || File.contains("/nv/target") ||
           File.contains("/cooperative_groups/");
  }

  clang::MacroInfo *one(clang::SourceLocation Loc) {
    clang::Token One;
    One.startToken();
    One.setKind(clang::tok::numeric_constant);
    PP.CreateString("1", One, Loc, Loc);
    clang::MacroInfo *Info = PP.AllocateMacroInfo(Loc);
    Info->setTokens(One, PP.getPreprocessorAllocator());
    return Info;
  }

  clang::Preprocessor &PP;
  clang::IdentifierInfo *Name;
  bool Defined = false;
};

} // namespace

void defineNvccForUserCode(clang::Preprocessor &PP) {
  PP.addPPCallbacks(std::make_unique<NvccMacro>(PP));
}

} // namespace oxide
