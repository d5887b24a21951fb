/* SPDX-License-Identifier: MIT */
/* options.h - what the command line of sframe-conform says. */
#ifndef SFR_CONFORMANCE_OPTIONS_H
#define SFR_CONFORMANCE_OPTIONS_H

#include "run.h"

struct sfr_options {
    const char *command, *corpus, *adapter, *known, *write_known, *report, *elf, *raw, *json, *c_folder, *format,
        *output;
    struct sfr_selection selection;
    bool force, tap, skip_missing, all;
    bool isolate, has_seed;
    uint64_t jobs, limit_seconds, seed;
};

/* Reads the command line. An option that the command does not take is refused. Returns -1 to go on, or an exit
   status. */
int sfr_options_read(struct sfr_options *options, int argc, char **argv);

/* Says on stderr what is wrong, and returns SFR_STATUS_ERROR. */
int sfr_complain(const char *what);

#endif
