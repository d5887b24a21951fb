/* SPDX-License-Identifier: MIT */
/* An ELF file around a section: what it consists of if nothing is drawn, and what every file needs. */
#include "elf_parts.h"

#include <string.h>

static const struct piece usual[NUM_KINDS] = {
    [CODE] = { .name = ".text", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR, .align = 16 },
    [MORE_CODE] = { .name = ".text.f", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_EXECINSTR, .align = 4 },
    [SFRAME] = { .name = ".sframe", .type = SHT_GNU_SFRAME, .flags = SHF_ALLOC, .align = 8 },
    [RELA] = { .name = ".rela.sframe", .type = SHT_RELA, .align = 8, .entry = RELA_SIZE },
    [CODE_RELA] = { .name = ".rela.text",
                    .type = SHT_RELA,
                    .flags = SHF_INFO_LINK,
                    .align = 8,
                    .size = 2 * RELA_SIZE,
                    .entry = RELA_SIZE },
    [SYMBOLS] = { .name = ".symtab", .type = SHT_SYMTAB, .align = 8, .entry = SYM_SIZE },
    [SYMBOL_SECTIONS] = { .name = ".symtab_shndx", .type = SHT_SYMTAB_SHNDX, .align = 4, .entry = 4 },
    [STRINGS] = { .name = ".strtab", .type = SHT_STRTAB, .align = 1 },
    [NAMES] = { .name = ".shstrtab", .type = SHT_STRTAB, .align = 1 },
    [GROUP] = { .name = ".group", .type = SHT_GROUP, .align = 4, .entry = 4 },
    [NOTE] = { .name = ".note", .type = SHT_NOTE, .flags = SHF_ALLOC, .align = 8, .size = 32 },
    [DATA] = { .name = ".data", .type = SHT_PROGBITS, .flags = SHF_ALLOC | SHF_WRITE, .align = 1 },
    [BSS] = { .name = ".bss", .type = SHT_NOBITS, .flags = SHF_ALLOC | SHF_WRITE, .align = 32 },
    [CONSTANTS] = { .name = ".rodata", .type = SHT_PROGBITS, .flags = SHF_ALLOC, .align = 1, .size = 5 },
    [COMMENT] = { .name = ".comment", .type = SHT_PROGBITS, .align = 1, .size = 18, .entry = 1 },
    [DEBUG] = { .name = ".debug_info", .type = SHT_PROGBITS, .align = 1, .size = 7 },
    [NEAR_NAME] = { .name = ".sframe.old", .type = SHT_PROGBITS, .align = 8, .size = 40 },
    [FAR_NAME] = { .name = ".debug.sframe", .type = SHT_PROGBITS, .flags = SHF_ALLOC, .align = 8, .size = 40 },
};

struct piece gen_elf_piece(const struct gen_elf *s, enum kind kind)
{
    struct piece piece = usual[kind == SECOND_SFRAME ? SFRAME : kind == SECOND_RELA ? RELA : kind];
    piece.number = NONE;
    if (piece.type == SHT_GNU_SFRAME && s->model->target.profile <= GEN_V2)
        piece.type = SHT_PROGBITS;
    return piece;
}

uint64_t gen_elf_align_up(uint64_t at, uint64_t align)
{
    return (at + align - 1) / align * align;
}

/* ---- What every file needs --------------------------------------------------------------- */

static uint32_t add_string(struct gen_buf *strings, const char *text)
{
    const uint32_t at = (uint32_t)strings->len;
    if (*text)
        gen_add(strings, text, strlen(text) + 1);
    return *text ? at : 0;
}

void gen_elf_add_symbol(struct gen_elf *s, const char *name, enum kind section, uint64_t value, unsigned info,
                        bool elsewhere)
{
    s->symbols[s->num_symbols++] = (struct symbol){ add_string(&s->strings, name), section, value, info, elsewhere };
}

bool gen_elf_place_functions(struct gen_elf *s, uint64_t code_before, struct gen_error *error)
{
    const int64_t before = (int64_t)code_before, text = s->plan->text;
    for (uint32_t f = 0; f < s->model->num_funcs; f++) {
        const struct gen_func *func = &s->model->funcs[f];
        if (func->at < -before || func->at > text - before)
            return gen_fail(
                error, s->model->file, func->line, "the function lies outside the %u bytes of code%s", (unsigned)text,
                before ? gen_textf(s->pool, ", which start 0x%x before the section", (unsigned)before) : "");
        s->code_of[f] = CODE;
        s->offset_of[f] = (uint64_t)(func->at + before);
    }
    return true;
}

void gen_elf_link_pieces(struct gen_elf *s)
{
    struct piece *p = s->pieces;
    /* Without strings of their own the symbols' are those of the sections. */
    if (!p[STRINGS].there)
        s->names = s->strings;
    for (uint32_t i = 1; i < s->count; i++)
        p[s->order[i]].name_at = add_string(&s->names, p[s->order[i]].name);
    p[NAMES].size = s->names.len;
    p[STRINGS].size = s->strings.len;
    p[SYMBOLS].size = (uint64_t)s->num_symbols * SYM_SIZE;
    p[SYMBOL_SECTIONS].size = (uint64_t)s->num_symbols * 4;
    p[RELA].size = p[SECOND_RELA].size = (uint64_t)s->num_relocations * RELA_SIZE;
    p[GROUP].size = 4 * (p[RELA].there ? 4 : 3);
    p[RELA].link = p[SECOND_RELA].link = p[CODE_RELA].link = p[SYMBOL_SECTIONS].link = p[GROUP].link = p[SYMBOLS].index;
    p[SYMBOLS].link = p[STRINGS].there ? p[STRINGS].index : p[NAMES].index;
    p[SYMBOLS].info = s->num_local;
    p[RELA].info = p[SFRAME].index;
    p[SECOND_RELA].info = p[SECOND_SFRAME].index;
    p[CODE_RELA].info = p[CODE].index;
    p[GROUP].info = s->num_symbols - 1;
    p[PROGRAM_HEADERS].size = (uint64_t)s->num_segments * PHDR_SIZE;
    p[SECTION_HEADERS].size = s->has_headers ? (uint64_t)s->count * SHDR_SIZE : 0;
    p[PROGRAM_HEADERS].align = p[SECTION_HEADERS].align = 8;
}

/* ---- A file that is not drawn ------------------------------------------------------------- */

/* The sections, in the order of their headers. */
static void add_pieces(struct gen_elf *s, size_t size)
{
    enum { COMMENT_SIZE = 0x48 };
    const struct gen_elf_plan *plan = s->plan;
    const bool object = is_object(s);
    const struct {
        enum kind kind;
        bool there;
    } order[] = {
        { COMMENT, plan->comment },   { CODE, object },    { SFRAME, true },
        { SECOND_SFRAME, plan->two }, { RELA, object },    { SECOND_RELA, object && plan->two },
        { SYMBOLS, object },          { STRINGS, object }, { SYMBOL_SECTIONS, object && plan->large_numbers },
        { NAMES, s->has_headers },
    };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const enum kind k = order[i].kind;
        struct piece *p = &s->pieces[k];
        if (!order[i].there)
            continue;
        *p = gen_elf_piece(s, k);
        p->there = true;
        p->number = (int)s->count;
        p->index = s->count;
        s->order[s->count++] = k;
        add_to_file(s, k);
        if (k == RELA || k == SECOND_RELA)
            p->flags = SHF_INFO_LINK;
        if (k != SFRAME && k != SECOND_SFRAME)
            continue;
        p->name = plan->other_name ? ".other" : p->name;
        p->type = plan->section_type ? plan->section_type : p->type;
        p->flags = plan->no_alloc ? 0 : p->flags;
        p->addr = s->model->addr;
        p->size = size;
    }
    s->pieces[CODE].size = plan->text;
    s->pieces[COMMENT].size = COMMENT_SIZE;
    s->pieces[COMMENT].entry = 0;
}

static void give_offsets(struct gen_elf *s)
{
    uint64_t at = EHDR_SIZE;
    for (uint32_t i = 0; i < s->num_in_file; i++) {
        const enum kind k = s->in_file[i];
        struct piece *p = &s->pieces[k];
        p->offset = k == SFRAME && !is_object(s) ? GEN_ELF_OFFSET : gen_elf_align_up(at, p->align);
        at = p->offset + p->size + (k == SFRAME || k == SECOND_SFRAME ? s->plan->more : 0);
        if (s->plan->align && (k == SFRAME || k == SECOND_SFRAME))
            p->align = s->plan->align;
    }
}

/* An object with relocations for the starts of functions, or the sections and segments that a reader needs. */
static bool lay_out(struct gen_elf *s, size_t size, struct gen_error *error)
{
    const struct gen_elf_plan *plan = s->plan;
    const uint64_t whole = size + plan->more;
    s->base = s->model->addr - GEN_ELF_OFFSET;
    s->has_headers = !plan->no_sections;
    s->count_in_zero = s->names_in_zero = plan->large_numbers;
    if (!is_object(s)) {
        add_to_file(s, PROGRAM_HEADERS);
        s->segments[0] = (struct segment){ PT_LOAD, PF_R, 0, s->base, GEN_ELF_OFFSET + whole, 0, GEN_ELF_PAGE };
        s->segments[1] = (struct segment){ PT_GNU_SFRAME, PF_R, GEN_ELF_OFFSET, s->model->addr, whole, 0, 8 };
        s->num_segments = plan->no_segment ? 1 : 2;
    } else {
        if (!gen_elf_place_functions(s, s->model->addr, error))
            return false;
        for (uint32_t f = 0; f < s->model->num_funcs; f++)
            s->relocations[s->num_relocations++] = (struct relocation){ (int)f, 1 };
        gen_elf_add_symbol(s, "", NO_SECTION, 0, 0, false);
        gen_elf_add_symbol(s, "", CODE, 0, STT_SECTION, plan->large_numbers);
        s->num_local = s->num_symbols;
    }
    add_pieces(s, size);
    if (s->has_headers)
        add_to_file(s, SECTION_HEADERS);
    gen_elf_link_pieces(s);
    give_offsets(s);
    return true;
}

bool gen_wrap_elf(struct gen_pool *pool, const struct gen_elf_plan *plan, enum gen_abi abi, struct gen_model *model,
                  struct gen_section *section, struct gen_error *error)
{
    enum { MORE_SYMBOLS = 8, MORE_RELOCATIONS = 3 }; /* than functions, in a drawn file */
    struct gen_elf *s = gen_alloc(pool, 1, sizeof *s);
    *s = (struct gen_elf){ .pool = pool, .plan = plan, .model = model, .abi = abi, .count = 1 };
    s->symbols = gen_alloc(pool, model->num_funcs + MORE_SYMBOLS, sizeof *s->symbols);
    s->relocations = gen_alloc(pool, model->num_funcs + MORE_RELOCATIONS, sizeof *s->relocations);
    s->code_of = gen_alloc(pool, model->num_funcs, sizeof *s->code_of);
    s->offset_of = gen_alloc(pool, model->num_funcs, sizeof *s->offset_of);
    s->names.pool = s->strings.pool = pool;
    gen_add(&s->names, "", 1);
    gen_add(&s->strings, "", 1);
    /* A drawn file decides the places of section and functions: then the section is emitted again. */
    if (is_drawn(s) ? !gen_elf_draw(s, model, section->bytes.len, error) || !gen_emit(pool, model, section, error)
                    : !lay_out(s, section->bytes.len, error))
        return false;
    *section = gen_elf_bytes(s, section);
    return true;
}
