#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a command and demands its exit code.

  exit_code.py CODE COMMAND...
"""
import subprocess
import sys

done = subprocess.run(sys.argv[2:], check=False)
if done.returncode != int(sys.argv[1]):
    sys.exit(f"exit code {done.returncode}, not {sys.argv[1]}: "
             + " ".join(sys.argv[2:]))
