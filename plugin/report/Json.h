// SPDX-License-Identifier: Apache-2.0
//
// The JSON type of the reports: keys keep the order in which they are set.

#ifndef OXIDE_PLUGIN_REPORT_JSON_H
#define OXIDE_PLUGIN_REPORT_JSON_H

#include <nlohmann/json.hpp>
#include <string>

namespace oxide {

using Json = nlohmann::ordered_json;

/// \p Value as indented text. Bytes that are not UTF-8 are replaced: source
/// files hold anything, and this build has no exceptions to report it with.
inline std::string toText(const Json &Value) {
  return Value.dump(2, ' ', /*ensure_ascii=*/false,
                    Json::error_handler_t::replace) +
         "\n";
}

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_JSON_H
