/* SPDX-License-Identifier: MIT */
/* An ELF file around a section: linked, or an object with relocations, perhaps without what it
   should have. */
#include "elf_file.h"
#include "elf_words.h"

#include <string.h>

enum { MAX_SECTIONS = 10 };

struct elf_writer {
    const struct gen_elf_plan *elf;
    const struct gen_model *model;
    enum gen_abi abi;
    const struct gen_section *inner;
    struct gen_section *out;
    struct gen_elf_section list[MAX_SECTIONS]; /* the first one stays empty */
    uint32_t count, code;                      /* sections so far, and of them .text */
    uint32_t relocated, num_relocated;         /* sections .sframe: the first, and how many */
    struct gen_field shoff, shnum, shstrndx;   /* known when all is written */
    struct gen_buf names;
};

static struct gen_path at(const char *name, uint32_t i, uint32_t j)
{
    return (struct gen_path){ name, { i, j, 0 } };
}

struct gen_field gen_elf_put(struct gen_section *out, bool named, struct gen_path path, uint64_t value, unsigned width)
{
    const size_t start = out->bytes.len;
    const struct gen_field field = { path, GEN_NUMBER, start, start + width, 0, 8 * width };
    gen_add_zeros(&out->bytes, width);
    gen_set_field(out, &field, value);
    if (named)
        gen_add_field(&out->fields, field);
    return field;
}

void gen_elf_put_section_header(struct gen_section *out, bool named, uint32_t i, const struct gen_elf_section *s)
{
    gen_elf_put(out, named, at("shdr[].name", i, 0), s->name, 4);
    gen_elf_put(out, named, at("shdr[].type", i, 0), s->type, 4);
    gen_elf_put(out, named, at("shdr[].flags", i, 0), s->flags, 8);
    gen_elf_put(out, named, at("shdr[].addr", i, 0), s->addr, 8);
    gen_elf_put(out, named, at("shdr[].offset", i, 0), s->offset, 8);
    gen_elf_put(out, named, at("shdr[].size", i, 0), s->size, 8);
    gen_elf_put(out, named, at("shdr[].link", i, 0), s->link, 4);
    gen_elf_put(out, named, at("shdr[].info", i, 0), s->info, 4);
    gen_elf_put(out, named, at("shdr[].align", i, 0), s->align, 8);
    gen_elf_put(out, named, at("shdr[].entsize", i, 0), s->entsize, 8);
}

void gen_elf_put_sframe(struct gen_section *out, bool named, const struct gen_section *inner, bool object)
{
    const size_t start = out->bytes.len;
    gen_add(&out->bytes, inner->bytes.data, inner->bytes.len);
    for (size_t i = 0; i < inner->fields.count; i++) {
        struct gen_field field = inner->fields.list[i];
        field.start += start;
        field.end += start;
        if (object && strcmp(field.path.name, "fde[].start") == 0)
            memset(out->bytes.data + field.start, 0, field.end - field.start);
        if (named)
            gen_add_field(&out->fields, field);
    }
}

/* The map has one byte order. If the file has the other one, the map has only the section's fields. */
static struct gen_field put(struct elf_writer *w, struct gen_path path, uint64_t value, unsigned width)
{
    return gen_elf_put(w->out, !w->elf->other_order, path, value, width);
}

static uint64_t align_to(struct elf_writer *w, size_t to)
{
    gen_add_zeros(&w->out->bytes, (to - w->out->bytes.len % to) % to);
    return w->out->bytes.len;
}

/* ---- Headers ------------------------------------------------------------- */

unsigned gen_elf_machine(enum gen_abi abi)
{
    static const unsigned machines[GEN_NUM_ABIS] = {
        [GEN_AMD64] = 62,
        [GEN_AARCH64_LITTLE] = 183,
        [GEN_AARCH64_BIG] = 183,
        [GEN_S390X] = 22,
    };
    return machines[abi];
}

static uint32_t num_segments(const struct gen_elf_plan *elf)
{
    return elf->kind == GEN_ET_REL ? 0 : elf->no_segment ? 1 : 2;
}

static void put_header(struct elf_writer *w)
{
    static const uint8_t magic[] = { 0x7f, 'E', 'L', 'F' };
    const struct gen_elf_plan *elf = w->elf;
    const uint32_t segments = num_segments(w->elf);
    for (uint32_t i = 0; i < sizeof magic; i++)
        put(w, at("ehdr.magic[]", i, 0), magic[i], 1);
    put(w, at("ehdr.class", 0, 0), 2, 1);
    put(w, at("ehdr.data", 0, 0), w->out->big ? 2 : 1, 1);
    put(w, at("ehdr.ident_version", 0, 0), 1, 1);
    gen_add_zeros(&w->out->bytes, 9);
    put(w, at("ehdr.type", 0, 0), elf->kind, 2);
    put(w, at("ehdr.machine", 0, 0), elf->machine ? elf->machine : gen_elf_machine(w->abi), 2);
    put(w, at("ehdr.version", 0, 0), 1, 4);
    put(w, at("ehdr.entry", 0, 0), 0, 8);
    put(w, at("ehdr.phoff", 0, 0), segments ? EHDR_SIZE : 0, 8);
    w->shoff = put(w, at("ehdr.shoff", 0, 0), 0, 8);
    put(w, at("ehdr.flags", 0, 0), 0, 4);
    put(w, at("ehdr.ehsize", 0, 0), EHDR_SIZE, 2);
    put(w, at("ehdr.phentsize", 0, 0), segments ? PHDR_SIZE : 0, 2);
    put(w, at("ehdr.phnum", 0, 0), segments, 2);
    put(w, at("ehdr.shentsize", 0, 0), elf->no_sections ? 0 : SHDR_SIZE, 2);
    w->shnum = put(w, at("ehdr.shnum", 0, 0), 0, 2);
    w->shstrndx = put(w, at("ehdr.shstrndx", 0, 0), 0, 2);
}

static void put_segment(struct elf_writer *w, uint32_t i, uint32_t type, uint64_t offset, uint64_t size, uint64_t align)
{
    const uint64_t addr = w->model->addr - GEN_ELF_OFFSET + offset;
    put(w, at("phdr[].type", i, 0), type, 4);
    put(w, at("phdr[].flags", i, 0), 4, 4);
    put(w, at("phdr[].offset", i, 0), offset, 8);
    put(w, at("phdr[].vaddr", i, 0), addr, 8);
    put(w, at("phdr[].paddr", i, 0), addr, 8);
    put(w, at("phdr[].filesz", i, 0), size, 8);
    put(w, at("phdr[].memsz", i, 0), size, 8);
    put(w, at("phdr[].align", i, 0), align, 8);
}

static void put_segments(struct elf_writer *w)
{
    const uint64_t size = w->inner->bytes.len + w->elf->more;
    const uint32_t count = num_segments(w->elf);
    if (count > 0)
        put_segment(w, 0, PT_LOAD, 0, GEN_ELF_OFFSET + size, GEN_ELF_PAGE);
    if (count > 1)
        put_segment(w, 1, PT_GNU_SFRAME, GEN_ELF_OFFSET, size, 8);
}

/* Adds a section that starts at the end of the file so far. */
static struct gen_elf_section *start_section(struct elf_writer *w, const char *name, uint32_t type, uint64_t align)
{
    struct gen_elf_section *s = &w->list[w->count++];
    *s = (struct gen_elf_section){ .name = (uint32_t)w->names.len, .type = type, .align = align };
    s->offset = align_to(w, (size_t)align);
    gen_add(&w->names, name, strlen(name) + 1);
    return s;
}

static void end_section(const struct elf_writer *w, struct gen_elf_section *s)
{
    s->size = w->out->bytes.len - s->offset;
}

static void put_section_headers(struct elf_writer *w)
{
    const uint64_t shoff = align_to(w, 8);
    const bool by_zero = w->elf->large_numbers;
    gen_set_field(w->out, &w->shoff, shoff);
    gen_set_field(w->out, &w->shnum, by_zero ? 0 : w->count);
    gen_set_field(w->out, &w->shstrndx, by_zero ? SHN_XINDEX : w->count - 1);
    if (by_zero) {
        w->list[0].size = w->count;
        w->list[0].link = w->count - 1;
    }
    for (uint32_t i = 0; i < w->count; i++)
        gen_elf_put_section_header(w->out, !w->elf->other_order, i, &w->list[i]);
}

/* ---- The section --------------------------------------------------------- */

static void put_sframe(struct elf_writer *w, bool first)
{
    const struct gen_elf_plan *elf = w->elf;
    const bool early = w->model->target.profile <= GEN_V2;
    const uint32_t type = elf->section_type ? elf->section_type : early ? SHT_PROGBITS : SHT_GNU_SFRAME;
    struct gen_elf_section *s = start_section(w, elf->other_name ? ".other" : ".sframe", type, 8);
    s->flags = elf->no_alloc ? 0 : SHF_ALLOC;
    s->addr = elf->kind == GEN_ET_REL ? 0 : w->model->addr;
    gen_elf_put_sframe(w->out, first, w->inner, elf->kind == GEN_ET_REL);
    end_section(w, s);
    if (elf->align)
        s->align = elf->align;
    gen_add_zeros(&w->out->bytes, elf->more);
}

/* ---- Objects ------------------------------------------------------------- */

static void put_text(struct elf_writer *w)
{
    w->code = w->count;
    struct gen_elf_section *s = start_section(w, ".text", SHT_PROGBITS, 16);
    s->flags = SHF_ALLOC | SHF_EXECINSTR;
    gen_add_zeros(&w->out->bytes, w->elf->text);
    end_section(w, s);
}

/* It takes no place among those that are loaded. */
static void put_comment(struct elf_writer *w)
{
    enum { COMMENT_SIZE = 0x48 };
    struct gen_elf_section *s = start_section(w, ".comment", SHT_PROGBITS, 1);
    gen_add_zeros(&w->out->bytes, COMMENT_SIZE);
    end_section(w, s);
}

uint32_t gen_elf_relocation_type(enum gen_abi abi, enum gen_profile profile)
{
    static const uint32_t types[GEN_NUM_ABIS][2] = {
        [GEN_AMD64] = { 2, 24 },
        [GEN_AARCH64_LITTLE] = { 261, 260 },
        [GEN_AARCH64_BIG] = { 261, 260 },
        [GEN_S390X] = { 5, 23 },
    };
    return types[abi][profile == GEN_V3];
}

static bool put_relocations(struct elf_writer *w, uint32_t which, struct gen_error *error)
{
    const struct gen_model *model = w->model;
    struct gen_elf_section *s = start_section(w, ".rela.sframe", SHT_RELA, 8);
    s->flags = SHF_INFO_LINK;
    s->entsize = RELA_SIZE;
    s->info = w->relocated + which;
    s->link = w->relocated + 2 * w->num_relocated;
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        const int64_t before = (int64_t)model->addr, start = model->funcs[f].at; /* relative to the section */
        char path[GEN_PATH_MAX];
        const struct gen_path field = { "fde[].start", { f, 0, 0 } };
        if (start < -before || start > w->elf->text - before)
            return gen_fail(error, model->file, model->funcs[f].line,
                            "the function lies outside the %u bytes of code, which start 0x%x before the section",
                            (unsigned)w->elf->text, (unsigned)model->addr);
        gen_path_text(path, &field);
        put(w, at("rela[][].offset", which, f), gen_find_field(&w->inner->fields, path)->start, 8);
        put(w, at("rela[][].info", which, f),
            (uint64_t)1 << 32 | gen_elf_relocation_type(w->abi, model->target.profile), 8);
        put(w, at("rela[][].addend", which, f), (uint64_t)(start + before), 8);
    }
    end_section(w, s);
    return true;
}

/* The sections of the symbols, where their own fields do not hold them. */
static void put_symbol_sections(struct elf_writer *w, uint32_t symbols)
{
    struct gen_elf_section *s = start_section(w, ".symtab_shndx", SHT_SYMTAB_SHNDX, 4);
    s->entsize = 4;
    s->link = symbols;
    for (uint32_t i = 0; i < 2; i++)
        put(w, at("shndx[]", i, 0), i ? w->code : 0, 4);
    end_section(w, s);
}

/* The empty symbol, then that of .text. */
static void put_symbols(struct elf_writer *w)
{
    const uint32_t index = w->count;
    struct gen_elf_section *s = start_section(w, ".symtab", SHT_SYMTAB, 8);
    s->entsize = SYM_SIZE;
    s->link = w->count;
    s->info = 2;
    for (uint32_t i = 0; i < 2; i++) {
        put(w, at("sym[].name", i, 0), 0, 4);
        put(w, at("sym[].info", i, 0), i ? STT_SECTION : 0, 1);
        put(w, at("sym[].other", i, 0), 0, 1);
        put(w, at("sym[].section", i, 0), !i ? 0 : w->elf->large_numbers ? SHN_XINDEX : w->code, 2);
        put(w, at("sym[].value", i, 0), 0, 8);
        put(w, at("sym[].size", i, 0), 0, 8);
    }
    end_section(w, s);
    s = start_section(w, ".strtab", SHT_STRTAB, 1);
    gen_add_zeros(&w->out->bytes, 1);
    end_section(w, s);
    if (w->elf->large_numbers)
        put_symbol_sections(w, index);
}

/* ---- The file ------------------------------------------------------------ */

static bool put_contents(struct elf_writer *w, struct gen_error *error)
{
    const struct gen_elf_plan *elf = w->elf;
    w->num_relocated = elf->two ? 2 : 1;
    if (elf->comment)
        put_comment(w);
    if (elf->kind == GEN_ET_REL)
        put_text(w);
    else
        gen_add_zeros(&w->out->bytes, GEN_ELF_OFFSET - w->out->bytes.len);
    w->relocated = w->count;
    for (uint32_t i = 0; i < w->num_relocated; i++)
        put_sframe(w, i == 0);
    for (uint32_t i = 0; i < w->num_relocated && elf->kind == GEN_ET_REL; i++)
        if (!put_relocations(w, i, error))
            return false;
    if (elf->kind == GEN_ET_REL)
        put_symbols(w);
    return true;
}

static void put_names(struct elf_writer *w)
{
    struct gen_elf_section *s = start_section(w, ".shstrtab", SHT_STRTAB, 1);
    const size_t start = w->out->bytes.len;
    for (size_t i = 0; i < w->names.len; i++)
        put(w, at("names[]", (uint32_t)i, 0), w->names.data[i], 1);
    gen_add_field(&w->out->fields, (struct gen_field){ at("names", 0, 0), GEN_GROUP, start, w->out->bytes.len, 0, 0 });
    end_section(w, s);
}

bool gen_wrap_elf(struct gen_pool *pool, const struct gen_elf_plan *elf, enum gen_abi abi,
                  const struct gen_model *model, struct gen_section *section, struct gen_error *error)
{
    const struct gen_section inner = *section;
    struct gen_section out = { .bytes = { .pool = pool }, .fields = { .pool = pool } };
    struct elf_writer w = { .elf = elf, .model = model, .abi = abi, .inner = &inner, .out = &out, .count = 1 };
    w.names.pool = pool;
    out.big = inner.big != elf->other_order;
    gen_add(&w.names, "", 1);
    put_header(&w);
    put_segments(&w);
    if (!put_contents(&w, error))
        return false;
    if (!elf->no_sections) {
        put_names(&w);
        put_section_headers(&w);
    }
    out.big = inner.big;
    *section = out;
    return true;
}
