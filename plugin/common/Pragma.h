// SPDX-License-Identifier: Apache-2.0
//
// `#pragma oxide mode(off|audit|enforce)`: the mode of the whole file that it
// stands in.

#ifndef OXIDE_PLUGIN_COMMON_PRAGMA_H
#define OXIDE_PLUGIN_COMMON_PRAGMA_H

#include "core/TierMap.h"
#include "clang/Lex/Preprocessor.h"

namespace oxide {

/// Makes \p PP understand the pragma; what it says goes into \p Modes, which
/// must outlive the preprocessing.
void addPragmaHandler(clang::Preprocessor &PP, PragmaModes &Modes);

} // namespace oxide

#endif // OXIDE_PLUGIN_COMMON_PRAGMA_H
