/* SPDX-License-Identifier: MIT */
/* defect_ask.h - how one implementation is asked by hand about a case, and what it answered. */
#ifndef SFC_DEFECT_ASK_H
#define SFC_DEFECT_ASK_H

#include "defect.h"

/* The files of the case that the commands of a page have made so far. */
struct sfc_made {
    bool elf, raw;
};

/* Adds a part of a page of Markdown: the commands, or the calls, and what was seen. */
void sfc_add_reproduction(struct sfc_buffer *out, const struct sfc_case *c, const struct sfc_failure *failure,
                          struct sfc_made *made);

/* Adds a line of a dump as a block of code after the words `before`. */
void sfc_add_dump_line(struct sfc_buffer *out, const char *before, const char *line);

#endif
