// SPDX-License-Identifier: Apache-2.0

#include "report/JsonInput.h"
#include "core/JsonDepth.h"
#include "llvm/ADT/Twine.h"

namespace oxide {

namespace {

/// Finds what is wrong; without exceptions the parser itself does not tell.
class Examiner final : public nlohmann::json_sax<Json> {
public:
  std::string Problem;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return true; }
  bool key(string_t &) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &E) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: .."
    // What it last read can be as long as the file.
    llvm::StringRef What = E.what();
    auto [Before, After] = What.split(" at ");
    Problem = (After.empty() ? What.split("] ").second : After)
                  .split("; last read")
                  .first.str();
    return false;
  }

private:
  bool enter() {
    if (++Depth <= MostNestedJson)
      return true;
    Problem = "lists and objects are nested more than " +
              std::to_string(MostNestedJson) + " deep";
    return false;
  }
  bool leave() {
    --Depth;
    return true;
  }

  unsigned Depth = 0;
};

} // namespace

llvm::Expected<Json> parseJson(llvm::StringRef Text, llvm::StringRef File) {
  Examiner Look;
  if (!Json::sax_parse(Text.begin(), Text.end(), &Look))
    return llvm::createStringError("'" + llvm::Twine(File) +
                                   "' is not JSON: " + Look.Problem);
  return Json::parse(Text.begin(), Text.end(), nullptr,
                     /*allow_exceptions=*/false);
}

} // namespace oxide
