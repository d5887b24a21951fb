/* SPDX-License-Identifier: MIT */
/* command.h - the commands of sframe-conform. Each is defined in a file of its own; command.c has the table of all. */
#ifndef SFC_COMMAND_H
#define SFC_COMMAND_H

#include "complain.h"
#include "options.h"
#include "text.h"

extern const struct sfr_command sfc_cmd_check_adapter, sfc_cmd_diff, sfc_cmd_explain, sfc_cmd_export, sfc_cmd_help,
    sfc_cmd_import, sfc_cmd_list, sfc_cmd_produce, sfc_cmd_producer, sfc_cmd_promote, sfc_cmd_report, sfc_cmd_run,
    sfc_cmd_show, sfc_cmd_site;
extern const struct sfr_program sfc_program;

/* Reads the options and moves the other arguments to argv[*first..argc). Returns -1 to go on, or an
   exit status. */
int sfc_cmd_options(const struct sfr_command *command, int argc, char **argv, sfr_take_fn *take, void *ctx, int *first);

/* Says how the command was used wrongly and where its help is. Returns SFC_STATUS_USAGE. */
int sfc_cmd_misused(const struct sfr_command *command, const char *what);

#endif
