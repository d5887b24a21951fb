/* SPDX-License-Identifier: MIT */
/* wrap_elf.h - puts a section into a linked ELF file, so that sections are seeds of the ELF
   harness too. */
#ifndef FUZZ_WRAP_ELF_H
#define FUZZ_WRAP_ELF_H

#include "elf_build.h"

/* The largest section that a built file has room for. */
enum { FUZZ_WRAP_MAX_SECTION = 4096 };
#define FUZZ_WRAP_ADDR UINT64_C(0x402000)

/* The file has the bytes in a section .sframe and in a segment, both of SFrame's types. `size`
   is at most FUZZ_WRAP_MAX_SECTION. The machine is that of the ABI in the section's header, or
   x86-64. */
void fuzz_wrap_elf(const uint8_t *section, size_t size, struct built *out);

#endif
