#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a command that must fail with exit code 1, print nothing on stdout and
exactly one line on stderr, which matches a regular expression.

  one_error_line.py REGEX COMMAND...
"""
import re
import subprocess
import sys

pattern, command = sys.argv[1], sys.argv[2:]
done = subprocess.run(command, capture_output=True, text=True, check=False)
lines = done.stderr.splitlines()
if (done.returncode != 1 or done.stdout or len(lines) != 1
        or not re.search(pattern, lines[0])):
    sys.exit(f"wanted exit code 1 and one line that matches {pattern!r}, got "
             f"exit code {done.returncode} from {' '.join(command)}:\n"
             f"{done.stdout}{done.stderr}")
