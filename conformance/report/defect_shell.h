/* SPDX-License-Identifier: MIT */
/* defect_shell.h - the bytes of a case as shell commands and as C, for people who have no tools of
   this suite. */
#ifndef SFC_DEFECT_SHELL_H
#define SFC_DEFECT_SHELL_H

#include "case.h"

/* More bytes nobody pastes. */
enum { SFC_MAX_PASTED = 4096 };

/* Adds commands that write the bytes to `file`, with the printf of a POSIX shell. */
void sfc_add_printf(struct sfc_buffer *out, const uint8_t *bytes, size_t size, const char *file);

/* Adds commands that make case.elf, or section.bin if `elf` is false. An ELF file is made by objcopy
   unless the case itself is one, or the section is empty, which objcopy does not copy. */
void sfc_add_case_commands(struct sfc_buffer *out, const struct sfc_case *c, bool elf);

/* Adds rows of C that initialise an array. */
void sfc_add_c_bytes(struct sfc_buffer *out, const uint8_t *bytes, size_t size);

#endif
