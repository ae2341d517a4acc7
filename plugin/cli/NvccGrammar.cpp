// SPDX-License-Identifier: Apache-2.0

#include "cli/NvccGrammar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace oxide {

static constexpr NvccFlag Flags[] = {
#define NVCC_FLAG(Long, Short, Value, Action, Text)                            \
  {Long, Short, NvccValue::Value, NvccAction::Action, Text},
#include "cli/NvccFlags.def"
};

llvm::ArrayRef<NvccFlag> nvccFlags() { return Flags; }

std::vector<std::string> splitNvccList(llvm::StringRef List) {
  std::vector<std::string> Result(1);
  bool Quoted = false;
  for (size_t I = 0; I != List.size(); ++I) {
    char C = List[I];
    if (C == '\\' && I + 1 != List.size()) {
      char Next = List[++I];
      if (Next != ',')
        Result.back() += C;
      Result.back() += Next;
      continue;
    }
    if (C == '"')
      Quoted = !Quoted;
    if (C == ',' && !Quoted)
      Result.emplace_back();
    else
      Result.back() += C;
  }
  llvm::erase(Result, "");
  return Result;
}

std::vector<std::string> NvccArgument::values() const {
  if (Flag->Value == NvccValue::List || Flag->Value == NvccValue::JoinedList)
    return splitNvccList(Value);
  return {Value};
}

/// Whether \p Value is what -Werror takes. Everybody else takes whatever
/// follows; but projects write a bare -Werror for the host compiler, and it
/// must not swallow the next argument.
static bool isWerrorList(llvm::StringRef Value) {
  llvm::SmallVector<llvm::StringRef> Kinds;
  Value.split(Kinds, ',');
  return llvm::all_of(Kinds, [](llvm::StringRef Kind) {
    return llvm::StringSwitch<bool>(Kind)
        .Cases({"all-warnings", "cross-execution-space-call",
                "default-stream-launch", "deprecated-declarations",
                "ext-lambda-captures-this", "missing-launch-bounds", "reorder"},
               true)
        .Default(false);
  });
}

/// The row of the name \p Name, its dashes included.
static const NvccFlag *findFlag(llvm::StringRef Name) {
  bool Long = Name.consume_front("--");
  if (!Long && !Name.consume_front("-"))
    return nullptr;
  if (Name.empty())
    return nullptr;
  for (const NvccFlag &F : Flags)
    if ((Long ? F.Long : F.Short) == Name)
      return &F;
  return nullptr;
}

/// The row of which \p Argument is the short name with its value behind it.
static const NvccFlag *findJoined(llvm::StringRef Argument) {
  for (const NvccFlag &F : Flags) {
    llvm::StringRef Value = Argument.drop_front();
    if (!Value.consume_front(F.Short))
      continue;
    if (F.Value == NvccValue::JoinedList ||
        (F.Value == NvccValue::JoinedNumber &&
         llvm::all_of(Value, llvm::isDigit)))
      return &F;
  }
  return nullptr;
}

std::vector<NvccArgument> parseNvcc(llvm::ArrayRef<std::string> Arguments) {
  std::vector<NvccArgument> Result;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    const std::string &Argument = Arguments[I];
    if (Argument.size() < 2 || Argument[0] != '-') {
      if (!Argument.empty())
        Result.push_back({NvccArgument::Input, nullptr, Argument});
      continue;
    }
    auto [Name, Value] = llvm::StringRef(Argument).split('=');
    bool HasValue = Name.size() != Argument.size();
    const NvccFlag *Flag = findFlag(Name);
    // Only flags for the host compiler have values where nvcc takes none.
    if (Flag && HasValue && Flag->Value == NvccValue::None)
      Flag = nullptr;
    if (Flag && Flag->Value == NvccValue::None) {
      Result.push_back({NvccArgument::Option, Flag, Argument});
    } else if (Flag && HasValue) {
      Result.push_back({NvccArgument::Option, Flag, Argument, Value.str()});
    } else if (Flag) {
      bool Takes =
          I + 1 != Arguments.size() && (Flag->Action != NvccAction::Werror ||
                                        isWerrorList(Arguments[I + 1]));
      Result.push_back({Takes ? NvccArgument::Option : NvccArgument::NoValue,
                        Flag, Argument, Takes ? Arguments[++I] : "", Takes});
    } else if (Argument[1] != '-' && (Flag = findJoined(Argument))) {
      Result.push_back({NvccArgument::Option, Flag, Argument,
                        Argument.substr(1 + Flag->Short.size())});
    } else {
      Result.push_back({NvccArgument::Unknown, nullptr, Argument});
    }
  }
  return Result;
}

} // namespace oxide
