#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the plugin over a corpus of CUDA sources beside plain clang.

  corpus.py --clang clang++-22 --plugin build/lib/oxide.so [--repeat 3]
            [--plugin-arg mode=audit]... [--json OUT] FILE... -- FLAGS

For each file that plain `-fsyntax-only` accepts: the exit codes, every line
that the plugin adds, and the ratio of the two processor times, measured
alternately in one run. Prints the files with findings or crashes, then median
and worst ratio. Exit code 1 when the plugin crashed, hung, or failed a file that clang
accepts. Nothing is asserted about time.
"""
import argparse
import json
import re
import resource
import statistics
import subprocess
import sys

OURS = re.compile(r"(error|warning|remark): .*\[(?:-Werror,)?-Woxide-")


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, limit):
    """Exit code, stderr, processor seconds: what else the machine does counts
    less than with the clock on the wall."""
    start = cpu_seconds()
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, "", limit
    return done.returncode, done.stderr, cpu_seconds() - start


def main():
    argv, flags = sys.argv[1:], []
    if "--" in argv:
        cut = argv.index("--")
        argv, flags = argv[:cut], argv[cut + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--plugin-arg", action="append", default=[])
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--json", default="")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args(argv)

    if "-w" in flags:
        parser.error("-w silences our warnings as well: leave it out")

    rows, bad = [], 0
    for number, file in enumerate(args.files, 1):
        plain = [args.clang, "-fsyntax-only", *flags, file]
        ours = [args.clang, f"-fplugin={args.plugin}",
                *(f"-fplugin-arg-oxide-{a}" for a in args.plugin_arg),
                "-fsyntax-only", *flags, file]
        code, _, _ = run(plain, args.limit)
        if code != 0:
            rows.append({"file": file, "plain": code})
            continue
        times = []
        for _ in range(args.repeat):
            _, _, base = run(plain, args.limit)
            code, output, taken = run(ours, args.limit)
            times.append((base, taken))
        ratio = statistics.median(t / b for b, t in times)
        findings = [l for l in output.split("\n") if OURS.search(l)]
        rows.append({"file": file, "plain": 0, "ours": code, "ratio": ratio,
                     "seconds": statistics.median(b for b, _ in times),
                     "findings": findings})
        if code != 0:
            bad += 1
            print(f"FAILED ({code}) {file}\n{output[-2000:]}")
        for line in findings:
            print(line)
        if sys.stderr.isatty():
            print(f"[{number}/{len(args.files)}]", end="\r", file=sys.stderr)
    ran = [r for r in rows if r["plain"] == 0]
    ratios = sorted((r["ratio"], r["file"]) for r in ran)
    print(f"{len(rows)} files, {len(ran)} accepted by plain clang, {bad} bad, "
          f"{sum(len(r['findings']) for r in ran)} findings")
    if ratios:
        print(f"time ratio: median {statistics.median(r for r, _ in ratios):.3f},"
              f" worst {ratios[-1][0]:.3f} ({ratios[-1][1]})")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as out:
            json.dump(rows, out, indent=1)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
