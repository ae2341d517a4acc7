// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_TEST_RUNTIME_EXPECT_ERROR_H
#define OXIDE_TEST_RUNTIME_EXPECT_ERROR_H

#include "oxide/host/error.h"

#include <gtest/gtest.h>

#include <string>

namespace oxide::test {

/// The text of the Error that `action` throws, after checking its rule.
template <class Action>
std::string error_of(const std::string &rule, Action action) {
  try {
    action();
  } catch (const Error &error) {
    EXPECT_EQ(error.rule(), rule) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error, expected one of rule " << rule;
  return {};
}

} // namespace oxide::test

#endif
