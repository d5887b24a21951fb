/* SPDX-License-Identifier: MIT */
/* sframe-conform produce: its options. A program beside this one (lab/) does the work. */
#include "reporter.h"

enum { FIRST = 256 };

static const struct sfr_option options[] = {
    { "toolchain", "T",
      "a toolchain file, with the commands, the ABI and the known failures: its name, or its\n"
      "path if there is a slash; other options override it",
      FIRST },
    { "toolchains", NULL, "print the names", FIRST + 1 },
    { "bin", "DIR", "look for the tools in this folder first", FIRST + 2 },
    { "as", "COMMAND", "the assembler with its options, e.g. 'as --gsframe'; `-o OBJECT SOURCE` is added", FIRST + 3 },
    { "ld", "COMMAND",
      "the linker with its options, e.g. 'ld -shared'; `-o FILE OBJECT` is added (default:\n"
      "none, without the cases that have a `link` line)",
      FIRST + 4 },
    { "cc", "COMMAND",
      "the compiler with its options, e.g. 'gcc -O2 -S', for the cases in C; `-o ASSEMBLY\n"
      "SOURCE` is added (default: none, without those cases)",
      FIRST + 5 },
    { "abi", "A", "the cases of amd64, aarch64 or s390x (default: amd64)", FIRST + 6 },
    { "cases", "DIR", "the cases (default: those that came with this program)", FIRST + 7 },
    { "keep", "DIR", "keep the files that are made in this folder, which must exist", FIRST + 8 },
    { "known", "FILE", "known-failure file", FIRST + 9 },
    { "write-known", "FILE", "write the failures as a known-failure file; entries of cases that are left out stay",
      FIRST + 10 },
    { "force", NULL, "let --write-known replace a file", FIRST + 11 },
    { "junit", "FILE", "write a JUnit report", FIRST + 12 },
    { "list", NULL, "print the cases instead of running them", FIRST + 13 },
    { "random", "N",
      "instead of the cases: N random functions, assembled and judged, not linked. Finds are shrunk\n"
      "and grouped by cause; --known is a list of known causes, and --keep gets a case for each other one",
      FIRST + 14 },
    { "seed", "S", "the seed of the random functions (default: 1)", FIRST + 15 },
    { "from", "I", "the number of the first random function (default: 0)", FIRST + 16 },
    { "results", "FILE", "write what was found to this file as JSON, a line for each cause", FIRST + 17 },
    { "jobs", "N", "how many assemblers run at once (default: the processors)", 'j' },
    { 0 },
};

static const char *misused(const struct sfc_given *g, int num_names)
{
    const bool random = sfc_given(g, "random");
    const char *abi = sfc_given(g, "abi");
    if (abi && !sfc_has_word("amd64 aarch64 s390x", abi))
        return "--abi takes aarch64, amd64 or s390x";
    if (!sfc_any_given(g, "as toolchain list toolchains"))
        return "--toolchain or --as is missing";
    if (num_names > 0 && sfc_given(g, "write-known"))
        return "--write-known needs all cases: name none";
    if (!random && sfc_any_given(g, "seed from jobs results"))
        return "--seed, --from, --results and -j need --random";
    if (random && (num_names > 0 || sfc_any_given(g, "list write-known junit cases")))
        return "--random takes no cases, --cases, --list, --write-known or --junit";
    return NULL;
}

static int produce(const struct sfr_command *self, int argc, char **argv)
{
    return sfc_given_run(self, argc, argv, misused, "lab");
}

const struct sfr_command sfc_cmd_produce = {
    .name = "produce",
    .synopsis = "--toolchain T | --as COMMAND [OPTION...] [CASE...]",
    .summary = "run an assembler and a linker over the producer cases",
    .about = "Assembles sources that assemblers got wrong, links them, and judges the files as `producer` does.",
    .options = options,
    .statuses = "0 all cases are right, 1 some are not, 2 stale known-failure file, 4 no such case or\n"
                "folder, or no such assembler, 5 no case was run, 7 random finds that were not seen again\n"
                "(UNSURE), and nothing new",
    .run = produce,
};
