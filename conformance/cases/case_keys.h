/* SPDX-License-Identifier: MIT */
/* case_keys.h - the keys at the start of a case file (corpus/README.md). */
#ifndef SFC_CASE_KEYS_H
#define SFC_CASE_KEYS_H

#include "case.h"
#include "fields.h"

enum { SFC_CASE_MOST_KEYS = 64, SFC_MAX_SECTION = 64 << 20 };

/* The line of each key; 0: it is not given. */
struct sfc_case_lines {
    unsigned of[SFC_CASE_MOST_KEYS];
};
/* `key` is the name of one. */
unsigned sfc_case_line(const struct sfc_case_lines *lines, const char *key);

/* Reads the keys up to the empty line, or the end of the text, into *c, and checks that each belongs to the case. The
   text is cut up. */
bool sfc_case_read_keys(struct sfc_case *c, struct sfc_fields *f, struct sfc_case_lines *lines,
                        struct sfc_error *error);

#endif
