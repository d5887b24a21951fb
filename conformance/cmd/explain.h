/* SPDX-License-Identifier: MIT */
/* explain.h - describes a case in words. */
#ifndef SFC_EXPLAIN_H
#define SFC_EXPLAIN_H

#include "case.h"

/* Becomes a program beside this one that prints the case: with the command "explain" all about it, with "show" its
   bytes by field and bit. A terminal gets the first lines of them and those around the fault, unless it is to get
   all. Returns an exit status if it does not. */
int sfc_explain_in_words(const struct sfc_case *c, const char *command, bool all);

#endif
