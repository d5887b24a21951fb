/* SPDX-License-Identifier: MIT */
/* The help of a command and its options, both from its table. */
#define _DEFAULT_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "nearest.h"

enum { MAX_OPTIONS = 32, HELP_COLUMN = 23 };

int sfc_cmd_misused(const struct sfc_cmd *command, const char *what)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s; see sframe-conform %s --help", what, command->name);
    sfc_complain(b.data);
    sfc_buffer_free(&b);
    return SFC_STATUS_USAGE;
}

/* ---- Help ------------------------------------------------------------------------------ */

static void print_option(const struct sfc_option *o)
{
    char head[64];
    const char letter[] = { '-', (char)o->id, ',', ' ', '\0' };
    snprintf(head, sizeof head, "  %s--%s%s%s", o->id < 256 ? letter : "", o->name, o->value ? " " : "",
             o->value ? o->value : "");
    printf("%-*s", HELP_COLUMN - 1, head);
    if (strlen(head) >= HELP_COLUMN)
        printf("\n%*s", HELP_COLUMN - 1, "");
    for (const char *at = o->help;;) {
        const size_t len = strcspn(at, "\n");
        printf(" %.*s\n", (int)len, at);
        if (at[len] == '\0')
            return;
        printf("%*s", HELP_COLUMN - 1, "");
        at += len + 1;
    }
}

static int print_help(const struct sfc_cmd *command)
{
    static const struct sfc_option help = { "help", NULL, "print this", 'h' };
    printf("usage: sframe-conform %s %s\n\n%s\n\n", command->name, command->synopsis,
           command->about ? command->about : command->summary);
    for (const struct sfc_option *o = command->options; o && o->name; o++)
        print_option(o);
    print_option(&help);
    printf("\nexit status: %s,\n%d wrong usage\n", command->statuses, SFC_STATUS_USAGE);
    return SFC_STATUS_CONFORMS;
}

/* The lines of a text as one. */
static void print_joined(const char *text)
{
    for (; *text; text++)
        putchar(*text == '\n' ? ' ' : *text);
    putchar('\n');
}

void sfc_cmd_print_table(const struct sfc_cmd *command)
{
    printf("command\t%s\t%s\t", command->name, command->synopsis ? command->synopsis : "");
    print_joined(command->summary);
    for (const struct sfc_option *o = command->options; o && o->name; o++) {
        const char letter[] = { (char)(o->id < 256 ? o->id : 0), '\0' };
        printf("option\t%s\t%s\t%s\t", o->name, letter, o->value ? o->value : "");
        print_joined(o->help);
    }
}

/* ---- Options ------------------------------------------------------------------------------- */

static const struct sfc_option *find_id(const struct sfc_cmd *command, int id)
{
    const struct sfc_option *o = command->options;
    while (o && o->name && o->id != id)
        o++;
    return o && o->name ? o : NULL;
}

/* getopt_long() completes a name that is the start of one option's name only. */
static bool is_abbreviation(const struct sfc_cmd *command, const char *name)
{
    const size_t len = strlen(name);
    const struct sfc_option *o = command->options;
    while (o && o->name && strncmp(o->name, name, len) != 0)
        o++;
    return (o && o->name) || strncmp("help", name, len) == 0;
}

static const struct sfc_option *find_name(const struct sfc_cmd *command, const char *name)
{
    const struct sfc_option *o = command->options;
    while (o && o->name && strcmp(o->name, name) != 0)
        o++;
    return o && o->name ? o : NULL;
}

/* The name is the start of several options' names. */
static int refuse_ambiguous(const struct sfc_cmd *command, const char *name)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "ambiguous option --%s", name);
    sfc_cmd_misused(command, b.data);
    sfc_buffer_free(&b);
    return SFC_STATUS_USAGE;
}

/* Says which commands have the option. */
static int refuse(const struct sfc_cmd *command, int letter, const char *name)
{
    struct sfc_buffer b = { 0 }, takers = { 0 };
    const struct sfc_option *option = NULL;
    size_t count;
    const struct sfc_cmd *const *commands = sfc_cmds(&count);
    for (size_t i = 0; i < count; i++) {
        const struct sfc_option *found = letter != 0 ? find_id(commands[i], letter) : find_name(commands[i], name);
        option = option ? option : found;
        if (found)
            sfc_buffer_printf(&takers, "%s%s", takers.data ? ", " : "", commands[i]->name);
    }
    if (option) {
        sfc_buffer_printf(&b, "%s does not take --%s; it is an option of: %s", command->name, option->name,
                          takers.data);
        sfc_complain(b.data);
    } else {
        struct sfc_nearest nearest = { .wanted = name, .before = "--" };
        for (const struct sfc_option *o = command->options; o && o->name && letter == 0; o++)
            sfc_nearest_try(&nearest, o->name);
        sfc_buffer_printf(&b, "there is no option %s%s", letter != 0 ? "-" : "--", name);
        sfc_add_nearest(&b, &nearest);
        sfc_cmd_misused(command, b.data);
    }
    sfc_buffer_free(&b);
    sfc_buffer_free(&takers);
    return SFC_STATUS_USAGE;
}

/* The option that getopt_long() did not take: a letter, or the word that it read last. */
static int refuse_last(const struct sfc_cmd *command, char *const *argv)
{
    const char letter[] = { (char)optopt, '\0' }, *word = argv[optind - 1];
    const struct sfc_option *own = optopt != 0 ? find_id(command, optopt) : NULL;
    if (optopt == 'h')
        return sfc_cmd_misused(command, "--help takes no value");
    if (optopt != 0 && !own)
        return refuse(command, optopt, letter);
    if (own) {
        struct sfc_buffer b = { 0 };
        sfc_buffer_printf(&b, "--%s takes no value", own->name);
        sfc_cmd_misused(command, b.data);
        sfc_buffer_free(&b);
        return SFC_STATUS_USAGE;
    }
    word += strspn(word, "-");
    char *name = sfc_copy_text(word, strcspn(word, "="));
    const int status = is_abbreviation(command, name) ? refuse_ambiguous(command, name) : refuse(command, 0, name);
    free(name);
    return status;
}

static int complain_value(const struct sfc_cmd *command)
{
    const struct sfc_option *o = find_id(command, optopt);
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "--%s needs %s", o->name, o->value);
    sfc_cmd_misused(command, b.data);
    sfc_buffer_free(&b);
    return SFC_STATUS_USAGE;
}

/* Fills what getopt_long() reads. `letters` begins with a ':', which tells a missing value from an
   unknown option. */
static void fill_options(const struct sfc_cmd *command, struct option longs[MAX_OPTIONS + 2],
                         char letters[2 * MAX_OPTIONS + 4])
{
    size_t count = 0, len = 0;
    letters[len++] = ':';
    letters[len++] = 'h';
    longs[count++] = (struct option){ "help", no_argument, NULL, 'h' };
    for (const struct sfc_option *o = command->options; o && o->name && count <= MAX_OPTIONS; o++) {
        longs[count++] = (struct option){ o->name, o->value ? required_argument : no_argument, NULL, o->id };
        if (o->id < 256) {
            letters[len++] = (char)o->id;
            letters[len++] = ':';
            len -= !o->value;
        }
    }
    longs[count] = (struct option){ NULL, 0, NULL, 0 };
    letters[len] = '\0';
}

int sfc_cmd_options(const struct sfc_cmd *command, int argc, char **argv, sfc_take_fn *take, void *ctx, int *first)
{
    struct option longs[MAX_OPTIONS + 2];
    char letters[2 * MAX_OPTIONS + 4];
    int id;
    fill_options(command, longs, letters);
    opterr = 0;
    while ((id = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        if (id == 'h')
            return print_help(command);
        if (id == '?')
            return refuse_last(command, argv);
        if (id == ':')
            return complain_value(command);
        if (!take(ctx, id, optarg))
            return SFC_STATUS_USAGE;
    }
    *first = optind;
    return -1;
}
