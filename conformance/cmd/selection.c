/* SPDX-License-Identifier: MIT */
/* Loads the corpus and selects cases. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nearest.h"
#include "places.h"
#include "registers.h"
#include "selection.h"

/* Says that what was looked for is not there, with the name nearest to it and the command that prints all. */
static bool refuse(const char *what, const struct sfr_nearest *nearest, const char *command)
{
    const bool has_name = nearest->name != NULL;
    char *text = sfc_format("%s '%s'%s%s%s; `%s", what, nearest->wanted, has_name ? " (did you mean '" : "",
                            has_name ? nearest->name : "", has_name ? "'?)" : "", command);
    sfc_complain(text);
    free(text);
    return false;
}

static bool refuse_clause(const char *value)
{
    struct sfr_nearest nearest = { .wanted = value };
    for (unsigned i = 1; i < SFR_NUM_CLAUSES; i++)
        sfr_nearest_try(&nearest, sfr_clause_info((enum sfr_clause)i)->id);
    return refuse("--clause: the register has no clause", &nearest, "sframe-ref clauses` prints them");
}

static bool refuse_id(const struct sfc_corpus *corpus, const char *what, const char *wanted)
{
    struct sfr_nearest nearest = { .wanted = wanted };
    for (size_t i = 0; i < corpus->count; i++)
        sfr_nearest_try(&nearest, corpus->cases[i].id);
    return refuse(what, &nearest, "sframe-conform list` prints the ids");
}

/* A flag has no value. */
static bool store(char *options, int id, const char *value)
{
    void *member = options + (id - SFC_OPTION_STORED);
    if (value)
        *(const char **)member = value;
    else
        *(bool *)member = true;
    return true;
}

bool sfc_selection_take(void *options, int id, char *value)
{
    struct sfc_corpus_choice *choice = options;
    struct sfc_selection *s = &choice->selection;
    if (id >= SFC_OPTION_STORED)
        return store(options, id, value);
    if (id == SFC_OPTION_CORPUS) {
        choice->corpus = value;
        return true;
    }
    const char **const members[] = { &s->profile, &s->abi, &s->order, &s->area, &s->clause };
    static const char *const words[][2] = {
        { "v1 v2 v2e1 v2e2 v3", "--profile takes v1, v2, v2e1, v2e2 or v3" },
        { "aarch64 amd64 s390x", "--abi takes aarch64, amd64 or s390x" },
        { "little big", "--order takes little or big" },
    };
    const unsigned which = (unsigned)(id - SFC_OPTION_PROFILE);
    if (*members[which])
        return sfc_complain("--profile, --abi, --order, --area and --clause take one word, once; "
                            "to select several, give patterns of ids: 'v2e2/amd64-*/*' 'v3/amd64-*/*'")
               == 0;
    *members[which] = value;
    if (which < sizeof words / sizeof words[0])
        return sfc_has_word(words[which][0], value) || sfc_complain(words[which][1]) == 0;
    return id == SFC_OPTION_AREA || sfc_find_clause(value, strlen(value)) != NULL || refuse_clause(value);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* An unknown area is wrong usage, not an empty selection. */
static bool check_area(const struct sfc_corpus *corpus, const char *area, struct sfc_error *error)
{
    const char **areas = sfc_alloc(corpus->count, sizeof areas[0]);
    struct sfc_buffer names = { 0 };
    bool found = false;
    for (size_t i = 0; i < corpus->count; i++) {
        areas[i] = corpus->cases[i].area;
        found = found || strcmp(areas[i], area) == 0;
    }
    if (corpus->count > 0)
        qsort(areas, corpus->count, sizeof areas[0], compare_texts);
    for (size_t i = 0; i < corpus->count; i++)
        if (i == 0 || strcmp(areas[i], areas[i - 1]) != 0)
            sfc_buffer_printf(&names, "%s%s", i > 0 ? ", " : "", areas[i]);
    if (!found)
        sfc_fail(error, "--area: there is no area %s; there are: %s", area, sfc_buffer_text(&names));
    sfc_buffer_free(&names);
    free(areas);
    return found;
}

static bool matches_any(const struct sfc_corpus *corpus, char *pattern)
{
    const struct sfc_selection by_pattern = { .patterns = &pattern, .num_patterns = 1 };
    for (size_t i = 0; i < corpus->count; i++)
        if (sfc_selection_takes(&by_pattern, &corpus->cases[i]))
            return true;
    return false;
}

/* A mistyped pattern beside a good one would not be noticed. */
static bool check_patterns(const struct sfc_corpus *corpus, const struct sfc_selection *selection)
{
    for (size_t i = 0; i < selection->num_patterns; i++)
        if (!matches_any(corpus, selection->patterns[i]))
            return refuse_id(corpus,
                             access(selection->patterns[i], F_OK) == 0
                                 ? "a file is named with an option, as --adapter, and no case is selected by"
                                 : "no case is selected by",
                             selection->patterns[i]);
    return true;
}

/* A command may have added some of the options itself. */
static void refuse_selection(const struct sfc_selection *s)
{
    const char *const options[][2] = {
        { " --profile ", s->profile }, { " --abi ", s->abi },
        { " --order ", s->order },     { " --area ", s->area },
        { " --clause ", s->clause },   { " and the patterns", s->num_patterns ? "" : NULL },
    };
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "no case is selected by all of:");
    for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++)
        if (options[i][1])
            sfc_buffer_printf(&b, "%s%s", options[i][0], options[i][1]);
    sfc_complain(b.data);
    sfc_buffer_free(&b);
}

/* Reads only what is selected: to read all takes as long as a short run. */
static bool load(const struct sfc_corpus_choice *choice, struct sfc_corpus *corpus)
{
    struct sfc_error error = { "" };
    char *path = sfc_corpus_path(choice->corpus);
    const bool loaded = sfc_corpus_load_some(corpus, path, sfc_selection_wants, &choice->selection, &error);
    free(path);
    return loaded || sfc_complain(error.text) == 0;
}

int sfc_select_for(struct sfc_run *run, const struct sfc_corpus_choice *choice, sfc_selected_fn *act,
                   const void *options)
{
    struct sfc_error error = { "" };
    struct sfc_corpus corpus;
    if (!load(choice, &corpus))
        return SFC_STATUS_ERROR;
    int status = SFC_STATUS_NOTHING;
    run->corpus = &corpus;
    sfc_run_select(run, &choice->selection);
    if (choice->selection.area && !check_area(&corpus, choice->selection.area, &error)) {
        sfc_complain(error.text);
        status = SFC_STATUS_USAGE;
    } else if (!check_patterns(&corpus, &choice->selection)) {
        status = SFC_STATUS_NOTHING;
    } else if (run->count == 0) {
        refuse_selection(&choice->selection);
    } else {
        status = act(run, options);
    }
    run->corpus = NULL;
    sfc_corpus_free(&corpus);
    return status;
}

int sfc_with_selection(struct sfc_corpus_choice *choice, int argc, char **argv, sfc_selected_fn *act,
                       const void *options)
{
    struct sfc_run run = { .corpus = NULL };
    choice->selection.patterns = argv;
    choice->selection.num_patterns = (size_t)argc;
    const int status = sfc_select_for(&run, choice, act, options);
    sfc_run_free(&run);
    return status;
}

int sfc_with_case(const struct sfr_command *command, const struct sfc_corpus_choice *choice, int argc, char **argv,
                  sfc_case_fn *act, const void *options)
{
    struct sfc_corpus corpus;
    if (argc != 1)
        return sfc_cmd_misused(command, "name one case id (`sframe-conform list` prints them)");
    struct sfc_corpus_choice one = { .corpus = choice->corpus, .selection = { .patterns = argv, .num_patterns = 1 } };
    if (!load(&one, &corpus))
        return SFC_STATUS_ERROR;
    const struct sfc_case *c = sfc_corpus_find(&corpus, argv[0]);
    if (!c)
        refuse_id(&corpus, "there is no case", argv[0]);
    const int status = c ? act(c, options) : SFC_STATUS_ERROR;
    sfc_corpus_free(&corpus);
    return status;
}
