# SPDX-License-Identifier: MIT
# Shared by the scripts of ci/: source it after `set -euo pipefail`.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_root=${SFRAME_BUILD_ROOT:-$top/build}

say() { printf '== %s\n' "$*" >&2; }
# die TEXT: ends the script with status 2, or what the script has set die_status to.
die() { printf 'error: %s\n' "$*" >&2; exit "${die_status:-2}"; }

# need_packages PACKAGE...: installs those that are missing, by apt, as root or with sudo.
need_packages() {
    local missing=() p
    for p in "$@"; do
        dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing+=("$p")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || die "these Debian packages are missing, and there is no apt-get to install them: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "run this as root or install sudo; packages to install: ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
           apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        die "apt-get could not install: ${missing[*]}"
    fi
    rm -f "$log"
}

# What every build needs.
base_packages=(gcc libc6-dev make meson ninja-build pkg-config python3 libelf-dev)

# configure FOLDER [MESON OPTION]...: a build folder under the build root, made or brought up to date.
configure() {
    local dir=$build_root/$1 again=() log
    shift
    [ ! -f "$dir/build.ninja" ] || again=(--reconfigure)
    log=$(mktemp)
    if ! meson setup "${again[@]}" "$dir" "$top" "$@" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        die "meson setup${again:+ --reconfigure} failed in $dir"
    fi
    rm -f "$log"
}

compile() { ninja -C "$build_root/$1" --quiet || die "the build in $build_root/$1 failed"; }

# need_conform: sets `conform` to a sframe-conform that was just built, unless it names one already.
need_conform() {
    if [ -z "${conform:-}" ]; then
        need_packages "${base_packages[@]}"
        configure gcc
        compile gcc
        conform=$build_root/gcc/conformance/sframe-conform
    fi
}
