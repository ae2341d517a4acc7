# SPDX-License-Identifier: Apache-2.0
"""Compiles every .cu file below the given folders with and without the plugin
and compares PTX and host object byte by byte.

Redundant bounds checks stay: their removal has tests of its own.

A file whose findings are errors has no object under the plugin; it is compared
with every checker switched off, so that attributes and pragmas still count. A
file that the plugin rejects even so, for a wrong attribute or pragma, has no
code to compare; it is counted.
"""
import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys


def build(command, output):
    done = subprocess.run(command + ["-o", str(output)], capture_output=True,
                          text=True, errors="replace", check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"crashed: {' '.join(command)}\n{done.stderr}")
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

    def compare(job):
        """None when plain clang rejects the source, else what is to be said
        about it: "same", "rejected", or the job when the code differs."""
        number, (source, kind) = job
        base = [args.clang, "-x", "cuda", *args.flags.split(), "-w", *kind,
                str(source)]
        plain = build(base, scratch / f"{number}.plain")
        if plain is None:
            return None
        for checks in ("*", "-*"):
            ours = build(base + ["-fplugin=" + args.plugin,
                                 "-fplugin-arg-oxide-checks=" + checks,
                                 "-fplugin-arg-oxide-keep-checks"],
                         scratch / f"{number}.ours")
            if ours is not None:
                break
        if ours is None:
            return "rejected"
        return "same" if ours == plain else f"{source} {' '.join(kind)}"

    jobs = [(source, kind) for folder in args.folders
            for source in sorted(pathlib.Path(folder).rglob("*.cu"))
            for kind in (["--cuda-device-only", "-S", "-O2"],
                         ["--cuda-host-only", "-c", "-O2", "-g"])]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(compare, enumerate(jobs)))
    different = [r for r in results if r not in (None, "same", "rejected")]
    for line in different:
        print("differs:", line)
    same = results.count("same")
    print(f"{same} outputs are the same, {len(different)} differ, "
          f"{results.count('rejected')} rejected by attributes or pragmas")
    sys.exit(1 if different or not same else 0)


if __name__ == "__main__":
    main()
