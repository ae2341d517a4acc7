#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs plugin, tidy module and tool on one file and compares each with the
expectations in its comments.

  // RUN: %check_oxide %s oxide-tier-unsafe [--mode=enforce] [--checks=...] [-- compiler flags]

Expectations are those of clang's -verify, one per diagnostic:

  // expected-error@+1 {{part of the message}}
  // expected-note@-2 {{...}}          // expected-warning@header.h:12 {{...}}
  // expected-error@+1 2 {{...}}       the same message twice

Every diagnostic must be claimed and every expectation must be met, by all
three front ends. `// expected-no-diagnostics` says that none is expected. A
diagnostic must carry the tag of the checker named in RUN, unless the
expectation names another one: {{message}} [oxide-other].
"""
import argparse
import os
import re
import subprocess
import sys
from collections import Counter

EXPECTATION = re.compile(
    r"expected-(error|warning|note|remark)(?:@(?:([\w./-]+):)?([+-]?\d+))?"
    r"(?:\s+(\d+))?\s*\{\{(.*?)\}\}(?:\s*\[(oxide-[\w-]+)\])?")
DIAGNOSTIC = re.compile(
    r"^(.*?):(\d+):(\d+): (error|warning|note|remark): (.*?)"
    r"(?: \[([^\]]*)\])?$")


def expectations(path, checker):
    """[(file, line, severity, text, checker or None for notes)]"""
    found = []
    with open(path, encoding="utf-8") as source:
        lines = source.read().split("\n")
    for number, line in enumerate(lines, 1):
        for severity, file, where, count, text, tag in EXPECTATION.findall(line):
            target = number
            if where:
                target = int(where) if file else (
                    number + int(where) if where[0] in "+-" else int(where))
            tag = None if severity == "note" else (tag or checker)
            found += [(file or os.path.basename(path), target, severity, text,
                       tag)] * int(count or 1)
    none = any("expected-no-diagnostics" in line for line in lines)
    if none == bool(found):
        sys.exit(f"{path}: needs either expectations or "
                 "expected-no-diagnostics")
    return found


def parse(output):
    """[(file, line, severity, message, checker or None)] of one run."""
    found = []
    for line in output.split("\n"):
        match = DIAGNOSTIC.match(line)
        if not match:
            continue
        file, number, _, severity, message, tags = match.groups()
        checker = None
        for tag in (tags or "").split(","):
            name = tag.removeprefix("-W")
            if name.startswith("oxide-"):
                checker = name
        if tags and not checker:
            message += f" [{tags}]"
        found.append((os.path.basename(file), int(number), severity, message,
                      checker))
    return found


def compare(front_end, wanted, got):
    """Prints every difference; returns whether there was none."""
    missing = list(wanted)
    extra = []
    for diagnostic in got:
        for expectation in missing:
            if (expectation[:3] == diagnostic[:3]
                    and expectation[3] in diagnostic[3]
                    and expectation[4] in (None, diagnostic[4])):
                missing.remove(expectation)
                break
        else:
            extra.append(diagnostic)
    for kind, items in (("missing", missing), ("not expected", extra)):
        for file, line, severity, text, checker in items:
            print(f"{front_end}: {kind}: {file}:{line}: {severity}: {text}"
                  + (f" [{checker}]" if checker else ""))
    return not missing and not extra


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                          check=False)
    if done.returncode < 0:
        sys.exit(f"killed by signal {-done.returncode}: {' '.join(command)}\n"
                 + done.stderr)
    return done


def main():
    argv = sys.argv[1:]
    flags = []
    if "--" in argv:
        cut = argv.index("--")
        argv, flags = argv[:cut], argv[cut + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("checker")
    parser.add_argument("--mode", default="")
    parser.add_argument("--checks", default="")
    parser.add_argument("--config", default="")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--clang-tidy", required=True)
    parser.add_argument("--build", required=True, help="build folder")
    parser.add_argument("--flags", default="", help="common compiler flags")
    args = parser.parse_args(argv)
    flags = args.flags.split() + flags
    if not args.file.endswith((".cpp", ".cc")):
        flags = ["-x", "cuda"] + flags
    checks = "-*," + args.checker + ("," + args.checks if args.checks else "")
    wanted = expectations(args.file, args.checker)

    plugin = [args.clang, "-fplugin=" + args.build + "/lib/oxide.so",
              "-fplugin-arg-oxide-checks=" + checks, "-fsyntax-only"]
    tidy = [args.clang_tidy, "--load=" + args.build + "/lib/oxide-tidy.so",
            "--checks=" + checks, "--quiet", "--header-filter=.*", args.file]
    tool = [args.build + "/bin/oxide", "check", "--quiet",
            "--checks=" + checks, args.file]
    options = []
    if args.mode:
        plugin.append("-fplugin-arg-oxide-mode=" + args.mode)
        tool.insert(2, "--" + args.mode)
        options.append(f"oxide.Mode: {args.mode}")
    if args.config:
        plugin.append("-fplugin-arg-oxide-config=" + args.config)
        tool.insert(2, "--config=" + args.config)
        options.append(f"oxide.Config: {args.config}")
    if options:
        tidy.insert(1, "--config={CheckOptions: {" + ", ".join(options) + "}}")

    good = True
    outputs = {}
    for name, command in (("plugin", plugin + flags + [args.file]),
                          ("tidy", tidy + ["--"] + flags),
                          ("tool", tool + ["--"] + flags)):
        done = run(command)
        got = parse(done.stdout + "\n" + done.stderr)
        outputs[name] = Counter(got)
        if not compare(name, wanted, got):
            print(f"{name}: {' '.join(command)}\n{done.stdout}{done.stderr}")
            good = False
    if good and len({frozenset(c.items()) for c in outputs.values()}) > 1:
        print("the front ends print different diagnostics:", outputs)
        good = False
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
