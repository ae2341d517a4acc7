// SPDX-License-Identifier: Apache-2.0
//
// The marks that Oxide's analysis reads in a program.
//
// Every macro here expands to a GNU attribute where the Oxide plugin is loaded
// and to nothing elsewhere, so that nvcc, g++ and a plain clang see no trace of
// it and generate the same code. The plugin registers its attributes with the
// compiler, which is what `__has_attribute` asks for. The GNU spelling is
// needed: Clang drops the arguments of `[[oxide::unsafe("...")]]` before a
// plugin can read them.
#ifndef OXIDE_ATTRIBUTES_H
#define OXIDE_ATTRIBUTES_H

#if defined(__has_attribute)
#if __has_attribute(oxide_unsafe)
#define OXIDE_DETAIL_ATTRIBUTE(mark) __attribute__((mark))
#endif
#endif
#ifndef OXIDE_DETAIL_ATTRIBUTE
#define OXIDE_DETAIL_ATTRIBUTE(mark)
#endif

/// Opens an unsafe zone: code that the prover cannot discharge and that is
/// right because of `contract`, a string literal that says why.
///
///     OXIDE_UNSAFE("each thread owns one bin") { bins[i] += 1; }
///
/// Stands in front of a compound or control statement (`{`, `for`, `if`, ...)
/// or in front of a function. In front of an expression statement C++ would
/// read the mark as the start of a declaration: put braces around it.
#define OXIDE_UNSAFE(contract) OXIDE_DETAIL_ATTRIBUTE(oxide_unsafe(contract))

/// Opens a manual zone: TMA, tensor cores, clusters, raw mbarriers. Same places
/// as OXIDE_UNSAFE. The protocol checkers stay on inside it.
#define OXIDE_MANUAL(contract) OXIDE_DETAIL_ATTRIBUTE(oxide_manual(contract))

/// Sets how strictly one function is checked: "off", "audit" or "enforce".
#define OXIDE_MODE(mode) OXIDE_DETAIL_ATTRIBUTE(oxide_mode(mode))

/// Marks a function whose call is an operation of the unsafe tier.
#define OXIDE_UNSAFE_FN OXIDE_DETAIL_ATTRIBUTE(oxide_tier("unsafe"))

/// Marks a function whose call is an operation of the manual tier.
#define OXIDE_MANUAL_FN OXIDE_DETAIL_ATTRIBUTE(oxide_tier("manual"))

/// Marks a class whose objects are a proof, such as ThreadIndex. A proof may be
/// held by a local variable only: `class OXIDE_WITNESS ThreadIndex`.
#define OXIDE_WITNESS OXIDE_DETAIL_ATTRIBUTE(oxide_witness)

/// Marks a template that only this library may specialise.
#define OXIDE_SEALED OXIDE_DETAIL_ATTRIBUTE(oxide_sealed)

/// Marks a function that returns a reference to one element it has checked.
#define OXIDE_ACCESS OXIDE_DETAIL_ATTRIBUTE(oxide_access)

/// Put on kernels by OXIDE_KERNEL, see contract.h.
#define OXIDE_DETAIL_KERNEL_MARK OXIDE_DETAIL_ATTRIBUTE(oxide_kernel)

#endif
