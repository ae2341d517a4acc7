// SPDX-License-Identifier: Apache-2.0
//
// What changed since a revision, told by git.

#ifndef OXIDE_PLUGIN_CLI_GITCHANGES_H
#define OXIDE_PLUGIN_CLI_GITCHANGES_H

#include "report/ChangedLines.h"

namespace oxide {

/// The lines of the work tree around \p Folder that differ from where its
/// branch left \p Revision, files that git does not know included. An error is
/// one line: no git, no repository, no such revision.
llvm::Expected<ChangedLines> changedSince(llvm::StringRef Revision,
                                          llvm::StringRef Folder);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_GITCHANGES_H
