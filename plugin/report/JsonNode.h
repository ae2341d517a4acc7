// SPDX-License-Identifier: Apache-2.0
//
// Reading JSON that somebody else wrote. The first mistake is kept as one line
// with its place, and reading goes on with harmless values until the caller
// asks: this build has no exceptions.

#ifndef OXIDE_PLUGIN_REPORT_JSONNODE_H
#define OXIDE_PLUGIN_REPORT_JSONNODE_H

#include "report/Json.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"
#include <string>

namespace oxide {

/// A value and how it was reached. A node refers to the node that it was
/// reached from and lives no longer.
class JsonNode {
public:
  /// The first mistake of a file.
  struct Mistake {
    std::string Text;
    explicit operator bool() const { return !Text.empty(); }
  };

  JsonNode(const Json &Value, Mistake &First) : Value(&Value), First(First) {}

  /// The value of \p Key. A mistake when there is none.
  JsonNode operator[](llvm::StringRef Key) const LLVM_LIFETIME_BOUND;
  /// The same where the key may be absent; it is null then.
  JsonNode optional(llvm::StringRef Key) const LLVM_LIFETIME_BOUND;

  bool isNull() const { return Value->is_null(); }
  bool isObject() const { return Value->is_object(); }
  bool isArray() const { return Value->is_array(); }
  bool isString() const { return Value->is_string(); }
  /// A whole number that is not negative.
  bool isCount() const { return Value->is_number_unsigned(); }

  std::string text() const;
  /// Text, or "" for null.
  std::string textOrNull() const { return isNull() ? std::string() : text(); }
  /// What exactText() wrote.
  std::string exactText() const;
  bool boolean() const;
  unsigned number() const;
  /// A number, or 0 for null.
  unsigned numberOrNull() const { return isNull() ? 0 : number(); }
  uint64_t number64() const;
  double real() const;
  /// The digits of a whole number of either sign.
  std::string integer() const;
  /// The position of the text in \p Names.
  size_t oneOf(llvm::ArrayRef<llvm::StringRef> Names) const;

  /// Calls \p Each with every element of an array; a mistake for what is none.
  template <class Function> void forEach(Function Each) const {
    if (!Value->is_array())
      return wrongType("an array");
    for (size_t I = 0; I != Value->size() && !First; ++I)
      Each(JsonNode((*Value)[I], First, this, {}, I));
  }
  /// The same, and null has no elements.
  template <class Function> void forEachIfAny(Function Each) const {
    if (!isNull())
      forEach(Each);
  }
  /// Calls \p Each with every key of an object and its value.
  template <class Function> void forEachKey(Function Each) const {
    if (!Value->is_object())
      return wrongType("an object");
    for (auto It = Value->begin(); It != Value->end() && !First; ++It)
      Each(It.key(), JsonNode(It.value(), First, this, It.key(), 0));
  }

  /// Notes a mistake here: "findings[3].line: \p What".
  void fail(const llvm::Twine &What) const;
  bool failed() const { return static_cast<bool>(First); }

private:
  JsonNode(const Json &Value, Mistake &First, const JsonNode *Parent,
           llvm::StringRef Key, size_t Index)
      : Value(&Value), First(First), Parent(Parent), Key(Key), Index(Index) {}

  void wrongType(llvm::StringRef Wanted) const;
  std::string path() const;

  const Json *Value;
  Mistake &First;
  const JsonNode *Parent = nullptr;
  llvm::StringRef Key; ///< empty for an element of an array
  size_t Index = 0;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_JSONNODE_H
