/* SPDX-License-Identifier: MIT */
/*
 * options.h - the commands and options of a program as tables, from which they are read, and from
 * which the help and the completion of shells are made. Shared by all programs; libc only.
 */
#ifndef SFR_OPTIONS_H
#define SFR_OPTIONS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The exit status for wrong usage: EX_USAGE of <sysexits.h>. */
enum { SFR_USAGE = 64 };

/* One option. Each command has --help as well. */
struct sfr_option {
    const char *name;  /* without "--" */
    const char *value; /* what it takes, for the help; NULL: nothing */
    const char *help;  /* lines, without an indentation */
    int id;            /* a letter if the option has a short form too ("-j"), else from 256 on */
};

struct sfr_command {
    const char *name, *synopsis;      /* synopsis: the command line after the name */
    const char *summary;              /* one line, for the list of commands */
    const char *about;                /* more for the command's help, in lines; may be NULL */
    const struct sfr_option *options; /* the last one has no name; NULL: none */
    uint32_t takes;                   /* a bit for each option of the table that it takes; 0: all */
    const char *statuses;             /* what the exit status means, in lines; wrong usage is added; may be NULL */
    /* For programs whose first word is the command; argv[0] is the command. Returns an exit status. */
    int (*run)(const struct sfr_command *self, int argc, char **argv);
};

struct sfr_program {
    const char *name, *about;                       /* about: what it does, in lines */
    const char *version;                            /* for sfr_start() */
    const char *end;                                /* the last lines of its help; may be NULL */
    const struct sfr_command *(*command)(size_t i); /* NULL after the last one */
    const struct sfr_option *options;               /* of all commands, if they may stand before the command */
};

/* Takes an option; false, after a message, if its value is wrong. */
typedef bool sfr_take_fn(void *ctx, int id, char *value);

enum sfr_read { SFR_READ_GOOD, SFR_READ_HELP, SFR_READ_VERSION, SFR_READ_WRONG };

/*
 * Reads the options and moves the other words to argv[*first..argc). `command` NULL: those of the
 * program and --version; then argv has the command too. SFR_READ_WRONG comes after a message. After
 * --help no value is taken any more.
 */
enum sfr_read sfr_read_options(const struct sfr_program *program, const struct sfr_command *command, int argc,
                               char **argv, sfr_take_fn *take, void *ctx, int *first);

/* The command of this name. Or NULL: sfr_refuse_command() says that there is none. */
const struct sfr_command *sfr_find_command(const struct sfr_program *program, const char *name);
int sfr_refuse_command(const struct sfr_program *program, const char *name);

/*
 * Reads the whole command line of a program whose options may stand before the command. Returns the command, whose
 * words are argv[*first..argc), and which takes the options that are *given, a bit for each of the table; `take` sets
 * it. NULL if there is nothing to do any more: the help, the version or the table of commands is printed, or a message
 * says what is wrong; *status is the exit status.
 */
const struct sfr_command *sfr_start(const struct sfr_program *program, int argc, char **argv, sfr_take_fn *take,
                                    void *ctx, const uint32_t *given, int *first, int *status);

/* `command` NULL: the program's own. */
void sfr_print_help(FILE *out, const struct sfr_program *program, const struct sfr_command *command);
/* Prints lines of at most 80 columns, folded if `out` is a terminal with fewer. */
void sfr_print_folded(FILE *out, const char *text);
/* Commands and options for ci/install/completion/complete.sh, which describes the columns. */
void sfr_print_table(FILE *out, const struct sfr_program *program);

/* Says how a program was used wrongly and where its help is: that of `command` if it is not NULL.
   Returns SFR_USAGE. */
int sfr_misused(const struct sfr_program *program, const struct sfr_command *command, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "PROGRAM: TEXT HINT" on stderr, as sfr_shown_text() shows the text. */
void sfr_say(const char *program, const char *hint, const char *format, va_list ap)
    __attribute__((format(printf, 3, 0)));

/* A copy in which control characters and bytes that are not UTF-8 are \xHH. The caller frees it;
   NULL if out of memory. */
char *sfr_shown_text(const char *s);

#endif
