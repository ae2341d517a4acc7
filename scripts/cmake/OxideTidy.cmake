# SPDX-License-Identifier: Apache-2.0
# `ninja tidy-self`: clang-tidy over our own sources, with .clang-tidy.

find_program(OXIDE_RUN_CLANG_TIDY NAMES run-clang-tidy-22)
if(OXIDE_RUN_CLANG_TIDY)
  add_custom_target(tidy-self
    COMMAND "${OXIDE_RUN_CLANG_TIDY}" -quiet -warnings-as-errors=*
            -p "${PROJECT_BINARY_DIR}"
            "${PROJECT_SOURCE_DIR}/(checkers|plugin|runtime)/"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" USES_TERMINAL)
endif()
