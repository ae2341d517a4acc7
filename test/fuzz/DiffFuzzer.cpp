// SPDX-License-Identifier: Apache-2.0

#include "Fuzzer.h"
#include "report/ChangedLines.h"

OXIDE_FUZZ_READER(oxide::ChangedLines::parse(Text, "/", "fuzz.diff"))
