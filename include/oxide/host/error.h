// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_HOST_ERROR_H
#define OXIDE_HOST_ERROR_H

#include <memory>
#include <stdexcept>
#include <string>

namespace oxide {

/// What went wrong, as data. A field that does not apply is empty.
struct ErrorInfo {
  /// Short name of the broken rule, such as "block-shape"; "driver" for an
  /// error that the driver returned, "no-driver" and "no-device" where there is
  /// none.
  std::string rule;
  /// The driver call, such as "cuLaunchKernel".
  std::string call;
  /// The kernel of the launch.
  std::string kernel;
  /// What the rule wants and what it found, with units.
  std::string wanted;
  std::string found;
  /// The driver's number, name and text.
  int driver_code = 0;
  std::string driver_name;
  std::string driver_text;
  /// Anything else worth saying, such as a compiler log.
  std::string detail;
};

/// Every failure of the runtime. `what()` is one line, unless the driver's
/// compiler log is part of it.
class Error : public std::runtime_error {
public:
  explicit Error(ErrorInfo info);

  const ErrorInfo &info() const noexcept { return *info_; }
  const std::string &rule() const noexcept { return info_->rule; }

private:
  // Shared, because copying an exception must not throw.
  std::shared_ptr<const ErrorInfo> info_;
};

} // namespace oxide

#endif
