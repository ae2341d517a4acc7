// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_RUNTIME_PARAMETER_NAMES_H
#define OXIDE_RUNTIME_PARAMETER_NAMES_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace oxide::detail {

/// The names in a parameter list as it stands in the source, such as
/// "(Slice<const float> a, int n)", for error texts. Where the text does not
/// split into `count` parameters the names are "argument 1", "argument 2", ...
std::vector<std::string> parameter_names(std::string_view parameters,
                                         std::size_t count);

} // namespace oxide::detail

#endif
