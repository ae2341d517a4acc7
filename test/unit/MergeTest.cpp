// SPDX-License-Identifier: Apache-2.0

#include "Registry.h"
#include "report/Report.h"
#include "report/TextReport.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

ResolvedFinding finding(unsigned Line, unsigned Column,
                        llvm::StringRef Checker = "oxide-tier-unsafe") {
  ResolvedFinding F;
  F.Checker = findChecker(Checker);
  F.At = {"/p/a.cu", Line, Column};
  F.Message = "message";
  F.LineKey = "line";
  return F;
}

PassReport pass(Pass Passes, std::string Arch,
                std::vector<ResolvedFinding> Findings) {
  PassReport P;
  P.File = "/p/a.cu";
  P.Passes = Passes;
  P.Arch = Arch;
  P.Ok = true;
  for (ResolvedFinding &F : Findings) {
    F.Passes = Passes;
    if (!Arch.empty())
      F.Archs = {Arch};
  }
  P.Findings = std::move(Findings);
  return P;
}

TEST(Merge, OneFindingForAllPassesThatSeeIt) {
  Report R = merge({pass(Pass::Device, "sm_90", {finding(3, 1)}),
                    pass(Pass::Device, "sm_80", {finding(3, 1), finding(9, 1)}),
                    pass(Pass::Host, "", {finding(3, 1)})},
                   "/p");
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_EQ(R.Findings[0].Archs, (std::vector<std::string>{"sm_80", "sm_90"}));
  EXPECT_EQ(R.Findings[0].Passes, Pass::Both);
  EXPECT_EQ(R.Findings[1].Archs, std::vector<std::string>{"sm_80"});
  EXPECT_EQ(R.Units.size(), 3u);
}

TEST(Merge, SortsByPlaceAndKeepsTheStrictestLevel) {
  ResolvedFinding Late = finding(10, 2), Early = finding(9, 80);
  ResolvedFinding Error = finding(10, 2);
  Error.Level = Severity::Error;
  Report R = merge({pass(Pass::Device, "sm_80", {Late, Early}),
                    pass(Pass::Device, "sm_90", {Error})},
                   "/p");
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_EQ(R.Findings[0].At.Line, 9u);
  EXPECT_EQ(R.Findings[1].Level, Severity::Error);
  EXPECT_EQ(R.count(Severity::Error), 1u);
  EXPECT_EQ(R.count(Severity::Warning), 1u);
}

TEST(Merge, FingerprintsTellEqualLinesApartAndForgetTheRoot) {
  Report A =
      merge({pass(Pass::Host, "", {finding(1, 1), finding(2, 1)})}, "/p");
  EXPECT_NE(A.Findings[0].Fingerprint, A.Findings[1].Fingerprint);
  ResolvedFinding Moved = finding(7, 3);
  Moved.At.File = "/elsewhere/a.cu";
  Report B = merge({pass(Pass::Host, "", {Moved})}, "/elsewhere");
  EXPECT_EQ(A.Findings[0].Fingerprint, B.Findings[0].Fingerprint);
}

TEST(Merge, UnusedSuppressionsNeedEveryReader) {
  auto Unused = [] { return finding(1, 1, "oxide-unused-suppression"); };
  auto Read = [](PassReport P) {
    P.Files = {"/p/a.cu"};
    return P;
  };
  Report Needed = merge({Read(pass(Pass::Device, "sm_80", {Unused()})),
                         Read(pass(Pass::Device, "sm_90", {}))},
                        "/p");
  EXPECT_TRUE(Needed.Findings.empty());
  Report NotNeeded = merge({Read(pass(Pass::Device, "sm_80", {Unused()})),
                            Read(pass(Pass::Device, "sm_90", {Unused()})),
                            Read(pass(Pass::Host, "", {}))},
                           "/p");
  EXPECT_EQ(NotNeeded.Findings.size(), 1u);
}

TEST(Merge, UnusedSuppressionsOfAHeaderThatPlainCodeReads) {
  auto Read = [](Pass Passes, bool Claims) {
    PassReport P = pass(Passes, Passes == Pass::Device ? "sm_90" : "",
                        Claims ? std::vector<ResolvedFinding>{finding(
                                     1, 1, "oxide-unused-suppression")}
                               : std::vector<ResolvedFinding>{});
    P.Files = {"/p/a.cu"};
    return P;
  };
  auto Kept = [](std::vector<PassReport> Passes) {
    return merge(std::move(Passes), "/p").Findings.size();
  };
  EXPECT_EQ(Kept({Read(Pass::Both, true)}), 1u);
  EXPECT_EQ(Kept({Read(Pass::Both, true), Read(Pass::Device, true),
                  Read(Pass::Host, false)}),
            1u);
  EXPECT_EQ(Kept({Read(Pass::Both, true), Read(Pass::Device, false),
                  Read(Pass::Host, false)}),
            0u);
  EXPECT_EQ(Kept({Read(Pass::Both, false), Read(Pass::Device, true),
                  Read(Pass::Host, false)}),
            0u);
}

TEST(Merge, AKernelIsAsSafeAsItsLeastSafeArchitecture) {
  ResolvedKernel Safe, Unsafe;
  Safe.Name = Unsafe.Name = "k";
  Safe.Race = Answer::Proven;
  Safe.Barrier = Unsafe.Barrier = Answer::Proven;
  Safe.Assumptions = {"b"};
  Unsafe.Tier = OpTier::Unsafe;
  Unsafe.Race = Answer::NotProven;
  Unsafe.Bounds = Answer::Refuted;
  Unsafe.Assumptions = {"a", "b"};
  PassReport A = pass(Pass::Device, "sm_80", {});
  PassReport B = pass(Pass::Device, "sm_90", {});
  A.Kernels = {Safe};
  B.Kernels = {Unsafe};
  Report R = merge({A, B}, "/p");
  ASSERT_EQ(R.Kernels.size(), 1u);
  EXPECT_EQ(R.Kernels[0].Tier, OpTier::Unsafe);
  EXPECT_EQ(R.Kernels[0].Race, Answer::NotProven);
  EXPECT_EQ(R.Kernels[0].Barrier, Answer::Proven);
  EXPECT_EQ(R.Kernels[0].Bounds, Answer::Refuted);
  EXPECT_EQ(R.Kernels[0].Assumptions, (std::vector<std::string>{"a", "b"}));
}

TEST(Merge, FailedPassesAreCounted) {
  PassReport Failed = pass(Pass::Host, "", {});
  Failed.Ok = false;
  Report R = merge({pass(Pass::Device, "sm_90", {}), Failed}, "/p");
  EXPECT_FALSE(R.allCompiled());
  EXPECT_EQ(summaryLine(R),
            "0 kernels: 0 errors, 0 warnings, 1 of 2 passes did not compile");
}

} // namespace
