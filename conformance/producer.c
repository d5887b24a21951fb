/* SPDX-License-Identifier: MIT */
/* sframe-conform producer: the command line. */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

enum { STATUS_GOOD = 0, STATUS_WRONG = 1, STATUS_STALE = 2, STATUS_ERROR = 4, STATUS_NOTHING = 5 };
enum { SHOWN = 20 };

static const char usage[] =
    "usage: sframe-conform producer [OPTION...] FILE...\n"
    "\n"
    "Judges what an assembler or linker wrote: the ELF container of the SFrame data, the rules of the section, its\n"
    "relocations, and whether every row agrees with the call frame information (.eh_frame) of the same file.\n"
    "\n"
    "  --profile P      judge by the rules of v1, v2, v2e1, v2e2 or v3 (default: what the section has in it)\n"
    "  --known FILE     known-failure file\n"
    "  --write-known FILE   write the failures as a known-failure file; --force replaces one\n"
    "  --json           print JSON instead of text\n"
    "  --junit FILE     write a JUnit report: one test for each area of a file and for each function\n"
    "  --all            print everything, not only the first of each kind\n"
    "  -h, --help       print this\n"
    "\n"
    "exit status: 0 nothing is wrong, 1 something is, 2 stale known-failure file, 4 a file cannot be read or the\n"
    "usage is wrong, 5 there is no SFrame data in a file\n";

struct options {
    const char *known, *write_known, *junit;
    enum sfr_profile profile;
    bool json, all, force;
};

static int complain(const char *what)
{
    fprintf(stderr, "sframe-conform: %s\n", what);
    return STATUS_ERROR;
}

/* Returns -1 to go on, or an exit status. */
static int read_options(struct options *o, int argc, char **argv)
{
    static const struct option long_options[] = {
        { "profile", required_argument, NULL, 'p' }, { "known", required_argument, NULL, 'k' },
        { "write-known", required_argument, NULL, 'w' }, { "force", no_argument, NULL, 'f' },
        { "json", no_argument, NULL, 'j' }, { "junit", required_argument, NULL, 'u' },
        { "all", no_argument, NULL, 'a' }, { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 },
    };
    int option;
    while ((option = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        switch (option) {
        case 'p':
            if (!sfr_profile_from_name(optarg, &o->profile))
                return complain("--profile takes v1, v2, v2e1, v2e2 or v3");
            break;
        case 'k': o->known = optarg; break;
        case 'w': o->write_known = optarg; break;
        case 'f': o->force = true; break;
        case 'j': o->json = true; break;
        case 'u': o->junit = optarg; break;
        case 'a': o->all = true; break;
        case 'h': fputs(usage, stdout); return STATUS_GOOD;
        default: return complain("see sframe-conform producer --help");
        }
    }
    if (optind < argc)
        return -1;
    fputs(usage, stderr);
    return STATUS_ERROR;
}

/* The worst of all files: what cannot be read, then what is wrong, then what has nothing to judge. */
static int worst(int a, int b)
{
    static const int order[] = { STATUS_ERROR, STATUS_WRONG, STATUS_STALE, STATUS_NOTHING };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return STATUS_GOOD;
}

static int judge_file(const struct options *o, const char *path, const struct sfr_known *known,
                      struct sfr_producer_tests *tests, bool first)
{
    static const int statuses[] = { STATUS_GOOD, STATUS_ERROR, STATUS_NOTHING };
    struct sfr_producer p;
    struct sfr_buffer json = { 0 };
    sfr_producer_judge(&p, path, o->profile);
    if (o->json) {
        sfr_producer_json(&json, &p);
        printf("%s%s", first ? "" : ",\n", json.data);
        sfr_buffer_free(&json);
    } else {
        sfr_producer_text(p.state == SFR_PRODUCER_JUDGED ? stdout : stderr, &p, o->all ? 0 : SHOWN);
    }
    sfr_producer_tests_add(tests, &p, known);
    const int status = statuses[p.state];
    sfr_producer_free(&p);
    return status;
}

/* Entries whose test did not occur in this run. They are stale only if all files of theirs were judged, which is so. */
static size_t report_known(const struct options *o, const struct sfr_known *known, const struct sfr_producer_tests *t)
{
    size_t stale = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (t->tests[i].standing != SFR_STANDS_STALE)
            continue;
        stale++;
        fprintf(stderr, "%s:%u: stale: %s %s\n", o->known, t->tests[i].entry->line, t->tests[i].id,
                t->tests[i].detail ? "fails in another way" : "passes");
    }
    for (size_t i = 0; i < known->count; i++) {
        bool found = false;
        for (size_t k = 0; k < t->count && !found; k++)
            found = t->tests[k].entry == &known->entries[i];
        if (found)
            continue;
        stale++;
        fprintf(stderr, "%s:%u: stale: there is no test %s\n", o->known, known->entries[i].line, known->entries[i].id);
    }
    return stale;
}

static bool write_known(const struct options *o, const struct sfr_known *known, const struct sfr_producer_tests *t,
                        struct sfr_error *error)
{
    struct sfr_known_case *cases = sfr_alloc(t->count + 1, sizeof cases[0]);
    struct sfr_case *names = sfr_alloc(t->count + 1, sizeof names[0]);
    struct sfr_result *results = sfr_alloc(t->count + 1, sizeof results[0]);
    const struct sfr_corpus empty = { 0 };
    for (size_t i = 0; i < t->count; i++) {
        names[i].id = t->tests[i].id;
        results[i] = (struct sfr_result){ .outcome = t->tests[i].detail ? SFR_WRONG_OUTPUT : SFR_PASS,
                                          .detail = t->tests[i].detail };
        cases[i] = (struct sfr_known_case){ &names[i], &results[i] };
    }
    const struct sfr_known *old = o->known ? known : NULL;
    const bool good = sfr_known_write(o->write_known, o->force, old, &empty, cases, t->count, error);
    free(cases);
    free(names);
    free(results);
    return good;
}

static int judge_files(const struct options *o, char **files, int count, const struct sfr_known *known)
{
    struct sfr_producer_tests tests = { 0 };
    struct sfr_error error = { "" };
    int status = STATUS_GOOD;
    if (o->json)
        printf("{\"sframe_conform_producer\": 1, \"files\": [\n");
    for (int i = 0; i < count; i++)
        status = worst(status, judge_file(o, files[i], known, &tests, i == 0));
    if (o->json)
        printf("\n]}\n");
    if (tests.standings[SFR_STANDS_UNEXPECTED] > 0)
        status = worst(status, STATUS_WRONG);
    if (o->known && report_known(o, known, &tests) > 0)
        status = worst(status, STATUS_STALE);
    if (o->write_known && !write_known(o, known, &tests, &error))
        status = complain(error.text);
    if (o->junit) {
        struct sfr_buffer b = { 0 };
        sfr_producer_junit(&b, &tests);
        if (!sfr_write_file(o->junit, b.data, b.len, &error))
            status = complain(error.text);
        sfr_buffer_free(&b);
    }
    sfr_producer_tests_free(&tests);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : complain("the report could not be printed");
}

int sfr_command_producer(int argc, char **argv)
{
    struct options o = { 0 };
    struct sfr_known known = { 0 };
    struct sfr_error error = { "" };
    const int early = read_options(&o, argc, argv);
    if (early >= 0)
        return early;
    if (o.known && !sfr_known_read(&known, o.known, &error))
        return complain(error.text);
    const int status = judge_files(&o, argv + optind, argc - optind, &known);
    sfr_known_free(&known);
    return status;
}
