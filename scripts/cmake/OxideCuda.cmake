# SPDX-License-Identifier: Apache-2.0
# Finds a CUDA toolkit without enabling the CUDA language: the checkers need
# none, the tests and the runtime need its headers.
#
# Sets OXIDE_CUDA_PATH, OXIDE_CUDA_INCLUDE_DIR, OXIDE_NVCC, OXIDE_PTXAS.

if(NOT DEFINED OXIDE_CUDA_PATH)
  foreach(candidate "$ENV{CUDA_PATH}" "$ENV{CUDA_HOME}" /usr/local/cuda
                    /opt/cuda /usr/lib/cuda)
    if(candidate AND EXISTS "${candidate}/include/cuda.h")
      set(OXIDE_CUDA_PATH "${candidate}" CACHE PATH "CUDA toolkit")
      break()
    endif()
  endforeach()
endif()

if(OXIDE_CUDA_PATH)
  find_path(OXIDE_CUDA_INCLUDE_DIR cuda.h HINTS "${OXIDE_CUDA_PATH}/include"
            NO_DEFAULT_PATH)
  find_program(OXIDE_NVCC nvcc HINTS "${OXIDE_CUDA_PATH}/bin")
  find_program(OXIDE_PTXAS ptxas HINTS "${OXIDE_CUDA_PATH}/bin")
endif()
