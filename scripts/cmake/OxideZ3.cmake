# SPDX-License-Identifier: Apache-2.0
# The solver of the prover: target oxide::z3.

set(OXIDE_Z3_ROOT "" CACHE PATH "Where Z3 is installed, if not in a usual place")
find_path(OXIDE_Z3_INCLUDE_DIR z3.h HINTS "${OXIDE_Z3_ROOT}/include"
          PATH_SUFFIXES z3)
find_library(OXIDE_Z3_LIBRARY NAMES z3 HINTS "${OXIDE_Z3_ROOT}/lib"
             PATH_SUFFIXES bin)
if(NOT OXIDE_Z3_INCLUDE_DIR OR NOT OXIDE_Z3_LIBRARY)
  message(FATAL_ERROR "Oxide needs Z3 (z3.h and libz3); install libz3-dev or "
                      "set OXIDE_Z3_ROOT to its folder")
endif()
file(STRINGS "${OXIDE_Z3_INCLUDE_DIR}/z3_version.h" OXIDE_Z3_NUMBERS
     REGEX "Z3_(MAJOR_VERSION|MINOR_VERSION|BUILD_NUMBER) ")
string(REGEX REPLACE "#define [A-Z0-9_]+ +" "" OXIDE_Z3_NUMBERS
       "${OXIDE_Z3_NUMBERS}")
string(REPLACE ";" "." OXIDE_Z3_VERSION "${OXIDE_Z3_NUMBERS}")
message(STATUS "Oxide: Z3 ${OXIDE_Z3_VERSION} in ${OXIDE_Z3_LIBRARY}")

add_library(oxide_z3 UNKNOWN IMPORTED)
add_library(oxide::z3 ALIAS oxide_z3)
set_target_properties(oxide_z3 PROPERTIES
  IMPORTED_LOCATION "${OXIDE_Z3_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${OXIDE_Z3_INCLUDE_DIR}")
