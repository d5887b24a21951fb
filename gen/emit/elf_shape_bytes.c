/* SPDX-License-Identifier: MIT */
/* The bytes of a drawn ELF file. */
#include "elf_shape_parts.h"

#include <string.h>

static void put(struct gen_shape *s, uint64_t value, unsigned width)
{
    gen_elf_put(s->out, false, (struct gen_path){ "", { 0, 0, 0 } }, value, width);
}

static void put_file_header(struct gen_shape *s)
{
    static const uint8_t ident[] = { 0x7f, 'E', 'L', 'F', 2 };
    static const uint8_t systems[] = { 0, 3, 9, 255 };
    const bool linked = !is_object(s), headers = s->has_headers;
    gen_add(&s->out->bytes, ident, sizeof ident);
    put(s, s->out->big ? 2 : 1, 1);
    put(s, 1, 1);
    put(s, systems[draw(s, 4)], 1);
    put(s, draw(s, 2), 1);
    gen_add_zeros(&s->out->bytes, 7);
    put(s, s->elf->kind, 2);
    put(s, gen_elf_machine(s->abi), 2);
    put(s, 1, 4);
    put(s, linked && one_of(s, 2) ? s->pieces[CODE].addr : 0, 8);
    put(s, linked ? s->pieces[PROGRAM_HEADERS].offset : 0, 8);
    put(s, headers ? s->pieces[SECTION_HEADERS].offset : 0, 8);
    put(s, draw(s, 2), 4);
    put(s, EHDR_SIZE, 2);
    put(s, linked ? PHDR_SIZE : 0, 2);
    put(s, linked && s->segments_in_zero ? PN_XNUM : s->num_segments, 2);
    put(s, headers ? SHDR_SIZE : 0, 2);
    put(s, headers && !s->count_in_zero ? s->count : 0, 2);
    put(s, !headers ? 0 : s->names_in_zero ? SHN_XINDEX : s->pieces[NAMES].index, 2);
}

/* The pieces of a loaded segment lie next to each other in the file. */
static void put_program_header(struct gen_shape *s, uint32_t type, bool second)
{
    const struct piece *split = &s->pieces[s->second_start], *bss = &s->pieces[BSS], *last = split;
    struct piece range = { .size = 0 };
    for (uint32_t i = 0; i < s->num_in_file; i++)
        if ((s->pieces[s->in_file[i]].flags & SHF_ALLOC) && s->in_file[i] != BSS)
            last = &s->pieces[s->in_file[i]];
    if (type == PT_GNU_SFRAME || type == PT_NOTE)
        range = s->pieces[type == PT_NOTE ? NOTE : SFRAME];
    else if (type == PT_LOAD && !second)
        range = (struct piece){ .addr = s->base, .size = split->offset };
    else if (type == PT_LOAD)
        range = (struct piece){ .addr = split->addr,
                                .offset = split->offset,
                                .size = (bss->there ? bss->offset : last->offset + last->size) - split->offset };
    const uint64_t extra = type == PT_LOAD && second && bss->there ? bss->size : 0;
    put(s, type, 4);
    put(s, type == PT_LOAD && !second ? 5 : 4, 4);
    put(s, range.offset, 8);
    put(s, range.addr, 8);
    put(s, range.size > 0 && one_of(s, 2) ? range.addr - s->base : range.addr, 8);
    put(s, range.size, 8);
    put(s, range.size + extra, 8);
    put(s, type == PT_LOAD ? GEN_ELF_PAGE : 8, 8);
}

static void put_program_headers(struct gen_shape *s)
{
    bool second = false;
    for (uint32_t i = 0; i < s->num_segments; i++) {
        put_program_header(s, s->segments[i], second);
        second = second || s->segments[i] == PT_LOAD;
    }
}

/* The headers that recipes may change have the names that they have in other files: 1, 2, 3. */
static void put_section_headers(struct gen_shape *s)
{
    static const uint32_t named[NUM_KINDS] = { [SFRAME] = 1, [RELA] = 2, [SYMBOLS] = 3 };
    s->pieces[NO_SECTION] = (struct piece){
        .size = s->count_in_zero ? s->count : 0,
        .link = s->names_in_zero ? s->pieces[NAMES].index : 0,
        .info = s->segments_in_zero && !is_object(s) ? s->num_segments : 0,
    };
    for (uint32_t i = 0; i < s->count; i++) {
        const enum kind k = s->order[i];
        const struct piece *p = &s->pieces[k];
        const bool early = k == SFRAME && s->model->target.profile <= GEN_V2;
        const struct gen_elf_section header = {
            .name = p->name_at,
            .type = early ? SHT_PROGBITS : gen_elf_kinds[k].type,
            .flags = p->flags,
            .addr = is_object(s) ? 0 : p->addr,
            .offset = p->offset,
            .size = p->size,
            .link = p->link,
            .info = p->info,
            .align = gen_elf_kinds[k].align,
            .entsize = gen_elf_kinds[k].entry,
        };
        gen_elf_put_section_header(s->out, named[k] != 0, named[k], &header);
    }
}

static uint64_t symbol_value(const struct gen_shape *s, const struct symbol *symbol)
{
    return symbol->value + (is_object(s) || symbol->section == NO_SECTION ? 0 : s->pieces[symbol->section].addr);
}

/* Those that relocations of functions use have a name: sym[F]. */
static void put_symbols(struct gen_shape *s)
{
    for (uint32_t i = 0; i < s->num_symbols; i++) {
        const struct symbol *x = &s->symbols[i];
        const uint32_t section = x->elsewhere  ? (uint32_t)SHN_XINDEX
                                 : x->absolute ? (uint32_t)SHN_ABS
                                               : s->pieces[x->section].index;
        const size_t start = s->out->bytes.len;
        put(s, x->name_at, 4);
        put(s, x->info, 1);
        put(s, 0, 1);
        put(s, section, 2);
        put(s, symbol_value(s, x), 8);
        put(s, 0, 8);
        for (uint32_t r = 0; r < s->num_relocations; r++)
            if (s->relocations[r].func != NONE && s->relocations[r].symbol == i)
                gen_add_field(&s->out->fields,
                              (struct gen_field){ { "sym[].section", { (uint32_t)s->relocations[r].func, 0, 0 } },
                                                  GEN_NUMBER,
                                                  start + 6,
                                                  start + 8,
                                                  0,
                                                  16 });
    }
}

static uint64_t start_field(const struct gen_section *inner, uint32_t f)
{
    char path[GEN_PATH_MAX];
    gen_path_text(path, &(struct gen_path){ "fde[].start", { f, 0, 0 } });
    return gen_find_field(&inner->fields, path)->start;
}

/* A linker that keeps them has applied them; then places are addresses. */
static void put_relocations(struct gen_shape *s, const struct gen_section *inner)
{
    const uint64_t base = is_object(s) ? 0 : s->pieces[SFRAME].addr;
    for (uint32_t r = 0; r < s->num_relocations; r++) {
        const int f = s->relocations[r].func;
        const struct symbol *symbol = &s->symbols[s->relocations[r].symbol];
        if (f == NONE) {
            put(s, one_of(s, 2) ? base : 0, 8);
            put(s, 0, 8);
            put(s, 0, 8);
            continue;
        }
        const uint64_t info =
            (uint64_t)s->relocations[r].symbol << 32 | gen_elf_relocation_type(s->abi, s->model->target.profile);
        const uint32_t i = (uint32_t)f;
        gen_elf_put(s->out, true, (struct gen_path){ "rela[][].offset", { 0, i, 0 } }, base + start_field(inner, i), 8);
        gen_elf_put(s->out, true, (struct gen_path){ "rela[][].info", { 0, i, 0 } }, info, 8);
        gen_elf_put(s->out, true, (struct gen_path){ "rela[][].addend", { 0, i, 0 } }, s->offset_of[f] - symbol->value,
                    8);
    }
}

static void put_code_relocations(struct gen_shape *s)
{
    for (uint32_t r = 0; r < 2; r++) {
        put(s, 4 * r, 8);
        put(s, (uint64_t)(s->num_symbols - 1) << 32 | gen_elf_relocation_type(s->abi, GEN_V1), 8);
        put(s, (uint64_t)-4, 8);
    }
}

static void put_group(struct gen_shape *s)
{
    const enum kind members[] = { CODE, SFRAME, RELA };
    put(s, one_of(s, 2), 4);
    for (unsigned i = 0; i < 3; i++)
        if (s->pieces[members[i]].there)
            put(s, s->pieces[members[i]].index, 4);
}

static void put_piece(struct gen_shape *s, enum kind kind, const struct gen_section *inner)
{
    switch ((int)kind) {
    case PROGRAM_HEADERS: put_program_headers(s); break;
    case SECTION_HEADERS:
        if (s->has_headers)
            put_section_headers(s);
        break;
    case SFRAME: gen_elf_put_sframe(s->out, true, inner, is_object(s)); break;
    case RELA: put_relocations(s, inner); break;
    case CODE_RELA: put_code_relocations(s); break;
    case SYMBOLS: put_symbols(s); break;
    case SYMBOL_SECTIONS:
        for (uint32_t i = 0; i < s->num_symbols; i++)
            put(s, s->symbols[i].elsewhere ? s->pieces[s->symbols[i].section].index : 0, 4);
        break;
    case STRINGS: gen_add(&s->out->bytes, s->strings.data, s->strings.len); break;
    case NAMES: gen_add(&s->out->bytes, s->names.data, s->names.len); break;
    case GROUP: put_group(s); break;
    case BSS: break;
    default:
        for (uint64_t i = 0; i < s->pieces[kind].size; i++)
            put(s, kind >= NEAR_NAME ? 0xa5 : 0, 1);
    }
}

void gen_wrap_shape(struct gen_pool *pool, struct gen_shape *s, struct gen_section *section)
{
    const struct gen_section inner = *section;
    struct gen_section out = { .bytes = { .pool = pool }, .fields = { .pool = pool }, .big = inner.big };
    s->out = &out;
    put_file_header(s);
    for (uint32_t i = 0; i < s->num_in_file; i++) {
        /* What is between two pieces belongs to none. */
        while (out.bytes.len < s->pieces[s->in_file[i]].offset)
            put(s, 0x5a, 1);
        put_piece(s, s->in_file[i], &inner);
    }
    *section = out;
}
