// SPDX-License-Identifier: Apache-2.0
//
// Text inside of XML and HTML.

#ifndef OXIDE_PLUGIN_REPORT_ESCAPE_H
#define OXIDE_PLUGIN_REPORT_ESCAPE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace oxide {

/// \p Text for content and quoted attributes of XML and HTML. What is not
/// UTF-8, and the characters that XML forbids even as references, become the
/// replacement character.
std::string escapeXml(llvm::StringRef Text);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_ESCAPE_H
