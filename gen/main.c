/* SPDX-License-Identifier: MIT */
/* sframe-gen: makes the corpus from its recipes, and shows what is in it. */
#define _GNU_SOURCE
#include "corpus_archive.h"
#include "coverage.h"
#include "history.h"
#include "identity.h"
#include "new.h"
#include "places.h"
#include "why.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* STATUS_USAGE is EX_USAGE of <sysexits.h>. */
enum { STATUS_OK = 0, STATUS_DIFFERS = 1, STATUS_TROUBLE = 2, STATUS_USAGE = 64, GO_ON = -1 };

struct options {
    const char *recipes, *out, *argument;
    bool help;
    unsigned given; /* bits of the options below */
};

/* ---- Commands ------------------------------------------------------------ */

static int complain(const struct gen_error *error, int status)
{
    fprintf(stderr, "sframe-gen: %s\n", error->text);
    return status;
}

static int complain_all(struct gen_buf *errors, size_t count)
{
    fprintf(stderr, "%ssframe-gen: %zu error%s; nothing was written\n", gen_text(errors), count, count == 1 ? "" : "s");
    return STATUS_DIFFERS;
}

__attribute__((format(printf, 1, 2))) static int usage(const char *format, ...)
{
    va_list ap;
    fputs("sframe-gen: ", stderr);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputs("; see sframe-gen --help\n", stderr);
    return STATUS_USAGE;
}

enum { OPT_RECIPES = 1, OPT_OUT = 2, OPT_FRESH = 4 };

static int build(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    struct gen_error error;
    struct gen_tree before;
    struct gen_buf errors = { .pool = pool };
    if (gen_is_archive(options->out)) {
        gen_fail(&error, options->out, 0, "is a file; build writes a folder, and nothing was written");
        return complain(&error, STATUS_TROUBLE);
    }
    if (!(options->given & OPT_FRESH)) {
        if (!gen_read_corpus(pool, options->out, &before, &error))
            return complain(&error, STATUS_TROUBLE);
        const size_t bad = gen_check_history(pool, options->recipes, corpus, &before, &errors);
        if (bad)
            return complain_all(&errors, bad);
    }
    if (!gen_write_corpus(pool, options->out, corpus, &error))
        return complain(&error, STATUS_TROUBLE);
    printf("%zu recipes, %zu sections, %zu cases in %s\n", corpus->num_recipes, corpus->cases.count,
           corpus->num_entries, options->out);
    return STATUS_OK;
}

static int check(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    struct gen_error error;
    struct gen_tree tree;
    struct gen_buf lines = { .pool = pool };
    if (!gen_read_corpus(pool, options->out, &tree, &error))
        return complain(&error, STATUS_TROUBLE);
    const size_t found = gen_compare(corpus, &tree, &lines);
    fputs(gen_text(&lines), stdout);
    if (found == 0) {
        printf("%zu cases, as the recipes say\n", corpus->num_entries);
        return STATUS_OK;
    }
    fprintf(stderr,
            "sframe-gen: %zu files of %s differ from the recipes; run sframe-gen build, and review the differences "
            "before you commit them\n",
            found, options->out);
    return STATUS_DIFFERS;
}

static int list(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    (void)pool;
    (void)options;
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
    const struct gen_entry *entry = gen_find_entry(corpus, options->argument);
    struct gen_buf text = { .pool = pool };
    if (!entry) {
        fprintf(stderr, "sframe-gen: no case has the id '%s'; see sframe-gen list\n", options->argument);
        return STATUS_TROUBLE;
    }
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
            "%ssframe-gen: %zu hole%s; add a recipe, or a reason to coverage.txt, bugs.txt or ideas.txt in %s\n",
            gen_text(&holes), found, found == 1 ? "" : "s", options->recipes);
    return STATUS_DIFFERS;
}

static int new_recipe(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    struct gen_error error;
    (void)corpus;
    if (!gen_is_recipe_name(options->argument))
        return usage("%s: expected AREA/NAME, of a-z, 0-9, '-' and '.'", options->argument);
    if (!gen_write_skeleton(pool, options->recipes, options->argument, &error))
        return complain(&error, STATUS_TROUBLE);
    printf("wrote %s/%s.recipe; fill it in\n", options->recipes, options->argument);
    return STATUS_OK;
}

static const struct command {
    const char *name;
    int (*run)(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus);
    bool makes;           /* the corpus is made first */
    const char *argument; /* NULL: takes none */
    unsigned options;
    const char *help;
} commands[] = {
    { "build", build, true, NULL, OPT_RECIPES | OPT_OUT | OPT_FRESH, "write the corpus" },
    { "check", check, true, NULL, OPT_RECIPES | OPT_OUT, "compare the corpus with the recipes" },
    { "list", list, true, NULL, OPT_RECIPES, "print id, outcome and title of every case" },
    { "why", why, true, "ID", OPT_RECIPES, "print one case, field by field" },
    { "coverage", coverage, true, NULL, OPT_RECIPES, "print what the cases cover, and what they leave out" },
    { "new", new_recipe, false, "AREA/NAME", OPT_RECIPES, "write the start of a new recipe" },
};
enum { NUM_COMMANDS = sizeof commands / sizeof *commands };

/* ---- Options ------------------------------------------------------------- */

static const struct {
    unsigned bit;
    const char *name, *value, *help;
} known_options[] = {
    { OPT_RECIPES, "recipes", "DIR",
      "folder of the recipes, AREA/NAME.recipe (default: " GEN_SOURCE_RECIPES ", else the installed one)" },
    { OPT_OUT, "out", "DIR", "folder of the corpus, for check also an archive (default: corpus)" },
    { OPT_FRESH, "fresh", "", "do not check ids and revisions against the old corpus" },
};
enum { NUM_OPTIONS = sizeof known_options / sizeof *known_options };

static void print_options(unsigned bits)
{
    for (size_t i = 0; i < NUM_OPTIONS; i++)
        if (bits & known_options[i].bit)
            printf("  --%-7s %-4s  %s\n", known_options[i].name, known_options[i].value, known_options[i].help);
    printf("  -h, --help      this text\n");
}

static void print_help(void)
{
    printf("usage: sframe-gen COMMAND [OPTIONS]\n\nMakes the conformance corpus from its recipes.\n\ncommands:\n");
    for (size_t i = 0; i < NUM_COMMANDS; i++)
        printf("  %-8s %-9s  %s\n", commands[i].name, commands[i].argument ? commands[i].argument : "",
               commands[i].help);
    printf("\noptions:\n");
    print_options(~0U);
    printf("  -V, --version   the version, and that of the corpus in its default folder\n"
           "\n'sframe-gen COMMAND --help' lists the options of one command.\n"
           "Exit status: 0 done, 1 a recipe is wrong, the corpus differs or coverage has a hole, 2 I/O error,\n"
           "64 usage error.\n");
}

static void print_command_help(const struct command *command)
{
    printf("usage: sframe-gen %s%s%s [OPTIONS]\n\n%c%s.\n\noptions:\n", command->name, command->argument ? " " : "",
           command->argument ? command->argument : "", command->help[0] - 'a' + 'A', command->help + 1);
    print_options(command->options);
}

/* Hidden: commands and options for ci/install/completion.py, which describes the columns. */
static void print_table(void)
{
    for (size_t i = 0; i < NUM_COMMANDS; i++) {
        const struct command *c = &commands[i];
        printf("command\t%s\t%s\t%s\n", c->name, c->argument ? c->argument : "", c->help);
        for (size_t j = 0; j < NUM_OPTIONS; j++)
            if (c->options & known_options[j].bit)
                printf("option\t%s\t\t%s\t%s\n", known_options[j].name, known_options[j].value, known_options[j].help);
    }
}

static const struct option accepted[] = {
    { "recipes", required_argument, NULL, OPT_RECIPES },
    { "out", required_argument, NULL, OPT_OUT },
    { "fresh", no_argument, NULL, OPT_FRESH },
    { "help", no_argument, NULL, 'h' },
    { "version", no_argument, NULL, 'V' },
    { 0 },
};

/* getopt_long() does not take the option of the word that it read last. It completes the start of a
   long name if that is the start of one only. */
static int refuse_option(const char *word)
{
    const struct option *at = accepted;
    if (optopt == 0) {
        while (at->name && strncmp(at->name, word + 2, strcspn(word + 2, "=")) != 0)
            at++;
        return usage("%s option %s", at->name ? "ambiguous" : "unknown", word);
    }
    while (at->name && at->val != optopt)
        at++;
    /* In a word like -xq only optopt says which letter is unknown. */
    return at->name ? usage("--%s takes no value", at->name) : usage("unknown option -%c", optopt);
}

/* The version of the program, and of the corpus in the default folder. That there is none is no error. */
static void print_versions(const char *folder)
{
    struct gen_pool pool = { 0 };
    struct gen_identity identity;
    struct gen_error error;
    puts("sframe-gen " GEN_VERSION);
    if (!gen_identify_corpus(&pool, folder, &identity, &error))
        printf("no corpus: %s\n", error.text);
    else if (!identity.sha256[0])
        printf("no corpus: there is no %s/" GEN_CORPUS_INDEX "\n", folder);
    else
        printf("corpus %s, sha256 %.12s\n", identity.version[0] ? identity.version : "without a version",
               identity.sha256);
    gen_pool_free(&pool);
}

/* Status to end with, or GO_ON. */
static int read_options(int argc, char **argv, struct options *options)
{
    *options = (struct options){ .out = "corpus" };
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, ":hV", accepted, NULL)) != -1;) {
        switch (c) {
        case 'V': print_versions(options->out); return STATUS_OK;
        case 'h': options->help = true; break;
        case OPT_RECIPES: options->recipes = optarg; break;
        case OPT_OUT: options->out = optarg; break;
        case OPT_FRESH: break;
        case ':': return usage("%s needs a folder", argv[optind - 1]);
        default: return refuse_option(argv[optind - 1]);
        }
        options->given |= c == 'h' ? 0 : (unsigned)c;
    }
    return GO_ON;
}

static int check_options(const struct command *command, int num_words, const struct options *options)
{
    for (size_t i = 0; i < NUM_OPTIONS; i++)
        if (options->given & ~command->options & known_options[i].bit)
            return usage("%s takes no --%s", command->name, known_options[i].name);
    if (command->argument && num_words != 2)
        return usage("%s takes one %s", command->name, command->argument);
    return command->argument || num_words == 1 ? GO_ON : usage("%s takes no argument", command->name);
}

/* ---- Running ------------------------------------------------------------- */

static int run_command(const struct command *command, struct options *options)
{
    struct gen_pool pool = { 0 };
    struct gen_corpus corpus = { 0 };
    struct gen_buf errors = { .pool = &pool };
    size_t bad = 0;
    int status;
    /* A new recipe never goes to the installed ones. */
    if (!options->recipes)
        options->recipes = command->makes ? gen_recipes_folder(&pool) : GEN_SOURCE_RECIPES;
    if (command->makes) {
        bad = gen_read_recipes(&pool, options->recipes, &corpus, &errors);
        if (!bad)
            bad = gen_make_corpus(&pool, &corpus, &errors);
        if (!bad)
            bad = gen_check_withdrawn(&pool, options->recipes, &corpus, &errors);
    }
    if (bad) {
        complain_all(&errors, bad);
        status = corpus.num_recipes ? STATUS_DIFFERS : STATUS_TROUBLE;
    } else {
        status = command->run(&pool, options, &corpus);
    }
    gen_pool_free(&pool);
    return status;
}

static int run(int argc, char **argv)
{
    struct options options;
    const struct command *command = NULL;
    if (argc == 2 && strcmp(argv[1], "--completion-table") == 0) {
        print_table();
        return STATUS_OK;
    }
    int status = read_options(argc, argv, &options);
    if (status != GO_ON)
        return status;
    const char *name = optind < argc ? argv[optind] : NULL;
    for (size_t i = 0; i < NUM_COMMANDS && name; i++)
        if (strcmp(commands[i].name, name) == 0)
            command = &commands[i];
    if (name && !command)
        return usage("unknown command '%s'", name);
    if (options.help) {
        if (command)
            print_command_help(command);
        else
            print_help();
        return STATUS_OK;
    }
    if (!command)
        return usage("expected a command");
    options.argument = argv[optind + 1];
    status = check_options(command, argc - optind, &options);
    return status == GO_ON ? run_command(command, &options) : status;
}

int main(int argc, char **argv)
{
    const int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("sframe-gen: the output could not be written\n", stderr);
        return STATUS_TROUBLE;
    }
    return status;
}
