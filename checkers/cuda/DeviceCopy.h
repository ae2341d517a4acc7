// SPDX-License-Identifier: Apache-2.0
//
// Whether the objects of a type can be copied as bytes between host and device
// and still mean the same there.

#ifndef OXIDE_CHECKERS_CUDA_DEVICECOPY_H
#define OXIDE_CHECKERS_CUDA_DEVICECOPY_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"
#include <optional>
#include <string>

namespace oxide::cuda {

/// Why a copy made as bytes is not a copy of the object.
enum class DeviceCopyFault : uint8_t {
  Reference,        ///< holds a reference: the address of one side's object
  ReferenceCapture, ///< a lambda that captures by reference
  Virtual,          ///< virtual functions or bases: a table of one side
  StandardOwner,    ///< std::string, std::vector, std::unique_ptr, ...
  Destructor,       ///< a destructor of its own that does something
  HostPointer       ///< a pointer that is initialised with a host address
};

struct DeviceCopyProblem {
  DeviceCopyFault Fault;
  /// A clause that can stand after "because": "member 'name' of type
  /// 'std::string' owns host memory", "it has virtual functions".
  std::string Message;
  /// The member, base or class at fault; may lie in a system header.
  clang::SourceLocation Loc;
};

/// The first reason why a \p T does not survive a copy as bytes, or nothing
/// when no reason is evident. Constructors and assignment do not matter: types
/// such as __half have their own and are plain bytes all the same. Neither do
/// pointers without a host address in sight, since they may be device
/// pointers, nor what a union holds, nor destructors with an empty body, nor
/// types that are let in with OXIDE_UNSAFE_DEVICE_COPY. References, arrays and
/// qualifiers around \p T: a reference is a problem, an array is judged by its
/// elements.
std::optional<DeviceCopyProblem>
whyNotDeviceCopyable(clang::QualType T, const clang::ASTContext &AST);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_DEVICECOPY_H
