#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Judges an implementation in a job of CI, and says what changed since the base branch. bin/sframe-ci of the static runner.
#
# usage: ci/release/sframe-ci.sh --adapter FILE [--base RESULTS] [--fail-on any|worse] [--out DIR] [run option or id pattern]...
#   --base RESULTS       results.jsonl of the base branch; it need not be there yet
#   --fail-on any|worse  worse: failures that the base branch has too are no failure of the job (default: any)
#   --out DIR            reports and results (default: sframe-report)
# exit status: that of sframe-conform run, see its --help; 1 also if something is worse; 2 usage
set -euo pipefail
base='' fail_on=any out=sframe-report words=()
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,/^set /{/^set /d; s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --base|--fail-on|--out)
            [ $# -ge 2 ] || { echo "sframe-ci: $1 needs a value; see --help" >&2; exit 2; }
            name=${1#--}
            declare "${name//-/_}=$2"
            shift ;;
        *) words+=("$1") ;;
    esac
    shift
done
[[ $fail_on = any || $fail_on = worse ]] || { echo "sframe-ci: --fail-on takes any or worse" >&2; exit 2; }
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
status=0
"$here/sframe-conform" run --report "$out" "${words[@]}" || status=$?
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
said='there are no results of the base branch yet' report=$out/report.md
# What an earlier run left there does not count.
if [[ $status != [0126] ]]; then
    said="the run ended with status $status" report=''
elif [ -f "$base" ] && [ -f "$out/results.jsonl" ]; then
    worse=0
    said=$("$here/sframe-conform" diff --format line "$base" "$out/results.jsonl") || worse=$?
    [ $worse -le 1 ] || { echo "sframe-ci: the comparison failed, status $worse" >&2; exit $worse; }
    if [ $status = 0 ]; then status=$worse; fi
    if [ $status = 1 ] && [ $worse = 0 ] && [ $fail_on = worse ]; then status=0; fi
fi
echo "compared with the base branch: $said"
{ echo "**Compared with the base branch:** $said"; echo; if [ -f "$report" ]; then head -c 900000 "$report"; fi; } >>"$summary"
exit $status
