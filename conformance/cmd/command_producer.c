/* SPDX-License-Identifier: MIT */
/* sframe-conform producer. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer_file.h"
#include "producer_lines.h"
#include "producer_output.h"
#include "producer_report.h"
#include "selection.h"

enum { SHOWN = 20 };
enum { OPTION_PROFILE = SFC_OPTION_OWN };

struct options {
    struct sfc_producer_output output;
    enum sfr_profile profile;
    bool json, lines, all, image;
};

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    if (id != OPTION_PROFILE)
        return sfc_selection_take(o, id, value);
    return sfr_profile_from_name(value, &o->profile) || sfc_complain("--profile takes v1, v2, v2e1, v2e2 or v3") == 0;
}

/* How many of the files so far have the name of the last one? */
static unsigned count_name(const struct sfc_producer *p, char **files, int count)
{
    unsigned number = 0;
    for (int i = 0; i < count; i++)
        number += strcmp(sfc_producer_name(files[i]), p->name) == 0;
    return number;
}

/* Judges the last of `count` files. */
static int judge_file(const struct options *o, char **files, int count, struct sfc_producer_tests *tests)
{
    static const int statuses[] = { SFC_STATUS_CONFORMS, SFC_STATUS_ERROR, SFC_STATUS_NOTHING };
    struct sfc_producer p;
    struct sfc_buffer json = { 0 };
    sfc_producer_judge(&p, files[count - 1], o->profile, o->image);
    p.number = count_name(&p, files, count);
    if (o->lines) {
        sfc_producer_lines(&json, &p);
        fwrite(json.data, 1, json.len, stdout);
        sfc_buffer_free(&json);
    } else if (o->json) {
        sfc_producer_json(&json, &p);
        printf("%s%s", count == 1 ? "" : ",\n", json.data);
        sfc_buffer_free(&json);
    } else {
        sfc_producer_text(p.state == SFC_PRODUCER_JUDGED ? stdout : stderr, &p, o->all ? 0 : SHOWN);
    }
    if (!o->lines)
        sfc_producer_tests_add(tests, &p, o->output.known_path ? &o->output.known : NULL);
    const int status = statuses[p.state];
    sfc_producer_free(&p);
    return status;
}

static int judge_files(struct options *o, char **files, int count)
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

static int producer(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .json = false };
    struct sfc_error error = { "" };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (early >= 0)
        return early;
    if (first == argc)
        return sfc_cmd_misused(self, "name one or more ELF files");
    if (o.output.known_path && !sfc_known_read(&o.output.known, o.output.known_path, &error))
        return sfc_complain(error.text);
    const int status = judge_files(&o, argv + first, argc - first);
    sfc_known_free(&o.output.known);
    return status;
}

static const struct sfr_option options[] = {
    { "profile", "P", "judge by the rules of v1, v2, v2e1, v2e2 or v3 (default: those of the section's\nversion)",
      OPTION_PROFILE },
    { "image", NULL,
      "the files are images whose SFrame data symbols find, such as a kernel: they need no\nsegment (default: if "
      "such symbols are there, and no dynamic section or interpreter)",
      SFC_STORED_FLAG(image) },
    { "known", "FILE", "known-failure file", SFC_STORED_TEXT(output.known_path) },
    { "write-known", "FILE", "write the failures as a known-failure file", SFC_STORED_TEXT(output.write_known) },
    { "force", NULL, "let --write-known replace a file", SFC_STORED_FLAG(output.force) },
    { "json", NULL, "print JSON instead of text", SFC_STORED_FLAG(json) },
    { "lines", NULL,
      "print JSON lines for programs: all functions, with the rows of both sides; the\n"
      "status says only if files could be read",
      SFC_STORED_FLAG(lines) },
    { "junit", "FILE", "write a JUnit report: one test for each area of a file and for each function",
      SFC_STORED_TEXT(output.junit) },
    { "all", NULL, "print everything, not only the first of each kind", SFC_STORED_FLAG(all) },
    { 0 },
};

const struct sfr_command sfc_cmd_producer = {
    .name = "producer",
    .synopsis = "[OPTION...] FILE...",
    .summary = "judge what an assembler or linker wrote",
    .about = "Checks ELF files: the container of the SFrame data, the rules of the section, its relocations, and that\n"
             "every row agrees with the call frame information (.eh_frame, else .debug_frame) of the same file.",
    .options = options,
    .statuses = "0 nothing is wrong, 1 something is, 2 stale known-failure file, 4 a file that cannot be\n"
                "read, 5 a file without SFrame data",
    .run = producer,
};
