/* SPDX-License-Identifier: MIT */
/* wrap_elf.h - puts a section into a linked ELF file, so that sections are inputs and seeds of the ELF harness too. */
#ifndef FUZZ_WRAP_ELF_H
#define FUZZ_WRAP_ELF_H

#include "elf_build.h"

/* What a built file has room for. */
enum { FUZZ_WRAP_MAX_SECTION = 4096 };
#define FUZZ_WRAP_ADDR UINT64_C(0x402000)

/* The file has the bytes as its section .sframe, of the type for it, and in a segment of the type for it. `size` is at
   most FUZZ_WRAP_MAX_SECTION. The machine is that of the ABI in the section's header, or else x86-64. */
void fuzz_wrap_elf(const uint8_t *section, size_t size, struct built *out);

#endif
