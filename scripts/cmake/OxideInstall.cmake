# SPDX-License-Identifier: Apache-2.0
# Installation and the exported package: find_package(oxide) gives
# oxide::device, oxide::runtime (where it was built), the variables
# oxide_PLUGIN and oxide_TIDY_MODULE, and the functions of docs/cmake.md.
# add_subdirectory gives the same targets and functions.

include(CMakePackageConfigHelpers)
include(OxideTargets)
include(OxideCheckTarget)
set(OXIDE_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/oxide")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/oxide"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
set(OXIDE_EXPORTED oxide_device)
if(TARGET oxide_runtime)
  list(APPEND OXIDE_EXPORTED oxide_runtime)
endif()
if(TARGET oxide_fatbin)
  list(APPEND OXIDE_EXPORTED oxide_fatbin)
endif()
set_target_properties(oxide_device PROPERTIES EXPORT_NAME device)
if(TARGET oxide_runtime)
  set_target_properties(oxide_runtime PROPERTIES EXPORT_NAME runtime)
endif()
install(TARGETS ${OXIDE_EXPORTED} EXPORT oxide-targets)

if(TARGET oxide_tool)
  add_executable(oxide::tool ALIAS oxide_tool)
  add_library(oxide::plugin ALIAS oxide_plugin)
  set_target_properties(oxide_plugin PROPERTIES EXPORT_NAME plugin)
  set_target_properties(oxide_tool PROPERTIES EXPORT_NAME tool)
  install(TARGETS oxide_plugin oxide_tool EXPORT oxide-targets
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(TARGETS oxide_tidy LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()

install(EXPORT oxide-targets NAMESPACE oxide:: DESTINATION "${OXIDE_PACKAGE_DIR}")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/scripts/cmake/oxide-config.cmake.in"
  "${PROJECT_BINARY_DIR}/oxide-config.cmake"
  INSTALL_DESTINATION "${OXIDE_PACKAGE_DIR}"
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/oxide-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/oxide-config.cmake"
              "${PROJECT_BINARY_DIR}/oxide-config-version.cmake"
              "${PROJECT_SOURCE_DIR}/scripts/cmake/OxideTargets.cmake"
              "${PROJECT_SOURCE_DIR}/scripts/cmake/OxideCheckTarget.cmake"
              "${PROJECT_SOURCE_DIR}/scripts/cmake/OxideSplitDatabase.cmake"
        DESTINATION "${OXIDE_PACKAGE_DIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
