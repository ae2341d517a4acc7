// SPDX-License-Identifier: Apache-2.0
//
// Marks its folder as that of the Oxide headers.
