// SPDX-License-Identifier: Apache-2.0
//
// The folder of this file stands in for the Oxide headers in checker tests.

#ifndef OXIDE_TEST_MOCK_ATTRIBUTES_H
#define OXIDE_TEST_MOCK_ATTRIBUTES_H

#define OXIDE_UNSAFE(contract) __attribute__((oxide_unsafe(contract)))
#define OXIDE_WITNESS __attribute__((oxide_witness))
#define OXIDE_SEALED __attribute__((oxide_sealed))
#define OXIDE_ACCESS __attribute__((oxide_access))

#endif // OXIDE_TEST_MOCK_ATTRIBUTES_H
