# SPDX-License-Identifier: Apache-2.0
# Clang and LLVM 22, Z3 and nlohmann/json for the checkers and the front ends.

# LLVM's version file accepts an exact minor version only, so the major version
# is compared here.
find_package(LLVM REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "Oxide needs LLVM 22, found ${LLVM_PACKAGE_VERSION} in "
                      "${LLVM_DIR}; install llvm-22-dev or set LLVM_DIR")
endif()
find_package(Clang REQUIRED CONFIG HINTS "${LLVM_DIR}/../clang")
find_package(nlohmann_json 3.11 REQUIRED)
include(OxideZ3)
message(STATUS "Oxide: LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

# Headers and flags of code that is loaded into clang: no RTTI and no
# exceptions work with every LLVM build, whatever that build used itself.
function(oxide_target_clang target)
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS}
                                                      ${CLANG_INCLUDE_DIRS})
  target_compile_definitions(${target} PRIVATE ${LLVM_DEFINITIONS_LIST})
  target_compile_options(${target} PRIVATE -fno-rtti -fno-exceptions)
endfunction()
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND ${LLVM_DEFINITIONS})
