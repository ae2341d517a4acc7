// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/error.h"

#include <utility>

namespace oxide {
namespace {

std::string driver_message(const ErrorInfo &info) {
  std::string text = info.call + " failed: ";
  text += info.driver_name.empty() ? "error " + std::to_string(info.driver_code)
                                   : info.driver_name;
  if (!info.driver_text.empty())
    text += " (" + info.driver_text + ")";
  if (!info.kernel.empty())
    text += ", kernel " + info.kernel;
  if (!info.detail.empty())
    text += ": " + info.detail;
  return text;
}

std::string rule_message(const ErrorInfo &info) {
  std::string text;
  if (!info.kernel.empty())
    text += "launch of " + info.kernel + " refused, ";
  text += info.rule + ": ";
  if (!info.wanted.empty())
    text += "wanted " + info.wanted;
  if (!info.found.empty())
    text += (info.wanted.empty() ? "" : ", found ") + info.found;
  if (!info.detail.empty())
    text += " (" + info.detail + ")";
  return text;
}

std::string message(const ErrorInfo &info) {
  if (info.rule == "no-driver")
    return "no CUDA driver: " + info.found +
           "; install an NVIDIA driver or run on a machine with a GPU";
  if (info.rule == "no-device")
    return "no CUDA device: " + info.found;
  if (info.rule == "driver")
    return driver_message(info);
  return rule_message(info);
}

} // namespace

Error::Error(ErrorInfo info)
    : std::runtime_error(message(info)),
      info_(std::make_shared<const ErrorInfo>(std::move(info))) {}

} // namespace oxide
