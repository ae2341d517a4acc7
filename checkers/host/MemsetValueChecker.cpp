// SPDX-License-Identifier: Apache-2.0
//
// oxide-memset-value, see docs/checkers/memset-value.md.

#include "core/Checker.h"
#include "cuda/HostValues.h"
#include "host/ByteSize.h"
#include "host/HostCode.h"

namespace oxide {

namespace {

using namespace cuda;

class MemsetValueChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions())
      for (const ApiCall &Call : F.Calls)
        if (Call.Api->Role == ApiRole::Fill && Call.other())
          lookAt(F, Call, *Call.other(), *Call.target());
  }

private:
  void lookAt(const HostFunction &F, const ApiCall &Call,
              const clang::Expr &Value, const clang::Expr &Target) {
    const clang::Expr *Written = Value.IgnoreParenImpCasts();
    if (Written->isValueDependent())
      return;
    clang::Expr::EvalResult Constant;
    bool Known = Value.EvaluateAsInt(Constant, context().ast());
    int64_t Number = Known ? Constant.Val.getInt().getExtValue() : 0;
    std::string Problem;
    if (Written->getType()->isRealFloatingType()) {
      // 0.0f sets zeros, which is what it says.
      if (isZero(*Written) || isZero(*resolved(Written)))
        return;
      Problem = "a fill sets bytes: this floating-point value becomes an "
                "integer of which one byte is left";
    } else if (Known && (Number < -128 || Number > 255) &&
               !isRepeatedByte(static_cast<uint32_t>(Number))) {
      Problem = "a fill sets bytes: of this value " + std::to_string(Number) +
                " the lowest byte is left";
    } else if (Known && Number == 1 && setsElements(Call, Target)) {
      Problem = "a fill sets bytes: no element becomes 1, each of its bytes "
                "does";
    } else {
      return;
    }
    diag(Value.getExprLoc(), Problem).in(F.Decl) << Value.getSourceRange();
  }

  bool isZero(const clang::Expr &E) {
    clang::Expr::EvalResult Result;
    if (!E.EvaluateAsRValue(Result, context().ast()))
      return false;
    return Result.Val.isInt()     ? Result.Val.getInt().isZero()
           : Result.Val.isFloat() ? Result.Val.getFloat().isZero()
                                  : false;
  }

  /// 0x7f7f7f7f: who writes this knows what a fill does.
  static bool isRepeatedByte(uint32_t Value) {
    return Value == (Value & 0xff) * 0x01010101u;
  }

  /// Whether \p Call fills whole numbers of several bytes: it says so itself
  /// with a sizeof of their type.
  bool setsElements(const ApiCall &Call, const clang::Expr &Target) {
    clang::QualType T = Target.IgnoreParenCasts()->getType();
    if (!T->isPointerType() && !T->isArrayType())
      return false;
    T = T->isPointerType()
            ? T->getPointeeType()
            : clang::QualType(T->getPointeeOrArrayElementType(), 0);
    if ((!T->isIntegerType() && !T->isRealFloatingType()) ||
        T->isIncompleteType() || T->isBooleanType() || !Call.bytes())
      return false;
    int64_t Width = context().ast().getTypeSizeInChars(T).getQuantity();
    std::optional<ByteSize> Size = byteSize(Call.bytes(), context().ast());
    return Width > 1 && Size && Size->Unit == Width;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(MemsetValue)

} // namespace oxide
