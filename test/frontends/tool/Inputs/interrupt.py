# SPDX-License-Identifier: Apache-2.0
"""Interrupts a command in the middle of its work and looks at what it leaves.

  interrupt.py [--ignored] SIGNAL FOLDER -- COMMAND...

The command is killed a moment after FOLDER has a file that was not there before,
which is when it has opened its outputs and works. FOLDER has to be as it was then, or
with whole outputs, and the exit code that of the signal. With --ignored the
command starts as nohup would start it and has to come to its end.
"""
import os
import signal
import subprocess
import sys
import time

arguments = sys.argv[1:]
ignored = arguments[0] == "--ignored"
if ignored:
    del arguments[0]
number = getattr(signal, arguments[0])
folder = arguments[1]
before = set(os.listdir(folder))
process = subprocess.Popen(arguments[3:], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True,
                           preexec_fn=lambda: signal.signal(
                               number, signal.SIG_IGN if ignored
                               else signal.SIG_DFL))
deadline = time.monotonic() + 60
while set(os.listdir(folder)) == before and process.poll() is None:
    if time.monotonic() > deadline:
        sys.exit("the command opened no output")
    time.sleep(0.001)
time.sleep(0.1)
if process.poll() is not None:
    sys.exit("the command was too fast to be interrupted")
process.send_signal(number)
code = process.wait(timeout=60)
left = sorted(set(os.listdir(folder)) - before)
if ignored:
    sys.exit(process.stderr.read() if code or not left else 0)
if code != -number:
    sys.exit(f"ended with {code}, not by signal {int(number)}: "
             + process.stderr.read()[-2000:])
if left:
    sys.exit(f"left behind: {left}")
