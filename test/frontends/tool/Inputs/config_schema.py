# SPDX-License-Identifier: Apache-2.0
"""Holds the schema of .oxide.json and the reader together: each line of FILE is
a configuration behind the word "good" or "bad", and both must agree on it.

  config_schema.py VALIDATOR SCHEMA FILE -- COMMAND...   runs COMMAND CONFIG
"""
import pathlib
import subprocess
import sys

validator, schema, file = sys.argv[1:4]
command = sys.argv[5:]
wrong = 0
for number, line in enumerate(pathlib.Path(file).read_text().splitlines(), 1):
    verdict, _, text = line.partition(" ")
    assert verdict in ("good", "bad"), line
    config = pathlib.Path(f"config-{number}.json")
    config.write_text(text)
    told = {
        "schema": subprocess.run([sys.executable, validator, schema, config],
                                 capture_output=True).returncode == 0,
        "reader": subprocess.run([*command[:2], f"--config={config}",
                                  *command[2:]],
                                 capture_output=True).returncode == 0,
    }
    for who, good in told.items():
        if good != (verdict == "good"):
            print(f"{who} says {'good' if good else 'bad'} to {line}")
            wrong += 1
sys.exit(wrong != 0)
