// SPDX-License-Identifier: Apache-2.0

#include "Fuzzer.h"
#include "report/Baseline.h"

OXIDE_FUZZ_READER(oxide::readBaseline(Text, "fuzz.json"))
