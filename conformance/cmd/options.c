/* SPDX-License-Identifier: MIT */
/* The command line of sframe-conform: which options there are, and which command takes them. */
#define _DEFAULT_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "conform_paths.h"
#include "options.h"
#include "registers.h"

enum { MAX_JOBS = 256 };

static const char usage[] =
    "usage: sframe-conform run     [OPTION...] [ID-PATTERN...]   judge an implementation\n"
    "       sframe-conform check-adapter [--adapter FILE]        check an adapter before its implementation\n"
    "       sframe-conform list    [OPTION...] [ID-PATTERN...]   list cases\n"
    "       sframe-conform show    [--elf FILE] [--raw FILE] ID  print a case, or write its section\n"
    "       sframe-conform explain ID                            say what a case is about\n"
    "       sframe-conform export  [--json FILE] [--c DIR] [OPTION...] [ID-PATTERN...]   write cases in other forms\n"
    "       sframe-conform report  [--format F] [-o FILE] RESULTS...   make a report of results files\n"
    "       sframe-conform diff    [--format F] [-o FILE] OLD NEW      what is new between two results files\n"
    "       sframe-conform producer [OPTION...] FILE...          judge what an assembler or linker wrote\n"
    "       sframe-conform produce --toolchain NAME [OPTION...]  run an assembler over the producer cases\n"
    "       sframe-conform promote [OPTION...] INPUT             make the draft of a case of what fuzzing found\n"
    "\n"
    "which cases (run, list, export)\n"
    "  --corpus DIR         the corpus (default: the one that came with this program); show and explain take it too\n"
    "  --profile P          only profile v1, v2, v2e1, v2e2 or v3\n"
    "  --abi A              only ABI aarch64, amd64 or s390x\n"
    "  --area A             only this area, e.g. fde\n"
    "  --clause C           only cases that bear on this clause, e.g. ALL-FRE-01\n"
    "  ID-PATTERN           only ids that match, e.g. 'v1/amd64-*/fre/*'\n"
    "\n"
    "run\n"
    "  --adapter FILE       how to ask the implementation: an adapter file, or the name of one that came\n"
    "                       with this program (default: sframe-ref); check-adapter takes it too\n"
    "  --known FILE         its known-failure file, or the name of one that came with this program\n"
    "  --write-known FILE   write the failures of this run as a known-failure file\n"
    "  --force              let --write-known replace a file\n"
    "  --report DIR         write results.jsonl, report.html, report.md and junit.xml there\n"
    "  --tap                print the Test Anything Protocol instead of the summary\n"
    "  --skip-missing       with --tap: skip an implementation that is not installed or has another version\n"
    "  --all                print every failure, not only the first ones\n"
    "  -j, --jobs N         ask N at a time (default: the number of processors)\n"
    "  --limit-seconds S    time for one answer (default: what the adapter file says, else worked out);\n"
    "                       check-adapter takes it too\n"
    "  --seed N             ask in the order of this seed, as printed by another run; 0: in the order of ids\n"
    "  --isolate            start the implementation anew for each case\n"
    "\n"
    "show\n"
    "  --elf FILE           write the section there, in a minimal ELF file; -: to standard output\n"
    "  --raw FILE           write the section there as it is; -: to standard output\n"
    "\n"
    "export\n"
    "  --json FILE          one JSON file, for a test suite in any language\n"
    "  --c DIR              C arrays, for a kernel or libc; DIR is new, empty, or has an earlier export alone\n"
    "\n"
    "report and diff, of results.jsonl files or the folders they are in\n"
    "  --format F           text (default), markdown; report also tap, junit, html or matrix\n"
    "  -o, --output FILE    write there instead of printing\n"
    "\n"
    "  -h, --help           print this\n"
    "  -V, --version        print the version\n"
    "\n"
    "exit status: 0 conforms, 1 unexpected failures (diff: something got worse), 2 stale known-failure file,\n"
    "3 adapter broken, 4 wrong usage, corpus or results file, or output that cannot be written, 5 nothing ran,\n"
    "6 every case is as it should be, but the implementation did not end as it should,\n"
    "130 interrupted (results so far are kept)\n";

/* ---- Which there are --------------------------------------------------------------------- */

enum {
    OPT_CORPUS = 256,
    OPT_PROFILE,
    OPT_ABI,
    OPT_AREA,
    OPT_CLAUSE,
    OPT_ADAPTER,
    OPT_KNOWN,
    OPT_WRITE_KNOWN,
    OPT_FORCE,
    OPT_REPORT,
    OPT_TAP,
    OPT_SKIP_MISSING,
    OPT_ALL,
    OPT_LIMIT_SECONDS,
    OPT_SEED,
    OPT_ISOLATE,
    OPT_ELF,
    OPT_RAW,
    OPT_JSON,
    OPT_C,
    OPT_FORMAT,
    OPT_JOBS,
    OPT_OUTPUT,
    OPT_END
};
static const struct option long_options[] = {
    { "corpus", required_argument, NULL, OPT_CORPUS },
    { "profile", required_argument, NULL, OPT_PROFILE },
    { "abi", required_argument, NULL, OPT_ABI },
    { "area", required_argument, NULL, OPT_AREA },
    { "clause", required_argument, NULL, OPT_CLAUSE },
    { "adapter", required_argument, NULL, OPT_ADAPTER },
    { "known", required_argument, NULL, OPT_KNOWN },
    { "write-known", required_argument, NULL, OPT_WRITE_KNOWN },
    { "force", no_argument, NULL, OPT_FORCE },
    { "report", required_argument, NULL, OPT_REPORT },
    { "tap", no_argument, NULL, OPT_TAP },
    { "skip-missing", no_argument, NULL, OPT_SKIP_MISSING },
    { "all", no_argument, NULL, OPT_ALL },
    { "limit-seconds", required_argument, NULL, OPT_LIMIT_SECONDS },
    { "seed", required_argument, NULL, OPT_SEED },
    { "isolate", no_argument, NULL, OPT_ISOLATE },
    { "elf", required_argument, NULL, OPT_ELF },
    { "raw", required_argument, NULL, OPT_RAW },
    { "json", required_argument, NULL, OPT_JSON },
    { "c", required_argument, NULL, OPT_C },
    { "format", required_argument, NULL, OPT_FORMAT },
    { "jobs", required_argument, NULL, OPT_JOBS },
    { "output", required_argument, NULL, OPT_OUTPUT },
    { "help", no_argument, NULL, 'h' },
    { "version", no_argument, NULL, 'V' },
    { NULL, 0, NULL, 0 },
};

/* The options that each command takes; any other would be passed over in silence. */
static const struct {
    const char *name, *options;
} commands[] = {
    { "run", "corpus profile abi area clause adapter known write-known force report tap skip-missing all limit-seconds "
             "seed isolate jobs" },
    { "check-adapter", "adapter limit-seconds" },
    { "list", "corpus profile abi area clause" },
    { "show", "corpus elf raw" },
    { "explain", "corpus" },
    { "export", "corpus profile abi area clause json c" },
    { "report", "format output" },
    { "diff", "format output" },
};

static bool take_option(struct sfc_options *o, int option, const char *value)
{
    switch (option) {
    case OPT_CORPUS: o->corpus = value; return true;
    case OPT_PROFILE:
        o->selection.profile = value;
        return sfc_has_word("v1 v2 v2e1 v2e2 v3", value)
               || sfc_complain("--profile takes v1, v2, v2e1, v2e2 or v3") == 0;
    case OPT_ABI:
        o->selection.abi = value;
        return sfc_has_word("aarch64 amd64 s390x", value) || sfc_complain("--abi takes aarch64, amd64 or s390x") == 0;
    case OPT_AREA: o->selection.area = value; return true;
    case OPT_ADAPTER: o->adapter = value; return true;
    case OPT_KNOWN: o->known = value; return true;
    case OPT_WRITE_KNOWN: o->write_known = value; return true;
    case OPT_FORCE: o->force = true; return true;
    case OPT_REPORT: o->report = value; return true;
    case OPT_TAP: o->tap = true; return true;
    case OPT_SKIP_MISSING: o->skip_missing = true; return true;
    case OPT_ALL: o->all = true; return true;
    case OPT_JOBS:
        return (sfc_parse_decimal(value, strlen(value), MAX_JOBS, &o->jobs) && o->jobs > 0)
               || sfc_complain("-j takes a number from 1 to 256") == 0;
    case OPT_LIMIT_SECONDS:
        return (sfc_parse_decimal(value, strlen(value), 3600, &o->limit_seconds) && o->limit_seconds > 0)
               || sfc_complain("--limit-seconds takes a number from 1 to 3600") == 0;
    case OPT_CLAUSE:
        o->selection.clause = value;
        return sfc_find_clause(value, strlen(value)) != NULL
               || sfc_complain("--clause takes a clause of the register, such as ALL-FRE-01 (`sframe-ref clauses`)")
                      == 0;
    case OPT_SEED:
        o->has_seed = true;
        return sfc_parse_decimal(value, strlen(value), UINT64_MAX, &o->seed)
               || sfc_complain("--seed takes a number") == 0;
    case OPT_ISOLATE: o->isolate = true; return true;
    case OPT_ELF: o->elf = value; return true;
    case OPT_RAW: o->raw = value; return true;
    case OPT_JSON: o->json = value; return true;
    case OPT_C: o->c_folder = value; return true;
    case OPT_FORMAT: o->format = value; return true;
    case OPT_OUTPUT: o->output = value; return true;
    default: break;
    }
    return sfc_complain("see sframe-conform --help") == 0;
}

/* ---- Which command takes them --------------------------------------------------------------- */

/* "run, list": the commands that take an option. */
static void add_takers(struct sfc_buffer *b, const char *option)
{
    const char *between = "";
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (sfc_has_word(commands[i].options, option)) {
            sfc_buffer_printf(b, "%s%s", between, commands[i].name);
            between = ", ";
        }
}

static bool check_taken(const char *command, const bool given[OPT_END - OPT_CORPUS])
{
    const char *takes = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, command) == 0)
            takes = commands[i].options;
    if (!takes)
        return sfc_complain("there is no such command; see sframe-conform --help") == 0;
    for (size_t i = 0; long_options[i].name; i++) {
        const int option = long_options[i].val;
        if (option < OPT_CORPUS || !given[option - OPT_CORPUS] || sfc_has_word(takes, long_options[i].name))
            continue;
        struct sfc_buffer b = { 0 };
        sfc_buffer_printf(&b, "%s does not take --%s; it is an option of: ", command, long_options[i].name);
        add_takers(&b, long_options[i].name);
        sfc_complain(b.data);
        sfc_buffer_free(&b);
        return false;
    }
    return true;
}

/* Options that mean nothing without another one. */
static bool check_together(const struct sfc_options *o)
{
    if (o->force && !o->write_known)
        return sfc_complain("--force is about --write-known FILE, which is not given") == 0;
    if (o->skip_missing && !o->tap)
        return sfc_complain("--skip-missing needs --tap: without it a missing implementation is an error") == 0;
    if (o->elf && o->raw && strcmp(o->elf, "-") == 0 && strcmp(o->raw, "-") == 0)
        return sfc_complain("--elf - and --raw - cannot both go to standard output") == 0;
    return true;
}

int sfc_options_read(struct sfc_options *o, int argc, char **argv)
{
    bool given[OPT_END - OPT_CORPUS] = { false };
    int option;
    while ((option = getopt_long(argc, argv, "hVj:o:", long_options, NULL)) != -1) {
        if (option == 'h' || option == 'V') {
            fputs(option == 'h' ? usage : "sframe-conform " SFC_CONFORM_VERSION "\n", stdout);
            return 0;
        }
        option = option == 'j' ? OPT_JOBS : option == 'o' ? OPT_OUTPUT : option;
        if (!take_option(o, option, optarg))
            return SFC_STATUS_ERROR;
        given[option - OPT_CORPUS] = true;
    }
    if (optind == argc) {
        fputs(usage, stderr);
        return SFC_STATUS_ERROR;
    }
    o->command = argv[optind];
    o->selection.patterns = argv + optind + 1;
    o->selection.num_patterns = (size_t)(argc - optind - 1);
    return check_taken(o->command, given) && check_together(o) ? -1 : SFC_STATUS_ERROR;
}
