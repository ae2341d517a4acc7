// SPDX-License-Identifier: Apache-2.0

#include "prover/Term.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

namespace {

/// Operators of C, the loosest first.
enum Precedence : unsigned {
  Ternary,
  LogicalOr,
  LogicalAnd,
  Or,
  Xor,
  And,
  Equality,
  Relation,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Primary
};

std::string parenthesised(std::string Text, bool Needed) {
  return Needed ? "(" + std::move(Text) + ")" : std::move(Text);
}

/// One side of a comparison or a whole sum.
struct Side {
  llvm::SmallVector<std::pair<TermRef, int64_t>, 8> Parts;
  int64_t Value = 0;
  bool empty() const { return Parts.empty(); }
};

/// Parts that are written; nobody reads more.
constexpr unsigned MostParts = 1000;

class Printer {
public:
  std::string print(TermRef T, unsigned Context = Ternary) {
    // Terms share their parts: written out, they can be of any length.
    if (!Budget)
      return "...";
    --Budget;
    auto Infix = [&](const char *Operator, unsigned Level) {
      return parenthesised(print(&T->operand(0), Level) + Operator +
                               print(&T->operand(1), Level + 1),
                           Level < Context);
    };
    switch (T->kind()) {
    case TermKind::Constant:
      return llvm::itostr(T->value());
    case TermKind::Truth:
      return T->value() ? "true" : "false";
    case TermKind::Apply:
      return application(T);
    case TermKind::Sum: {
      Side S = sideOf(T);
      bool Single = S.Parts.size() == 1 && S.Value == 0;
      return parenthesised(print(S),
                           (Single ? Multiplicative : Additive) < Context);
    }
    case TermKind::Product:
      return Infix(" * ", Multiplicative);
    case TermKind::Quotient:
      return Infix(" / ", Multiplicative);
    case TermKind::Remainder:
      return Infix(" % ", Multiplicative);
    case TermKind::BitAnd:
      return Infix(" & ", And);
    case TermKind::BitOr:
      return Infix(" | ", Or);
    case TermKind::BitXor:
      return Infix(" ^ ", Xor);
    case TermKind::ShiftLeft:
      return Infix(" << ", Shift);
    case TermKind::ShiftRight:
      return Infix(" >> ", Shift);
    case TermKind::Select:
      return parenthesised(print(&T->operand(0), Ternary + 1) + " ? " +
                               print(&T->operand(1), Ternary + 1) + " : " +
                               print(&T->operand(2), Ternary),
                           Context > Ternary);
    case TermKind::Zero:
      return parenthesised(equality(&T->operand(0), " == "),
                           Equality < Context);
    case TermKind::NonNegative:
      return parenthesised(relation(&T->operand(0)), Relation < Context);
    case TermKind::Not:
      if (T->operand(0).kind() == TermKind::Zero)
        return parenthesised(equality(&T->operand(0).operand(0), " != "),
                             Equality < Context);
      return "!" + print(&T->operand(0), Unary);
    case TermKind::AllOf:
      return junction(T, " && ", LogicalAnd, Context);
    case TermKind::AnyOf:
      return junction(T, " || ", LogicalOr, Context);
    }
    return {};
  }

private:
  unsigned Budget = MostParts;

  std::string application(TermRef T) {
    const Symbol &S = T->symbol();
    std::string Text = S.Name.empty() ? "v" + llvm::utostr(S.Id) : S.Name;
    if (S.Copy)
      Text += "#" + llvm::utostr(S.Copy);
    if (T->operands().empty())
      return Text;
    Text += "(";
    llvm::interleave(
        T->operands(), [&](TermRef O) { Text += print(O); },
        [&] { Text += ", "; });
    return Text + ")";
  }

  std::string junction(TermRef T, const char *Operator, unsigned Level,
                       unsigned Context) {
    std::string Text;
    // && inside || keeps its parentheses: compilers warn without them.
    unsigned Inner = Level == LogicalOr ? LogicalAnd + 1 : Level + 1;
    llvm::interleave(
        T->operands(), [&](TermRef O) { Text += print(O, Inner); },
        [&] { Text += Operator; });
    return parenthesised(std::move(Text), Level < Context);
  }

  static Side sideOf(TermRef T) {
    Side S;
    if (T->isConstant()) {
      S.Value = T->value();
    } else if (T->kind() == TermKind::Sum) {
      S.Value = T->value();
      for (auto [O, C] : llvm::zip_equal(T->operands(), T->coefficients()))
        S.Parts.emplace_back(O, C);
    } else {
      S.Parts.emplace_back(T, 1);
    }
    return S;
  }

  /// Splits \p T == 0 or \p T >= 0 into positive and negative parts; the
  /// constant stays with neither.
  static std::pair<Side, Side> split(TermRef T, int64_t &Value) {
    Side All = sideOf(T), Positive, Negative;
    Value = All.Value;
    for (auto [O, C] : All.Parts)
      if (C > 0 || C == std::numeric_limits<int64_t>::min())
        Positive.Parts.emplace_back(O, C);
      else
        Negative.Parts.emplace_back(O, -C);
    return {Positive, Negative};
  }

  std::string print(const Side &S) {
    std::string Text;
    // A positive part leads where there is one.
    auto First = llvm::find_if(S.Parts, [](auto &P) { return P.second > 0; });
    size_t Lead = First == S.Parts.end() ? 0 : First - S.Parts.begin();
    auto Add = [&](TermRef T, int64_t C) {
      bool Minus = C < 0;
      uint64_t Size = Minus ? -static_cast<uint64_t>(C) : C;
      if (!Text.empty())
        Text += Minus ? " - " : " + ";
      else if (Minus)
        Text += "-";
      if (!T) {
        Text += llvm::utostr(Size);
        return;
      }
      if (Size != 1)
        Text += llvm::utostr(Size) + " * ";
      Text +=
          print(T, Size != 1 || Minus ? Multiplicative + 1 : Multiplicative);
    };
    if (!S.empty())
      Add(S.Parts[Lead].first, S.Parts[Lead].second);
    for (size_t I = 0; I < S.Parts.size(); ++I)
      if (I != Lead)
        Add(S.Parts[I].first, S.Parts[I].second);
    if (S.Value || S.empty())
      Add(nullptr, S.Value);
    return Text;
  }

  std::string equality(TermRef T, const char *Operator) {
    int64_t Value;
    auto [Left, Right] = split(T, Value);
    if (Left.empty())
      std::swap(Left, Right), Value = -static_cast<uint64_t>(Value);
    if (Value > 0 && !Right.empty())
      Left.Value = Value;
    else
      Right.Value = -static_cast<uint64_t>(Value);
    return print(Left) + Operator + print(Right);
  }

  /// Left - Right + Value >= 0.
  std::string relation(TermRef T) {
    int64_t Value;
    auto [Left, Right] = split(T, Value);
    if (Value == std::numeric_limits<int64_t>::min())
      return print(sideOf(T)) + " >= 0";
    if (Right.empty()) {
      if (Value == -1)
        return print(Left) + " > 0";
      Right.Value = -Value;
      return print(Left) + " >= " + print(Right);
    }
    if (Left.empty()) {
      // t < 256 reads better than t <= 255.
      bool Round = Value > 0 && Value < (int64_t(1) << 62) &&
                   (llvm::isPowerOf2_64(Value + 1) || (Value + 1) % 10 == 0);
      Left.Value = Round ? Value + 1 : Value;
      return print(Right) + (Round ? " < " : " <= ") + print(Left);
    }
    if (Value < 0) {
      Right.Value = -(Value + 1);
      return print(Right) + " < " + print(Left);
    }
    Left.Value = Value;
    return print(Right) + " <= " + print(Left);
  }
};

} // namespace

std::string toString(TermRef T) { return Printer().print(T); }

} // namespace oxide::prover
