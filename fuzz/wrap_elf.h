/* SPDX-License-Identifier: MIT */
/* wrap_elf.h - puts a section into a linked ELF file and into a relocatable object, so that sections
   are seeds of the ELF harness too. */
#ifndef FUZZ_WRAP_ELF_H
#define FUZZ_WRAP_ELF_H

#include "elf_build.h"
#include "sfr.h"

/* The largest section that a built file has room for. */
enum { FUZZ_WRAP_MAX_SECTION = 4096 };
#define FUZZ_WRAP_ADDR UINT64_C(0x402000)

/* The file has the bytes in a section .sframe and in a segment, both of SFrame's types. `size`
   is at most FUZZ_WRAP_MAX_SECTION. The machine is that of the ABI in the section's header, or
   x86-64. */
void fuzz_wrap_elf(const uint8_t *section, size_t size, struct built *out);

/* The most functions of a section in a relocatable object. */
enum { FUZZ_WRAP_MAX_FDES = 32, FUZZ_WRAP_TEXT = 1 };

/* The object has a relocation for each start field of the section `s` (at most FUZZ_WRAP_MAX_SECTION bytes): function i
   is fuzz_wrap_target(i) bytes into section FUZZ_WRAP_TEXT. */
void fuzz_wrap_object(const struct sfr_section *s, struct built *out);
uint64_t fuzz_wrap_target(uint32_t fde);

#endif
