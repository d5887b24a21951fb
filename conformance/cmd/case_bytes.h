/* SPDX-License-Identifier: MIT */
/* case_bytes.h - prints the bytes of a case. */
#ifndef SFC_CASE_BYTES_H
#define SFC_CASE_BYTES_H

#include "case.h"

/* More bytes are not dumped: nobody reads them. */
enum { SFC_MAX_PRINTED = 4096 };

/* Dumps the bytes of the section, with the fault marked. */
void sfc_print_case_bytes(const struct sfc_case *c);
/* Of a sequence with two sections: those of the second one. */
void sfc_print_second_bytes(const struct sfc_case *c);

/* Prints the bytes by field and bit, with the values in the parent and the fault marked. A terminal
   gets the first lines and those around the fault, unless it is to get all. */
void sfc_print_case_fields(const struct sfc_case *c, bool all);
void sfc_print_second_fields(const struct sfc_case *c, bool all);
/* Of an accepted encode: those of the canonical section. */
void sfc_print_result_fields(const struct sfc_case *c, bool all);

#endif
