/* SPDX-License-Identifier: MIT */
/* case_bytes.h - prints the bytes of a case. */
#ifndef SFC_CASE_BYTES_H
#define SFC_CASE_BYTES_H

#include "case.h"

/* Prints the bytes of the case, and those of its second section, by field and bit, with the values in the parent and
   the fault marked; of an encode the dump. A terminal gets the first lines and those around the fault, unless it is to
   get all. */
void sfc_print_case_bytes(const struct sfc_case *c, bool all);
/* Of an accepted encode: those of the canonical section. */
void sfc_print_result_fields(const struct sfc_case *c, bool all);

#endif
