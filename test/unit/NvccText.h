// SPDX-License-Identifier: Apache-2.0
//
// Commands of nvcc as short texts.

#ifndef OXIDE_TEST_UNIT_NVCCTEXT_H
#define OXIDE_TEST_UNIT_NVCCTEXT_H

#include "cli/NvccCommand.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace oxide {

using Words = std::vector<std::string>;

inline Words words(llvm::StringRef Text) {
  Words Result;
  for (llvm::StringRef Word : llvm::split(Text, ' '))
    if (!Word.empty())
      Result.push_back(Word.str());
  return Result;
}

inline NvccCommand translate(Words Arguments, llvm::StringRef Folder = "/") {
  Arguments.insert(Arguments.begin(), "nvcc");
  return translateNvcc(Arguments, Folder);
}

/// What becomes of \p Flags in a CUDA unit, the fixed words at both ends taken
/// off. The test fails when there is a warning.
inline std::string quiet(Words Flags) {
  Flags.push_back("a.cu");
  NvccCommand C = translate(Flags);
  EXPECT_TRUE(C.Warnings.empty()) << llvm::join(Flags, " ");
  EXPECT_TRUE(C.Cuda);
  std::string Result = llvm::join(C.Arguments, " ");
  llvm::StringRef Text = Result;
  EXPECT_TRUE(Text.consume_front("-x cuda ")) << Result;
  EXPECT_TRUE(Text.consume_back("a.cu")) << Result;
  return Text.rtrim().str();
}

inline std::string quiet(llvm::StringRef Flags) { return quiet(words(Flags)); }

/// "flag: text" of each warning, and what became of the flags.
inline std::string warned(llvm::StringRef Flags) {
  Words Arguments = words(Flags);
  Arguments.push_back("a.cu");
  NvccCommand C = translate(Arguments);
  std::string Result = llvm::join(C.Arguments, " ");
  for (const FlagWarning &W : C.Warnings)
    Result += "|" + W.Flag + ": " + W.Text;
  return Result;
}

} // namespace oxide

#endif // OXIDE_TEST_UNIT_NVCCTEXT_H
