/* SPDX-License-Identifier: MIT */
/* complain.h - error messages of sframe-conform, and its exit statuses. */
#ifndef SFC_COMPLAIN_H
#define SFC_COMPLAIN_H

#include <stdbool.h>

/* Exit statuses, of a run and of the program. */
enum sfc_status {
    SFC_STATUS_CONFORMS = 0,
    SFC_STATUS_FAILS = 1,   /* unexpected failures */
    SFC_STATUS_STALE = 2,   /* the known-failure file does not match */
    SFC_STATUS_BROKEN = 3,  /* the adapter is broken */
    SFC_STATUS_ERROR = 4,   /* input that cannot be read, output that cannot be written */
    SFC_STATUS_NOTHING = 5, /* nothing ran */
    SFC_STATUS_BAD_END = 6, /* all cases passed, but the implementation did not exit cleanly or grows */
    SFC_STATUS_UNSURE = 7,  /* finds that could not be repeated, and nothing worse */
    SFC_STATUS_USAGE = 64   /* wrong usage: EX_USAGE of <sysexits.h> */
};

/* Prints the message to stderr and returns SFC_STATUS_ERROR. */
int sfc_complain(const char *what);
/* Writes out stdout. False if that, or a write before it, failed. Says so, unless the reader has
   closed the pipe, as `head` does. */
bool sfc_flush_output(void);

#endif
