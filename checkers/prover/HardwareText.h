// SPDX-License-Identifier: Apache-2.0
//
// What is said about broken protocols of the hardware.

#ifndef OXIDE_CHECKERS_PROVER_HARDWARETEXT_H
#define OXIDE_CHECKERS_PROVER_HARDWARETEXT_H

#include "prover/DefectText.h"
#include "prover/HardwareDefects.h"

namespace oxide::prover {

class HardwareText {
public:
  /// \p Launch is the dependent launch of the kernel, if there is one.
  HardwareText(const DefectText &Text, const HardwareOps &Ops,
               clang::SourceLocation Launch)
      : Text(Text), Ops(Ops), Launch(Launch) {}

  Defect defect(const HardwareDefect &H) const;

private:
  void aboutPlace(const HardwareDefect &H, Defect &D) const;
  void aboutBarrier(const HardwareDefect &H, Defect &D) const;
  clang::SourceLocation place(const HardwareOp &Op,
                              const HardwareOp *Beside) const;
  std::string name(const HardwareOp &Op) const;

  const DefectText &Text;
  const HardwareOps &Ops;
  clang::SourceLocation Launch;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_HARDWARETEXT_H
