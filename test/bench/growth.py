#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the prover's time grows with the size of a kernel.

  growth.py --oxide build/bin/oxide [--sizes 100,300,1000,3000,10000]
            [--svg docs/images/growth.svg] [--json FILE]

Writes kernels of three kinds in growing sizes, lets the tool time them and
prints one line for each: instructions of the kernel in LLVM's IR (-O0, without
debug intrinsics), verdict, milliseconds, solver steps.

  stages   a shared array, a barrier between any two stages
  columns  one thread writes many elements of its own row
  guarded  data-dependent branches around accesses to several buffers
"""
import argparse
import json
import math
import pathlib
import re
import subprocess
import tempfile

FLAGS = ["-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib",
         "--cuda-gpu-arch=sm_90"]
HEADER = """
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
__device__ inline int tid() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline int gid() {
  return __nvvm_read_ptx_sreg_ctaid_x() * 256 + tid();
}
__attribute__((global)) __attribute__((launch_bounds(256)))
"""


def stages(n):
    body = "".join(f"  s[tid()] += s[255 - tid()] * {i};\n  __nvvm_bar_sync(0);"
                   f"\n  v += s[tid()]; __nvvm_bar_sync(0);\n"
                   .replace("s[tid()] += s[255 - tid()]", "w = s[255 - tid()]")
                   .replace(";\n  __nvvm", ";\n  __nvvm_bar_sync(0);\n"
                            "  s[tid()] = w;\n  __nvvm", 1)
                   for i in range(n))
    return ("void k(int *out) {\n  __shared__ int s[256];\n  int v = 0, w;\n"
            "  s[tid()] = out[gid()];\n  __nvvm_bar_sync(0);\n" + body +
            "  out[gid()] = v;\n}\n")


def columns(n):
    body = "".join(f"  out[gid() * {n} + {i}] = in[gid()] + {i};\n"
                   for i in range(n))
    return "void k(int *out, const int *in) {\n" + body + "}\n"


def guarded(n):
    body = "".join(
        f"  if (in[i] > {j} && i < n - {j}) a{j % 4}[i] += in[i + {j}];\n"
        for j in range(n))
    return ("void k(int *a0, int *a1, int *a2, int *a3, const int *in, int n) "
            "{\n  int i = gid();\n" + body + "}\n")


KINDS = {"stages": (stages, 55), "columns": (columns, 14),
         "guarded": (guarded, 25)}


def instructions(clang, source):
    ir = subprocess.run(
        [clang, *FLAGS, "--cuda-device-only", "-S", "-emit-llvm", "-o", "-",
         source], capture_output=True, text=True, check=True).stdout
    body = ir[ir.index("define"):]
    return sum(bool(re.match(r"  +\S", line)) for line in body.splitlines())


def measure(oxide, source, report):
    subprocess.run([oxide, "check", "--quiet", "--device-only", "--timing",
                    "--checks=-*", "--json", report, source, "--", *FLAGS],
                   check=True)
    return json.loads(pathlib.Path(report).read_text())["kernels"][0]


def svg(rows):
    """Both axes logarithmic; one line for each kind."""
    width, height, left, bottom = 640, 400, 70, 50
    xs = [r["instructions"] for r in rows]
    ys = [max(r["ms"], 1) for r in rows]
    x0, x1 = (math.log10(f(xs)) for f in (min, max))
    y0, y1 = 0, math.ceil(math.log10(max(ys)))

    def place(x, y):
        return (left + (math.log10(x) - x0) / (x1 - x0) * (width - left - 130),
                height - bottom -
                (math.log10(max(y, 1)) - y0) / (y1 - y0) * (height - bottom - 20))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
           f'height="{height}" font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>']
    for power in range(y0, y1 + 1):
        _, y = place(min(xs), 10 ** power)
        out.append(f'<path d="M{left} {y:.1f}H{width - 130}" stroke="#ddd"/>'
                   f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">'
                   f'{10 ** power} ms</text>')
    for power in range(math.ceil(x0), math.floor(x1) + 1):
        x, _ = place(10 ** power, 1)
        out.append(f'<path d="M{x:.1f} 20V{height - bottom}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{height - bottom + 18}" '
                   f'text-anchor="middle">{10 ** power}</text>')
    out.append(f'<text x="{(width - 60) / 2}" y="{height - 10}" '
               'text-anchor="middle">instructions of the kernel</text>')
    for kind, color in zip(KINDS, ("#1b6ca8", "#b8432f", "#3d7d3a")):
        points = [place(r["instructions"], r["ms"]) for r in rows
                  if r["kind"] == kind]
        out.append('<polyline fill="none" stroke-width="2" stroke="' + color +
                   '" points="' +
                   " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>')
        x, y = points[-1]
        out.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{color}">'
                   f'{kind}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--oxide", required=True)
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--sizes", default="100,300,1000,2000,5000,10000")
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()

    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for kind, (write, each) in KINDS.items():
            for size in map(int, options.sizes.split(",")):
                source = pathlib.Path(scratch, f"{kind}{size}.cu")
                source.write_text(HEADER + write(max(1, size // each)))
                count = instructions(options.clang, source)
                verdict = measure(options.oxide, source,
                                  pathlib.Path(scratch, "report.json"))
                rows.append({"kind": kind, "instructions": count,
                             "race": verdict["race"], "ms": verdict["ms"],
                             "steps": verdict.get("solver_steps", 0)})
                print("{kind:8} {instructions:6} instructions  {race:10} "
                      "{ms:9.1f} ms  {steps:8} steps".format(**rows[-1]))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    if options.svg:
        options.svg.write_text(svg(rows))


if __name__ == "__main__":
    main()
