// SPDX-License-Identifier: Apache-2.0
//
// A picture of the two threads of a witness, as SVG inside of HTML.

#ifndef OXIDE_PLUGIN_REPORT_WITNESSPICTURE_H
#define OXIDE_PLUGIN_REPORT_WITNESSPICTURE_H

#include "core/ResolvedFinding.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace oxide {

/// The arrow heads that all pictures of a page share; comes before them.
std::string pictureDefinitions();

/// One lane for each thread, the phase that both are in, and what both touch.
/// \p F has a witness. Colours come from the style sheet of the page.
std::string witnessPicture(const ResolvedFinding &F, llvm::StringRef Root);

/// The same in words.
std::string witnessText(const ResolvedFinding &F, llvm::StringRef Root);

/// "grid (4,1,1), block (64,1,1), n = 256".
std::string witnessLaunch(const ResolvedWitness &W);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_WITNESSPICTURE_H
