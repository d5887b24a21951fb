/* SPDX-License-Identifier: MIT */
/*
 * command.h - a command of sframe-conform: its name, help, options and function.
 *
 * Each is defined in a file of its own; main.c has the table of all.
 */
#ifndef SFC_COMMAND_H
#define SFC_COMMAND_H

#include "complain.h"
#include "text.h"

/* One option of a command. */
struct sfc_option {
    const char *name;  /* without "--" */
    const char *value; /* what it takes, for the help; NULL: nothing */
    const char *help;  /* lines, without an indentation */
    int id;            /* a letter if the option has a short form too ("-j"), else from 256 on */
};

struct sfc_cmd {
    const char *name, *synopsis;      /* synopsis: the command line after the name */
    const char *summary;              /* one line, for the list of commands */
    const char *about;                /* more for the command's help, in lines; may be NULL */
    const struct sfc_option *options; /* the last one has no name; NULL: none */
    const char *statuses;             /* what the exit status means, in lines; wrong usage is added */
    int (*run)(const struct sfc_cmd *self, int argc, char **argv); /* argv[0] is the command; an exit status */
};

extern const struct sfc_cmd sfc_cmd_check_adapter, sfc_cmd_diff, sfc_cmd_explain, sfc_cmd_export, sfc_cmd_list,
    sfc_cmd_produce, sfc_cmd_producer, sfc_cmd_promote, sfc_cmd_report, sfc_cmd_run, sfc_cmd_show, sfc_cmd_site;

/* All commands, `*count` of them. */
const struct sfc_cmd *const *sfc_cmds(size_t *count);

/* Takes an option of a command; false, after a message, if its value is wrong. */
typedef bool sfc_take_fn(void *ctx, int id, char *value);

/* Reads the options and moves the other arguments to argv[*first..argc). Returns -1 to go on, or an
   exit status. */
int sfc_cmd_options(const struct sfc_cmd *command, int argc, char **argv, sfc_take_fn *take, void *ctx, int *first);

/* Prints the command and its options for ci/install/completion.py, which describes the columns. */
void sfc_cmd_print_table(const struct sfc_cmd *command);

/* Says how the command was used wrongly and where its help is. Returns SFC_STATUS_USAGE. */
int sfc_cmd_misused(const struct sfc_cmd *command, const char *what);

#endif
