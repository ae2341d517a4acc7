// SPDX-License-Identifier: Apache-2.0
#include "parameter_names.h"

#include <cctype>
#include <string_view>

namespace oxide::detail {
namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The last identifier of one parameter declaration, empty if there is none.
std::string last_identifier(std::string_view declaration) {
  std::size_t end = declaration.size();
  while (end > 0 && !is_name_character(declaration[end - 1]))
    --end;
  std::size_t begin = end;
  while (begin > 0 && is_name_character(declaration[begin - 1]))
    --begin;
  return std::string(declaration.substr(begin, end - begin));
}

/// Cuts at commas that are outside of every bracket.
std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '<' || c == '(' || c == '[' || c == '{')
      ++depth;
    else if (c == '>' || c == ')' || c == ']' || c == '}')
      --depth;
    else if (c == ',' && depth == 0) {
      parts.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(list.substr(begin));
  return parts;
}

} // namespace

std::vector<std::string> parameter_names(std::string_view parameters,
                                         std::size_t count) {
  if (parameters.size() >= 2 && parameters.front() == '(')
    parameters = parameters.substr(1, parameters.size() - 2);
  std::vector<std::string> names;
  for (const std::string_view part : split(parameters))
    names.push_back(last_identifier(part));
  if (names.size() == count)
    return names;
  names.clear();
  for (std::size_t i = 0; i < count; ++i)
    names.push_back("argument " + std::to_string(i + 1));
  return names;
}

} // namespace oxide::detail
