# SPDX-License-Identifier: Apache-2.0
"""Compiles every .cu file below the given folders with and without the plugin
and compares PTX and host object byte by byte.

A file whose findings are errors has no object under the plugin; it is compared
with every checker switched off, so that attributes and pragmas still count.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys


def build(command, output):
    done = subprocess.run(command + ["-o", str(output)], capture_output=True,
                          check=False)
    return output.read_bytes() if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser()
    for name in ("clang", "plugin", "scratch", "flags"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    scratch = pathlib.Path(args.scratch)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    compared, different = 0, []
    for folder in args.folders:
        for source in sorted(pathlib.Path(folder).rglob("*.cu")):
            for kind in (["--cuda-device-only", "-S", "-O2"],
                         ["--cuda-host-only", "-c", "-O2", "-g"]):
                base = [args.clang, "-x", "cuda", *args.flags.split(), "-w",
                        *kind, str(source)]
                plain = build(base, scratch / "plain")
                if plain is None:
                    continue
                for checks in ("*", "-*"):
                    ours = build(
                        base + ["-fplugin=" + args.plugin,
                                "-fplugin-arg-oxide-checks=" + checks],
                        scratch / "ours")
                    if ours is not None:
                        break
                compared += 1
                if ours != plain:
                    different.append(f"{source} {' '.join(kind)}")
    for line in different:
        print("differs:", line)
    print(f"{compared} outputs compared, {len(different)} differ")
    sys.exit(1 if different or compared == 0 else 0)


if __name__ == "__main__":
    main()
