// SPDX-License-Identifier: Apache-2.0

#include "clang/ArchCondition.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

bool mentionsArch(llvm::StringRef Condition) {
  return Condition.contains("__CUDA_ARCH");
}

namespace {

/// Recursive descent over the condition; an unknown value is nullopt.
class Evaluator {
public:
  using Value = std::optional<long long>;

  Evaluator(llvm::StringRef Text, unsigned Arch) : Rest(Text), Arch(Arch) {}

  std::optional<bool> run() {
    Value V = disjunction(0);
    skipSpace();
    if (Failed || !Rest.empty() || !V)
      return std::nullopt;
    return *V != 0;
  }

private:
  /// Deeper nesting than any real condition has; keeps the stack bounded.
  static constexpr unsigned MaxDepth = 200;

  void skipSpace() { Rest = Rest.ltrim(" \t\r\n\\"); }

  bool eat(llvm::StringRef Token) {
    skipSpace();
    return Rest.consume_front(Token);
  }

  Value disjunction(unsigned Depth) {
    Value Left = conjunction(Depth);
    while (eat("||")) {
      Value Right = conjunction(Depth);
      if ((Left && *Left) || (Right && *Right))
        Left = 1;
      else if (!Left || !Right)
        Left = std::nullopt;
      else
        Left = 0;
    }
    return Left;
  }

  Value conjunction(unsigned Depth) {
    Value Left = comparison(Depth);
    while (eat("&&")) {
      Value Right = comparison(Depth);
      if ((Left && !*Left) || (Right && !*Right))
        Left = 0;
      else if (!Left || !Right)
        Left = std::nullopt;
      else
        Left = 1;
    }
    return Left;
  }

  Value comparison(unsigned Depth) {
    Value Left = unary(Depth);
    for (llvm::StringRef Op : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (!eat(Op))
        continue;
      Value Right = unary(Depth);
      if (!Left || !Right)
        return std::nullopt;
      if (Op == "==")
        return *Left == *Right;
      if (Op == "!=")
        return *Left != *Right;
      if (Op == "<=")
        return *Left <= *Right;
      if (Op == ">=")
        return *Left >= *Right;
      return Op == "<" ? *Left < *Right : *Left > *Right;
    }
    return Left;
  }

  Value unary(unsigned Depth) {
    if (Depth > MaxDepth) {
      Failed = true;
      return std::nullopt;
    }
    skipSpace();
    if (Rest.starts_with("!") && !Rest.starts_with("!=")) {
      Rest = Rest.drop_front();
      Value V = unary(Depth + 1);
      return V ? Value(!*V) : V;
    }
    if (eat("(")) {
      Value V = disjunction(Depth + 1);
      if (!eat(")"))
        Failed = true;
      return V;
    }
    return primary();
  }

  llvm::StringRef identifier() {
    skipSpace();
    llvm::StringRef Id =
        Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Rest = Rest.drop_front(Id.size());
    return Id;
  }

  Value primary() {
    llvm::StringRef Word = identifier();
    if (Word.empty()) {
      Failed = true;
      return std::nullopt;
    }
    if (llvm::isDigit(Word.front())) {
      long long Number;
      if (Word.rtrim("uUlL").getAsInteger(0, Number))
        Failed = true;
      return Failed ? Value() : Value(Number);
    }
    if (Word == "defined") {
      bool Paren = eat("(");
      llvm::StringRef Name = identifier();
      if (Paren && !eat(")"))
        Failed = true;
      return Name == "__CUDA_ARCH__" ? Value(1) : Value();
    }
    return Word == "__CUDA_ARCH__" ? Value(Arch) : Value();
  }

  llvm::StringRef Rest;
  long long Arch;
  bool Failed = false;
};

} // namespace

std::optional<bool> evaluateForArch(llvm::StringRef Condition, unsigned Arch) {
  return Evaluator(Condition, Arch).run();
}

} // namespace oxide
