# SPDX-License-Identifier: MIT
# Functions for the scripts that fuzz. Source it after ci/lib.sh.

# need_engine libfuzzer|afl: installs its packages.
need_engine() {
    case $1 in
        libfuzzer) need_packages "${base_packages[@]}" clang libclang-rt-dev llvm ;;
        afl) need_packages "${base_packages[@]}" clang libclang-rt-dev llvm afl++ ;;
        *) die "unknown engine '$1'; expected libfuzzer or afl" ;;
    esac
}

# engine_setup ENGINE SOURCE FOLDER: makes a build folder with instrumented code, if there is none yet.
engine_setup() {
    local cc=clang options=(-Dfuzz_engine=inprocess -Db_sanitize=address,undefined)
    # AFL++ adds its sanitizers itself, when it compiles (AFL_USE_ASAN).
    [ "$1" != afl ] || cc=afl-clang-fast options=(-Dfuzz_engine=external -Dfuzz_link_args=-fsanitize=fuzzer)
    [ -f "$3/build.ninja" ] || quietly env AFL_QUIET=1 CC=$cc meson setup "$3" "$2" -Db_lundef=false "${options[@]}" || die "meson setup failed in $3"
}

# engine_build ENGINE SOURCE FOLDER [TARGET]...: makes the build folder, if there is none, and builds harnesses there, and the
# mutator for AFL++.
engine_build() {
    engine_setup "$1" "$2" "$3"
    quietly env AFL_QUIET=1 ninja -C "$3" "${@:4}" || die "the build in $3 failed"
    # Without instrumentation.
    [ "$1" != afl ] || quietly gcc -std=c11 -O2 -shared -fPIC -I "$2/fuzz" -I "$2/fuzz/parts" -I "$2/ref" -I "$2/ref/common" -I "$3/ref" \
        -o "$3/fuzz/libfuzz_mutate_afl.so" "$2"/fuzz/mutate_{engines,text}.c "$2"/fuzz/parts/{mutate,parts}.c || die "the mutator could not be built"
}

# unique FOLDER: copies the files named on standard input, separated by NUL, and leaves out
# duplicates.
unique() {
    mkdir -p "$1"
    sort -z | xargs -0 sha256sum | sort -u -k1,1 | while read -r sum file; do cp "$file" "$1/${sum:0:16}"; done
    [ -n "$(ls "$1")" ] || die "there are no seeds for $1"
}

# collect_seeds FOLDER: every section of the corpus of at most 4 KiB, and every regression.
collect_seeds() { find "$top/corpus" \( -name '*.sframe' -o -path '*/regress/*.input' \) -size -9 -print0 | unique "$1"; }

# collect_texts FOLDER: for the harness that reads texts, a sample of cases, which have dumps in them, dumps, recipes, and
# files of the runner.
collect_texts() {
    { find "$top/corpus" -name '*.case' -size -9 -print0 | sort -z | awk 'BEGIN { RS = ORS = "\0" } NR % 20 == 0'
      find "$top/corpus" "$top/gen/recipes" "$top/conformance/adapters" "$top/conformance/known" \( -name '*.dump' -o -name '*.recipe' \
          -o -name '*.conf' -o -name '*.inc' -o -name '*.known' -o -name '*.json' -o -name 'text-*.input' \) -size -9 -print0; } | unique "$1"
}

# collect_decisions FOLDER: lists of decisions, for the harnesses that make sections of any bytes: any bytes, and those that
# fuzzing found to decide more.
collect_decisions() {
    mkdir -p "$1"
    cp "$top"/fuzz/seeds/decisions/* "$1" || return
    python3 - "$1" <<'EOF'
import random
import sys
draw = random.Random("decisions")
for number in range(600):
    with open(f"{sys.argv[1]}/{number:03}", "wb") as file:
        file.write(draw.randbytes(16 << draw.randrange(7)))
EOF
}

# seeds_of TARGET: prints the folder of its seeds in $work, which the first call makes.
seeds_of() {
    local kind
    case $1 in text) kind=texts ;; model|verdict) kind=decisions ;; *) kind=seeds ;; esac
    if [ ! -d "$work/$kind" ]; then
        rm -rf "$work/$kind.new"
        "collect_$kind" "$work/$kind.new" || die "the seeds of $1 cannot be made"
        mv "$work/$kind.new" "$work/$kind"
    fi
    printf '%s\n' "$work/$kind"
}

# max_len_of TARGET: the longest input of libFuzzer. Nearly all sections of the corpus are below 200
# bytes, and longer inputs only cost time. But SFR-SHARED-RUN-LIMIT applies to no section below
# 1,080 bytes.
max_len_of() { case $1 in text|elf|model|verdict) echo 4096 ;; decode) echo 2048 ;; *) echo 1024 ;; esac; }
dict_of() { case $1 in text) echo "$top/fuzz/text.dict" ;; *) echo "$top/fuzz/sframe.dict" ;; esac; }

# crashing_seeds BINARY FOLDER: prints the files that crash the harness, or all of a batch that
# crash only together. libFuzzer reports such seeds at its start, but AFL++ leaves them out.
crashing_seeds() {
    local file batch alone
    find "$2" -type f -print0 | sort -z | while mapfile -d '' -n 200 -t batch && [ ${#batch[@]} -gt 0 ]; do
        ! timeout 120 "$1" "${batch[@]}" >/dev/null 2>&1 </dev/null || continue
        alone=()
        for file in "${batch[@]}"; do
            timeout 20 "$1" "$file" >/dev/null 2>&1 </dev/null || alone+=("$file")
        done
        [ ${#alone[@]} -gt 0 ] || alone=("${batch[@]}")
        printf '%s\n' "${alone[@]}"
    done
}

# afl_command TARGET FOLDER [NAME=VALUE]...: sets `afl` to the start of a command: afl-fuzz without
# a screen, with the mutator of a build folder.
afl_command() {
    afl=(env AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 "${@:3}")
    # The inputs of `model` and `verdict` are decisions, which have no format.
    case $1 in model|verdict) ;; *) afl+=(AFL_CUSTOM_MUTATOR_LIBRARY="$2/fuzz/libfuzz_mutate_afl.so") ;; esac
    afl+=(afl-fuzz -m none -t 5000 -x "$(dict_of "$1")")
}
