/* SPDX-License-Identifier: MIT */
/* case_bytes.h - prints the bytes of a case. */
#ifndef SFC_CASE_BYTES_H
#define SFC_CASE_BYTES_H

#include "case.h"

/* More bytes are not printed: nobody reads them. */
enum { SFC_MAX_PRINTED = 4096 };

/* Prints the bytes of the section, with the fault marked. */
void sfc_print_case_bytes(const struct sfc_case *c);
/* Of a sequence with two sections: those of the second one. */
void sfc_print_second_bytes(const struct sfc_case *c);

#endif
