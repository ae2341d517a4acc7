// SPDX-License-Identifier: Apache-2.0
//
// A report as one page for people: kernels with their verdicts, findings with
// their source and a picture of the witness. Nothing outside of the file is
// asked for, and all of it can be read without JavaScript.

#ifndef OXIDE_PLUGIN_REPORT_HTMLREPORT_H
#define OXIDE_PLUGIN_REPORT_HTMLREPORT_H

#include "report/LineHash.h"
#include "report/Report.h"
#include <string>

namespace oxide {

struct HtmlOptions {
  std::string Root;     ///< of the project
  std::string Version;  ///< of the tool
  std::string Homepage; ///< of the tool, may be empty
};

/// \p Read gives the sources, as far as they are there.
std::string htmlReport(const Report &R, const HtmlOptions &Options,
                       SourceReader Read);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_HTMLREPORT_H
