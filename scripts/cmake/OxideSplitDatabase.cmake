# SPDX-License-Identifier: Apache-2.0
# Splits a compile_commands.json that CMake wrote into one for each source.
#
#   cmake -DDATABASE=compile_commands.json -DUNITS=list -P OxideSplitDatabase.cmake
#
# The list has a line "source|folder" for each source. A database whose content
# stays is not written again: the commands of a unit are an input of its
# analysis, and the other units have nothing to do with them.

cmake_minimum_required(VERSION 3.20)

file(STRINGS "${UNITS}" units ENCODING UTF-8)
set(stamp "${UNITS}.split")
if(EXISTS "${stamp}" AND NOT "${DATABASE}" IS_NEWER_THAN "${stamp}"
   AND NOT "${UNITS}" IS_NEWER_THAN "${stamp}")
  return()
endif()
if(NOT EXISTS "${DATABASE}")
  message(FATAL_ERROR "oxide: ${DATABASE} is missing; CMake writes it with the "
                      "generators for ninja and make only")
endif()
file(READ "${DATABASE}" rest)

# Entries are cut out by position: the characters that CMake's lists and regular
# expressions care about are common in commands.
set(count 0)
while(TRUE)
  string(FIND "${rest}" "{\n" start)
  if(start EQUAL -1)
    break()
  endif()
  string(SUBSTRING "${rest}" ${start} -1 rest)
  string(FIND "${rest}" "\n}" end)
  math(EXPR end "${end} + 2")
  string(SUBSTRING "${rest}" 0 ${end} entry)
  string(SUBSTRING "${rest}" ${end} -1 rest)
  string(FIND "${entry}" "\n  \"file\": \"" at REVERSE)
  math(EXPR at "${at} + 12")
  string(SUBSTRING "${entry}" ${at} -1 file)
  string(FIND "${file}" "\"" end)
  string(SUBSTRING "${file}" 0 ${end} file)
  string(MD5 key "${file}")
  if(DEFINED of_${key})
    string(APPEND of_${key} ",\n${entry}")
  else()
    set(of_${key} "${entry}")
  endif()
endwhile()

foreach(unit IN LISTS units)
  string(FIND "${unit}" "|" bar REVERSE)
  string(SUBSTRING "${unit}" 0 ${bar} file)
  math(EXPR bar "${bar} + 1")
  string(SUBSTRING "${unit}" ${bar} -1 folder)
  string(MD5 key "${file}")
  if(NOT DEFINED of_${key})
    message(FATAL_ERROR "oxide: ${DATABASE} has no command for ${file}; is its "
                        "target one that is built?")
  endif()
  set(content "[\n${of_${key}}\n]\n")
  set(before "")
  if(EXISTS "${folder}/compile_commands.json")
    file(READ "${folder}/compile_commands.json" before)
  endif()
  if(NOT content STREQUAL before)
    file(WRITE "${folder}/compile_commands.json" "${content}")
  endif()
endforeach()
file(TOUCH "${stamp}")
