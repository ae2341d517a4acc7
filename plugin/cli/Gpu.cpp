// SPDX-License-Identifier: Apache-2.0

#include "cli/Gpu.h"
#include <dlfcn.h>

namespace oxide {

GpuInventory findGpus() {
  GpuInventory Result;
  void *Driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!Driver) {
    Result.Problem = "libcuda.so.1 is not installed";
    return Result;
  }
  auto Find = [&]<class Function>(const char *Name, Function *&Out) {
    Out = reinterpret_cast<Function *>(dlsym(Driver, Name));
    return Out != nullptr;
  };
  int (*Init)(unsigned);
  int (*DriverGetVersion)(int *);
  int (*DeviceGetCount)(int *);
  int (*DeviceGetName)(char *, int, int);
  int (*DeviceGetAttribute)(int *, int, int);
  if (!Find("cuInit", Init) || !Find("cuDriverGetVersion", DriverGetVersion) ||
      !Find("cuDeviceGetCount", DeviceGetCount) ||
      !Find("cuDeviceGetName", DeviceGetName) ||
      !Find("cuDeviceGetAttribute", DeviceGetAttribute)) {
    Result.Problem = "libcuda.so.1 is no CUDA driver";
    return Result;
  }
  if (DriverGetVersion(&Result.DriverVersion) || !Result.DriverVersion) {
    Result.Problem = "the CUDA driver does not answer";
    Result.DriverVersion = 0;
    return Result;
  }
  int Count = 0;
  if (int Error = Init(0)) {
    Result.Problem =
        "the CUDA driver does not start, error " + std::to_string(Error);
    return Result;
  }
  if (DeviceGetCount(&Count) || !Count) {
    Result.Problem = "the CUDA driver sees no device";
    return Result;
  }
  constexpr int ComputeCapabilityMajor = 75, ComputeCapabilityMinor = 76;
  for (int Device = 0; Device != Count; ++Device) {
    char Name[256] = "";
    int Major = 0, Minor = 0;
    DeviceGetName(Name, sizeof(Name), Device);
    DeviceGetAttribute(&Major, ComputeCapabilityMajor, Device);
    DeviceGetAttribute(&Minor, ComputeCapabilityMinor, Device);
    Result.Devices.push_back(std::string(Name) + " (sm_" +
                             std::to_string(Major) + std::to_string(Minor) +
                             ")");
  }
  return Result;
}

} // namespace oxide
