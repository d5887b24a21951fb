/* SPDX-License-Identifier: MIT */
/* From a model to the bytes of its section, with a map of its fields; and an ELF file around it: linked, or an object
   with relocations, perhaps without what it should have. */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "field.h"
#include "model.h"

#include <elf.h>

/* Writes exactly the model: keeps explicit widths and offsets, makes all else as small as possible,
   and leaves no space between sub-sections. The model has passed gen_check_model(). Fails if a
   value does not fit its field. */
bool gen_emit(struct gen_pool *pool, const struct gen_model *model, struct gen_section *section,
              struct gen_error *error);

/* Where a linked file has its section: offset in the file, and address, which may be so much higher. */
enum { GEN_ELF_OFFSET = 0xb0, GEN_ELF_ADDR = 0x4000b0, GEN_ELF_PAGE = 0x1000 };
#define GEN_ELF_HIGH UINT64_C(0x555555154000)

/* The ELF file that a section lies in. `line` 0: none. */
struct gen_elf_plan {
    unsigned line;                         /* of the recipe */
    unsigned kind;                         /* e_type */
    uint32_t text;                         /* of an object, or of a drawn file: bytes of code */
    uint32_t shape;                        /* the seed of a file whose shape is drawn; 0: it is not drawn */
    uint32_t section_type, machine, align; /* instead of the usual ones; 0: those */
    uint32_t more;                         /* bytes after the section that the segment includes */
    bool no_sections, no_segment, no_alloc, two, other_name, other_order;
    bool comment;       /* an object has a section before its code that is not loaded */
    bool large_numbers; /* of sections, where the ELF header and symbols have no room for them */
    bool high_address;  /* of a linked file: more than 32 bits */
};

/* Puts the model's section into a file of its own. The map then names the fields ehdr.*, phdr[].*,
   shdr[].*, rela[][].*, shndx[], names[] and sym[].* beside those of the section; the group "section" says where that
   is. `abi` is that of the file: a contradictory section has another.

   The functions of a drawn file count from the start of its code. They get their places, as does the section, by what
   is drawn, which seed, profile and ABI decide. Its map names only rela[0][F] (of function F), sym[F].section (of its
   symbol), shdr[1] (.sframe), shdr[2] (its relocations) and shdr[3] (symbols), wherever they lie. */
bool gen_wrap_elf(struct gen_pool *pool, const struct gen_elf_plan *elf, enum gen_abi abi, struct gen_model *model,
                  struct gen_section *section, struct gen_error *error);

#endif
