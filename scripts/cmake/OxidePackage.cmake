# SPDX-License-Identifier: Apache-2.0
# Man pages, completion and the Debian package: `cpack` in the build folder.

if(TARGET oxide_tool)
  find_package(Python3 COMPONENTS Interpreter)
endif()
if(TARGET oxide_tool AND Python3_Interpreter_FOUND)
  set(OXIDE_MANUAL "${PROJECT_BINARY_DIR}/manual")
  add_custom_command(
    OUTPUT "${OXIDE_MANUAL}/zsh/_oxide"
    COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/scripts/generate-manual"
            "$<TARGET_FILE:oxide_tool>" "${PROJECT_SOURCE_DIR}/docs"
            "${OXIDE_MANUAL}"
    DEPENDS oxide_tool scripts/generate-manual docs/getting-started.md
    COMMENT "Writing man pages and completion"
    VERBATIM)
  add_custom_target(oxide_manual ALL DEPENDS "${OXIDE_MANUAL}/zsh/_oxide")
  # Optional: an installation from a build of single targets has none.
  install(DIRECTORY "${OXIDE_MANUAL}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}"
          OPTIONAL)
  install(FILES "${OXIDE_MANUAL}/bash-completion/oxide" OPTIONAL
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${OXIDE_MANUAL}/zsh/_oxide" OPTIONAL
          DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
endif()
if(TARGET oxide_plugin)
  install(PROGRAMS scripts/oxide-ccache DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(PROGRAMS scripts/gitlab-code-quality
          DESTINATION "${CMAKE_INSTALL_DATADIR}/oxide")
  install(DIRECTORY docs/ci DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME oxide)
set(CPACK_PACKAGE_VENDOR "The Oxide developers")
set(CPACK_PACKAGE_CONTACT "The Oxide developers <oxide@localhost>" CACHE STRING
    "Who maintains the package that is built here")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
    "Checks CUDA C++ for races, barriers that diverge, accesses out of bounds
and code outside of its safety tier. Plugin for clang 22, module for
clang-tidy 22, command line tool, device headers and launch runtime.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/package")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the objects are linked to is found out; the rest is said here. The plugin
# is loaded into exactly this clang, and the tool needs its builtin headers.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "clang-22 (>= 1:${LLVM_PACKAGE_VERSION}), clang-22 (<< 1:23)")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-tidy-22")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ccache, cmake, nvidia-cuda-toolkit, python3")
include(CPack)
