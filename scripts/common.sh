# SPDX-License-Identifier: Apache-2.0
# Shared by scripts/demo and scripts/test: say, fail, install, configure, build.
# Sourced, not run.

set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=${OXIDE_BUILD_DIR:-$ROOT/build}

say() { printf '== %s\n' "$*"; }
fail() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# What configuring, building and testing need. python3 runs lit.
PACKAGES=(clang-22 clang-tidy-22 clang-format-22 llvm-22-dev libclang-22-dev
  llvm-22-tools lld-22 libz3-dev nlohmann-json3-dev ninja-build cmake g++
  libgtest-dev python3 zlib1g-dev git)

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "installing packages needs root: run as root, or install: ${*: -1}"; fi
}

# apt_install PACKAGE...: only what is missing; quiet unless it fails.
apt_install() {
  local missing=() package
  for package in "$@"; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} = 0 ] && return 0
  command -v apt-get >/dev/null ||
    fail "this is not Debian; install by hand: ${missing[*]}"
  say "installing ${missing[*]}"
  local log
  log=$(mktemp)
  as_root apt-get update >"$log" 2>&1 ||
    fail "apt-get update failed, is there a network? ($(tail -n 1 "$log"))"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends "${missing[@]}" >"$log" 2>&1 ||
    fail "apt-get could not install ${missing[*]} ($(grep -m1 '^E:' "$log" || tail -n 1 "$log"))"
  rm -f "$log"
}

cuda_in() { [ -n "$1" ] && [ -f "$1/include/cuda.h" ]; }

# Sets CUDA to the root of a toolkit: the one that the environment names, the
# usual places, else Debian's own package from its non-free section.
find_cuda() {
  local candidate
  for candidate in "${CUDA_PATH:-}" "${CUDA_HOME:-}" /usr/local/cuda /opt/cuda \
    /usr/lib/cuda; do
    if cuda_in "$candidate"; then CUDA=$candidate; return 0; fi
  done
  installed nvidia-cuda-toolkit || install_debian_cuda
  for candidate in /usr/lib/cuda /usr/lib/nvidia-cuda-toolkit; do
    if cuda_in "$candidate"; then CUDA=$candidate; return 0; fi
  done
  fail "no CUDA toolkit found; install one and set CUDA_PATH to its folder"
}

# Debian keeps the toolkit in non-free: each apt source of this release is
# repeated with that section, so that mirrors and keys stay what they are.
add_non_free() {
  local codename source name
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  for source in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -f "$source" ] || continue
    name=$(basename "$source")
    case $name in
      oxide-non-free*) continue ;;
      *.sources)
        grep -q "^Suites:.*\b$codename\b" "$source" || continue
        sed 's/^Components:.*/Components: contrib non-free/' "$source" |
          as_root tee "/etc/apt/sources.list.d/oxide-non-free-$name" >/dev/null ;;
      *.list)
        sed -n "s/^\(deb .*\b$codename\b[^ ]*\) main.*/\1 contrib non-free/p" "$source" |
          as_root tee "/etc/apt/sources.list.d/oxide-non-free-$name" >/dev/null ;;
    esac
  done
}

install_debian_cuda() {
  command -v apt-get >/dev/null ||
    fail "no CUDA toolkit found; install one and set CUDA_PATH to its folder"
  say "no CUDA toolkit found, taking Debian's nvidia-cuda-toolkit from non-free"
  # `apt-cache show` succeeds for a name that other packages merely mention.
  if ! apt-cache policy nvidia-cuda-toolkit | grep -q 'Candidate: [0-9]'; then
    add_non_free
  fi
  apt_install nvidia-cuda-toolkit
}

# Flags of clang for the toolkit in CUDA.
cuda_flags() {
  printf -- '--cuda-path=%s -Wno-unknown-cuda-version' "$CUDA"
  # CUDA 13 moved the C++ core libraries; nvcc adds the folder, clang does not.
  if [ -d "$CUDA/include/cccl" ]; then printf -- ' -isystem %s' "$CUDA/include/cccl"; fi
}

# setup_and_build [TARGET...]: everything when no target is named.
setup_and_build() {
  apt_install "${PACKAGES[@]}"
  find_cuda
  if [ ! -f "$BUILD/build.ninja" ]; then
    say "configuring $BUILD"
    mkdir -p "$BUILD"
    cmake -S "$ROOT" -B "$BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_CXX_COMPILER=clang++-22 -DOXIDE_CUDA_PATH="$CUDA" \
      >"$BUILD/configure.log" 2>&1 ||
      fail "cmake failed ($(grep -m1 -A2 'CMake Error' "$BUILD/configure.log" | tr '\n' ' ')), see $BUILD/configure.log"
  fi
  say "building"
  ninja -C "$BUILD" "$@" || fail "the build failed, see above"
}
