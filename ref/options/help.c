/* SPDX-License-Identifier: MIT */
/* What a program says of its commands and options, and of how it was used wrongly. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "utf8.h"

enum { HELP_COLUMN = 23, COMMAND_WIDTH = 14 };

/* ---- Help ------------------------------------------------------------------------------ */

static void print_option(FILE *out, const struct sfr_option *o)
{
    char head[64];
    const char letter[] = { '-', (char)o->id, ',', ' ', '\0' };
    snprintf(head, sizeof head, "  %s--%s%s%s", o->id < 256 ? letter : "", o->name, o->value ? " " : "",
             o->value ? o->value : "");
    fprintf(out, "%-*s", HELP_COLUMN - 1, head);
    if (strlen(head) >= HELP_COLUMN)
        fprintf(out, "\n%*s", HELP_COLUMN - 1, "");
    for (const char *at = o->help;;) {
        const size_t len = strcspn(at, "\n");
        fprintf(out, " %.*s\n", (int)len, at);
        if (at[len] == '\0')
            return;
        fprintf(out, "%*s", HELP_COLUMN - 1, "");
        at += len + 1;
    }
}

/* A bit of `takes` for each; 0: all. */
static void print_options(FILE *out, const struct sfr_option *options, uint32_t takes)
{
    static const struct sfr_option help = { "help", NULL, "print this", 'h' };
    for (size_t i = 0; options && options[i].name; i++)
        if (takes == 0 || takes >> i & 1)
            print_option(out, &options[i]);
    print_option(out, &help);
}

static void write_help(FILE *out, const struct sfr_program *program, const struct sfr_command *command)
{
    fprintf(out, "usage: %s %s %s\n\n%s\n\n", program->name, command->name, command->synopsis,
            command->about ? command->about : command->summary);
    print_options(out, command->options, command->takes);
    if (command->statuses)
        fprintf(out, "\nexit status: %s,\n%d wrong usage\n", command->statuses, SFR_USAGE);
}

static void write_usage(FILE *out, const struct sfr_program *program)
{
    static const struct sfr_option version = { "version", NULL, "print the version", 'V' };
    const struct sfr_command *c;
    fprintf(out, "usage: %s COMMAND [OPTION...] [ARGUMENT...]\n\n%s\n\ncommands:\n", program->name, program->about);
    for (size_t i = 0; (c = program->command(i)); i++)
        fprintf(out, "  %-*s %s\n", COMMAND_WIDTH, c->name, c->summary);
    if (program->options) {
        fputs("\noptions:\n", out);
        print_options(out, program->options, 0);
        print_option(out, &version);
    }
    fprintf(out, "\n`%s COMMAND --help` describes a command and lists its options.\n%s", program->name,
            program->end ? program->end : "");
}

void sfr_print_help(FILE *out, const struct sfr_program *program, const struct sfr_command *command)
{
    char *text = NULL;
    size_t len;
    FILE *memory = open_memstream(&text, &len);
    if (!memory)
        return;
    if (command)
        write_help(memory, program, command);
    else
        write_usage(memory, program);
    if (fclose(memory) == 0)
        sfr_print_folded(out, text);
    free(text);
}

/* The lines of a text as one. */
static void print_joined(FILE *out, const char *text)
{
    for (; *text; text++)
        putc(*text == '\n' ? ' ' : *text, out);
    putc('\n', out);
}

void sfr_print_table(FILE *out, const struct sfr_program *program)
{
    const struct sfr_command *c;
    for (size_t i = 0; (c = program->command(i)); i++) {
        fprintf(out, "command\t%s\t%s\t", c->name, c->synopsis ? c->synopsis : "");
        print_joined(out, c->summary);
        for (size_t j = 0; c->options && c->options[j].name; j++) {
            const struct sfr_option *o = &c->options[j];
            const char letter[] = { (char)(o->id < 256 ? o->id : 0), '\0' };
            if (c->takes == 0 || c->takes >> j & 1) {
                fprintf(out, "option\t%s\t%s\t%s\t", o->name, letter, o->value ? o->value : "");
                print_joined(out, o->help);
            }
        }
    }
}

/* ---- Messages ------------------------------------------------------------------------------- */

char *sfr_shown_text(const char *s)
{
    static const char digits[] = "0123456789abcdef";
    const size_t len = strlen(s);
    char *shown = malloc(4 * len + 1), *to = shown;

    for (size_t i = 0; shown && i < len;) {
        size_t n = sfr_utf8_length(s + i, len - i);
        if (n > 0 && !sfr_utf8_is_control(s + i, n)) {
            memcpy(to, s + i, n);
            to += n;
            i += n;
            continue;
        }
        for (n = n ? n : 1; n > 0; n--, i++) {
            const unsigned char c = (unsigned char)s[i];
            *to++ = '\\', *to++ = 'x', *to++ = digits[c >> 4], *to++ = digits[c & 15];
        }
    }
    if (shown)
        *to = '\0';
    return shown;
}

void sfr_say(const char *program, const char *hint, const char *format, va_list ap)
{
    char *text;
    const int len = vasprintf(&text, format, ap);
    char *const shown = len < 0 ? NULL : sfr_shown_text(text);
    fprintf(stderr, "%s: %s%s\n", program, shown ? shown : "out of memory", hint);
    fflush(stderr);
    free(shown);
    if (len >= 0)
        free(text);
}

int sfr_misused(const struct sfr_program *program, const struct sfr_command *command, const char *format, ...)
{
    char hint[80];
    va_list ap;
    snprintf(hint, sizeof hint, "; see %s %s%s--help", program->name, command ? command->name : "", command ? " " : "");
    va_start(ap, format);
    sfr_say(program->name, hint, format, ap);
    va_end(ap);
    return SFR_USAGE;
}
