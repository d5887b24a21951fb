/* SPDX-License-Identifier: MIT */
/* An ELF file around a section: linked, or an object with relocations, perhaps without what it should have. */
#ifndef GEN_ELF_FILE_H
#define GEN_ELF_FILE_H

#include "case_file.h"

/* Where a linked file has its section: offset in the file, and address. */
enum { GEN_ELF_OFFSET = 0xb0, GEN_ELF_ADDR = 0x4000b0 };

/* Puts the section into a file of its own, whose fields ehdr.*, phdr[].*, shdr[].*, rela[][].* and sym[].* are then
   named beside those of the section; the group "section" says where that is. */
bool gen_wrap_elf(struct gen_pool *pool, const struct gen_plan *plan, struct gen_section *section,
                  struct gen_error *error);

/* Of a case in an ELF file: where its section starts; 0 of others. */
size_t gen_section_at(const struct gen_case *made);

#endif
