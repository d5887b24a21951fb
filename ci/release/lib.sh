# SPDX-License-Identifier: MIT
# What CHANGELOG.md says of a release. Source it after ci/lib.sh.

# newest suite|corpus: its newest release as "VERSION DATE".
newest() {
    local found
    found=$(sed -n "s/^## ${1^} \([0-9][0-9.]*\), \([0-9-]*\)\$/\1 \2/p" "$top/CHANGELOG.md" | head -n 1)
    [ -n "$found" ] || die "CHANGELOG.md has no line '## ${1^} VERSION, DATE'"
    printf '%s\n' "$found"
}

# notes suite|corpus: the text under its newest heading.
notes() {
    awk -v kind="${1^}" '/^## / { inside = $2 == kind && !seen; seen += $2 == kind } inside' "$top/CHANGELOG.md"
}

# check_versions: the same versions are wherever one is written.
check_versions() {
    local suite corpus
    suite=$(newest suite)
    corpus=$(newest corpus)
    suite=${suite% *} corpus=${corpus% *}
    grep -qx "  version: '$suite'," "$top/meson.build" || die "meson.build has another version than CHANGELOG.md, $suite"
    [ "$(cat "$top/corpus/VERSION")" = "$corpus" ] || die "corpus/VERSION is not that of CHANGELOG.md, $corpus"
}
