/* SPDX-License-Identifier: MIT */
/* sframe-conform producer: judges files, as JSON. A program beside this one (lab/) makes the text of it, and knows the
   failures that are expected. */
#include <stdio.h>

#include "producer.h"
#include "reporter.h"

enum { FIRST = 256 };

/* The worse of two exit statuses. */
static int worst(int a, int b)
{
    static const int order[] = { SFC_STATUS_ERROR, SFC_STATUS_FAILS, SFC_STATUS_NOTHING };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return SFC_STATUS_CONFORMS;
}

static int status_of(const struct sfc_producer *p)
{
    static const int statuses[] = { SFC_STATUS_CONFORMS, SFC_STATUS_ERROR, SFC_STATUS_NOTHING };
    bool fails = p->ranges[SFC_AGREE_WRONG] > 0;
    for (size_t i = 0; i < p->num_complaints; i++)
        fails = fails || !p->complaints[i].is_doubt;
    return p->state == SFC_PRODUCER_JUDGED && fails ? SFC_STATUS_FAILS : statuses[p->state];
}

static int judge_files(char **files, int count, enum sfr_profile profile, bool image, bool rows)
{
    int status = SFC_STATUS_CONFORMS;
    printf("{\"sframe_conform_producer\": 1, \"files\": [\n");
    for (int i = 0; i < count; i++) {
        struct sfc_producer p;
        struct sfc_buffer json = { 0 };
        sfc_producer_judge(&p, files[i], profile, image);
        p.shows_rows = rows;
        sfc_producer_json(&json, &p);
        printf("%s%s", i == 0 ? "" : ",\n", json.data);
        status = worst(status, status_of(&p));
        sfc_buffer_free(&json);
        sfc_producer_free(&p);
    }
    printf("\n]}\n");
    return fflush(stdout) == 0 && !ferror(stdout) ? status : sfc_complain("the report could not be printed");
}

static const char *misused(const struct sfc_given *given, int num_files)
{
    enum sfr_profile profile;
    const char *wanted = sfc_given(given, "profile");
    if (wanted && !sfr_profile_from_name(wanted, &profile))
        return "--profile takes v1, v2, v2e1, v2e2 or v3";
    if (sfc_given(given, "json") && sfc_given(given, "lines"))
        return "--json and --lines print one file in two ways: give one";
    return num_files == 0 ? "name one or more ELF files" : NULL;
}

static int producer(const struct sfr_command *self, int argc, char **argv)
{
    struct sfc_given given;
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    int first;
    const int early = sfc_given_read(&given, self, argc, argv, misused, &first);
    if (early >= 0)
        return early;
    if (sfc_given(&given, "profile"))
        sfr_profile_from_name(sfc_given(&given, "profile"), &profile);
    if (sfc_given(&given, "json") && !sfc_any_given(&given, "known write-known force junit lines"))
        return judge_files(argv + first, argc - first, profile, sfc_given(&given, "image"), sfc_given(&given, "all"));
    return sfc_given_become(&given, argc - first, argv + first, "lab");
}

static const struct sfr_option options[] = {
    { "profile", "P", "judge by the rules of v1, v2, v2e1, v2e2 or v3 (default: those of the section's\nversion)",
      FIRST },
    { "image", NULL,
      "the files are images whose SFrame data symbols find, such as a kernel: they need no\nsegment (default: if "
      "such symbols are there, and no dynamic section or interpreter)",
      FIRST + 1 },
    { "known", "FILE", "known-failure file", FIRST + 2 },
    { "write-known", "FILE", "write the failures as a known-failure file", FIRST + 3 },
    { "force", NULL, "let --write-known replace a file", FIRST + 4 },
    { "json", NULL, "print JSON instead of text", FIRST + 5 },
    { "lines", NULL,
      "print JSON lines for programs: all functions, with the rows of both sides; the\n"
      "status says only if files could be read",
      FIRST + 8 },
    { "junit", "FILE", "write a JUnit report: one test for each area of a file and for each function", FIRST + 6 },
    { "all", NULL,
      "print everything, not only the first of each kind; as JSON, also the rows of all\nfunctions on both sides",
      FIRST + 7 },
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
