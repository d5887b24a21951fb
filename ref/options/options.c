/* SPDX-License-Identifier: MIT */
/* Reads the options of a command line by their table. */
#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "nearest.h"

enum { MAX_OPTIONS = 32, MAX_HINT = 64 };

/* What getopt_long() reads. */
struct accepted {
    struct option longs[MAX_OPTIONS + 3];
    char letters[2 * MAX_OPTIONS + 4];
};

static bool takes(const struct sfr_command *command, const struct sfr_option *option)
{
    return command->takes == 0 || command->takes >> (option - command->options) & 1;
}

/* The option of a command by its id, or by its name if that is not NULL. */
static const struct sfr_option *find(const struct sfr_command *command, int id, const char *name)
{
    const struct sfr_option *o = command->options;
    while (o && o->name && !(takes(command, o) && (name ? strcmp(o->name, name) == 0 : o->id == id)))
        o++;
    return o && o->name ? o : NULL;
}

const struct sfr_command *sfr_find_command(const struct sfr_program *program, const char *name)
{
    const struct sfr_command *c;
    for (size_t i = 0; (c = program->command(i)) && strcmp(c->name, name) != 0;)
        i++;
    return c;
}

/* ---- What is wrong -------------------------------------------------------------------------- */

/* " (did you mean 'NAME'?)", or nothing. */
static const char *hint(char text[MAX_HINT], const char *before, const struct sfr_nearest *nearest)
{
    text[0] = '\0';
    if (nearest->name)
        snprintf(text, MAX_HINT, " (did you mean '%s%s'?)", before, nearest->name);
    return text;
}

int sfr_refuse_command(const struct sfr_program *program, const char *name)
{
    struct sfr_nearest nearest = { .wanted = name };
    char text[MAX_HINT];
    const struct sfr_command *c;
    for (size_t i = 0; (c = program->command(i)); i++)
        sfr_nearest_try(&nearest, c->name);
    return sfr_misused(program, NULL, "unknown command '%s'%s", name, hint(text, "", &nearest));
}

/* Says which commands have the option that this one does not take. */
static void refuse_other(const struct sfr_program *program, const struct sfr_command *command,
                         const struct sfr_option *option)
{
    const char *before = ": ";
    const struct sfr_command *c;
    fprintf(stderr, "%s: %s does not take --%s; it is an option of", program->name, command->name, option->name);
    for (size_t i = 0; (c = program->command(i)); i++) {
        if (find(c, 0, option->name)) {
            fprintf(stderr, "%s%s", before, c->name);
            before = ", ";
        }
    }
    fputc('\n', stderr);
}

/* Does the command take the options of its table that are given, a bit each? If not, a message says which ones do. */
static bool check_taken(const struct sfr_program *program, const struct sfr_command *command, uint32_t given)
{
    const struct sfr_option *o = command->options;
    while (o->name && (!(given >> (o - command->options) & 1) || takes(command, o)))
        o++;
    if (o->name)
        refuse_other(program, command, o);
    return !o->name;
}

/* An option that the command does not have: one of another command, or none at all. */
static void refuse(const struct sfr_program *program, const struct sfr_command *command,
                   const struct sfr_command *options, int letter, const char *name)
{
    const struct sfr_command *c;
    for (size_t i = 0; command && (c = program->command(i)); i++) {
        const struct sfr_option *found = find(c, letter, name);
        if (found) {
            refuse_other(program, command, found);
            return;
        }
    }
    if (!name) {
        sfr_misused(program, command, "unknown option -%c", letter);
        return;
    }
    struct sfr_nearest nearest = { .wanted = name };
    char text[MAX_HINT];
    for (const struct sfr_option *o = options->options; o && o->name; o++)
        if (takes(options, o))
            sfr_nearest_try(&nearest, o->name);
    sfr_misused(program, command, "unknown option --%s%s", name, hint(text, "--", &nearest));
}

/* A word that getopt_long() did not take: "--NAME" or "--NAME=VALUE". It completes a name that is the start of one
   option's name only. */
static void refuse_word(const struct sfr_program *program, const struct sfr_command *command,
                        const struct sfr_command *options, const struct option *at, char *word)
{
    char *name = word + strspn(word, "-");
    name[strcspn(name, "=")] = '\0';
    while (at->name && strncmp(at->name, name, strlen(name)) != 0)
        at++;
    if (at->name)
        sfr_misused(program, command, "ambiguous option --%s", name);
    else
        refuse(program, command, options, 0, name);
}

/* getopt_long() returned '?' or ':'. In a word like -xq only optopt says which letter is wrong. */
static void complain(const struct sfr_program *program, const struct sfr_command *command,
                     const struct sfr_command *options, const struct option *longs, int result, char *word)
{
    const struct option *at = longs;
    if (optopt == 0) {
        refuse_word(program, command, options, longs, word);
        return;
    }
    while (at->name && at->val != optopt)
        at++;
    if (!at->name)
        refuse(program, command, options, optopt, NULL);
    else if (result == '?')
        sfr_misused(program, command, "--%s takes no value", at->name);
    else
        sfr_misused(program, command, "--%s needs %s", at->name, find(options, optopt, NULL)->value);
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* The letters begin with a ':', which tells a missing value from an unknown option. */
static void fill(struct accepted *a, const struct sfr_command *command, bool with_version)
{
    size_t count = 0, len = 0;
    a->letters[len++] = ':';
    a->letters[len++] = 'h';
    a->longs[count++] = (struct option){ "help", no_argument, NULL, 'h' };
    if (with_version) {
        a->letters[len++] = 'V';
        a->longs[count++] = (struct option){ "version", no_argument, NULL, 'V' };
    }
    for (const struct sfr_option *o = command->options; o && o->name && count < MAX_OPTIONS + 2; o++) {
        if (!takes(command, o))
            continue;
        a->longs[count++] = (struct option){ o->name, o->value ? required_argument : no_argument, NULL, o->id };
        if (o->id < 256) {
            a->letters[len++] = (char)o->id;
            a->letters[len++] = ':';
            len -= !o->value;
        }
    }
    a->longs[count] = (struct option){ NULL, 0, NULL, 0 };
    a->letters[len] = '\0';
}

enum sfr_read sfr_read_options(const struct sfr_program *program, const struct sfr_command *command, int argc,
                               char **argv, sfr_take_fn *take, void *ctx, int *first)
{
    const struct sfr_command all = { .options = program->options }, *options = command ? command : &all;
    enum sfr_read read = SFR_READ_GOOD;
    struct accepted accepted;
    int id;
    fill(&accepted, options, !command);
    /* Options mean the same in every environment: this would end them at the first other word. */
    unsetenv("POSIXLY_CORRECT");
    /* From the first word, also if another command line was read before. */
    optind = 0;
    opterr = 0;
    while ((id = getopt_long(argc, argv, accepted.letters, accepted.longs, NULL)) != -1) {
        if (id == 'h')
            read = SFR_READ_HELP;
        if (read == SFR_READ_HELP)
            continue;
        if (id == 'V' && !command)
            return SFR_READ_VERSION;
        if (id == '?' || id == ':') {
            complain(program, command, options, accepted.longs, id, argv[optind - 1]);
            return SFR_READ_WRONG;
        }
        if (!take(ctx, id, optarg))
            return SFR_READ_WRONG;
    }
    *first = optind;
    return read;
}

const struct sfr_command *sfr_start(const struct sfr_program *program, int argc, char **argv, sfr_take_fn *take,
                                    void *ctx, const uint32_t *given, int *first, int *status)
{
    const struct sfr_command *command = NULL;
    *status = 0;
    *first = argc;
    /* Hidden: for the completion of shells. */
    if (argc == 2 && strcmp(argv[1], "--completion-table") == 0) {
        sfr_print_table(stdout, program);
        return NULL;
    }
    const enum sfr_read read = sfr_read_options(program, NULL, argc, argv, take, ctx, first);
    if (*first < argc)
        command = sfr_find_command(program, argv[*first]);
    if (read == SFR_READ_VERSION)
        printf("%s %s\n", program->name, program->version);
    else if (read == SFR_READ_WRONG)
        *status = SFR_USAGE;
    else if (*first < argc && !command)
        *status = sfr_refuse_command(program, argv[*first]);
    else if (read == SFR_READ_HELP)
        sfr_print_help(stdout, program, command);
    else if (!command)
        *status = sfr_misused(program, NULL, "expected a command");
    else if (!check_taken(program, command, *given))
        *status = SFR_USAGE;
    else {
        ++*first;
        return command;
    }
    return NULL;
}
