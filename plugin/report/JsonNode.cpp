// SPDX-License-Identifier: Apache-2.0

#include "report/JsonNode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <limits>

namespace oxide {

JsonNode JsonNode::optional(llvm::StringRef Wanted) const {
  static const Json Null;
  const Json *Found = &Null;
  if (Value->is_object()) {
    if (auto It = Value->find(Wanted.str()); It != Value->end())
      Found = &*It;
  } else if (!isNull()) {
    // What is not there has no keys; anything else should have been an object.
    wrongType("an object");
  }
  return JsonNode(*Found, First, this, Wanted, 0);
}

JsonNode JsonNode::operator[](llvm::StringRef Wanted) const {
  if (isNull())
    wrongType("an object");
  else if (isObject() && !Value->contains(Wanted.str()))
    fail("lacks '" + Wanted + "'");
  return optional(Wanted);
}

std::string JsonNode::path() const {
  if (!Parent)
    return {};
  std::string Above = Parent->path();
  if (Key.empty())
    return Above + "[" + llvm::utostr(Index) + "]";
  return Above.empty() ? Key.str() : Above + "." + Key.str();
}

void JsonNode::fail(const llvm::Twine &What) const {
  if (First)
    return;
  std::string Where = path();
  First.Text = (Where.empty() ? "" : Where + ": ") + What.str();
  // Keys are the input's own words.
  for (char &C : First.Text)
    if (static_cast<unsigned char>(C) < 0x20 || C == 0x7F)
      C = '?';
}

void JsonNode::wrongType(llvm::StringRef Wanted) const {
  fail("needs " + Wanted + ", not " +
       (Value->is_null()      ? std::string("null")
        : Value->is_number()  ? Value->dump()
        : Value->is_boolean() ? "a truth value"
        : Value->is_string()  ? "text"
        : Value->is_array()   ? "an array"
                              : "an object"));
}

std::string JsonNode::text() const {
  if (const auto *Text = Value->get_ptr<const std::string *>())
    return *Text;
  wrongType("text");
  return {};
}

std::string JsonNode::exactText() const {
  if (!isObject())
    return text();
  JsonNode Encoded = (*this)["base64"];
  std::vector<char> Bytes;
  if (llvm::Error E = llvm::decodeBase64(Encoded.text(), Bytes))
    Encoded.fail(llvm::toString(std::move(E)));
  return {Bytes.begin(), Bytes.end()};
}

bool JsonNode::boolean() const {
  if (const auto *Truth = Value->get_ptr<const bool *>())
    return *Truth;
  wrongType("true or false");
  return false;
}

uint64_t JsonNode::number64() const {
  if (const auto *Number = Value->get_ptr<const Json::number_unsigned_t *>())
    return *Number;
  wrongType("a whole number that is not negative");
  return 0;
}

unsigned JsonNode::number() const {
  uint64_t Number = number64();
  // Columns are added to; half of the range leaves room.
  if (Number <= std::numeric_limits<int32_t>::max())
    return Number;
  fail("is too large");
  return 0;
}

std::string JsonNode::integer() const {
  if (Value->is_number_integer())
    return Value->dump();
  wrongType("a whole number");
  return {};
}

double JsonNode::real() const {
  double Number = Value->is_number() ? Value->get<double>() : -1;
  if (Number >= 0 && std::isfinite(Number))
    return Number;
  wrongType("a number that is not negative");
  return 0;
}

size_t JsonNode::oneOf(llvm::ArrayRef<llvm::StringRef> Names) const {
  std::string Text = text();
  size_t Found = llvm::find(Names, Text) - Names.begin();
  if (Found != Names.size())
    return Found;
  fail("needs one of " + llvm::join(Names, ", "));
  return 0;
}

} // namespace oxide
