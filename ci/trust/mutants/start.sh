# SPDX-License-Identifier: MIT
# For mutants.sh and designs.sh; source it after ci/lib.sh.

# judge_mutants KIND ARGUMENT...: builds all but the mutants as usual, once for both kinds, and judges them. What is only
# listed needs no build.
judge_mutants() {
    case "${2:-}" in -h|--help) show_help ;; esac
    case " $* " in
        *' --list '*) ;;
        *)
            need_packages "${base_packages[@]}"
            CC=gcc configure mutants
            compile mutants conformance/tests/test_corpus ;;
    esac
    exec python3 "$top/ci/trust/mutants/run.py" "$1" --top "$top" --build "$build_root/mutants" "${@:2}"
}
