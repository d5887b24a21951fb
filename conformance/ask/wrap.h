/* SPDX-License-Identifier: MIT */
/* wrap.h - wraps a raw section into a minimal ELF file, for tools that read nothing else. */
#ifndef SFC_WRAP_H
#define SFC_WRAP_H

#include "rung.h"

/* A 64-bit ELF executable with one section `.sframe` at the request's address and a table of
   section names, in the byte order of the request, for its ABI's machine. The section type is
   SHT_PROGBITS for versions 1 and 2, and SHT_GNU_SFRAME from errata 1 on (AMB-110). Appends to
   *elf. */
void sfc_wrap_elf(const struct sfc_request *request, struct sfc_buffer *elf);

#endif
