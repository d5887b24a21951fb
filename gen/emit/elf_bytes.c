/* SPDX-License-Identifier: MIT */
/* The bytes of an ELF file, with a map of its fields. */
#include "elf_parts.h"

#include <string.h>

struct writer {
    struct gen_elf *s;
    const struct gen_section *inner;
    struct gen_section out;
    bool unnamed; /* the map does not have what is written */
};

static const struct {
    unsigned elf;           /* e_machine */
    uint32_t relocation[2]; /* PC-relative, as wide as the start field of earlier versions, and of version 3 */
} machines[GEN_NUM_ABIS] = {
    [GEN_AMD64] = { EM_X86_64, { R_X86_64_PC32, R_X86_64_PC64 } },
    [GEN_AARCH64_LITTLE] = { EM_AARCH64, { R_AARCH64_PREL32, R_AARCH64_PREL64 } },
    [GEN_AARCH64_BIG] = { EM_AARCH64, { R_AARCH64_PREL32, R_AARCH64_PREL64 } },
    [GEN_S390X] = { EM_S390, { R_390_PC32, R_390_PC64 } },
};

/* A number at the end of the file. The map has it if it has a name; if the file is in the other byte order than the
   section, the map has only the fields of the section. */
static void put_at(struct writer *w, const char *name, uint32_t i, uint32_t j, uint64_t value, unsigned width)
{
    const size_t start = w->out.bytes.len;
    const struct gen_field field = { { name, { i, j, 0 } }, GEN_NUMBER, start, start + width, 0, 8 * width };
    gen_add(&w->out.bytes, NULL, width);
    gen_set_field(&w->out, &field, value);
    if (name && !w->unnamed && !w->s->plan->other_order)
        gen_add_field(&w->out.fields, field);
}

static void put(struct writer *w, const char *name, uint64_t value, unsigned width)
{
    put_at(w, name, 0, 0, value, width);
}

/* ---- Headers ------------------------------------------------------------------------------ */

static void put_file_header(struct writer *w)
{
    static const uint8_t systems[] = { 0, 3, 9, 255 };
    struct gen_elf *s = w->s;
    const bool linked = !is_object(s), headers = s->has_headers;
    for (uint32_t i = 0; i < SELFMAG; i++)
        put_at(w, "ehdr.magic[]", i, 0, (uint8_t)ELFMAG[i], 1);
    put(w, "ehdr.class", ELFCLASS64, 1);
    put(w, "ehdr.data", w->out.big ? ELFDATA2MSB : ELFDATA2LSB, 1);
    put(w, "ehdr.ident_version", EV_CURRENT, 1);
    put(w, NULL, systems[draw(s, 4)], 1);
    put(w, NULL, draw(s, 2), 1);
    gen_add(&w->out.bytes, NULL, EI_NIDENT - EI_PAD);
    put(w, "ehdr.type", s->plan->kind, 2);
    put(w, "ehdr.machine", s->plan->machine ? s->plan->machine : machines[s->abi].elf, 2);
    put(w, "ehdr.version", EV_CURRENT, 4);
    put(w, "ehdr.entry", linked && one_of(s, 2) ? s->pieces[CODE].addr : 0, 8);
    put(w, "ehdr.phoff", linked ? s->pieces[PROGRAM_HEADERS].offset : 0, 8);
    put(w, "ehdr.shoff", headers ? s->pieces[SECTION_HEADERS].offset : 0, 8);
    put(w, "ehdr.flags", draw(s, 2), 4);
    put(w, "ehdr.ehsize", EHDR_SIZE, 2);
    put(w, "ehdr.phentsize", linked ? PHDR_SIZE : 0, 2);
    put(w, "ehdr.phnum", linked && s->segments_in_zero ? PN_XNUM : s->num_segments, 2);
    put(w, "ehdr.shentsize", headers ? SHDR_SIZE : 0, 2);
    put(w, "ehdr.shnum", headers && !s->count_in_zero ? s->count : 0, 2);
    put(w, "ehdr.shstrndx", !headers ? 0 : s->names_in_zero ? SHN_XINDEX : s->pieces[NAMES].index, 2);
}

static void put_program_headers(struct writer *w)
{
    for (uint32_t i = 0; i < w->s->num_segments; i++) {
        const struct segment *x = &w->s->segments[i];
        const bool other = x->size > 0 && is_drawn(w->s) && one_of(w->s, 2);
        put_at(w, "phdr[].type", i, 0, x->type, 4);
        put_at(w, "phdr[].flags", i, 0, x->flags, 4);
        put_at(w, "phdr[].offset", i, 0, x->offset, 8);
        put_at(w, "phdr[].vaddr", i, 0, x->addr, 8);
        put_at(w, "phdr[].paddr", i, 0, other ? x->addr - w->s->base : x->addr, 8);
        put_at(w, "phdr[].filesz", i, 0, x->size, 8);
        put_at(w, "phdr[].memsz", i, 0, x->size + x->extra, 8);
        put_at(w, "phdr[].align", i, 0, x->align, 8);
    }
}

static void put_section_headers(struct writer *w)
{
    struct gen_elf *s = w->s;
    struct piece *zero = &s->pieces[NO_SECTION];
    zero->size = s->count_in_zero ? s->count : 0;
    zero->link = s->names_in_zero ? s->pieces[NAMES].index : 0;
    zero->info = s->segments_in_zero && !is_object(s) ? s->num_segments : 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct piece *p = &s->pieces[s->order[i]];
        const uint32_t n = (uint32_t)p->number;
        w->unnamed = p->number == NONE;
        put_at(w, "shdr[].name", n, 0, p->name_at, 4);
        put_at(w, "shdr[].type", n, 0, p->type, 4);
        put_at(w, "shdr[].flags", n, 0, p->flags, 8);
        put_at(w, "shdr[].addr", n, 0, is_object(s) ? 0 : p->addr, 8);
        put_at(w, "shdr[].offset", n, 0, p->offset, 8);
        put_at(w, "shdr[].size", n, 0, p->size, 8);
        put_at(w, "shdr[].link", n, 0, p->link, 4);
        put_at(w, "shdr[].info", n, 0, p->info, 4);
        put_at(w, "shdr[].align", n, 0, p->align, 8);
        put_at(w, "shdr[].entsize", n, 0, p->entry, 8);
    }
    w->unnamed = false;
}

/* ---- Sections ----------------------------------------------------------------------------- */

/* The fields of the section at their new place. In an object, relocations give the starts of functions. */
static void put_sframe(struct writer *w, bool named)
{
    const size_t start = w->out.bytes.len;
    gen_add(&w->out.bytes, w->inner->bytes.data, w->inner->bytes.len);
    for (size_t i = 0; i < w->inner->fields.count; i++) {
        struct gen_field field = w->inner->fields.list[i];
        field.start += start;
        field.end += start;
        if (is_object(w->s) && strcmp(field.path.name, "fde[].start") == 0)
            memset(w->out.bytes.data + field.start, 0, field.end - field.start);
        if (named)
            gen_add_field(&w->out.fields, field);
    }
    gen_add(&w->out.bytes, NULL, w->s->plan->more);
}

static uint64_t start_field(const struct gen_section *inner, uint32_t f)
{
    char path[GEN_PATH_MAX];
    gen_path_text(path, &(struct gen_path){ "fde[].start", { f, 0, 0 } });
    return gen_find_field(&inner->fields, path)->start;
}

static uint64_t relocation_info(const struct gen_elf *s, uint32_t symbol, bool is_wide)
{
    return ELF64_R_INFO((uint64_t)symbol, machines[s->abi].relocation[is_wide]);
}

/* A linker that keeps them has applied them; then places are addresses. */
static void put_relocations(struct writer *w, uint32_t which)
{
    struct gen_elf *s = w->s;
    const uint64_t base = is_object(s) ? 0 : s->pieces[SFRAME].addr;
    for (uint32_t r = 0; r < s->num_relocations; r++) {
        const struct relocation *x = &s->relocations[r];
        const uint32_t f = (uint32_t)x->func;
        if (x->func == NONE) {
            put(w, NULL, one_of(s, 2) ? base : 0, 8);
            gen_add(&w->out.bytes, NULL, 16);
            continue;
        }
        put_at(w, "rela[][].offset", which, f, base + start_field(w->inner, f), 8);
        put_at(w, "rela[][].info", which, f, relocation_info(s, x->symbol, s->model->target.profile == GEN_V3), 8);
        put_at(w, "rela[][].addend", which, f, s->offset_of[f] - s->symbols[x->symbol].value, 8);
    }
}

static void put_code_relocations(struct writer *w)
{
    for (uint32_t r = 0; r < 2; r++) {
        put(w, NULL, 4 * r, 8);
        put(w, NULL, relocation_info(w->s, w->s->num_symbols - 1, false), 8);
        put(w, NULL, (uint64_t)-4, 8);
    }
}

/* In a drawn file those that relocations of functions use have a name: sym[F]. */
static void name_symbol(struct writer *w, uint32_t symbol, size_t section_at)
{
    for (uint32_t r = 0; r < w->s->num_relocations; r++) {
        const struct relocation *x = &w->s->relocations[r];
        const struct gen_path path = { "sym[].section", { (uint32_t)x->func, 0, 0 } };
        if (x->func != NONE && x->symbol == symbol)
            gen_add_field(&w->out.fields, (struct gen_field){ path, GEN_NUMBER, section_at, section_at + 2, 0, 16 });
    }
}

static void put_symbols(struct writer *w)
{
    const struct gen_elf *s = w->s;
    w->unnamed = is_drawn(s);
    for (uint32_t i = 0; i < s->num_symbols; i++) {
        const struct symbol *x = &s->symbols[i];
        const struct piece *in = &s->pieces[x->section];
        const bool has_address = !is_object(s) && x->section != NO_SECTION;
        const uint32_t section = x->elsewhere               ? SHN_XINDEX
                                 : x->info == STT_FILE      ? SHN_ABS
                                 : x->section == NO_SECTION ? SHN_UNDEF
                                                            : in->index;
        put_at(w, "sym[].name", i, 0, x->name_at, 4);
        put_at(w, "sym[].info", i, 0, x->info, 1);
        put_at(w, "sym[].other", i, 0, 0, 1);
        put_at(w, "sym[].section", i, 0, section, 2);
        if (w->unnamed)
            name_symbol(w, i, w->out.bytes.len - 2);
        put_at(w, "sym[].value", i, 0, x->value + (has_address ? in->addr : 0), 8);
        put_at(w, "sym[].size", i, 0, 0, 8);
    }
    w->unnamed = false;
}

static void put_group(struct writer *w)
{
    static const enum kind members[] = { CODE, SFRAME, RELA };
    put(w, NULL, one_of(w->s, 2) ? GRP_COMDAT : 0, 4);
    for (unsigned i = 0; i < 3; i++)
        if (w->s->pieces[members[i]].there)
            put(w, NULL, w->s->pieces[members[i]].index, 4);
}

static void put_names(struct writer *w)
{
    const size_t start = w->out.bytes.len;
    for (size_t i = 0; i < w->s->names.len; i++)
        put_at(w, "names[]", (uint32_t)i, 0, w->s->names.data[i], 1);
    gen_add_field(&w->out.fields, (struct gen_field){ { .name = "names" }, GEN_GROUP, start, w->out.bytes.len, 0, 0 });
}

static void put_piece(struct writer *w, enum kind kind)
{
    const struct gen_elf *s = w->s;
    switch ((int)kind) {
    case PROGRAM_HEADERS: put_program_headers(w); break;
    case SECTION_HEADERS:
        if (s->has_headers)
            put_section_headers(w);
        break;
    case SFRAME: put_sframe(w, true); break;
    case SECOND_SFRAME: put_sframe(w, false); break;
    case RELA: put_relocations(w, 0); break;
    case SECOND_RELA: put_relocations(w, 1); break;
    case CODE_RELA: put_code_relocations(w); break;
    case SYMBOLS: put_symbols(w); break;
    case SYMBOL_SECTIONS:
        for (uint32_t i = 0; i < s->num_symbols; i++)
            put_at(w, "shndx[]", i, 0, s->symbols[i].elsewhere ? s->pieces[s->symbols[i].section].index : 0, 4);
        break;
    case STRINGS: gen_add(&w->out.bytes, s->strings.data, s->strings.len); break;
    case NAMES: put_names(w); break;
    case GROUP: put_group(w); break;
    case BSS: break;
    default:
        for (uint64_t i = 0; i < s->pieces[kind].size; i++)
            put(w, NULL, kind >= NEAR_NAME ? 0xa5 : 0, 1);
    }
}

struct gen_section gen_elf_bytes(struct gen_elf *s, const struct gen_section *inner)
{
    struct writer w = { s, inner, { .bytes = { .pool = s->pool }, .fields = { .pool = s->pool } }, false };
    w.out.big = inner->big != s->plan->other_order;
    put_file_header(&w);
    for (uint32_t i = 0; i < s->num_in_file; i++) {
        /* What is between two pieces of a drawn file belongs to none. */
        while (w.out.bytes.len < s->pieces[s->in_file[i]].offset)
            put(&w, NULL, is_drawn(s) ? 0x5a : 0, 1);
        put_piece(&w, s->in_file[i]);
    }
    w.out.big = inner->big;
    w.out.fre_len = inner->fre_len;
    return w.out;
}
