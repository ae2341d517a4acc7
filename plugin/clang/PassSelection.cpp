// SPDX-License-Identifier: Apache-2.0

#include "clang/PassSelection.h"
#include "clang/ArchConditionals.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

namespace oxide {

/// The value of __CUDA_ARCH__ in the first device pass. The driver defines
/// __CUDA_ARCH_LIST__ as "800,900" in every pass.
static std::optional<unsigned>
firstArchitecture(const clang::PreprocessorOptions &Options) {
  for (const auto &[Definition, IsUndef] : Options.Macros) {
    llvm::StringRef Text = Definition;
    unsigned Value;
    if (!IsUndef && Text.consume_front("__CUDA_ARCH_LIST__=") &&
        !Text.split(',').first.getAsInteger(10, Value))
      return Value;
  }
  return std::nullopt;
}

/// "sm_90a" -> 900.
static std::optional<unsigned> architectureOf(llvm::StringRef Cpu) {
  unsigned Value;
  if (!Cpu.consume_front("sm_") || Cpu.rtrim("af").getAsInteger(10, Value))
    return std::nullopt;
  return Value * 10;
}

PassSelection::PassSelection(clang::CompilerInstance &CI) {
  const clang::LangOptions &Lang = CI.getLangOpts();
  if (!Lang.CUDA) {
    Passes = Pass::Both;
    return;
  }
  Passes = Lang.CUDAIsDevice ? Pass::Device : Pass::Host;
  if (!Lang.CUDAIsDevice)
    return;
  std::optional<unsigned> First = firstArchitecture(CI.getPreprocessorOpts());
  std::optional<unsigned> Mine = architectureOf(CI.getTargetOpts().CPU);
  if (!First || !Mine || *First == *Mine)
    return;
  auto Callbacks = std::make_unique<ArchConditionals>(CI.getSourceManager(),
                                                      CI.getLangOpts(), *First);
  Conditionals = Callbacks.get();
  CI.getPreprocessor().addPPCallbacks(std::move(Callbacks));
}

std::function<bool(clang::SourceLocation)>
PassSelection::locationFilter() const {
  if (!Conditionals)
    return {};
  return [C = Conditionals](clang::SourceLocation Loc) {
    return C->isHiddenFromFirstPass(Loc);
  };
}

} // namespace oxide
