// SPDX-License-Identifier: Apache-2.0

#include "core/KernelFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

namespace oxide {

namespace {

constexpr llvm::StringLiteral Anonymous = "(anonymousnamespace)";
constexpr llvm::StringLiteral LaunchExample =
    "'kernel<<<(64,1,1),(32,1,1),1024>>>'";

bool isWord(char C) { return llvm::isAlnum(C) || C == '_'; }

/// \p Text without the white space that does not separate words.
std::string squeezed(llvm::StringRef Text) {
  std::string Result;
  Text = Text.trim();
  while (!Text.empty()) {
    llvm::StringRef After = Text.ltrim();
    if (After.size() != Text.size() && isWord(Result.back()) &&
        isWord(After[0]) && !llvm::StringRef(Result).ends_with("(anonymous"))
      Result += ' ';
    Result += After[0];
    Text = After.drop_front();
  }
  return Result;
}

/// Splits \p Text at \p Separator where it stands in no brackets. Absent when
/// the brackets do not match.
std::optional<llvm::SmallVector<llvm::StringRef, 4>>
splitOutside(llvm::StringRef Text, llvm::StringRef Separator) {
  llvm::SmallVector<llvm::StringRef, 4> Result;
  std::string Open; // brackets that are open, as what closes them
  size_t Begin = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (Open.empty() && Text.substr(I).starts_with(Separator)) {
      Result.push_back(Text.slice(Begin, I));
      I += Separator.size() - 1;
      Begin = I + 1;
    } else if (C == '(' || C == '[' || C == '{') {
      Open += C == '(' ? ')' : C == '[' ? ']' : '}';
    } else if (C == '<' && !Open.ends_with(')')) {
      Open += '>';
    } else if (C == ')' || C == ']' || C == '}' ||
               (C == '>' && !Open.ends_with(')'))) {
      if (!Open.ends_with(C))
        return std::nullopt;
      Open.pop_back();
    }
  }
  Result.push_back(Text.substr(Begin));
  if (!Open.empty())
    return std::nullopt;
  return Result;
}

/// "name" or "name<arguments>", squeezed.
bool isScopeName(llvm::StringRef Text) {
  if (Text == Anonymous)
    return true;
  llvm::StringRef Word = Text.take_while(isWord);
  llvm::StringRef Arguments = Text.drop_front(Word.size());
  return !Word.empty() && !llvm::isDigit(Word[0]) &&
         (Arguments.empty() ||
          (Arguments.starts_with("<") && Arguments.ends_with(">")));
}

/// Whether \p Name is \p Scope with some arguments left out from the right.
bool meansScope(llvm::StringRef Name, llvm::StringRef Scope) {
  if (Name == Scope)
    return true;
  if (!Scope.consume_front(Name.ends_with(">") ? Name.drop_back() : Name))
    return false;
  return Scope.starts_with(Name.ends_with(">") ? "," : "<");
}

/// The scopes of a squeezed name. Nobody can name an unnamed namespace, so
/// they do not count.
llvm::SmallVector<llvm::StringRef, 4> scopes(llvm::StringRef Squeezed) {
  auto Split = splitOutside(Squeezed, "::");
  if (!Split)
    return {Squeezed};
  llvm::erase(*Split, llvm::StringRef(Anonymous));
  return *Split;
}

/// Parses a number of at least \p Least; '?' leaves \p Into absent.
std::string parseNumber(llvm::StringRef Text, uint32_t Least,
                        std::optional<uint32_t> &Into) {
  Text = Text.trim();
  if (Text.empty())
    return "a number is missing";
  if (Text == "?")
    return {};
  llvm::StringRef Digits = Text;
  bool Hex = Digits.consume_front_insensitive("0x");
  bool IsNumber = !Digits.empty() &&
                  llvm::all_of(Digits, Hex ? llvm::isHexDigit : llvm::isDigit);
  uint32_t Value = 0;
  if (!IsNumber)
    return quotedFact(Text) + " is neither a number nor '?'";
  if (Digits.getAsInteger(Hex ? 16 : 10, Value))
    return quotedFact(Text) + " is too large";
  if (Value < Least)
    return "a dimension is at least 1, not " + quotedFact(Text);
  Into = Value;
  return {};
}

/// "N", "?", "(x, y, z)", "dim3(x, y, z)". The result is what is wrong.
std::string parseDims(llvm::StringRef Text, LaunchDims &Into) {
  Text = Text.trim();
  if (Text == "?")
    return {};
  llvm::StringRef List = Text;
  if (List.consume_front("dim3"))
    List = List.ltrim();
  if (List.starts_with("(") && List.ends_with(")"))
    List = List.drop_front().drop_back();
  else if (List.size() != Text.size())
    return quotedFact(Text) + " is no dimension";
  llvm::SmallVector<llvm::StringRef, 4> Numbers;
  List.split(Numbers, ',');
  if (Numbers.size() > Into.size())
    return quotedFact(Text) + " has more than three dimensions";
  for (auto [Number, Dim] : llvm::zip(Numbers, Into))
    if (std::string Wrong = parseNumber(Number, 1, Dim); !Wrong.empty())
      return Wrong;
  // As in dim3, what is not given is 1.
  for (size_t I = Numbers.size(); I != Into.size(); ++I)
    Into[I] = 1;
  return {};
}

/// Reads "<<<...>>>" into \p F. The result is what is wrong.
std::string parseConfiguration(llvm::StringRef Text, LaunchFact &F) {
  Text = Text.trim();
  if (!Text.consume_front("<<<") || !Text.consume_back(">>>"))
    return "no '<<<' and '>>>'";
  auto Parts = splitOutside(Text, ",");
  if (!Parts)
    return "brackets do not match";
  if (Parts->size() < 2 || Parts->size() > 3)
    return "a launch has a grid, a block and perhaps a number of shared "
           "bytes, not " +
           llvm::utostr(Parts->size()) + " part" +
           (Parts->size() == 1 ? "" : "s");
  std::string Wrong = parseDims((*Parts)[0], F.Grid);
  if (Wrong.empty())
    Wrong = parseDims((*Parts)[1], F.Block);
  if (Wrong.empty() && Parts->size() == 3)
    Wrong = parseNumber((*Parts)[2], 0, F.SharedBytes);
  return Wrong;
}

llvm::Error wrong(const llvm::Twine &What, llvm::StringRef Text,
                  llvm::StringRef Example) {
  return llvm::createStringError(What + " in " + quotedFact(Text) +
                                 "; example: " + Example);
}

} // namespace

bool isKernelName(llvm::StringRef Text) {
  std::string Name = squeezed(Text);
  llvm::StringRef Rest = Name;
  Rest.consume_front("::");
  auto Split = splitOutside(Rest, "::");
  return Split && llvm::all_of(*Split, isScopeName) &&
         Split->back() != Anonymous;
}

bool meansKernel(llvm::StringRef Name, llvm::StringRef Kernel) {
  std::string SqueezedName = squeezed(Name), SqueezedKernel = squeezed(Kernel);
  llvm::StringRef Rest = SqueezedName;
  bool FromTheTop = Rest.consume_front("::");
  llvm::SmallVector<llvm::StringRef, 4> N = scopes(Rest),
                                        K = scopes(SqueezedKernel);
  if (N.size() > K.size() || (FromTheTop && N.size() != K.size()))
    return false;
  return llvm::equal(N, llvm::ArrayRef(K).take_back(N.size()), meansScope);
}

std::string quotedFact(llvm::StringRef Text) {
  constexpr size_t Most = 100;
  std::string Result = "'";
  for (char C : Text.take_front(Most))
    Result += llvm::isPrint(C) || (C & 0x80) ? C : ' ';
  return Result + (Text.size() > Most ? "...'" : "'");
}

llvm::Expected<LaunchFact> parseLaunchConfiguration(llvm::StringRef Text) {
  LaunchFact F;
  if (std::string Wrong = parseConfiguration(Text, F); !Wrong.empty())
    return wrong(Wrong, Text, "'<<<64,256>>>'");
  return F;
}

llvm::Expected<LaunchFact> parseLaunchFact(llvm::StringRef Text) {
  LaunchFact F;
  llvm::StringRef Name = Text.take_front(Text.find("<<<")).trim();
  std::string Wrong = parseConfiguration(Text.substr(Text.find("<<<")), F);
  if (Text.contains("<<<") && Name.empty())
    Wrong = "no kernel before '<<<'";
  else if (Text.contains("<<<") && !isKernelName(Name))
    Wrong = quotedFact(Name) + " is not the name of a kernel";
  if (!Wrong.empty())
    return wrong(Wrong, Text, LaunchExample);
  F.Kernel = Name.str();
  return F;
}

/// Where the name of "name: expression" ends; npos when there is no name.
static size_t nameEnd(llvm::StringRef Text) {
  for (size_t I = 0; I < Text.size() && Text[I] != '?'; ++I) {
    if (Text[I] != ':')
      continue;
    if (!Text.substr(I).starts_with("::"))
      return I;
    ++I;
  }
  return llvm::StringRef::npos;
}

llvm::Expected<Assumption> parseAssumption(llvm::StringRef Text) {
  Assumption A;
  llvm::StringRef Expr = Text;
  if (size_t End = nameEnd(Text); End != llvm::StringRef::npos) {
    A.Kernel = Text.take_front(End).trim().str();
    Expr = Text.drop_front(End + 1);
    if (!isKernelName(A.Kernel))
      return wrong(quotedFact(A.Kernel) + " is not the name of a kernel", Text,
                   "'kernel: n == 1024 && m % 32 == 0'");
  }
  A.Text = Expr.trim().str();
  if (llvm::Error E = parseFactExpr(A.Text).moveInto(A.Expr))
    return E;
  return A;
}

llvm::Expected<unsigned> parseLockstep(llvm::StringRef Text) {
  unsigned Width = 0;
  if (Text.getAsInteger(10, Width) || Width > 32 || !llvm::isPowerOf2_32(Width))
    return llvm::createStringError(
        "the lanes that run in lock-step are 1, 2, 4, 8, 16 or 32, not " +
        quotedFact(Text));
  return Width;
}

bool ProverOptions::explains(llvm::StringRef Kernel) const {
  return llvm::any_of(ExplainKernels, [&](llvm::StringRef Name) {
    return meansKernel(Name, Kernel);
  });
}

void ProverOptions::add(const ProverOptions &More) {
  llvm::append_range(Launches, More.Launches);
  llvm::append_range(Assumptions, More.Assumptions);
  if (More.Lockstep)
    Lockstep = More.Lockstep;
  InputDependent |= More.InputDependent;
  llvm::append_range(ExplainKernels, More.ExplainKernels);
  if (More.StepLimit != DefaultStepLimit)
    StepLimit = More.StepLimit;
  Enabled &= More.Enabled;
  Remarks |= More.Remarks;
}

llvm::Expected<bool>
ProverOptions::apply(llvm::StringRef Key,
                     std::optional<llvm::StringRef> Value) {
  llvm::StringRef Text = Value.value_or("");
  if (Key == "launch") {
    llvm::Expected<LaunchFact> F = parseLaunchFact(Text);
    if (!F)
      return F.takeError();
    Launches.push_back(std::move(*F));
  } else if (Key == "assume") {
    llvm::Expected<Assumption> A = parseAssumption(Text);
    if (!A)
      return A.takeError();
    Assumptions.push_back(std::move(*A));
  } else if (Key == "lockstep") {
    if (llvm::Error E = parseLockstep(Text).moveInto(Lockstep))
      return E;
  } else if (!llvm::is_contained(ProverOptionKeys, Key)) {
    return false;
  } else if (Value) {
    return llvm::createStringError("it takes no value");
  } else if (Key == "input-dependent") {
    InputDependent = true;
  } else if (Key == "no-prove") {
    Enabled = false;
  } else {
    Remarks = true;
  }
  return true;
}

} // namespace oxide
