// SPDX-License-Identifier: Apache-2.0
#define MARKER 128
