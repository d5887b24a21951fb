/* SPDX-License-Identifier: MIT */
/* sframe-conform producer: the command line. */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "producer_file.h"
#include "producer_output.h"
#include "producer_report.h"

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
    struct sfc_producer_output output;
    enum sfr_profile profile;
    bool json, all;
};

/* Returns -1 to go on, or an exit status. */
static int read_options(struct options *o, int argc, char **argv)
{
    static const struct option long_options[] = {
        { "profile", required_argument, NULL, 'p' },
        { "known", required_argument, NULL, 'k' },
        { "write-known", required_argument, NULL, 'w' },
        { "force", no_argument, NULL, 'f' },
        { "json", no_argument, NULL, 'j' },
        { "junit", required_argument, NULL, 'u' },
        { "all", no_argument, NULL, 'a' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    int option;
    while ((option = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        switch (option) {
        case 'p':
            if (!sfr_profile_from_name(optarg, &o->profile))
                return sfc_complain("--profile takes v1, v2, v2e1, v2e2 or v3");
            break;
        case 'k': o->output.known_path = optarg; break;
        case 'w': o->output.write_known = optarg; break;
        case 'f': o->output.force = true; break;
        case 'j': o->json = true; break;
        case 'u': o->output.junit = optarg; break;
        case 'a': o->all = true; break;
        case 'h': fputs(usage, stdout); return SFC_STATUS_CONFORMS;
        default: return sfc_complain("see sframe-conform producer --help");
        }
    }
    if (optind < argc)
        return -1;
    fputs(usage, stderr);
    return SFC_STATUS_ERROR;
}

/* Among the files so far, the last one too, how many have its name? */
static unsigned count_name(const struct sfc_producer *p, char **files, int count)
{
    unsigned number = 0;
    for (int i = 0; i < count; i++)
        number += strcmp(sfc_producer_name(files[i]), p->name) == 0;
    return number;
}

/* The last of `count` files. */
static int judge_file(const struct options *o, char **files, int count, struct sfc_producer_tests *tests)
{
    static const int statuses[] = { SFC_STATUS_CONFORMS, SFC_STATUS_ERROR, SFC_STATUS_NOTHING };
    struct sfc_producer p;
    struct sfc_buffer json = { 0 };
    sfc_producer_judge(&p, files[count - 1], o->profile);
    p.number = count_name(&p, files, count);
    if (o->json) {
        sfc_producer_json(&json, &p);
        printf("%s%s", count == 1 ? "" : ",\n", json.data);
        sfc_buffer_free(&json);
    } else {
        sfc_producer_text(p.state == SFC_PRODUCER_JUDGED ? stdout : stderr, &p, o->all ? 0 : SHOWN);
    }
    sfc_producer_tests_add(tests, &p, o->output.known_path ? &o->output.known : NULL);
    const int status = statuses[p.state];
    sfc_producer_free(&p);
    return status;
}

static int judge_files(const struct options *o, char **files, int count)
{
    struct sfc_producer_tests tests = { 0 };
    int status = SFC_STATUS_CONFORMS;
    if (o->json)
        printf("{\"sframe_conform_producer\": 1, \"files\": [\n");
    for (int i = 0; i < count; i++)
        status = sfc_producer_worst(status, judge_file(o, files, i + 1, &tests));
    if (o->json)
        printf("\n]}\n");
    status = sfc_producer_finish(&o->output, &tests, status);
    sfc_producer_tests_free(&tests);
    return status;
}

int sfc_command_producer(int argc, char **argv)
{
    struct options o = { 0 };
    struct sfc_error error = { "" };
    const int early = read_options(&o, argc, argv);
    if (early >= 0)
        return early;
    if (o.output.known_path && !sfc_known_read(&o.output.known, o.output.known_path, &error))
        return sfc_complain(error.text);
    const int status = judge_files(&o, argv + optind, argc - optind);
    sfc_known_free(&o.output.known);
    return status;
}
