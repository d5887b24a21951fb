/* SPDX-License-Identifier: MIT */
/* What `sframe-ref clauses` prints of each row of the registers. The build makes it from their text. */
#ifndef SFR_TOOL_SHOWN_ROWS_H
#define SFR_TOOL_SHOWN_ROWS_H

/* In the order of the registers; the last one has no name. */
extern const struct shown_row {
    const char *in, *name;   /* in: the register */
    const char *text, *json; /* its line, and its object */
    const char *evidence;    /* lines: for each basis its profiles and evidence */
} shown_rows[];

#endif
