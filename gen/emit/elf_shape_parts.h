/* SPDX-License-Identifier: MIT */
/* elf_shape_parts.h - what a drawn ELF file consists of, for elf_shape.c, which draws it, and elf_shape_bytes.c. */
#ifndef GEN_ELF_SHAPE_PARTS_H
#define GEN_ELF_SHAPE_PARTS_H

#include "elf_shape.h"
#include "elf_words.h"
#include "random.h"

enum kind {
    NO_SECTION,
    CODE,
    MORE_CODE,
    SFRAME,
    RELA,
    CODE_RELA,
    SYMBOLS,
    SYMBOL_SECTIONS,
    STRINGS,
    NAMES,
    GROUP,
    NOTE,
    DATA,
    BSS,
    CONSTANTS,
    COMMENT,
    DEBUG,
    NEAR_NAME,
    FAR_NAME,
    NUM_KINDS,
    PROGRAM_HEADERS = NUM_KINDS, /* the two tables have places in the file, but are no sections */
    SECTION_HEADERS,
    NUM_ITEMS
};

struct gen_elf_kind {
    const char *name;
    uint32_t type, flags, align, size, entry;
};
extern const struct gen_elf_kind gen_elf_kinds[NUM_KINDS];

struct piece {
    bool there;
    uint32_t index, name_at, link, info;
    uint64_t flags, addr, offset, size;
    const char *name;
};

struct symbol {
    uint32_t name_at, section; /* section: a kind, NO_SECTION: undefined */
    uint64_t value;            /* from the start of its section */
    unsigned info;
    bool absolute, elsewhere; /* elsewhere: SYMBOL_SECTIONS has its section */
};

enum { MAX_SYMBOLS = 64, MAX_SEGMENTS = 8, MAX_FUNCS = 16, MAX_RELOCATIONS = MAX_FUNCS + 3, NONE = -1 };

struct gen_shape {
    const struct gen_elf_plan *elf;
    const struct gen_model *model;
    enum gen_abi abi;
    struct gen_random random;
    struct piece pieces[NUM_ITEMS];
    enum kind order[NUM_KINDS]; /* of the section headers */
    uint32_t count;             /* of these, with the empty one */
    enum kind in_file[NUM_ITEMS];
    uint32_t num_in_file;
    struct symbol symbols[MAX_SYMBOLS];
    uint32_t num_symbols, num_local;
    struct {
        int func; /* or NONE: an entry that changes nothing */
        uint32_t symbol;
    } relocations[MAX_RELOCATIONS];
    uint32_t num_relocations;
    enum kind code_of[MAX_FUNCS];
    uint64_t offset_of[MAX_FUNCS]; /* in that code */
    uint32_t segments[MAX_SEGMENTS], num_segments;
    enum kind second_start; /* the first piece of the second segment that is loaded */
    uint64_t base;
    bool has_headers, count_in_zero, names_in_zero, segments_in_zero;
    struct gen_buf names, strings;
    struct gen_section *out;
};

/* Less than `count`. */
static inline uint32_t draw(struct gen_shape *s, uint32_t count)
{
    return (uint32_t)gen_draw(&s->random, count);
}

static inline bool one_of(struct gen_shape *s, uint32_t count)
{
    return draw(s, count) == 0;
}

static inline bool is_object(const struct gen_shape *s)
{
    return s->elf->kind == GEN_ET_REL;
}

#endif
