/* SPDX-License-Identifier: MIT */
/* An ELF file around a section: linked, or an object with relocations, perhaps without what it
   should have. */
#ifndef GEN_ELF_FILE_H
#define GEN_ELF_FILE_H

#include "field.h"
#include "model.h"

/* Where a linked file has its section: offset in the file, and address. */
enum { GEN_ELF_OFFSET = 0xb0, GEN_ELF_ADDR = 0x4000b0, GEN_ELF_PAGE = 0x1000 };
/* e_type. */
enum { GEN_ET_REL = 1, GEN_ET_EXEC = 2, GEN_ET_DYN = 3 };

/* The ELF file that a section lies in. `line` 0: none. */
struct gen_elf_plan {
    unsigned line;                         /* of the recipe */
    unsigned kind;                         /* e_type */
    uint32_t text;                         /* of an object, or of a drawn file: bytes of code */
    uint64_t shape;                        /* the seed of a drawn file (elf_shape.h); 0: it is not drawn */
    uint32_t section_type, machine, align; /* instead of the usual ones; 0: those */
    uint32_t more;                         /* bytes after the section that the segment includes */
    bool no_sections, no_segment, no_alloc, two, other_name, other_order;
    bool comment;       /* an object has a section before its code that is not loaded */
    bool large_numbers; /* of sections, where the ELF header and symbols have no room for them */
};

/* Puts the model's section into a file of its own. The map then names the fields ehdr.*, phdr[].*,
   shdr[].*, rela[][].* and sym[].* beside those of the section; the group "section" says where that
   is. `abi` is that of the file: a contradictory section has another. */
bool gen_wrap_elf(struct gen_pool *pool, const struct gen_elf_plan *elf, enum gen_abi abi,
                  const struct gen_model *model, struct gen_section *section, struct gen_error *error);

/* A number at the end of the file; the map has it if `named`. */
struct gen_field gen_elf_put(struct gen_section *out, bool named, struct gen_path path, uint64_t value, unsigned width);

struct gen_elf_section {
    uint32_t name, type, link, info;
    uint64_t flags, addr, offset, size, align, entsize;
};
/* A section header, which the map calls shdr[i]. */
void gen_elf_put_section_header(struct gen_section *out, bool named, uint32_t i, const struct gen_elf_section *s);

/* The bytes of the section `inner`, and its fields at their new place. In an object, relocations give the starts of
   functions. */
void gen_elf_put_sframe(struct gen_section *out, bool named, const struct gen_section *inner, bool object);

/* e_machine, and the machine's PC-relative relocation that is as wide as the start field. */
unsigned gen_elf_machine(enum gen_abi abi);
uint32_t gen_elf_relocation_type(enum gen_abi abi, enum gen_profile profile);

#endif
