/* SPDX-License-Identifier: MIT */
/* explain_json.h - cases as JSON, for programs that show them. */
#ifndef SFC_EXPLAIN_JSON_H
#define SFC_EXPLAIN_JSON_H

#include "case.h"

/* Prints a line with an object for each of these ids, in their order; for "-" those that standard input has,
   one a line. Returns an exit status. */
int sfc_explain_json(const char *corpus, char *const *ids, size_t count);

#endif
