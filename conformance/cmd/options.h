/* SPDX-License-Identifier: MIT */
/* options.h - what the command line of sframe-conform says. */
#ifndef SFC_OPTIONS_H
#define SFC_OPTIONS_H

#include "run.h"

struct sfc_options {
    const char *command, *corpus, *adapter, *known, *write_known, *report, *elf, *raw, *json, *c_folder, *format,
        *output;
    struct sfc_selection selection;
    bool force, tap, skip_missing, all;
    bool isolate, has_seed;
    uint64_t jobs, limit_seconds, seed;
};

/* Reads the command line. An option that the command does not take is refused. Returns -1 to go on, or an exit
   status. */
int sfc_options_read(struct sfc_options *options, int argc, char **argv);

#endif
