/* SPDX-License-Identifier: MIT */
/* sframe-gen: makes the corpus from its recipes, and shows what is in it. */
#define _XOPEN_SOURCE 700
#include "coverage.h"
#include "history.h"
#include "new.h"
#include "why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_OK = 0, STATUS_DIFFERS = 1, STATUS_USAGE = 2 };

struct options {
    const char *recipes, *out;
    bool fresh;
    const char *command, *id;
};

static const char help[] =
    "usage: sframe-gen build [--recipes DIR] [--out DIR] [--fresh]   make the corpus\n"
    "       sframe-gen check [--recipes DIR] [--out DIR]             is the corpus what the recipes say?\n"
    "       sframe-gen list [--recipes DIR]                          id, outcome and title of every case\n"
    "       sframe-gen why ID [--recipes DIR]                        one case, field by field\n"
    "       sframe-gen coverage [--recipes DIR]                      what the cases cover, and what they leave out\n"
    "       sframe-gen new AREA/NAME [--recipes DIR]                 the start of a new recipe\n"
    "       sframe-gen --help | --version\n"
    "\n"
    "  --recipes DIR   folder of the recipes, AREA/NAME.recipe (default: gen/recipes)\n"
    "  --out DIR       folder of the corpus (default: corpus)\n"
    "  --fresh         do not hold the new corpus to the ids and revisions of the old one\n"
    "\n"
    "Exit status: 0 done, 1 a recipe is wrong, the corpus differs or coverage has a hole, 2 usage or I/O.\n";

static int usage(const char *what, const char *argument)
{
    fprintf(stderr, "sframe-gen: %s%s; see sframe-gen --help\n", what, argument);
    return STATUS_USAGE;
}

static const char *const commands[] = { "build", "check", "list", "why", "coverage", "new" };

static bool is_command(const char *text)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(text, commands[i]) == 0)
            return true;
    return false;
}

/* The commands that take an id, or a name. */
static bool takes_argument(const struct options *options)
{
    return strcmp(options->command, "why") == 0 || strcmp(options->command, "new") == 0;
}

/* Status to end with, or -1 to go on. */
static int parse_options(int argc, char **argv, struct options *options)
{
    *options = (struct options){ .recipes = "gen/recipes", .out = "corpus" };
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        const bool recipes = strcmp(word, "--recipes") == 0, out = strcmp(word, "--out") == 0;
        if (strcmp(word, "--help") == 0 || strcmp(word, "--version") == 0) {
            printf("%s", word[2] == 'h' ? help : "sframe-gen " GEN_VERSION "\n");
            return fflush(stdout) == 0 ? STATUS_OK : STATUS_USAGE;
        }
        if (recipes || out) {
            if (++i == argc)
                return usage("expected a folder behind ", word);
            *(recipes ? &options->recipes : &options->out) = argv[i];
        } else if (strcmp(word, "--fresh") == 0) {
            options->fresh = true;
        } else if (word[0] == '-') {
            return usage("unknown option ", word);
        } else if (!options->command) {
            options->command = word;
        } else if (takes_argument(options) && !options->id) {
            options->id = word;
        } else {
            return usage("unexpected argument ", word);
        }
    }
    if (!options->command)
        return usage("expected a command: build, check, list, why, coverage or new", "");
    if (!is_command(options->command))
        return usage("unknown command ", options->command);
    if (takes_argument(options) && !options->id)
        return usage(options->command[0] == 'w' ? "expected the id of a case, as 'list' prints it"
                                                : "expected AREA/NAME of the new recipe",
                     "");
    return -1;
}

static int say_error(const struct gen_error *error, int status)
{
    fprintf(stderr, "sframe-gen: %s\n", error->text);
    return status;
}

static int say_errors(struct gen_buf *errors, size_t count)
{
    fprintf(stderr, "%ssframe-gen: %zu error%s; nothing was written\n", gen_text(errors), count, count == 1 ? "" : "s");
    return STATUS_DIFFERS;
}

static int build(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    struct gen_error error;
    struct gen_tree before;
    struct gen_buf errors = { .pool = pool };
    if (!options->fresh) {
        if (!gen_read_corpus(pool, options->out, &before, &error))
            return say_error(&error, STATUS_USAGE);
        const size_t bad = gen_check_history(pool, options->recipes, corpus, &before, &errors);
        if (bad)
            return say_errors(&errors, bad);
    }
    if (!gen_write_corpus(pool, options->out, corpus, &error))
        return say_error(&error, STATUS_USAGE);
    printf("%zu recipes, %zu sections, %zu cases in %s\n", corpus->num_recipes, corpus->num_cases, corpus->num_entries,
           options->out);
    return STATUS_OK;
}

static int check(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    struct gen_error error;
    struct gen_tree tree;
    struct gen_buf lines = { .pool = pool };
    if (!gen_read_corpus(pool, options->out, &tree, &error))
        return say_error(&error, STATUS_USAGE);
    const size_t found = gen_compare(corpus, &tree, &lines);
    fputs(gen_text(&lines), stdout);
    if (found == 0) {
        printf("%zu cases, as the recipes say\n", corpus->num_entries);
        return STATUS_OK;
    }
    fprintf(stderr,
            "sframe-gen: %zu files of %s are not what the recipes say; run sframe-gen build, and look at the "
            "differences before you commit them\n",
            found, options->out);
    return STATUS_DIFFERS;
}

static int list(const struct gen_corpus *corpus)
{
    for (size_t i = 0; i < corpus->num_entries; i++) {
        const struct gen_entry *entry = &corpus->entries[i];
        const char *reason = gen_case_reason(entry->made, entry->op);
        printf("%s\t%s%s%s\t%s\n", entry->id, gen_verdict_names[gen_case_verdict(entry->made, entry->op)],
               *reason ? " " : "", reason, entry->made->plan.title);
    }
    return STATUS_OK;
}

static int why(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    const struct gen_entry *entry = gen_find_entry(corpus, options->id);
    struct gen_buf text = { .pool = pool };
    if (!entry)
        return usage("no case has the id ", options->id);
    const char *no_colour = getenv("NO_COLOR");
    gen_why(&text, entry, isatty(STDOUT_FILENO) && !(no_colour && *no_colour));
    fputs(gen_text(&text), stdout);
    return STATUS_OK;
}

static int coverage(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    struct gen_buf tables = { .pool = pool }, holes = { .pool = pool };
    const size_t found = gen_cover(pool, options->recipes, corpus, &tables, &holes);
    fputs(gen_text(&tables), stdout);
    if (found == 0)
        return STATUS_OK;
    fprintf(stderr,
            "%ssframe-gen: %zu hole%s; add a recipe, or a reason to coverage.txt, bugs.txt or ideas.txt "
            "in %s\n",
            gen_text(&holes), found, found == 1 ? "" : "s", options->recipes);
    return STATUS_DIFFERS;
}

static int new_recipe(struct gen_pool *pool, const struct options *options)
{
    struct gen_error error;
    if (!gen_write_skeleton(pool, options->recipes, options->id, &error))
        return say_error(&error, STATUS_USAGE);
    printf("%s/%s.recipe is to be filled in\n", options->recipes, options->id);
    return STATUS_OK;
}

static int run(struct gen_pool *pool, const struct options *options)
{
    struct gen_corpus corpus = { 0 };
    struct gen_buf errors = { .pool = pool };
    if (strcmp(options->command, "new") == 0)
        return new_recipe(pool, options);
    size_t bad = gen_read_recipes(pool, options->recipes, &corpus, &errors);
    if (!bad)
        bad = gen_make_corpus(pool, &corpus, &errors);
    if (!bad)
        bad = gen_check_withdrawn(pool, options->recipes, &corpus, &errors);
    if (bad) {
        say_errors(&errors, bad);
        return corpus.num_recipes ? STATUS_DIFFERS : STATUS_USAGE;
    }
    if (strcmp(options->command, "build") == 0)
        return build(pool, options, &corpus);
    if (strcmp(options->command, "check") == 0)
        return check(pool, options, &corpus);
    if (strcmp(options->command, "coverage") == 0)
        return coverage(pool, options, &corpus);
    return strcmp(options->command, "list") == 0 ? list(&corpus) : why(pool, options, &corpus);
}

int main(int argc, char **argv)
{
    struct options options;
    struct gen_pool pool = { 0 };
    int status = parse_options(argc, argv, &options);
    if (status >= 0)
        return status;
    status = run(&pool, &options);
    gen_pool_free(&pool);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("sframe-gen: the output could not be written\n", stderr);
        return STATUS_USAGE;
    }
    return status;
}
