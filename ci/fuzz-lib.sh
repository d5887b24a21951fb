# SPDX-License-Identifier: MIT
# Shared by the scripts that fuzz: source it after lib.sh. It needs `top` and `build_root`.

is_number() { case $1 in ''|*[!0-9]*) return 1 ;; esac; }

# need_engine libfuzzer|afl: installs what it needs.
need_engine() {
    case $1 in
        libfuzzer) need_packages "${base_packages[@]}" clang llvm ;;
        afl) need_packages "${base_packages[@]}" clang llvm afl++ ;;
        *) die "there is no engine '$1'; expected libfuzzer or afl" ;;
    esac
}

# engine_setup ENGINE SOURCE FOLDER [MESON OPTION]...: a build folder in which every line is instrumented.
engine_setup() {
    local engine=$1 source=$2 dir=$3
    shift 3
    case $engine in
        libfuzzer) CC=clang meson setup "$dir" "$source" -Dfuzz_engine=inprocess -Db_sanitize=address,undefined -Db_lundef=false "$@" ;;
        # AFL++ adds its sanitizers itself, when it compiles (AFL_USE_ASAN).
        afl) AFL_QUIET=1 CC=afl-clang-fast meson setup "$dir" "$source" -Dfuzz_engine=external -Dfuzz_link_args=-fsanitize=fuzzer -Db_lundef=false "$@" ;;
    esac
}

# collect_seeds FOLDER: every section of the corpus of at most 4 KiB and every regression, once each.
collect_seeds() {
    mkdir -p "$1"
    find "$top/corpus" \( -name '*.sframe' -o -path '*/regress/*.input' \) -size -9 -print0 | sort -z | xargs -0 sha256sum |
        sort -u -k1,1 | while read -r sum file; do cp "$file" "$1/${sum:0:16}"; done
    [ -n "$(ls "$1")" ] || die "there are no seeds under $top/corpus"
}

# afl_mutator SOURCE FOLDER: the mutator for AFL++, beside the harnesses of a build folder and by a compiler that instruments nothing.
afl_mutator() {
    gcc -std=c11 -O2 -shared -fPIC -I "$1/fuzz" -I "$1/ref" -I "$2/ref" -o "$2/fuzz/libfuzz_mutate_afl.so" \
        "$1/fuzz/mutate_afl.c" "$1/fuzz/mutate.c" "$1/fuzz/parts.c"
}

# run_afl BINARY SEEDS OUT SECONDS [OPTION]...: one instance until the first crash or hang, without a screen.
run_afl() {
    local binary=$1 in=$2 out=$3 seconds=$4
    shift 4
    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_FAST_CAL=1 AFL_QUIET=1 \
        AFL_BENCH_UNTIL_CRASH=1 AFL_SKIP_CRASHES=1 AFL_CUSTOM_MUTATOR_LIBRARY="$(dirname "$binary")/libfuzz_mutate_afl.so" \
        afl-fuzz -V "$seconds" -t 5000 -x "$top/fuzz/sframe.dict" -i "$in" -o "$out" "$@" -- "$binary"
}
