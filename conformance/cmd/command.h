/* SPDX-License-Identifier: MIT */
/* command.h - the commands of sframe-conform, and what several of them share. */
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

/* Is standard output a terminal whose user did not set NO_COLOR? An empty NO_COLOR is none (no-color.org). */
bool sfc_has_colour(void);

/* Becomes readable when the run is to stop. Write to it to stop the run. */
struct sfc_stop_pipe {
    int read_fd, write_fd;
};

/* Catches SIGINT, SIGTERM and, unless it is ignored, SIGHUP: the first one stops the run, the second one ends the
   program. False after a message. */
bool sfc_stop_catch(struct sfc_stop_pipe *stop);

#endif
