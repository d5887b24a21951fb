#!/bin/sh
# SPDX-License-Identifier: MIT
# What a command line of sframe-ref, sframe-gen or sframe-conform can go on with, for the completion of shells: asks the
# program for its table of commands and options, lines of columns with tabs between them,
#
#     command NAME ARGUMENTS HELP
#     option NAME LETTER VALUE HELP       an option of the command above; LETTER is its short form
#
# What an option takes is told by the words of the table: a VALUE of FILE, PATH or DIR is one; where the help says "a, b or
# c", those are the values.
#
# It is called with the program and the words after it; the last one is completed, and may be empty.
# Prints what else the last word can be (word, file or folder), then a line for each word: it, a tab, what it means.
program=$1
shift
"$program" --completion-table 2>/dev/null | awk -- '
function add_option(line, cells) {
    split(line, cells, "\t")
    owner[++options] = commands
    long[options] = "--" cells[2]; short[options] = "-" cells[3]; value[options] = cells[4]; help[options] = cells[5]
}
function offer(word, what) {
    if (index(word, current) == 1) print before word "\t" what
}
# The option of the command `at`, or of any if that is 0; 0 if there is none.
function option_of(at, word, i) {
    for (i = 1; i <= options; i++)
        if ((at == 0 || owner[i] == at) && (long[i] == word || short[i] == word)) return i
    return 0
}
# The values that the help lists. What is in brackets explains one of them.
function choices(text, words, n, i) {
    gsub(/ \([^)]*\)/, "", text)
    if (!match(text, /([a-z0-9]+, )*[a-z0-9]+ or [a-z0-9]+/)) return
    text = substr(text, RSTART, RLENGTH)
    n = split(text, words, /, | or /)
    for (i = 1; i <= n; i++) offer(words[i], "")
}
# The names of the files in a folder of the installation that have this ending, without it.
function names(folder, ending, path, list) {
    list = "ls \"" data "/" folder "\" 2>/dev/null"
    while ((list | getline path) > 0)
        if (index(path, ending) > 1 && index(path, ending) == length(path) - length(ending) + 1)
            offer(substr(path, 1, length(path) - length(ending)), "")
}
function answer_option(i) {
    kind = value[i] == "DIR" ? "folder" : value[i] == "FILE" || value[i] == "PATH" || long[i] in folders ? "file" : "word"
    print kind
    if (long[i] in folders) names(folders[long[i]], endings[long[i]])
    else if (kind == "word") choices(help[i])
}
BEGIN {
    data = "@DATA@"
    folders["--adapter"] = "adapters"; endings["--adapter"] = ".conf"
    folders["--known"] = "known"; endings["--known"] = ".known"
    folders["--toolchain"] = "producers/toolchains"; endings["--toolchain"] = ".conf"
    while ((getline line < "-") > 0) {
        if (line ~ /^option\t/) { add_option(line); continue }
        split(line, cells, "\t")
        name[++commands] = cells[2]; arguments[commands] = cells[3]; does[commands] = cells[4]
    }
    # The command is the first word that is neither an option nor the value of one.
    for (i = 1; i < ARGC - 1 && !at; i++)
        if (ARGV[i] ~ /^-/) { o = option_of(0, ARGV[i]); i += o && value[o] != "" }
        else for (k = 1; k <= commands; k++) if (name[k] == ARGV[i]) at = k
    current = ARGV[ARGC - 1]; previous = ARGC > 2 ? ARGV[ARGC - 2] : ""
    if (match(current, /^--[a-z-]+=/)) {
        before = substr(current, 1, RLENGTH); previous = substr(current, 1, RLENGTH - 1); current = substr(current, RLENGTH + 1)
    }
    i = at ? option_of(at, previous) : 0
    if (i && value[i] != "") { answer_option(i); exit }
    # The values of options in a line of usage are no arguments.
    text = arguments[at]
    gsub(/--?[a-z-]+ [A-Z]+/, "", text)
    print at && current !~ /^-/ && (" " text " ") ~ /[^A-Z](FILE|PATH|DUMP|RESULTS|OLD|NEW|INPUT|DIR)[^A-Z]/ ? "file" : "word"
    if (current ~ /^-/) {
        for (i = 1; i <= options; i++) if (owner[i] == at) { offer(long[i], help[i]); if (short[i] != "-") offer(short[i], help[i]) }
        offer("--help", "print the help"); offer("-h", "print the help")
        if (!at) { offer("--version", "print the version"); offer("-V", "print the version") }
    } else if (!at || text == "[COMMAND]")
        for (i = 1; i <= commands; i++) offer(name[i], does[i])
}' "$@"
