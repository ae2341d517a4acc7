// SPDX-License-Identifier: Apache-2.0
//
// A stated block reaches PTX, and nothing does where none is stated.
// RUN: %clang_cuda -O1 --cuda-device-only -S %s -o - | FileCheck %s
// RUN: %if nvcc %{ %nvcc -ptx %s -o - | FileCheck %s %}
// REQUIRES: cuda
#include "oxide/device.h"

extern "C" {

// CHECK-LABEL: .entry exact_block(
// CHECK: .maxntid 128
OXIDE_KERNEL(exact_block, (), oxide::block<32, 4>) {}

// CHECK-LABEL: .entry bounded_block(
// CHECK: .maxntid 512
OXIDE_KERNEL(bounded_block, (), oxide::max_threads<512>) {}

// CHECK-LABEL: .entry any_block(
// CHECK-NOT: ntid
// CHECK: ret;
OXIDE_KERNEL(any_block, (), oxide::domain<1>) {}

} // extern "C"
