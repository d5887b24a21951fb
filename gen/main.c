/* SPDX-License-Identifier: MIT */
/* sframe-gen: makes the corpus from its recipes. */
#define _GNU_SOURCE
#include "options.h"
#include "tree.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of recipes in a source tree, seen from its top. */
#define GEN_SOURCE_RECIPES "gen/recipes"

enum { STATUS_OK = 0, STATUS_DIFFERS = 1, STATUS_TROUBLE = 2 };

struct options {
    const char *recipes, *out;
    uint32_t given; /* bit N for option N of the enum below */
    char *const *areas;
    size_t num_areas;
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

enum { OPT_RECIPES, OPT_OUT, OPT_FRESH, LONG = 256 };

static int build(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus)
{
    struct gen_error error;
    struct gen_tree before;
    struct gen_buf errors = { .pool = pool };
    if (options->given >> OPT_FRESH & 1) {
        if (!gen_check_version(pool, options->out, &error))
            return complain(&error, STATUS_TROUBLE);
    } else {
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

/* ---- Options ------------------------------------------------------------- */

static const struct sfr_option known_options[] = {
    { "recipes", "DIR",
      "folder of the recipes, AREA/NAME.recipe (default:\n" GEN_SOURCE_RECIPES ", else the installed one)",
      LONG + OPT_RECIPES },
    { "out", "DIR", "folder of the corpus (default: corpus)", LONG + OPT_OUT },
    { "fresh", NULL, "do not check ids and revisions against the old corpus", LONG + OPT_FRESH },
    { 0 },
};

#define COMMAND(name_, synopsis_, summary_, takes_)                                                                   \
    {                                                                                                                 \
        .name = (name_), .synopsis = (synopsis_), .summary = (summary_), .options = known_options, .takes = (takes_), \
        .statuses = "0 done, 1 a recipe is wrong or the corpus differs, 2 I/O error"                                  \
    }

static const struct sfr_command commands[] = {
    COMMAND("build", "[OPTION...]", "write the corpus", 1u << OPT_RECIPES | 1u << OPT_OUT | 1u << OPT_FRESH),
    COMMAND("check", "[OPTION...] [AREA...]", "compare the corpus, or areas of it, with the recipes",
            1u << OPT_RECIPES | 1u << OPT_OUT),
    COMMAND("list", "[OPTION...]", "print id, outcome and title of every case", 1u << OPT_RECIPES),
};
enum { NUM_COMMANDS = sizeof commands / sizeof *commands };

/* What each does, in the same order. */
typedef int act_fn(struct gen_pool *pool, const struct options *options, const struct gen_corpus *corpus);
static act_fn *const acts[NUM_COMMANDS] = { build, check, list };

static const struct sfr_command *command_at(size_t i)
{
    return i < NUM_COMMANDS ? &commands[i] : NULL;
}

static const struct sfr_program program = {
    .name = "sframe-gen",
    .about = "Makes the conformance corpus from its recipes.",
    .version = GEN_VERSION,
    .end = "Exit status: 0 done, 1 a recipe is wrong or the corpus differs, 2 I/O error, 64 wrong usage.\n",
    .command = command_at,
    .options = known_options,
};

static bool take(void *ctx, int id, char *value)
{
    struct options *options = ctx;
    options->given |= 1u << (id - LONG);
    if (id == LONG + OPT_RECIPES)
        options->recipes = value;
    else if (id == LONG + OPT_OUT)
        options->out = value;
    return true;
}

/* ---- Where the recipes are ----------------------------------------------- */

/* The folder in which the installation was put, as a staging folder (DESTDIR) or an unpacked package: what the path of
   this program has before its installed path. Empty if the program is at its place, or nobody can tell. */
static const char *installation_root(struct gen_pool *pool)
{
    static const char installed[] = GEN_BIN_DIR "/sframe-gen";
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    const size_t len = n > 0 ? (size_t)n : 0, end = sizeof installed - 1;
    if (len < end || len == sizeof path || memcmp(path + len - end, installed, end) != 0)
        return "";
    return gen_copy(pool, path, len - end);
}

/* GEN_SOURCE_RECIPES if the current folder has it, else the folder that was installed with this program. */
static const char *recipes_folder(struct gen_pool *pool)
{
    struct stat found = { 0 };
    if (stat(GEN_SOURCE_RECIPES, &found) == 0 && S_ISDIR(found.st_mode))
        return GEN_SOURCE_RECIPES;
    return gen_textf(pool, "%s%s", installation_root(pool), GEN_RECIPES_DIR);
}

/* ---- Running ------------------------------------------------------------- */

static int run_command(act_fn *act, struct options *options)
{
    struct gen_pool pool = { 0 };
    struct gen_corpus corpus = { .areas = options->areas, .num_areas = options->num_areas };
    struct gen_buf errors = { .pool = &pool };
    size_t bad;
    int status;
    if (!options->recipes)
        options->recipes = recipes_folder(&pool);
    bad = gen_read_recipes(&pool, options->recipes, &corpus, &errors);
    if (!bad)
        bad = gen_make_corpus(&pool, &corpus, &errors);
    if (!bad)
        bad = gen_check_withdrawn(&pool, options->recipes, &corpus, &errors);
    if (bad) {
        complain_all(&errors, bad);
        status = corpus.num_recipes ? STATUS_DIFFERS : STATUS_TROUBLE;
    } else {
        status = act(&pool, options, &corpus);
    }
    gen_pool_free(&pool);
    return status;
}

static int run(int argc, char **argv)
{
    struct options options = { .out = "corpus" };
    int first, status;
    const struct sfr_command *command =
        sfr_start(&program, argc, argv, take, &options, &options.given, &first, &status);
    if (!command)
        return status;
    options.areas = &argv[first];
    options.num_areas = (size_t)(argc - first);
    if (options.num_areas > 0 && acts[command - commands] != check)
        return sfr_misused(&program, NULL, "%s takes no argument", command->name);
    return run_command(acts[command - commands], &options);
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
