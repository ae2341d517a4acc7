#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How `oxide check` scales over many units: time with one and two workers, and
the memory of runs with few and with many units. Nothing is asserted.

  units.py OXIDE [UNITS [-- FLAGS]]
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

UNIT = '''#include <cuda_runtime.h>
#define N{i} 256
__global__ void sum{i}(const float *in, float *out) {{
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  for (int d = 128; d > 0; d /= 2) {{
    __syncthreads();
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
  }}
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}}
__global__ void shift{i}(const float *in, float *out, int n) {{
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < n)
    out[at] = in[at] + {i};
}}
cudaError_t launch{i}(const float *in, float *out, int n) {{
  sum{i}<<<n / 256, N{i}>>>(in, out);
  shift{i}<<<(n + 255) / 256, 256>>>(out, out, n);
  return cudaGetLastError();
}}
'''


def run(tool, files, jobs, flags, json):
    """Seconds of wall time and the largest resident set of a run, in MiB."""
    start = time.monotonic()
    process = subprocess.Popen([tool, "check", "--quiet", f"-j{jobs}",
                                f"--json={json}", *files, "--", *flags],
                               stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 2):
        sys.exit("the run failed")
    return time.monotonic() - start, usage.ru_maxrss / 1024


def main():
    arguments = sys.argv[1:]
    flags = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, flags = arguments[:at], arguments[at + 1:]
    tool = os.path.abspath(arguments[0])
    count = int(arguments[1]) if len(arguments) > 1 else 500
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i in range(count):
            path = pathlib.Path(folder, f"unit{i}.cu")
            path.write_text(UNIT.format(i=i))
            files.append(str(path))
        few = files[:count // 5]
        one, memory = run(tool, files, 1, flags, f"{folder}/1.json")
        two, both = run(tool, files, 2, flags, f"{folder}/2.json")
        _, less = run(tool, few, 1, flags, f"{folder}/few.json")
        same = (pathlib.Path(folder, "1.json").read_bytes() ==
                pathlib.Path(folder, "2.json").read_bytes())
        print(f"{count} units: -j1 {one:.1f} s, -j2 {two:.1f} s, "
              f"{one / two:.2f} times as fast; same bytes: {same}")
        print(f"memory: {memory:.0f} MiB with -j1, {both:.0f} MiB with -j2, "
              f"{less:.0f} MiB for {len(few)} units with -j1")


main()
