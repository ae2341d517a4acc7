// SPDX-License-Identifier: Apache-2.0
//
// The reader of assumptions: C expressions over the parameters of a kernel.

#include "core/KernelFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace oxide {

namespace {

using Op = FactExpr::Op;

/// Deep enough for every assumption that a person writes, shallow enough for
/// functions that walk the tree by recursion.
constexpr unsigned MaxTokens = 500;

struct BinaryOperator {
  llvm::StringLiteral Spelling;
  Op Kind;
  unsigned Precedence; ///< higher binds more tightly
};

constexpr unsigned Equality = 6, Relational = 7;

constexpr BinaryOperator BinaryOperators[] = {
    {"*", Op::Mul, 10},         {"/", Op::Div, 10},
    {"%", Op::Rem, 10},         {"+", Op::Add, 9},
    {"-", Op::Sub, 9},          {"<<", Op::Shl, 8},
    {">>", Op::Shr, 8},         {"<", Op::Lt, Relational},
    {">", Op::Gt, Relational},  {"<=", Op::Le, Relational},
    {">=", Op::Ge, Relational}, {"==", Op::Eq, Equality},
    {"!=", Op::Ne, Equality},   {"&", Op::BitAnd, 5},
    {"^", Op::BitXor, 4},       {"|", Op::BitOr, 3},
    {"&&", Op::And, 2},         {"||", Op::Or, 1}};

const BinaryOperator *binaryOperator(llvm::StringRef Spelling) {
  auto It = llvm::find_if(BinaryOperators, [&](const BinaryOperator &B) {
    return B.Spelling == Spelling;
  });
  return It == std::end(BinaryOperators) ? nullptr : It;
}

llvm::StringRef spelling(Op Kind) {
  switch (Kind) {
  case Op::Negate:
    return "-";
  case Op::Complement:
    return "~";
  case Op::Not:
    return "!";
  default:
    return llvm::find_if(
               BinaryOperators,
               [&](const BinaryOperator &B) { return B.Kind == Kind; })
        ->Spelling;
  }
}

bool isWordStart(char C) { return llvm::isAlpha(C) || C == '_'; }
bool isWord(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Takes the next token from \p Rest: a word with its member, a number with
/// all that sticks to it, an operator, or a single character.
llvm::StringRef takeToken(llvm::StringRef &Rest) {
  Rest = Rest.ltrim();
  size_t Length = Rest.empty() ? 0 : 1;
  if (!Rest.empty() && isWordStart(Rest[0])) {
    Length = Rest.take_while(isWord).size();
    llvm::StringRef Member = Rest.drop_front(Length);
    if (Member.consume_front(".") && !Member.empty() && isWordStart(Member[0]))
      Length += 1 + Member.take_while(isWord).size();
  } else if (!Rest.empty() && llvm::isDigit(Rest[0])) {
    Length =
        Rest.take_while([](char C) { return isWord(C) || C == '.'; }).size();
  } else {
    for (llvm::StringRef Long :
         {"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++",
          "--",  "->",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
      if (Rest.starts_with(Long)) {
        Length = Long.size();
        break;
      }
  }
  llvm::StringRef Token = Rest.take_front(Length);
  Rest = Rest.drop_front(Length);
  return Token;
}

/// Whether \p E is true or false rather than a number. A name may be a bool.
bool isCondition(const FactExpr &E) {
  switch (E.Kind) {
  case Op::Name:
  case Op::Not:
  case Op::Lt:
  case Op::Gt:
  case Op::Le:
  case Op::Ge:
  case Op::Eq:
  case Op::Ne:
  case Op::And:
  case Op::Or:
    return true;
  case Op::BitAnd:
  case Op::BitXor:
  case Op::BitOr:
    return llvm::all_of(E.Operands, isCondition);
  case Op::Conditional:
    return isCondition(E.Operands[1]) && isCondition(E.Operands[2]);
  default:
    return false;
  }
}

class Parser {
public:
  explicit Parser(llvm::StringRef Text) : Text(Text), Rest(Text) { advance(); }

  llvm::Expected<FactExpr> parse() {
    FactExpr Result = conditional();
    if (!Token.empty())
      unexpected();
    if (Error.empty() && !isCondition(Result))
      fail("a number is no condition; compare it, as in '== 0',");
    if (Error.empty())
      return Result;
    return llvm::createStringError(Error + " in " + quotedFact(Text) +
                                   "; example: 'n == 1024 && m % 32 == 0'");
  }

private:
  /// Keeps the first mistake and ends the parse.
  FactExpr fail(const llvm::Twine &What) {
    if (Error.empty())
      Error = What.str();
    Token = Rest = {};
    return {};
  }

  FactExpr unexpected() {
    if (Token == "=")
      return fail("'=' changes a value, '==' compares");
    if (Token == "++" || Token == "--" || Token == "->" ||
        (Token.size() > 1 && Token.ends_with("=")))
      return fail("no operator '" + Token + "' in an assumption:");
    return fail("unexpected " + quotedFact(Token));
  }

  void advance() {
    Token = takeToken(Rest);
    if (!Token.empty() && ++Tokens > MaxTokens)
      fail("more than " + llvm::Twine(MaxTokens) + " words and operators");
  }

  bool consume(llvm::StringRef Expected) {
    if (Token != Expected)
      return false;
    advance();
    return true;
  }

  FactExpr conditional() {
    FactExpr Condition = binary(1);
    if (!consume("?"))
      return Condition;
    FactExpr Then = conditional();
    if (!consume(":"))
      return fail("'?' without ':'");
    FactExpr Else = conditional();
    return make(Op::Conditional,
                {std::move(Condition), std::move(Then), std::move(Else)});
  }

  FactExpr binary(unsigned Least) {
    FactExpr Left = unary();
    unsigned Comparison = 0;
    for (;;) {
      const BinaryOperator *B = binaryOperator(Token);
      if (!B || B->Precedence < Least)
        return Left;
      if (Comparison == B->Precedence)
        return fail("two comparisons in a row; write 'a < b && b < c'");
      bool Compares = B->Precedence == Relational || B->Precedence == Equality;
      Comparison = Compares ? B->Precedence : 0;
      advance();
      FactExpr Right = binary(B->Precedence + 1);
      if (Right.Kind == Op::Number && Error.empty()) {
        if ((B->Kind == Op::Div || B->Kind == Op::Rem) && !Right.Value)
          return fail("division by zero");
        if ((B->Kind == Op::Shl || B->Kind == Op::Shr) && Right.Value > 63)
          return fail("a shift by more than 63");
      }
      Left = make(B->Kind, {std::move(Left), std::move(Right)});
    }
  }

  FactExpr unary() {
    if (consume("+"))
      return unary();
    for (Op Kind : {Op::Negate, Op::Complement, Op::Not})
      if (consume(spelling(Kind)))
        return make(Kind, {unary()});
    return primary();
  }

  FactExpr primary() {
    if (consume("(")) {
      FactExpr Inner = conditional();
      if (consume(")"))
        return Inner;
      return Token.empty() ? fail("a ')' is missing") : unexpected();
    }
    if (Token.empty())
      return fail("a value is missing at the end");
    if (llvm::isDigit(Token[0]))
      return number();
    if (isWordStart(Token[0]))
      return name();
    if (Token == ")" || Token == "?" || Token == ":" || binaryOperator(Token))
      return fail("a value is missing before '" + Token + "'");
    return unexpected();
  }

  FactExpr number() {
    llvm::StringRef Digits = Token.rtrim("uUlL");
    bool Hex = Digits.consume_front_insensitive("0x");
    FactExpr Result;
    if (Digits.empty() ||
        !llvm::all_of(Digits, Hex ? llvm::isHexDigit : llvm::isDigit) ||
        Token.size() > Token.find(Digits) + Digits.size() + 3)
      return fail("'" + Token + "' is no integer");
    if (!Hex && Digits.size() > 1 && Digits[0] == '0')
      return fail("'" + Token + "' would be octal in C");
    if (Digits.getAsInteger(Hex ? 16 : 10, Result.Value))
      return fail("'" + Token + "' needs more than 64 bits");
    advance();
    return Result;
  }

  FactExpr name() {
    auto [Base, Member] = Token.split('.');
    bool OfLaunch = Base == "blockDim" || Base == "gridDim";
    if (Base == "threadIdx" || Base == "blockIdx")
      return fail("'" + Token +
                  "' differs from thread to thread, an assumption does not,");
    if (OfLaunch && Member != "x" && Member != "y" && Member != "z")
      return fail("'" + Base + "' needs .x, .y or .z");
    if (!OfLaunch && !Member.empty())
      return fail("'" + Token + "' is no parameter of integer type");
    FactExpr Result;
    if (Token == "true" || Token == "false") {
      Result.Value = Token == "true";
    } else {
      Result.Kind = Op::Name;
      Result.Name = Token.str();
    }
    advance();
    return Result;
  }

  static FactExpr make(Op Kind, std::vector<FactExpr> Operands) {
    FactExpr Result;
    Result.Kind = Kind;
    Result.Operands = std::move(Operands);
    return Result;
  }

  llvm::StringRef Text, Rest, Token;
  unsigned Tokens = 0;
  std::string Error;
};

} // namespace

std::string FactExpr::str() const {
  if (Kind == Op::Number)
    return llvm::utostr(Value);
  if (Kind == Op::Name)
    return Name;
  if (Operands.size() == 1) {
    const FactExpr &Inner = Operands[0];
    bool Unary = Inner.Operands.size() == 1; // "--a" is another operator
    return spelling(Kind).str() +
           (Unary ? "(" + Inner.str() + ")" : Inner.str());
  }
  if (Kind == Op::Conditional)
    return "(" + Operands[0].str() + " ? " + Operands[1].str() + " : " +
           Operands[2].str() + ")";
  return "(" + Operands[0].str() + " " + spelling(Kind).str() + " " +
         Operands[1].str() + ")";
}

llvm::Expected<FactExpr> parseFactExpr(llvm::StringRef Text) {
  return Parser(Text).parse();
}

} // namespace oxide
