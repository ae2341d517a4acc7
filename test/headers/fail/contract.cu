// SPDX-License-Identifier: Apache-2.0
//
// A contract is C++ that the compiler checks. The last kernel of each group is
// the accepted one.
// RUN: %clang_cuda --cuda-host-only -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
// REQUIRES: cuda
#include "oxide/device.h"

using oxide::block, oxide::Slice;

OXIDE_KERNEL(unknown_name, (Slice<const float> a, unsigned n),
             OXIDE_REQUIRES(a.size() >= size_of_c)) {} // expected-error@-1 {{use of undeclared identifier 'size_of_c'}}
OXIDE_KERNEL(not_a_condition, (Slice<const float> a, unsigned n),
             OXIDE_REQUIRES(a.size() + n)) {} // expected-error@oxide/contract_spec.h:* {{oxide: OXIDE_REQUIRES needs a condition, such as a comparison}}
OXIDE_KERNEL(bare_slice, (Slice<const float> a, Slice<const float> b),
             OXIDE_REQUIRES(a >= b)) {} // expected-error@-1 {{invalid operands to binary expression ('Slice<const float>' and 'Slice<const float>')}}
OXIDE_KERNEL(size_of_scalar, (Slice<const float> a, unsigned n),
             OXIDE_REQUIRES(a.size() >= n.size())) {} // expected-error@-1 {{member reference base type 'unsigned int' is not a structure or union}}
OXIDE_KERNEL(bad_operator, (Slice<const float> a, Slice<const float> b),
             OXIDE_REQUIRES(a.size() === b.size())) {} // expected-error@-1 {{expected expression}}
// -1 would pass as a large size.
OXIDE_KERNEL(signed_scalar, (Slice<const float> a, int n),
             OXIDE_REQUIRES(a.size() <= n)) {} // expected-error@-1 {{comparison of integers of different signs}}
OXIDE_KERNEL(accepted_relations,
             (Slice<const float> a, Slice<const float> b, int n, unsigned m),
             OXIDE_REQUIRES(a.size() >= m && b.size() == a.size()),
             OXIDE_REQUIRES(n >= 0 && a.size() >= std::size_t(n))) {}

OXIDE_KERNEL(zero_block, (), block<0>) {} // expected-error@oxide/contract_spec.h:* {{oxide: a block dimension in a contract must not be zero}}
OXIDE_KERNEL(large_block, (), block<1025>) {} // expected-error@oxide/contract_spec.h:* {{oxide: a block has at most 1024 threads, and 64 in z}}
OXIDE_KERNEL(large_3d_block, (), block<16, 16, 8>) {} // expected-error@oxide/contract_spec.h:* {{oxide: a block has at most 1024 threads, and 64 in z}}
OXIDE_KERNEL(deep_block, (), block<1, 1, 65>) {} // expected-error@oxide/contract_spec.h:* {{oxide: a block has at most 1024 threads, and 64 in z}}
OXIDE_KERNEL(accepted_block, (), block<16, 16, 4>) {}

OXIDE_KERNEL(zero_max, (), oxide::max_threads<0>) {} // expected-error@oxide/contract_spec.h:* {{oxide: max_threads must be between 1 and 1024}}
OXIDE_KERNEL(large_max, (), oxide::max_threads<2048>) {} // expected-error@oxide/contract_spec.h:* {{oxide: max_threads must be between 1 and 1024}}
OXIDE_KERNEL(accepted_max, (), oxide::max_threads<1024>) {}

OXIDE_KERNEL(block_over_max, (), block<256>, oxide::max_threads<128>) {} // expected-error@oxide/contract.h:* {{oxide: the contract's block is larger than its max_threads}}
OXIDE_KERNEL(block_beyond_1d, (), oxide::domain<1>, block<32, 4>) {} // expected-error@oxide/contract.h:* {{oxide: domain<1> needs a block of the form block<x>}}
OXIDE_KERNEL(block_beyond_2d, (), oxide::domain<2>, block<8, 8, 4>) {} // expected-error@oxide/contract.h:* {{oxide: domain<2> needs a block of the form block<x, y>}}
OXIDE_KERNEL(stated_twice, (), block<64>, block<128>) {} // expected-error@oxide/contract.h:* {{oxide: the contract states one spec twice}}
OXIDE_KERNEL(accepted_together, (), oxide::domain<2>, block<32, 4>,
             oxide::max_threads<128>) {}

OXIDE_KERNEL(domain_zero, (), oxide::domain<0>) {} // expected-error@oxide/contract_spec.h:* {{oxide: a launch domain has 1, 2 or 3 dimensions}}
OXIDE_KERNEL(domain_four, (), oxide::domain<4>) {} // expected-error@oxide/contract_spec.h:* {{oxide: a launch domain has 1, 2 or 3 dimensions}}
OXIDE_KERNEL(accepted_domain, (), oxide::domain<3>) {}

OXIDE_KERNEL(reversed_range, (), oxide::dynamic_shared_range<2048, 1024>) {} // expected-error@oxide/contract_spec.h:* {{oxide: dynamic_shared_range needs min <= max}}
OXIDE_KERNEL(accepted_range, (), oxide::dynamic_shared_range<1024, 2048>) {}

OXIDE_KERNEL(capability_form, (), oxide::compute_capability<9>) {} // expected-error@oxide/contract_spec.h:* {{oxide: write compute capability 9.0 as 90}}
OXIDE_KERNEL(accepted_capability, (), oxide::compute_capability<90>) {}

OXIDE_KERNEL(odd_coordinates, (), oxide::coordinates<48>) {} // expected-error@oxide/contract_spec.h:* {{oxide: coordinates<32> is the only narrow form}}
OXIDE_KERNEL(accepted_coordinates, (), oxide::coordinates<32>) {}

// One name, one kernel, one contract.
OXIDE_KERNEL(duplicate, (int n)) {}
// expected-error@+3 {{redefinition of 'duplicate_oxide_relations'}}
// expected-error@+2 {{redefinition of 'duplicate_oxide_contract'}}
// expected-error@+1 {{redefinition of 'duplicate'}}
OXIDE_KERNEL(duplicate, (int n)) {}
