// SPDX-License-Identifier: Apache-2.0
//
// Every function here looks at each character a bounded number of times, so
// that text of any size and any content costs linear time.

#include "cuda/InlineAsm.h"
#include "cuda/PtxText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace oxide::cuda {

namespace {

char closingOf(char Open) {
  switch (Open) {
  case '[':
    return ']';
  case '(':
    return ')';
  default:
    return '}';
  }
}

bool isOpening(char C) { return C == '[' || C == '(' || C == '{'; }
bool isClosing(char C) { return C == ']' || C == ')' || C == '}'; }

class PtxParser {
public:
  PtxParser(StringRef AsmText, llvm::ArrayRef<StringRef> Names, bool Basic)
      : Source(AsmText, Names, Basic), Text(Source.text()) {
    Result.Understood = Source.isComplete();
  }

  PtxTemplate parse();

private:
  size_t skipSpace(size_t Pos) const;

  bool parseLabel();
  void parseStatement();
  void parseDirective(StringRef Statement, size_t Offset);
  void parseInstruction(StringRef Statement, PtxInstruction I);
  size_t parsePredicate(StringRef Statement, PtxInstruction &I);
  size_t parseOpcode(StringRef Statement, size_t P, PtxInstruction &I);
  bool parseOperands(StringRef List, PtxInstruction &I);
  bool parseOperand(StringRef Operand, PtxInstruction &I);
  void markDestinations(PtxInstruction &I);

  PtxText Source;
  StringRef Text; ///< what Source has
  size_t Pos = 0;
  unsigned Depth = 0;
  PtxTemplate Result;
};

size_t PtxParser::skipSpace(size_t P) const {
  while (P < Text.size() && llvm::isSpace(Text[P]))
    ++P;
  return P;
}

PtxTemplate PtxParser::parse() {
  while ((Pos = skipSpace(Pos)) < Text.size()) {
    char C = Text[Pos];
    if (C == ';') {
      ++Pos;
    } else if (C == '{') {
      ++Depth;
      ++Pos;
    } else if (C == '}') {
      if (Depth == 0)
        Result.Understood = false;
      else
        --Depth;
      ++Pos;
    } else if (!parseLabel()) {
      parseStatement();
    }
  }
  if (Depth != 0)
    Result.Understood = false;
  for (const PtxInstruction &I : Result.Instructions)
    Result.Understood &= I.Understood;
  return std::move(Result);
}

/// A label: a word, in which `%=` may stand for a number that is unique to the
/// statement, and one colon. Two colons belong to a modifier.
bool PtxParser::parseLabel() {
  size_t End = Pos;
  while (End < Text.size() &&
         (llvm::isAlnum(Text[End]) || StringRef("_$%=").contains(Text[End])))
    ++End;
  size_t Colon = skipSpace(End);
  if (End == Pos || Colon >= Text.size() || Text[Colon] != ':' ||
      Text.substr(Colon, 2) == "::")
    return false;
  Result.Labels.push_back({Text.slice(Pos, End).str(), Pos});
  Pos = Colon + 1;
  return true;
}

/// A statement reaches to its semicolon, to the `}` of the scope around it, or
/// to the end. Only .loc and .file end with their line.
void PtxParser::parseStatement() {
  size_t Start = Pos;
  StringRef Rest = Text.drop_front(Start);
  bool EndsWithLine = Rest.starts_with(".loc") || Rest.starts_with(".file");
  llvm::SmallVector<char, 8> Open;
  bool Balanced = true;
  bool Terminated = false;
  size_t End = Start;
  while (End < Text.size()) {
    char C = Text[End];
    if (C == ';' || (EndsWithLine && C == '\n')) {
      Terminated = true;
      break;
    }
    if (isOpening(C)) {
      Open.push_back(closingOf(C));
    } else if (isClosing(C)) {
      if (Open.empty() && C == '}')
        break;
      if (!Open.empty() && Open.back() == C)
        Open.pop_back();
      else
        Balanced = false;
    }
    End = Source.unitEnd(End);
  }
  End = std::min(End, Text.size());
  Pos = End + (Terminated ? 1 : 0);

  StringRef Statement = Text.slice(Start, End).rtrim();
  if (Statement.starts_with(".")) {
    parseDirective(Statement, Start);
    return;
  }
  PtxInstruction I;
  I.Offset = Start;
  I.Depth = Depth;
  I.Terminated = Terminated;
  I.Understood = Balanced && Open.empty();
  parseInstruction(Statement, std::move(I));
}

/// Whether \p Statement starts with a directive that may stand in the body of a
/// function.
bool isKnownDirective(StringRef Statement) {
  StringRef Name = Statement.drop_front().take_while(llvm::isAlpha);
  static constexpr StringRef Known[] = {
      "reg",   "param",         "shared",      "local",        "global",
      "const", "pragma",        "loc",         "file",         "section",
      "align", "branchtargets", "calltargets", "callprototype"};
  return llvm::is_contained(Known, Name);
}

void PtxParser::parseDirective(StringRef Statement, size_t Offset) {
  PtxDirective D;
  D.Text = Statement.str();
  D.Offset = Offset;
  if (!Source.references(Statement, /*IsAddress=*/false, D.References) ||
      !isKnownDirective(Statement))
    Result.Understood = false;
  Result.Directives.push_back(std::move(D));
}

void PtxParser::parseInstruction(StringRef Statement, PtxInstruction I) {
  size_t P = parsePredicate(Statement, I);
  P = parseOpcode(Statement, P, I);
  I.Info = lookupPtxOpcode(I.Opcode);
  if (!I.Info)
    I.Understood = false;
  if (!parseOperands(Statement.drop_front(P), I))
    I.Understood = false;
  if (I.Understood)
    markDestinations(I);
  Result.Instructions.push_back(std::move(I));
}

/// Parses `@p`, `@!p`, `@%0`; returns where the opcode starts.
size_t PtxParser::parsePredicate(StringRef Statement, PtxInstruction &I) {
  if (!Statement.starts_with("@"))
    return 0;
  StringRef Rest = Statement.drop_front().ltrim();
  if (Rest.consume_front("!")) {
    I.PredicateNegated = true;
    Rest = Rest.ltrim();
  }
  size_t End = std::min(Rest.find_if(llvm::isSpace), Rest.size());
  StringRef Guard = Rest.take_front(End);
  I.Predicate = Guard.str();
  bool IsName = !Guard.empty() && llvm::all_of(Guard, [](char C) {
    return isPtxWord(C) || C == '[' || C == ']';
  });
  if (!IsName ||
      !Source.references(Guard, /*IsAddress=*/false, I.PredicateReferences))
    I.Understood = false;
  return Statement.size() - Rest.size() + End;
}

/// Parses the opcode at \p P. Its modifiers may be separated by blanks.
size_t PtxParser::parseOpcode(StringRef Statement, size_t P,
                              PtxInstruction &I) {
  auto IsOpcodeChar = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':';
  };
  while (P < Statement.size() && llvm::isSpace(Statement[P]))
    ++P;
  size_t Next = P;
  do {
    P = Next;
    size_t End = P;
    while (End < Statement.size() && IsOpcodeChar(Statement[End]))
      ++End;
    I.Opcode += Statement.slice(P, End);
    P = Next = End;
    while (Next < Statement.size() && llvm::isSpace(Statement[Next]))
      ++Next;
  } while (Next < Statement.size() && Statement[Next] == '.');

  bool StartsAsName = !I.Opcode.empty() && llvm::isAlpha(I.Opcode.front());
  // A word or an operand that touches the opcode is part of a name that is
  // only known once the operand is put in.
  bool EndsAsName = P == Statement.size() || llvm::isSpace(Statement[P]) ||
                    isOpening(Statement[P]);
  if (!StartsAsName || !EndsAsName)
    I.Understood = false;
  return P;
}

bool PtxParser::parseOperands(StringRef List, PtxInstruction &I) {
  List = List.trim();
  if (List.empty())
    return true;
  bool Known = true;
  unsigned Level = 0;
  size_t Start = 0;
  for (size_t P = 0; P < List.size(); ++P) {
    // Brackets of a symbolic reference are balanced too, so they need no care.
    if (isOpening(List[P]))
      ++Level;
    else if (isClosing(List[P]))
      Level -= Level != 0;
    else if (List[P] == ',' && Level == 0) {
      Known &= parseOperand(List.slice(Start, P), I);
      Start = P + 1;
    }
  }
  return parseOperand(List.drop_front(Start), I) && Known;
}

bool PtxParser::parseOperand(StringRef Operand, PtxInstruction &I) {
  Operand = Operand.trim();
  PtxOperand O;
  O.Text = Operand.str();
  O.IsAddress = Operand.starts_with("[");
  bool Known = !Operand.empty() && isPlausiblePtxOperand(Operand);
  if (O.IsAddress) {
    StringRef Inside = Operand.drop_front();
    Inside.consume_back(".unified");
    Known &= Inside.consume_back("]");
    // What follows the first comma are coordinates, offsets and masks.
    size_t Comma = std::min(Inside.find(','), Inside.size());
    Known &= Source.references(Inside.take_front(Comma), true, O.References);
    Known &= Source.references(Inside.drop_front(Comma), false, O.References);
  } else {
    Known &= Source.references(Operand, false, O.References);
  }
  I.Operands.push_back(std::move(O));
  return Known;
}

/// Whether \p Text has the form of something that can be written: a register,
/// a vector of registers, or two of them separated by a bar.
bool isWritableText(StringRef Text, bool IsCall) {
  return llvm::all_of(Text, [&](char C) {
    return isPtxWord(C) || llvm::isSpace(C) ||
           StringRef("{}|,[]").contains(C) ||
           (IsCall && (C == '(' || C == ')'));
  });
}

void PtxParser::markDestinations(PtxInstruction &I) {
  size_t Count = 0;
  switch (I.Info->Result) {
  case PtxResult::None:
    break;
  case PtxResult::First:
  case PtxResult::Accumulator:
    Count = 1;
    break;
  case PtxResult::FirstTwo:
    Count = 2;
    break;
  }
  bool IsCall = I.Info->Name == "call";
  // A call has results only if the first operand is a list in parentheses.
  if (IsCall && (I.Operands.empty() ||
                 !StringRef(I.Operands.front().Text).starts_with("(")))
    Count = 0;
  if (I.Operands.size() < Count) {
    I.Understood = false;
    return;
  }
  for (PtxOperand &O : llvm::MutableArrayRef(I.Operands).take_front(Count)) {
    if (O.IsAddress || !isWritableText(O.Text, IsCall)) {
      I.Understood = false;
      return;
    }
  }
  for (PtxOperand &O : llvm::MutableArrayRef(I.Operands).take_front(Count))
    O.IsDestination = true;
}

} // namespace

static PtxTemplate parseText(StringRef AsmText,
                             llvm::ArrayRef<StringRef> OperandNames,
                             bool Basic) {
  // The result takes many times the space of the text, and nobody writes an
  // asm statement of this size.
  constexpr size_t MaxSize = 1 << 20;
  if (AsmText.size() > MaxSize) {
    PtxTemplate TooLarge;
    TooLarge.Understood = false;
    return TooLarge;
  }
  return PtxParser(AsmText, OperandNames, Basic).parse();
}

PtxTemplate parsePtx(StringRef AsmText,
                     llvm::ArrayRef<StringRef> OperandNames) {
  return parseText(AsmText, OperandNames, /*Basic=*/false);
}

PtxTemplate parseBasicPtx(StringRef AsmText) {
  return parseText(AsmText, {}, /*Basic=*/true);
}

} // namespace oxide::cuda
