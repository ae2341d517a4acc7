# SPDX-License-Identifier: Apache-2.0
# oxide_target_enforce(<target> [MODE audit|enforce|off] [CHECKS globs]
#                      [CONFIG file])
#
# Loads the plugin into every CUDA compilation of the target. The CUDA compiler
# must be clang 22: the plugin is built against exactly that version.

function(oxide_target_enforce target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODE;CHECKS;CONFIG" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
            "oxide_target_enforce: unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT CMAKE_CUDA_COMPILER_ID STREQUAL "Clang"
     OR NOT CMAKE_CUDA_COMPILER_VERSION MATCHES "^22\\.")
    message(FATAL_ERROR
            "oxide_target_enforce: the CUDA compiler is "
            "${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION}, the "
            "plugin needs clang 22; use `oxide check` for nvcc builds")
  endif()
  if(NOT TARGET oxide::plugin)
    message(FATAL_ERROR "oxide_target_enforce: this Oxide was built without the "
                        "plugin (OXIDE_BUILD_PLUGIN is OFF)")
  endif()
  get_target_property(imported oxide::plugin IMPORTED)
  if(NOT imported)
    add_dependencies(${target} oxide_plugin)
  endif()
  if(NOT arg_MODE)
    set(arg_MODE enforce)
  endif()
  set(options "-fplugin=$<TARGET_FILE:oxide::plugin>"
              "-fplugin-arg-oxide-mode=${arg_MODE}")
  if(arg_CHECKS)
    list(APPEND options "-fplugin-arg-oxide-checks=${arg_CHECKS}")
  endif()
  if(arg_CONFIG)
    get_filename_component(arg_CONFIG "${arg_CONFIG}" ABSOLUTE)
    list(APPEND options "-fplugin-arg-oxide-config=${arg_CONFIG}"
         # Names the file in the depfile: what is built depends on it.
         "SHELL:-Xclang -fdepfile-entry=${arg_CONFIG}")
  endif()
  foreach(option IN LISTS options)
    target_compile_options(
      ${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${option}>")
  endforeach()
endfunction()
