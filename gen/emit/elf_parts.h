/* SPDX-License-Identifier: MIT */
/* elf_parts.h - what an ELF file consists of: elf_file.c or elf_shape.c decides it, elf_bytes.c writes it. */
#ifndef GEN_ELF_PARTS_H
#define GEN_ELF_PARTS_H

#include "emit.h"
#include "random.h"

/* Older headers do not know them. */
#ifndef PT_GNU_SFRAME
enum { PT_GNU_SFRAME = 0x6474e554 };
#endif
#ifndef SHT_GNU_SFRAME
enum { SHT_GNU_SFRAME = 0x6ffffff4 };
#endif

enum {
    EHDR_SIZE = sizeof(Elf64_Ehdr),
    PHDR_SIZE = sizeof(Elf64_Phdr),
    SHDR_SIZE = sizeof(Elf64_Shdr),
    RELA_SIZE = sizeof(Elf64_Rela),
    SYM_SIZE = sizeof(Elf64_Sym)
};

enum kind {
    NO_SECTION,
    CODE,
    MORE_CODE,
    SFRAME,
    SECOND_SFRAME,
    RELA,
    SECOND_RELA,
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

enum { MAX_SEGMENTS = 8, NONE = -1 };

struct piece {
    bool there;
    int number; /* in the map's shdr[]; NONE: it does not name this header */
    uint32_t index, name_at, type, link, info;
    uint64_t flags, addr, offset, size, align, entry;
    const char *name;
};

struct symbol {
    uint32_t name_at;
    enum kind section; /* NO_SECTION: undefined */
    uint64_t value;    /* from the start of its section */
    unsigned info;
    bool elsewhere; /* SYMBOL_SECTIONS has its section */
};

struct segment {
    uint32_t type, flags;
    uint64_t offset, addr, size, extra, align; /* extra: bytes in memory alone, after those of the file */
};

struct gen_elf {
    struct gen_pool *pool;
    const struct gen_elf_plan *plan;
    const struct gen_model *model;
    enum gen_abi abi;
    struct gen_random random; /* of a drawn file */
    struct piece pieces[NUM_ITEMS];
    enum kind order[NUM_KINDS]; /* of the section headers */
    uint32_t count;             /* of these, with the empty one */
    enum kind in_file[NUM_ITEMS];
    uint32_t num_in_file;
    struct symbol *symbols;
    uint32_t num_symbols, num_local;
    struct relocation {
        int func; /* or NONE: an entry that changes nothing */
        uint32_t symbol;
    } * relocations;
    uint32_t num_relocations;
    enum kind *code_of;  /* of each function */
    uint64_t *offset_of; /* in that code */
    struct segment segments[MAX_SEGMENTS];
    uint32_t num_segments;
    uint64_t base; /* the address of the file's first byte, in a linked file */
    bool has_headers, count_in_zero, names_in_zero, segments_in_zero;
    struct gen_buf names, strings;
};

/* ---- What both ways to decide need (elf_file.c) ---- */

/* A piece of the usual form. */
struct piece gen_elf_piece(const struct gen_elf *s, enum kind kind);
void gen_elf_add_symbol(struct gen_elf *s, const char *name, enum kind section, uint64_t value, unsigned info,
                        bool elsewhere);
/* Where each function lies in the code. Fails if one does not. */
bool gen_elf_place_functions(struct gen_elf *s, uint64_t code_before, struct gen_error *error);
/* After the order of the section headers, symbols and relocations: indices, names, sizes, links. */
void gen_elf_link_pieces(struct gen_elf *s);
uint64_t gen_elf_align_up(uint64_t at, uint64_t align);

/* A file whose shape is drawn; `size` is that of the section (elf_shape.c). */
bool gen_elf_draw(struct gen_elf *s, struct gen_model *model, size_t size, struct gen_error *error);

/* The bytes of the file, with `inner` as its section (elf_bytes.c). */
struct gen_section gen_elf_bytes(struct gen_elf *s, const struct gen_section *inner);

static inline bool is_drawn(const struct gen_elf *s)
{
    return s->plan->shape != 0;
}

/* Less than `count`; 0 if nothing is drawn. */
static inline uint32_t draw(struct gen_elf *s, uint32_t count)
{
    return is_drawn(s) ? (uint32_t)gen_draw(&s->random, count) : 0;
}

static inline bool one_of(struct gen_elf *s, uint32_t count)
{
    return draw(s, count) == 0;
}

static inline bool is_object(const struct gen_elf *s)
{
    return s->plan->kind == ET_REL;
}

static inline void add_to_file(struct gen_elf *s, enum kind kind)
{
    s->in_file[s->num_in_file++] = kind;
}

#endif
