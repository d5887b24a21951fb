# SPDX-License-Identifier: MIT
# The configurations: how each is configured, and which tests it runs. Source it after ci/lib.sh.

# configure_as CONFIGURATION: its build folder. What a configuration finds says what it may leave out: ci/README.md.
configure_as() {
    case $1 in
        # Valgrind runs these programs too; its reports need no more than lines.
        gcc) CC=gcc configure gcc -Dwerror=true -Dtests=true -Doptimization=2 -Ddebug=false -Dc_args=-g1 ;;
        quick) CC=gcc configure quick -Dwerror=true -Dexplore=disabled --buildtype=debug ;;
        clang) CC=clang configure clang -Dwerror=true -Dexplore=disabled -Ddebug=false ;;
        # What it finds does not depend on the optimization, which would take half of the time that it needs; a report
        # needs no more than lines. Inlined functions would take a fifth of the time, and their names from reports. By clang, so
        # that a second compiler translates and warns.
        sanitizers)
            CC=clang CC_LD=lld configure sanitizers -Dwerror=true -Db_sanitize=address,undefined -Db_lundef=false -Doptimization=1 \
                -Dexplore=disabled -Ddebug=false -Dc_args='-g1 -fno-inline' ;;
        s390x) configure s390x -Dwerror=true -Dexplore=disabled -Ddebug=false --cross-file "$top/ci/s390x.cross" ;;
        i686) configure i686 -Dwerror=true -Dexplore=disabled -Ddebug=false --cross-file "$top/ci/i686.cross" ;;
        musl) CC=musl-gcc configure musl -Dwerror=true -Ddebug=false -Darchive=disabled -Delf=disabled -Dlibsframe=disabled -Dexplore=disabled ;;
        # The system's libraries are not instrumented, so this builds without libzstd, libelf and libsframe.
        memory)
            CC=clang CC_LD=lld configure memory -Dwerror=true -Db_sanitize=memory -Db_lundef=false -Darchive=disabled -Delf=disabled \
                -Dlibsframe=disabled -Dexplore=disabled -Doptimization=1 -Ddebug=false -Dc_args='-g1 -fno-inline' ;;
    esac
}

# packages_of CONFIGURATION: what it needs beside $base_packages, a line each.
packages_of() {
    case $1 in
        # Its tests check style, man pages, completion in shells, an installation, formats by their schemas, and growth, too.
        gcc) printf '%s\n' g++ xz-utils binutils-dev binutils-aarch64-linux-gnu clang-format pmccabe cmake fish groff-base libc6-dbg \
            clang libclang-rt-dev-wasm32 libxml2-utils lld man-db mandoc nodejs python3-jsonschema python3-yaml tcc valgrind wasi-libc zsh ;;
        clang) echo clang ;;
        sanitizers|memory) printf '%s\n' clang libclang-rt-dev lld llvm ;;
        quick) ;;
        valgrind) printf '%s\n' valgrind libc6-dbg ;;
        s390x) printf '%s\n' gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user ;;
        i686) printf '%s\n' gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user ;;
        musl) echo musl-tools ;;
        *) return 1 ;;
    esac
}

# suites CONFIGURATION: Meson's suites that it does not run, a line each; ci/README.md says why nothing is lost.
suites() {
    case $1 in
        sanitizers) printf '%s\n' slow tree ;;
        valgrind) printf '%s\n' slow tree headers ;;
        clang|s390x|i686|musl) printf '%s\n' slow native tree ;;
        # The headers are compiled as C++ too, by a compiler without this sanitizer.
        memory) printf '%s\n' slow native tree headers ;;
    esac
}

# select_tests CONFIGURATION FOLDER [OPTION]...: the tests that it runs, or with --targets what ninja makes.
select_tests() {
    local without
    mapfile -t without < <(suites "$1")
    python3 "$top/ci/selection.py" "${@:3}" "${without[@]/#/--no-suite=}" "$1" "$build_root/$2"
}
