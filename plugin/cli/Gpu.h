// SPDX-License-Identifier: Apache-2.0
//
// The GPUs of this machine, asked of the CUDA driver, which is opened at run
// time and may be absent.

#ifndef OXIDE_PLUGIN_CLI_GPU_H
#define OXIDE_PLUGIN_CLI_GPU_H

#include <string>
#include <vector>

namespace oxide {

struct GpuInventory {
  int DriverVersion = 0; ///< 13000 for 13.0, 0 when there is no driver
  std::vector<std::string> Devices; ///< "NVIDIA H200 (sm_90)"
  std::string Problem;              ///< why there is no driver or no device
};

GpuInventory findGpus();

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_GPU_H
