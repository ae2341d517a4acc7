#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the instructions of two kernels in one PTX file.

Usage: compare_ptx.py FILE.ptx SAFE HAND [--ignore-parameter-addresses]

Both kernels must have the same number of each opcode, with its types and
modifiers; registers, order and labels are free. Exits with 1 and prints the
difference when they have not.

A kernel that takes a class by value reads its members with `ld.param` from the
parameter's address. Where that is not in the first block clang moves the
address to a register before (`mov.b64 %rd1, kernel_param_0`), which ptxas folds
away. --ignore-parameter-addresses leaves those moves out, for a hand-written
kernel that takes pointers instead.
"""

import argparse
import collections
import re
import sys


def entry_body(ptx, name):
    """The text between the braces of one `.entry`."""
    start = re.search(r"\.entry\s+" + re.escape(name) + r"\b", ptx)
    if not start:
        sys.exit(f"compare_ptx: no entry '{name}' in the file")
    begin = ptx.index("{", start.end())
    depth = 0
    for position in range(begin, len(ptx)):
        depth += {"{": 1, "}": -1}.get(ptx[position], 0)
        if depth == 0:
            return ptx[begin + 1:position]
    sys.exit(f"compare_ptx: entry '{name}' does not end")


def opcodes(body, ignore_parameter_addresses):
    """Counts the instructions of a kernel by opcode."""
    count = collections.Counter()
    body = re.sub(r"//[^\n]*", "", body)
    for statement in re.split(r"[;\n{}]|\$L\w+:", body):
        statement = re.sub(r"^@!?%p\d+\s+", "", statement.strip())
        # What is left that is no instruction: directives, and the operands of
        # a call that stands on several lines.
        if not re.match(r"[a-z]", statement):
            continue
        if ignore_parameter_addresses and re.match(
                r"mov\.[bu]64\s+%rd\d+, \w+_param_\d+$", statement):
            continue
        count[statement.split()[0]] += 1
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("safe")
    parser.add_argument("hand")
    parser.add_argument("--ignore-parameter-addresses", action="store_true")
    arguments = parser.parse_args()

    with open(arguments.file, encoding="utf-8") as file:
        ptx = file.read()
    ignore = arguments.ignore_parameter_addresses
    safe = opcodes(entry_body(ptx, arguments.safe), ignore)
    hand = opcodes(entry_body(ptx, arguments.hand), ignore)
    if not hand:
        sys.exit(f"compare_ptx: '{arguments.hand}' has no instructions")
    print(f"{arguments.safe}: {sum(safe.values())} instructions, "
          f"{arguments.hand}: {sum(hand.values())}")
    if safe == hand:
        return 0
    for opcode in sorted(safe.keys() | hand.keys()):
        if safe[opcode] != hand[opcode]:
            print(f"  {opcode}: {safe[opcode]} against {hand[opcode]}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
