// SPDX-License-Identifier: Apache-2.0

#include "Fuzzer.h"
#include "core/Config.h"

OXIDE_FUZZ_READER(oxide::parseConfig(Text, "fuzz.json"))
