# SPDX-License-Identifier: Apache-2.0
# Language level and warnings of our own targets: oxide_target_defaults(target).

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(OXIDE_LLD NAMES ld.lld-22 ld.lld)
if(OXIDE_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options(--ld-path=${OXIDE_LLD})
endif()

function(oxide_target_defaults target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter)
  if(OXIDE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()
