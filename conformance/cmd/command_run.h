/* SPDX-License-Identifier: MIT */
/* command_run.h - the commands that ask an implementation. Each returns an exit status. */
#ifndef SFC_COMMAND_RUN_H
#define SFC_COMMAND_RUN_H

#include "options.h"

/* What ends a run early: readable once it is to stop, and written to for that. */
struct sfc_stop_pipe {
    int read_fd, write_fd;
};

/* Judges an implementation by the selected cases of `run`, which has them and the corpus. */
int sfc_command_run(struct sfc_run *run, const struct sfc_options *options, const struct sfc_stop_pipe *stop);

/* Checks an adapter alone, without the corpus. */
int sfc_command_check_adapter(const struct sfc_options *options, const struct sfc_stop_pipe *stop);

#endif
