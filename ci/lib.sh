# SPDX-License-Identifier: MIT
# Functions for all scripts of ci/. Source it after `set -euo pipefail`.

top=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
build_root=${SFRAME_BUILD_ROOT:-$top/build}

say() { printf '== %s\n' "$*" >&2; }
# die TEXT: ends the script with status 2, or with $die_status if the script sets that.
die() { printf 'error: %s\n' "$*" >&2; exit "${die_status:-2}"; }

# quietly COMMAND...: runs it, and if it fails shows the end of what it said. Its status is the command's.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || { status=$?; tail -n 20 "$log" >&2; }
    rm -f "$log"
    return $status
}

# end_children: ends what this script started, which would go on after a signal that ends the script.
end_children() { kill $(below $$) 2>/dev/null || true; wait || true; }
# below PID: prints the processes that it started, and those that they did.
below() { local pid; for pid in $(cat "/proc/$1/task/$1/children"); do echo "$pid"; below "$pid"; done 2>/dev/null; }

# show_help: prints the comment at the start of the script, and ends it.
show_help() { sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
unknown_option() { die "unknown option '$1'; see ${0##*/} --help"; }

# is_array NAME
is_array() { [[ $(declare -p "$1" 2>/dev/null) = 'declare -a'* ]]; }

# The options in the script's help, with what each takes. What comes from the environment is no default of theirs.
mapfile -t own_options < <(sed -n '3,/^[^#]/s/^#   \(-[a-z-]*\( [A-Z][A-Z]*\)\{0,1\}\)  .*/\1/p' "$0" 2>/dev/null)
for option in "${own_options[@]%% *}"; do option=${option#-} option=${option#-}; unset -v "${option//-/_}"; done

# take_options ARGUMENT...: reads them as the script's help lists them: `--name VALUE  ...` sets $name (`-n VALUE` sets $n), and `--name  ...` sets
# it to true; a dash of a name is an underscore of the variable. Without a default it is empty, or false. An array takes the
# option several times. What is no option goes to the array `words`; a script that has none takes nothing else.
take_options() {
    local line option value name
    local -A takes=()
    for line in "${own_options[@]}"; do
        read -r option value <<<"$line"
        takes[$option]=$value name=${option#-} name=${name#-} name=${name//-/_}
        declare -p "$name" >/dev/null 2>&1 || declare -g "$name=$([ -n "$value" ] || echo false)"
    done
    while [ $# -gt 0 ]; do
        name=${1#-} name=${name#-} name=${name//-/_}
        case $1 in
            -h|--help) show_help ;;
            -*)
                [ -n "${takes["$1"]+x}" ] || unknown_option "$1"
                if [ -z "${takes["$1"]}" ]; then
                    declare -g "$name=true"
                else
                    [ $# -ge 2 ] || die "$1 needs a value; see ${0##*/} --help"
                    if is_array "$name"; then declare -ga "$name+=($(printf %q "$2"))"; else declare -g "$name=$2"; fi
                    shift
                fi ;;
            *)
                is_array words || die "unexpected '$1'; see ${0##*/} --help"
                words+=("$1") ;;
        esac
        shift
    done
}

# lab COMMAND [OPTION]...: runs conformance/lab with $conform, and with those of the options `lab_options` that have a value.
lab() {
    local name more=()
    for name in "${lab_options[@]}"; do
        if [ -n "${!name:-}" ]; then more+=("--$name" "${!name}"); fi
    done
    python3 "$top/conformance/lab" "$1" --runner "$conform" "${more[@]}" "${@:2}"
}

# is_number TEXT: a leading zero would make it octal.
is_number() { [[ $1 =~ ^(0|[1-9][0-9]{0,8})$ ]]; }

# With SFRAME_CI_CHECK nothing is installed or built, and a script ends before its downloads and its hours of work: what
# it compiles and reads by itself is tried all the same. The test `scripts` runs all of them so.
is_check() { [ -n "${SFRAME_CI_CHECK:-}" ]; }
long_work() { if is_check; then say "${0##*/}: ready for its long work"; exit 0; fi; }

# need_packages PACKAGE...: installs missing packages with apt, as root or with sudo.
need_packages() {
    local missing=() known p
    if is_check; then return 0; fi
    # It fails if it does not know one of them.
    known=" $(dpkg-query -W -f '${Package} ${Status}\n' "$@" 2>/dev/null | sed -n 's/ .* ok installed$//p' | tr '\n' ' ')" || true
    for p in "$@"; do
        [[ $known = *" $p "* ]] || missing+=("$p")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || die "missing Debian packages, and no apt-get to install them: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "run this as root or install sudo; packages to install: ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    quietly "${as_root[@]}" apt-get update && quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}" || die "apt-get could not install: ${missing[*]}"
}

# prefer_system_python: the packages are for the system's Python. Another, or a launcher of several, may come first in PATH: it
# lacks Jinja2 and more, and a launcher takes longer to start than most programs here run.
prefer_system_python() {
    [ -x /usr/bin/python3 ] || return 0
    mkdir -p "$build_root/bin"
    ln -sfn /usr/bin/python3 "$build_root/bin/python3"
    export PATH=$build_root/bin:$PATH
}

# What every build needs.
base_packages=(gcc libc6-dev make meson ninja-build pkg-config python3 libzstd-dev libelf-dev python3-jinja2)

# configure FOLDER [MESON OPTION]...: makes a build folder under the build root, or updates it.
configure() {
    local dir=$build_root/$1 again=()
    shift
    if is_check; then return 0; fi
    [ ! -f "$dir/build.ninja" ] || again=(--reconfigure)
    quietly meson setup "${again[@]}" "$dir" "$top" "$@" || die "meson setup${again:+ --reconfigure} failed in $dir"
}

# compile FOLDER [TARGET]...: shows its progress on a terminal.
compile() {
    if is_check; then return 0; fi
    local quiet=(--quiet)
    if [ -t 1 ]; then quiet=(); fi
    ninja -C "$build_root/$1" "${quiet[@]}" "${@:2}" || die "the build in $build_root/$1 failed"
}

# need_conform: builds sframe-conform and sets `conform` to it, unless `conform` names one already.
need_conform() {
    if [ -z "${conform:-}" ]; then
        need_packages "${base_packages[@]}"
        configure gcc
        compile gcc
        conform=$build_root/gcc/conformance/sframe-conform
    fi
}

# browse FOLDER OPTION... FILE: opens a file in Chromium, whose profile is in that folder.
browse() {
    local sandbox=()
    if [ "$(id -u)" = 0 ]; then sandbox=(--no-sandbox); fi
    quietly timeout 120 chromium --headless --disable-gpu --disable-dev-shm-usage "${sandbox[@]}" --user-data-dir="$1/profile" \
        --hide-scrollbars "${@:2}" || die "chromium could not open ${*: -1}"
}

# ---- Debian packages, without changing this system ----

# codename: that of this machine's Debian suite.
codename() { sed -n 's/^VERSION_CODENAME=//p' /etc/os-release; }

# find_mirrors: sets `mirrors` to $mirror, or if that is empty to those in this machine's apt sources that carry its own
# Debian suite.
find_mirrors() {
    local uris
    mirrors=("${mirror%/}")
    [ -z "$mirror" ] || return 0
    uris=$(apt-get update --print-uris 2>/dev/null) || die "apt-get does not print its sources; name a mirror with --mirror"
    mapfile -t mirrors < <(sed -n "s!^'\(.*\)/dists/$(codename)/\(In\)\{0,1\}Release'.*!\1!p" <<<"$uris" | sort -u)
    [ ${#mirrors[@]} -gt 0 ] || die "no apt source of this machine has its own Debian suite; name a mirror with --mirror"
}

# prepare_apt FOLDER TYPE MIRROR SUITE: makes a private apt state with one suite, and
# FOLDER/apt.conf for it. TYPE is deb or deb-src. All other settings of the machine, such as a
# proxy, stay; but its hooks after an update do not run, and no list of all files is fetched.
prepare_apt() {
    local option key=/usr/share/keyrings/debian-archive-keyring.gpg
    option=arch=$(dpkg --print-architecture)
    mkdir -p "$1"/state/lists/partial "$1"/cache/archives/partial
    if [ -r "$key" ]; then option+=" signed-by=$key"; fi
    printf '%s [%s] %s %s main\n' "$2" "$option" "$3" "$4" >"$1/sources.list"
    # experimental has only what sid does not have, and needs the rest from there.
    if [ "$2 $4" = 'deb experimental' ]; then
        printf '%s [%s] %s sid main\n' "$2" "$option" "$3" >>"$1/sources.list"
    fi
    cat >"$1/apt.conf" <<END
Dir::Etc::sourcelist "$1/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "$1/state";
Dir::State::lists "$1/state/lists";
Dir::State::status "/dev/null";
Dir::Cache "$1/cache";
APT::Install-Recommends "false";
APT::Get::AllowUnauthenticated "false";
APT::Update::Error-Mode "any";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
Acquire::Retries "3";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
    if [ "$(id -u)" = 0 ]; then printf 'APT::Sandbox::User "root";\n' >>"$1/apt.conf"; fi
}

# why LOG: one line from the output of apt-get that says why it failed.
why() {
    if grep -q 'NO_PUBKEY' "$1"; then
        printf 'this system does not have the key of its signature; is debian-archive-keyring up to date?'
    else
        grep -m 1 '^E: ' "$1" || tail -n 1 "$1"
    fi
}
