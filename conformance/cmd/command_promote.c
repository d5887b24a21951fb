/* SPDX-License-Identifier: MIT */
/* sframe-conform promote. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "places.h"
#include "promote.h"

enum { OPTION_PROFILE = 256, OPTION_ADDR, OPTION_WHILE, OPTION_STORY, OPTION_NAME, OPTION_CORPUS };

static bool take(void *ctx, int id, char *value)
{
    struct fuzz_promotion *p = ctx;
    switch (id) {
    case OPTION_PROFILE:
        return (strcmp(value, "auto") != 0 && sfr_profile_from_name(value, &p->in.profile))
               || sfc_complain("--profile takes v1, v2, v2e1, v2e2 or v3") == 0;
    case OPTION_ADDR:
        p->has_addr = true;
        return sfc_parse_hex(value, strlen(value), &p->in.addr)
               || sfc_complain("--addr takes a number such as 0x400000") == 0;
    case OPTION_WHILE:
        p->command = value;
        return !sfc_has_control(value) || sfc_complain("--while takes one line") == 0;
    case OPTION_STORY: p->story = value; return !sfc_has_control(value) || sfc_complain("--story takes one line") == 0;
    case OPTION_NAME:
        p->name = value;
        return sfc_is_name(value) || sfc_complain("--name takes lower-case letters, digits and -") == 0;
    case OPTION_CORPUS: p->corpus = value; return true;
    default: p->output = sfc_is_stdout(value) ? NULL : value; return true;
    }
}

static int promote(const struct sfr_command *self, int argc, char **argv)
{
    struct fuzz_promotion p = { .in = { .addr = 0x400000 } };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, take, &p, &first);
    if (early >= 0)
        return early;
    if (first + 1 != argc)
        return sfc_cmd_misused(self, "name one input");
    char *corpus = p.corpus ? NULL : sfc_corpus_path(NULL);
    p.path = argv[first];
    p.corpus = corpus ? corpus : p.corpus;
    const int status = fuzz_promote(&p);
    free(corpus);
    return status;
}

static const struct sfr_option options[] = {
    { "profile", "P", "judge it by v1, v2, v2e1, v2e2 or v3 (default: by its version number)", OPTION_PROFILE },
    { "addr", "N", "address of the section, hexadecimal (default 0x400000)", OPTION_ADDR },
    { "while", "COMMAND",
      "the input shows the finding as long as `COMMAND FILE` fails, in a shell; without it,\n"
      "as long as the reference refuses it for the same reason",
      OPTION_WHILE },
    { "story", "TEXT", "what the input found, in one line", OPTION_STORY },
    { "name", "NAME", "name of the files (default: fault class and field)", OPTION_NAME },
    { "output", "DIR", "write NAME.input and NAME.recipe or NAME.md to DIR instead of printing the draft", 'o' },
    { "corpus", "PATH", "the corpus that may have such a case (default: the one that came with this program)",
      OPTION_CORPUS },
    { 0 },
};

const struct sfr_command sfc_cmd_promote = {
    .name = "promote",
    .synopsis = "[OPTION...] INPUT",
    .summary = "draft a case from an input that fuzzing found",
    .about =
        "INPUT is a section, with or without the trailer of the fuzzing harnesses, which names address and profile.",
    .options = options,
    .statuses = "0 drafted, 1 the corpus has such a case, 4 nothing wrong with the input,\n"
                "a file that cannot be read or written, or a COMMAND that cannot be run, 130 interrupted",
    .run = promote,
};
