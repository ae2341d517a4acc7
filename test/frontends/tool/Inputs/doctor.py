#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `oxide doctor` here and with an empty environment.

  doctor.py OXIDE
"""
import subprocess
import sys


def doctor(environment):
    done = subprocess.run([sys.argv[1], "doctor"], env=environment,
                          capture_output=True, text=True, check=False)
    assert done.stderr == "", done.stderr
    table, verdict = done.stdout.split("\n\n")
    assert done.returncode in (0, 1), done.returncode
    assert ("cannot" in verdict) == (done.returncode == 1), done.stdout
    assert ("MISSING" in table) == (done.returncode == 1), done.stdout
    rows = {line[9:].split("  ")[0]: line.split()[0]
            for line in table.split("\n")}
    for needed in ("clang", "compiler plugin", "clang-tidy module"):
        assert rows[needed] == "found", done.stdout
    for listed in ("CUDA toolkit", "nvcc", "ptxas", "CUDA driver", "Z3"):
        assert listed in rows, done.stdout
    return rows


doctor(None)
rows = doctor({"PATH": "/no/such/folder"})
assert rows["clang-tidy-22"] == "missing", rows
