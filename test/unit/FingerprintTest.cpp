// SPDX-License-Identifier: Apache-2.0

#include "core/Fingerprint.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

FingerprintInput input() {
  return {"oxide-tier-unsafe", "src/a.cu", "ns::k", "*p = 1;", 0};
}

// The expected values were computed with another SHA-256.
TEST(Fingerprint, IsTheDocumentedHash) {
  EXPECT_EQ(fingerprintV1(input()),
            "7e276f0d2a6f2fc1eadadc78bb505293ad21789bcb4f4d61d6d97724c398bee5");
  FingerprintInput Second = input();
  Second.Ordinal = 1;
  EXPECT_EQ(fingerprintV1(Second),
            "9cd0f4d23451609701b7aa35cbdbcc61ceb9a1679d0ffc68ca01758fee161aaf");
  FingerprintInput NoFunction = input();
  NoFunction.Function = "";
  EXPECT_EQ(fingerprintV1(NoFunction),
            "2cd2ea518dcfcd356aac7844aea9d991ee967746588fdaa67b7edb929c3d8094");
}

TEST(Fingerprint, IgnoresWhiteSpaceOfTheLine) {
  FingerprintInput Moved = input();
  Moved.Line = "\t  *p=1 ;\r";
  EXPECT_EQ(fingerprintV1(input()), fingerprintV1(Moved));
}

TEST(Fingerprint, PartsDoNotRunTogether) {
  FingerprintInput A{"c", "ab", "c", "x", 0};
  FingerprintInput B{"c", "a", "bc", "x", 0};
  EXPECT_NE(fingerprintV1(A), fingerprintV1(B));
}

} // namespace
