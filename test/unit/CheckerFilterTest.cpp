// SPDX-License-Identifier: Apache-2.0

#include "core/CheckerFilter.h"
#include "Registry.h"
#include "clang/WarningFlags.h"
#include <gtest/gtest.h>
#include <set>

using namespace oxide;

namespace {

constexpr CheckerInfo row(llvm::StringRef Name, bool On) {
  return {Name,
          CheckerGroup::Tier,
          Severity::Error,
          CheckerKind::Certain,
          Pass::Device,
          false,
          On,
          "",
          ""};
}
constexpr CheckerInfo Table[] = {row("oxide-alpha", true),
                                 row("oxide-alpha-beta", true),
                                 row("oxide-gamma", false)};

std::string names(const CheckerFilter &F) {
  std::string Result;
  for (const CheckerInfo *I : F.enabled())
    Result += I->shortName().str() + " ";
  return Result;
}

std::string filtered(llvm::StringRef Globs) {
  CheckerFilter F(Table);
  if (llvm::Error E = F.apply(Globs))
    return llvm::toString(std::move(E));
  return names(F);
}

TEST(CheckerFilter, GlobsInOrder) {
  EXPECT_EQ(filtered(""), "alpha alpha-beta ");
  EXPECT_EQ(filtered("-*"), "");
  EXPECT_EQ(filtered("-*,oxide-gamma"), "gamma ");
  EXPECT_EQ(filtered("*"), "alpha alpha-beta gamma ");
  EXPECT_EQ(filtered("-oxide-alpha*, alpha"), "alpha ");
  EXPECT_EQ(filtered("gamma,-alpha"), "alpha-beta gamma ");
}

TEST(CheckerFilter, UnknownNamesTheNearest) {
  EXPECT_EQ(filtered("oxide-gama"),
            "no checker matches 'oxide-gama'; did you mean 'oxide-gamma'?");
  EXPECT_EQ(filtered("-alpa"),
            "no checker matches 'alpa'; did you mean 'oxide-alpha'?");
}

TEST(WarningFlags, SwitchOnAndOff) {
  CheckerFilter F(Table);
  WarningFlags Flags({"no-oxide-alpha", "oxide-gamma", "unused"}, Table);
  EXPECT_FALSE(bool(Flags.applyTo(F)));
  EXPECT_EQ(names(F), "alpha-beta gamma ");
  EXPECT_FALSE(Flags.unknown());
}

TEST(WarningFlags, GroupAndEverything) {
  CheckerFilter None(Table), All(Table), Last(Table);
  EXPECT_FALSE(bool(WarningFlags({"no-oxide"}, Table).applyTo(None)));
  EXPECT_EQ(names(None), "");
  EXPECT_FALSE(bool(WarningFlags({"oxide"}, Table).applyTo(All)));
  EXPECT_EQ(names(All), "alpha alpha-beta gamma ");
  EXPECT_FALSE(bool(
      WarningFlags({"no-everything", "oxide-alpha"}, Table).applyTo(Last)));
  EXPECT_EQ(names(Last), "alpha ");
}

TEST(WarningFlags, Errors) {
  auto IsError = [](std::vector<std::string> Flags, unsigned Row) {
    return WarningFlags(Flags, Table).isError(Table[Row]);
  };
  EXPECT_FALSE(IsError({}, 0));
  EXPECT_TRUE(IsError({"error"}, 0));
  EXPECT_FALSE(IsError({"error", "no-error"}, 0));
  EXPECT_TRUE(IsError({"error=oxide-alpha"}, 0));
  EXPECT_FALSE(IsError({"error=oxide-alpha"}, 1));
  EXPECT_TRUE(IsError({"error=oxide"}, 2));
  EXPECT_FALSE(IsError({"error", "no-error=oxide-alpha"}, 0));
  EXPECT_FALSE(IsError({"no-error=oxide-alpha", "error"}, 0));
}

TEST(WarningFlags, ErrorFlagSwitchesOn) {
  CheckerFilter F(Table);
  EXPECT_FALSE(bool(WarningFlags({"error=oxide-gamma"}, Table).applyTo(F)));
  EXPECT_EQ(names(F), "alpha alpha-beta gamma ");
}

TEST(WarningFlags, UnknownNameIsKept) {
  EXPECT_EQ(*WarningFlags({"oxide-delta"}, Table).unknown(), "oxide-delta");
  EXPECT_EQ(*WarningFlags({"error=oxide-delta"}, Table).unknown(),
            "oxide-delta");
}

TEST(Registry, NamesAreUniqueAndComplete) {
  std::set<llvm::StringRef> Seen;
  for (const CheckerInfo &I : allCheckers()) {
    EXPECT_TRUE(I.Name.starts_with("oxide-")) << I.Name.str();
    EXPECT_TRUE(Seen.insert(I.Name).second) << I.Name.str();
    EXPECT_FALSE(I.Summary.empty()) << I.Name.str();
    EXPECT_FALSE(I.Summary.ends_with(".")) << I.Name.str();
    EXPECT_EQ(findChecker(I.Name), &I);
    EXPECT_EQ(findChecker(I.shortName()), &I);
  }
  EXPECT_EQ(findChecker("oxide-no-such"), nullptr);
}

} // namespace
