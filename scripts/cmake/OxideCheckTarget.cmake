# SPDX-License-Identifier: Apache-2.0
# oxide_add_check_target(<name> TARGETS <target>... [CHECKS <globs>...]
#     [MODE enforce|audit] [CONFIG <file>] [OPTIONS <option of oxide check>...]
#     [BASELINE <file>] [FAIL_ON error|warning|never]
#     [SARIF <file>] [JSON <file>] [HTML <file>] [JUNIT <file>]
#     [DEPENDS <target or file>...] [ALL])
#
# One rule for each CUDA source of the targets, whose output stands beside the
# object, and the target <name>, which joins them. docs/cmake.md.

cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

set(OXIDE_SPLIT_DATABASE "${CMAKE_CURRENT_LIST_DIR}/OxideSplitDatabase.cmake"
    CACHE INTERNAL "Script of oxide_add_check_target")

# Writes a file whose content changed: its time stands for its content.
function(_oxide_write file content)
  if(EXISTS "${file}")
    file(READ "${file}" before)
    if(before STREQUAL content)
      return()
    endif()
  endif()
  file(WRITE "${file}" "${content}")
endfunction()

# A relative source stands in the source folder, or is made in the build folder.
function(_oxide_source_path target source result)
  get_target_property(folder ${target} SOURCE_DIR)
  get_filename_component(absolute "${source}" ABSOLUTE BASE_DIR "${folder}")
  if(NOT EXISTS "${absolute}")
    get_target_property(folder ${target} BINARY_DIR)
    get_filename_component(absolute "${source}" ABSOLUTE BASE_DIR "${folder}")
  endif()
  set(${result} "${absolute}" PARENT_SCOPE)
endfunction()

# The CUDA sources of `target`, as absolute paths.
function(_oxide_cuda_sources target result)
  get_target_property(sources ${target} SOURCES)
  set(found "")
  foreach(source IN LISTS sources)
    if(source MATCHES "^\\$<TARGET_OBJECTS:")
      continue()
    elseif(source MATCHES "\\$<")
      message(WARNING "oxide_add_check_target: '${source}' of ${target} is a "
                      "generator expression and is not analysed; name the file")
      continue()
    endif()
    _oxide_source_path(${target} "${source}" absolute)
    get_source_file_property(language "${absolute}" TARGET_DIRECTORY ${target}
                             LANGUAGE)
    # Also what a project gives to clang as C++ with `-x cuda`.
    if(language STREQUAL "CUDA" OR absolute MATCHES "\\.cu$")
      list(APPEND found "${absolute}")
    endif()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# Where CMake puts the object of `source`, without its suffix.
function(_oxide_object_path target source result)
  get_target_property(source_dir ${target} SOURCE_DIR)
  get_target_property(binary_dir ${target} BINARY_DIR)
  file(RELATIVE_PATH path "${source_dir}" "${source}")
  if(path MATCHES "^\\.\\./")
    file(RELATIVE_PATH generated "${binary_dir}" "${source}")
    if(NOT generated MATCHES "^\\.\\./")
      set(path "${generated}")
    endif()
  endif()
  string(REPLACE "../" "__/" path "${path}")
  set(${result} "${binary_dir}/CMakeFiles/${target}.dir/${path}" PARENT_SCOPE)
endfunction()

# Generated headers have to be there before a source is analysed.
function(_oxide_generated_inputs target result)
  set(found "")
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\$<")
      _oxide_source_path(${target} "${source}" absolute)
      get_source_file_property(generated "${absolute}"
                               TARGET_DIRECTORY ${target} GENERATED)
      if(generated)
        list(APPEND found "${absolute}")
      endif()
    endif()
  endforeach()
  get_target_property(before ${target} MANUALLY_ADDED_DEPENDENCIES)
  if(before)
    list(APPEND found ${before})
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

function(oxide_add_check_target name)
  cmake_parse_arguments(
    PARSE_ARGV 1 arg "ALL"
    "MODE;CONFIG;BASELINE;FAIL_ON;SARIF;JSON;HTML;JUNIT"
    "TARGETS;CHECKS;OPTIONS;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
            "oxide_add_check_target: unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TARGETS)
    message(FATAL_ERROR "oxide_add_check_target: name the targets to analyse: "
                        "TARGETS <target>...")
  endif()
  if(arg_MODE AND NOT arg_MODE MATCHES "^(enforce|audit)$")
    message(FATAL_ERROR "oxide_add_check_target: MODE is enforce or audit, not "
                        "'${arg_MODE}'")
  endif()
  if(NOT TARGET oxide::tool)
    message(FATAL_ERROR "oxide_add_check_target: this Oxide was built without "
                        "the tool (OXIDE_BUILD_PLUGIN is OFF)")
  endif()

  set(own "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.oxide")
  set(options --quiet --fail-on never ${arg_OPTIONS})
  foreach(globs IN LISTS arg_CHECKS)
    list(APPEND options "--checks=${globs}")
  endforeach()
  if(arg_MODE)
    list(APPEND options "--${arg_MODE}")
  endif()
  set(inputs "$<TARGET_FILE:oxide::tool>" ${arg_DEPENDS})
  if(arg_CONFIG)
    get_filename_component(arg_CONFIG "${arg_CONFIG}" ABSOLUTE)
    list(APPEND options --config "${arg_CONFIG}")
    list(APPEND inputs "${arg_CONFIG}")
  endif()

  set(seen "")
  set(reports "")
  set(databases "")
  set(table "")
  foreach(target IN LISTS arg_TARGETS)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "oxide_add_check_target: '${target}' is no target; "
                          "call it after the target is made")
    endif()
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
      set(target ${aliased})
    endif()
    set_property(TARGET ${target} PROPERTY EXPORT_COMPILE_COMMANDS ON)
    _oxide_cuda_sources(${target} sources)
    _oxide_generated_inputs(${target} generated)
    foreach(source IN LISTS sources)
      # A source of two targets is one unit with two commands.
      if(source IN_LIST seen)
        continue()
      endif()
      list(APPEND seen "${source}")
      _oxide_object_path(${target} "${source}" object)
      set(unit "${object}.${name}")
      list(APPEND databases "${unit}/compile_commands.json")
      string(APPEND table "${source}|${unit}\n")
      list(APPEND reports "${unit}.oxide.json")
      if(NOT EXISTS "${unit}/compile_commands.json")
        _oxide_write("${unit}/compile_commands.json" "")
      endif()
      file(RELATIVE_PATH shown "${CMAKE_SOURCE_DIR}" "${source}")
      add_custom_command(
        OUTPUT "${unit}.oxide.json"
        COMMAND "$<TARGET_FILE:oxide::tool>" check -p "${unit}" "${source}"
                ${options} --json "${unit}.oxide.json"
                --depfile "${unit}.oxide.d" > /dev/null
        DEPENDS "${source}" "${unit}/compile_commands.json" ${inputs}
                ${generated}
        DEPFILE "${unit}.oxide.d"
        # Without a repository the root of a report is where the tool runs.
        WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
        COMMENT "Checking ${shown}"
        VERBATIM)
    endforeach()
  endforeach()
  if(NOT reports)
    message(FATAL_ERROR "oxide_add_check_target: ${arg_TARGETS} have no CUDA "
                        "sources")
  endif()

  # Both lists can be longer than a command line.
  _oxide_write("${own}/units.txt" "${table}")
  set(quoted "")
  foreach(report IN LISTS reports)
    string(REGEX REPLACE "([\\\\\"])" "\\\\\\1" report "${report}")
    string(APPEND quoted "\"${report}\"\n")
  endforeach()
  _oxide_write("${own}/reports.rsp" "${quoted}")
  # A target and not a command: the generator for make touches all outputs of a
  # command but the first, and then every unit would be analysed again.
  add_custom_target(${name}-commands
    BYPRODUCTS ${databases}
    COMMAND "${CMAKE_COMMAND}"
            "-DDATABASE=${CMAKE_BINARY_DIR}/compile_commands.json"
            "-DUNITS=${own}/units.txt" -P "${OXIDE_SPLIT_DATABASE}"
    COMMENT "Commands of each unit of ${name}"
    VERBATIM)

  set(outputs "")
  foreach(format IN ITEMS SARIF JSON HTML JUNIT)
    if(arg_${format})
      get_filename_component(file "${arg_${format}}" ABSOLUTE
                             BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
      string(TOLOWER "${format}" option)
      list(APPEND outputs "--${option}" "${file}")
    endif()
  endforeach()
  if(arg_BASELINE)
    get_filename_component(arg_BASELINE "${arg_BASELINE}" ABSOLUTE)
    list(APPEND outputs --baseline "${arg_BASELINE}")
  endif()
  if(arg_FAIL_ON)
    list(APPEND outputs --fail-on "${arg_FAIL_ON}")
  endif()
  if(arg_ALL)
    set(all ALL)
  endif()
  # Always run: findings are printed, and fail the build, until they are gone.
  add_custom_target(${name} ${all}
    COMMAND "$<TARGET_FILE:oxide::tool>" report "@${own}/reports.rsp"
            ${outputs}
    DEPENDS ${reports}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "Oxide report"
    VERBATIM)
  add_dependencies(${name} ${name}-commands)
endfunction()

cmake_policy(POP)
