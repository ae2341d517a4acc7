# SPDX-License-Identifier: Apache-2.0
#
# oxide_add_cuda_executable(name source.cu [CUDA_FLAGS flag...])
#
# A CUDA program compiled by clang and linked with this runtime instead of
# libcudart. Done by a custom command, so that building Oxide needs no CUDA
# language in CMake. OXIDE_CLANG is the compiler, OXIDE_GPU_ARCH the target.
set(OXIDE_GPU_ARCH "sm_90" CACHE STRING "GPU architecture of Oxide's programs")
find_program(OXIDE_CLANG NAMES clang++-22 clang++)

function(oxide_add_cuda_executable name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "CUDA_FLAGS")
  get_filename_component(source "${source}" ABSOLUTE)
  set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}.cu.o")
  get_target_property(include_dir oxide_device SOURCE_DIR)
  add_custom_command(
    OUTPUT "${object}"
    COMMAND "${OXIDE_CLANG}" -x cuda "--cuda-path=${OXIDE_CUDA_PATH}"
            "--offload-arch=${OXIDE_GPU_ARCH}" -std=c++20 -O2 -Wall -Wextra
            -Wno-unknown-cuda-version "-I${include_dir}" ${arg_CUDA_FLAGS}
            -MD -MF "${object}.d" -c "${source}" -o "${object}"
    DEPENDS "${source}"
    DEPFILE "${object}.d"
    COMMENT "Building CUDA object ${name}.cu.o"
    VERBATIM)
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON
                                                     GENERATED ON)
  add_executable(${name} "${object}")
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PRIVATE oxide_fatbin oxide_runtime)
endfunction()
