# SPDX-License-Identifier: Apache-2.0
"""Random kernels with one check each: what the plugin removes never fails.

Usage: random_checks.py --clang CLANG --plugin PLUGIN --flags FLAGS --scratch
FOLDER --seed N --count N

The kernels are compiled for the device with and without the plugin, and for the
host, where they run with many inputs. Signed overflow wraps in both, so that a
check which fails on the host is one that the device needs. Prints the counts;
exits with 1 and the kernel when a check is gone that fails.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys

TYPES = ["unsigned", "int", "unsigned long", "unsigned char", "short",
         "unsigned short", "long long"]
PARAMETERS = "S a, unsigned tid, unsigned n, int m, unsigned char w"
HOST = """
#include <cstdio>
#include <initializer_list>
static bool failed;
static volatile int sink;
struct S {
  unsigned long s;
  unsigned long size() const { return s; }
  int operator[](unsigned long i) const { failed |= i >= s; return 0; }
};
#define USE(x) sink += (x)
"""
DEVICE = """
#include "oxide/slice.h"
#define USE(x) out[0] += (x)
"""
RUN = """{{ failed = false;
for (unsigned long s : {{0ul, 1ul, 4ul, 7ul, 8ul, 64ul, 256ul, 257ul, 1ul << 32, ~0ul}})
for (unsigned t : {{0u, 1u, 2u, 33u, 63u}})
for (unsigned n : {{0u, 1u, 2u, 8u, 64u, 255u, 256u, ~0u >> 1, 1u << 31, ~0u}})
for (int m : {{0, 1, -1, 5, -2147483647 - 1, 2147483647, -7, 300}})
for (unsigned char w : {{0, 1, 8, 128, 255}})
  if (!failed) k{0}(S{{s}}, t, n, m, w);
std::printf("%d\\n", failed); }}
"""


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def expression(self, names, depth=0):
        kind = self.random.random()
        if depth > 2 or kind < 0.4:
            return self.random.choice(names)
        if kind < 0.5:
            return str(self.random.choice([0, 1, 2, 3, 7, 8, 16, 255, 256]))
        if kind < 0.62:
            return (f"({self.random.choice(TYPES)})"
                    f"({self.expression(names, depth + 1)})")
        left = self.expression(names, depth + 1)
        operator = self.random.choice("+-+-*&|^%/<>")
        if operator in "%/":
            return f"({left} {operator} {self.random.choice([2, 3, 8, 256])}u)"
        if operator in "<>":
            return f"((unsigned)({left}) {operator * 2} 2)"
        if operator == "*":
            return f"({left} * {self.random.choice([2, 3, 4])})"
        return f"({left} {operator} {self.expression(names, depth + 1)})"

    def condition(self, names):
        return (f"({self.expression(names, 1)} "
                f"{self.random.choice(['<', '<=', '<', '>', '>=', '!='])} "
                f"{self.expression(names, 1)})")

    def access(self, names):
        index = self.expression(names)
        use = f"USE(a[{index}]);"
        if self.random.random() < 0.6:
            return f"if (({index}) < a.size()) {use}"
        if self.random.random() < 0.5:
            return f"if ({self.condition(names)} && ({index}) < a.size()) {use}"
        return use

    def variable(self):
        self.variables += 1
        return f"v{self.variables}"

    def statements(self, names, depth=0):
        result = []
        for _ in range(self.random.randint(1, 2)):
            kind = self.random.random()
            mine = [name for name in names if name.startswith("v")]
            if kind < 0.25:
                name = self.variable()
                result.append(f"{self.random.choice(TYPES)} {name} = "
                              f"{self.expression(names)};")
                names = names + [name]
            elif kind < 0.4 and mine:
                result.append(f"if {self.condition(names)} "
                              f"{self.random.choice(mine)} = "
                              f"{self.expression(names)};")
            elif kind < 0.7 and depth < 4:
                result.append(f"if {self.condition(names)} "
                              f"{{ {self.statements(names, depth + 1)} }}")
            elif depth < 3:
                name = self.variable()
                step = self.random.choice([
                    f"++{name}", f"{name} += 2", f"--{name}", f"{name} /= 2",
                    f"{name} = {name} * 2 + 1"])
                start = self.random.choice(
                    ["0", "1", "a.size()", self.expression(names, 2)])
                end = self.random.choice(
                    ["a.size()", "0", self.expression(names, 2)])
                test = self.random.choice(["<", "<=", "!=", ">", ">="])
                result.append(
                    f"for ({self.random.choice(TYPES)} {name} = {start}; "
                    f"{name} {test} {end}; {step}) {{ if (++it > 24) return; "
                    f"{self.statements(names + [name], depth + 1)} }}")
        if not self.done and (depth > 1 or self.random.random() < 0.5):
            self.done = True
            result.append(self.access(names))
        return " ".join(result)

    def kernel(self):
        while True:
            self.variables = 0
            self.done = False
            body = self.statements(["tid", "n", "m", "w", "a.size()"])
            if self.done:
                return body


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser()
    for name in ("clang", "plugin", "flags", "scratch"):
        parser.add_argument("--" + name, required=True)
    for name in ("seed", "count"):
        parser.add_argument("--" + name, required=True, type=int)
    args = parser.parse_args()
    scratch = pathlib.Path(args.scratch)
    scratch.mkdir(parents=True, exist_ok=True)

    generator = Generator(args.seed)
    kernels = [generator.kernel() for _ in range(args.count)]
    device, host = DEVICE, HOST
    for number, body in enumerate(kernels):
        device += (f'extern "C" __global__ __launch_bounds__(64) void k{number}('
                   "oxide::Slice<const int> a, int *out, unsigned n, int m, "
                   "unsigned char w) { unsigned tid = threadIdx.x; int it = 0; "
                   f"{body} }}\n")
        host += f"static void k{number}({PARAMETERS}) {{ int it = 0; {body} }}\n"
    host += "int main() {\n" + "".join(
        RUN.format(number) for number in range(args.count)) + "}\n"
    (scratch / "device.cu").write_text(device, encoding="utf-8")
    (scratch / "host.cpp").write_text(host, encoding="utf-8")

    def left(extra):
        code = run([args.clang, "-x", "cuda", *args.flags.split(), "-w",
                    "-fwrapv", "-O2", "--cuda-device-only", "-S", "-emit-llvm",
                    "-o", "-", str(scratch / "device.cu"), *extra])
        return {int(found[1]) for found in re.finditer(
            r"^define[^\n]*@k(\d+)\(.*?^}", code, re.S | re.M)
            if "index_out_of_range" in found[0]}

    plain = left([])
    ours = left(["-fplugin=" + args.plugin, "-fplugin-arg-oxide-checks=-*"])
    program = str(scratch / "host")
    run([args.clang, "-O1", "-fwrapv", "-std=c++20", "-w", "-o", program,
         str(scratch / "host.cpp")])
    failing = {number for number, line in enumerate(run([program]).split())
               if line == "1"}
    for number in sorted(failing - ours):
        print(f"k{number} fails without its check: {kernels[number]}")
    print(f"{args.count} kernels, {len(failing)} fail; checks left: "
          f"{len(plain)} by LLVM, {len(ours)} by the plugin")
    sys.exit(1 if failing - ours or not plain - ours else 0)


if __name__ == "__main__":
    main()
