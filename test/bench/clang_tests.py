#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the .cu tests of a Clang checkout through the plugin.

  clang_tests.py --clang clang++-22 --plugin build/lib/oxide.so CLANG/test

Takes the compiler commands of each test's RUN lines (%clang_cc1, %clang, ...),
with their flags, and adds the plugin in enforce mode and with every checker
on. Only crashes and hangs are judged: old tests need not pass in a newer
Clang. Exit code 1 when there was one.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

COMPILERS = ("%clang_cc1", "%clangxx", "%clang_cl", "%clang")


def run_lines(path):
    joined, text = [], path.read_text(encoding="utf-8", errors="replace")
    for line in re.findall(r"RUN:(.*)", text):
        if joined and joined[-1].endswith("\\"):
            joined[-1] = joined[-1][:-1] + line
        else:
            joined.append(line)
    return joined


def commands(path, scratch):
    """The compiler calls of one test, as argument lists without the program."""
    for line in run_lines(path):
        for part in re.split(r"\||&&|;", line):
            part = part.strip()
            part = re.sub(r"^(not|--crash|env \S+)\s+", "", part)
            name = next((c for c in COMPILERS if part.startswith(c)), None)
            if not name:
                continue
            rest = part[len(name):]
            for key, value in (("%S", str(path.parent)), ("%s", str(path)),
                               ("%t", f"{scratch}/t"), ("%T", scratch),
                               ("%itanium_abi_triple", "x86_64-linux-gnu"),
                               ("%ms_abi_triple", "x86_64-pc-win32")):
                rest = rest.replace(key, value)
            rest = re.sub(r"\d?>\s*\S+|<\s*\S+|2>&1", "", rest)
            try:
                arguments = shlex.split(rest)
            except ValueError:
                continue
            yield name == "%clang_cc1", [
                a for a in arguments if not a.startswith("-verify")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("root")
    args = parser.parse_args()
    # The compiler runs in another folder.
    args.plugin = str(pathlib.Path(args.plugin).resolve(strict=True))
    options = ["checks=*", "mode=enforce"]
    resources = subprocess.run([args.clang, "-print-resource-dir"], text=True,
                               capture_output=True, check=True).stdout.strip()
    files = sorted(pathlib.Path(args.root).rglob("*.cu"))
    ran = clean = bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        for file in files:
            for is_cc1, arguments in commands(file, scratch):
                if is_cc1:
                    # As lit's own %clang_cc1.
                    command = [args.clang, "-cc1", "-internal-isystem",
                               resources + "/include", "-nostdsysteminc",
                               "-load", args.plugin]
                    for option in options:
                        command += ["-plugin-arg-oxide", option]
                else:
                    command = [args.clang, "-fplugin=" + args.plugin]
                    command += ["-fplugin-arg-oxide-" + o for o in options]
                command += arguments
                ran += 1
                try:
                    done = subprocess.run(command, capture_output=True,
                                          cwd=scratch, timeout=args.limit,
                                          stdin=subprocess.DEVNULL, text=True,
                                          errors="replace", check=False)
                except subprocess.TimeoutExpired:
                    bad += 1
                    print(f"HANG {file}: {shlex.join(command)}")
                    continue
                clean += done.returncode == 0
                if done.returncode < 0 or "PLEASE submit a bug" in done.stderr:
                    plain = [c for c in command if c not in
                             ("-load", args.plugin, "-plugin-arg-oxide",
                              *options, "-fplugin=" + args.plugin)]
                    again = subprocess.run(plain, capture_output=True,
                                           cwd=scratch, text=True, check=False,
                                           errors="replace",
                                           stdin=subprocess.DEVNULL)
                    if "PLEASE submit a bug" in again.stderr:
                        continue  # clang's own crash on an old test
                    bad += 1
                    print(f"CRASH {file}: {shlex.join(command)}\n"
                          f"{done.stderr[-1500:]}")
    print(f"{len(files)} files, {ran} compiler runs, {clean} of them without "
          f"errors, {bad} crashes or hangs")
    sys.exit(1 if bad or not ran else 0)


if __name__ == "__main__":
    main()
