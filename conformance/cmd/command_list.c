/* SPDX-License-Identifier: MIT */
/* sframe-conform list. */
#include <stdio.h>

#include "selection.h"

static int print_list(struct sfc_run *run, const void *options)
{
    (void)options;
    for (size_t i = 0; i < run->count; i++) {
        const struct sfc_case *c = run->cases[i];
        printf("%s\t%s\t%s\t%s\t%s\n", c->id, sfc_op_name(c->op), sfc_expect_names[c->expect],
               sfc_level_names[c->level], c->title);
    }
    return SFC_STATUS_CONFORMS;
}

static int list(const struct sfr_command *self, int argc, char **argv)
{
    struct sfc_corpus_choice choice = { .corpus = NULL };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, sfc_selection_take, &choice, &first);
    return early >= 0 ? early : sfc_with_selection(&choice, argc - first, argv + first, print_list, NULL);
}

static const struct sfr_option options[] = { SFC_SELECTION_OPTIONS, { 0 } };

const struct sfr_command sfc_cmd_list = {
    .name = "list",
    .synopsis = "[OPTION...] [ID-PATTERN...]",
    .summary = "list cases",
    .about = "Prints id, operation, expectation, level and title of each case.\n" SFC_SELECTION_ABOUT,
    .options = options,
    .statuses = "0, 4 wrong corpus, 5 no case is selected",
    .run = list,
};
