// SPDX-License-Identifier: Apache-2.0
//
// A libFuzzer target for a reader of text.

#ifndef OXIDE_TEST_FUZZ_FUZZER_H
#define OXIDE_TEST_FUZZ_FUZZER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace oxide {

/// Whatever the text is, the answer is a value or one line that says what is
/// wrong.
template <class Value> void expectOneLine(llvm::Expected<Value> Result) {
  if (Result)
    return;
  std::string Message = llvm::toString(Result.takeError());
  if (Message.empty() || Message.find('\n') != std::string::npos)
    std::abort();
}

} // namespace oxide

/// The readers want a zero byte behind their text, as files in memory have it.
#define OXIDE_FUZZ_READER(Call)                                                \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {    \
    const std::string Copy(reinterpret_cast<const char *>(Data), Size);        \
    llvm::StringRef Text(Copy);                                                \
    oxide::expectOneLine(Call);                                                \
    return 0;                                                                  \
  }

#endif // OXIDE_TEST_FUZZ_FUZZER_H
