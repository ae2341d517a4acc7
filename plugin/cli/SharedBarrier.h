// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_PLUGIN_CLI_SHAREDBARRIER_H
#define OXIDE_PLUGIN_CLI_SHAREDBARRIER_H

namespace clang {
class FunctionDecl;
}

namespace oxide {

/// Empties \p D if it is the destructor of cuda::barrier. clang rejects a
/// shared variable whose destructor does something; nvcc accepts it, never
/// calls the destructor, and NVIDIA's guide declares its barriers so.
void emptyBarrierDestructor(clang::FunctionDecl &D);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_SHAREDBARRIER_H
