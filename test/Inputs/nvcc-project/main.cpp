// SPDX-License-Identifier: Apache-2.0
// Host code that g++ compiles.
#include <cstdio>

int runManaged();

int main() { std::printf("%d\n", runManaged()); }
