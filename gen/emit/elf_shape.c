/* SPDX-License-Identifier: MIT */
/* An ELF file of a shape that a seed decides: which sections there are beside .sframe and in which order, names,
   symbols, addends, segments, where the numbers of sections are. What the section means depends on none of it. */
#include "elf_shape_parts.h"

#include <string.h>

const struct gen_elf_kind gen_elf_kinds[NUM_KINDS] = {
    [CODE] = { ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16, 0, 0 },
    [MORE_CODE] = { ".text.f", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 4, 0, 0 },
    [SFRAME] = { ".sframe", SHT_GNU_SFRAME, SHF_ALLOC, 8, 0, 0 },
    [RELA] = { ".rela.sframe", SHT_RELA, 0, 8, 0, RELA_SIZE },
    [CODE_RELA] = { ".rela.text", SHT_RELA, SHF_INFO_LINK, 8, 2 * RELA_SIZE, RELA_SIZE },
    [SYMBOLS] = { ".symtab", SHT_SYMTAB, 0, 8, 0, SYM_SIZE },
    [SYMBOL_SECTIONS] = { ".symtab_shndx", SHT_SYMTAB_SHNDX, 0, 4, 0, 4 },
    [STRINGS] = { ".strtab", SHT_STRTAB, 0, 1, 0, 0 },
    [NAMES] = { ".shstrtab", SHT_STRTAB, 0, 1, 0, 0 },
    [GROUP] = { ".group", SHT_GROUP, 0, 4, 0, 4 },
    [NOTE] = { ".note", SHT_NOTE, SHF_ALLOC, 8, 32, 0 },
    [DATA] = { ".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 1, 0, 0 },
    [BSS] = { ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 32, 0, 0 },
    [CONSTANTS] = { ".rodata", SHT_PROGBITS, SHF_ALLOC, 1, 5, 0 },
    [COMMENT] = { ".comment", SHT_PROGBITS, 0, 1, 18, 1 },
    [DEBUG] = { ".debug_info", SHT_PROGBITS, 0, 1, 7, 0 },
    [NEAR_NAME] = { ".sframe.old", SHT_PROGBITS, 0, 8, 40, 0 },
    [FAR_NAME] = { ".debug.sframe", SHT_PROGBITS, SHF_ALLOC, 8, 40, 0 },
};

static void shuffle(struct gen_shape *s, enum kind *list, uint32_t count)
{
    for (uint32_t left = count; left > 1; left--) {
        const uint32_t k = draw(s, left);
        const enum kind kept = list[k];
        list[k] = list[left - 1];
        list[left - 1] = kept;
    }
}

/* ---- What there is ------------------------------------------------------------------- */

static void draw_numbers(struct gen_shape *s)
{
    static const char *const names[] = { ".rela.sframe", ".rela.sframe", ".relocations", "" };
    s->pieces[RELA].name = names[draw(s, 4)];
    s->pieces[RELA].flags |= one_of(s, 2) ? SHF_INFO_LINK : 0;
    s->count_in_zero = one_of(s, 4);
    s->names_in_zero = one_of(s, 4);
    s->segments_in_zero = s->has_headers && one_of(s, 4);
}

static void draw_pieces(struct gen_shape *s, size_t size)
{
    const bool object = is_object(s), has_symbols = object || one_of(s, 2), has_relocations = object || one_of(s, 2);
    const bool kept[NUM_KINDS] = {
        [CODE] = true,
        [SFRAME] = true,
        [NAMES] = true,
        [MORE_CODE] = object && one_of(s, 2),
        [RELA] = s->model->num_funcs > 0 && has_symbols && has_relocations,
        [CODE_RELA] = object && one_of(s, 2),
        [SYMBOLS] = has_symbols,
        [SYMBOL_SECTIONS] = has_symbols && one_of(s, 3),
        [STRINGS] = has_symbols && !one_of(s, 3),
        [GROUP] = object && one_of(s, 3),
    };
    s->has_headers = object || !one_of(s, 6);
    for (int k = CODE; k < NUM_KINDS; k++) {
        struct piece *p = &s->pieces[k];
        const bool is_kept = k < NOTE ? kept[k] : one_of(s, 2);
        *p = (struct piece){ .name = gen_elf_kinds[k].name, .flags = gen_elf_kinds[k].flags };
        p->there = (s->has_headers || k == CODE || k == SFRAME) && is_kept;
        p->size = gen_elf_kinds[k].size;
    }
    s->pieces[CODE].size = s->pieces[MORE_CODE].size = s->elf->text;
    s->pieces[SFRAME].size = size;
    if (s->pieces[BSS].there && one_of(s, 2))
        s->pieces[BSS].size = 72;
    draw_numbers(s);
}

/* Section headers in any order, but a group comes before its members. */
static void draw_order(struct gen_shape *s)
{
    uint32_t group = 0, member = NUM_KINDS;
    s->order[s->count++] = NO_SECTION;
    for (int k = CODE; k < NUM_KINDS; k++)
        if (s->pieces[k].there)
            s->order[s->count++] = (enum kind)k;
    shuffle(s, s->order + 1, s->count - 1);
    for (uint32_t i = s->count; i-- > 1;) {
        group = s->order[i] == GROUP ? i : group;
        member = s->order[i] == SFRAME || s->order[i] == RELA || s->order[i] == CODE ? i : member;
    }
    if (group > member) {
        s->order[group] = s->order[member];
        s->order[member] = GROUP;
    }
    for (uint32_t i = 1; i < s->count; i++)
        s->pieces[s->order[i]].index = i;
    if (group > 0)
        for (int k = CODE; k <= RELA; k++)
            s->pieces[k].flags |= k != MORE_CODE ? SHF_GROUP : 0;
}

/* Functions in their order over the code that there is. */
static bool place_functions(struct gen_shape *s, struct gen_error *error)
{
    const bool turned = s->pieces[MORE_CODE].index < s->pieces[CODE].index, two = s->pieces[MORE_CODE].there;
    const uint32_t split = two ? draw(s, s->model->num_funcs + 1) : s->model->num_funcs;
    if (s->model->num_funcs > MAX_FUNCS)
        return gen_fail(error, s->model->file, s->elf->line, "a drawn file has at most %d functions", (int)MAX_FUNCS);
    for (uint32_t f = 0; f < s->model->num_funcs; f++) {
        s->code_of[f] = two && (f >= split) != turned ? MORE_CODE : CODE;
        s->offset_of[f] = (uint64_t)s->model->funcs[f].at;
        if (s->offset_of[f] > s->elf->text)
            return gen_fail(error, s->model->file, s->model->funcs[f].line,
                            "the function lies outside the %u bytes of code", (unsigned)s->elf->text);
    }
    return true;
}

/* ---- Symbols and relocations ------------------------------------------------------------- */

static uint32_t add_string(struct gen_buf *strings, const char *text)
{
    const uint32_t at = (uint32_t)strings->len;
    gen_add(strings, text, strlen(text) + 1);
    return at;
}

static void add_symbol(struct gen_shape *s, const char *name, enum kind section, uint64_t value, unsigned info)
{
    s->symbols[s->num_symbols++] = (struct symbol){
        .name_at = *name ? add_string(&s->strings, name) : 0,
        .section = section,
        .value = value,
        .info = info,
        .absolute = info == STT_FILE,
        .elsewhere = s->pieces[SYMBOL_SECTIONS].there && section != NO_SECTION && one_of(s, 2),
    };
}

static void shuffle_symbols(struct gen_shape *s, uint32_t first)
{
    for (uint32_t left = s->num_symbols; left > first + 1; left--) {
        const uint32_t k = first + draw(s, left - first);
        const struct symbol kept = s->symbols[k];
        s->symbols[k] = s->symbols[left - 1];
        s->symbols[left - 1] = kept;
    }
}

/* Local symbols come first. Each section of code has one or more. */
static void draw_symbols(struct gen_shape *s, struct gen_pool *pool)
{
    const bool global = one_of(s, 2);
    add_symbol(s, "", NO_SECTION, 0, 0);
    if (one_of(s, 2))
        add_symbol(s, "f.c", NO_SECTION, 0, STT_FILE);
    for (int k = CODE; k <= MORE_CODE; k++) {
        if (!s->pieces[k].there)
            continue;
        if (one_of(s, 2))
            add_symbol(s, "", (enum kind)k, 0, STT_SECTION);
        add_symbol(s, k == CODE ? "here" : "there", (enum kind)k, draw(s, s->elf->text + 1), 0);
    }
    for (int globals = 0; globals <= 1; globals++) {
        const uint32_t first = globals ? s->num_symbols : 1;
        for (uint32_t f = 0; f < s->model->num_funcs && global == globals; f++)
            add_symbol(s, gen_textf(pool, "f%u", (unsigned)f), s->code_of[f], s->offset_of[f],
                       STT_FUNC | (unsigned)globals * STB_GLOBAL << 4);
        if (globals)
            add_symbol(s, "memcpy", NO_SECTION, 0, STB_GLOBAL << 4);
        else
            s->num_local = s->num_symbols;
        shuffle_symbols(s, first);
    }
}

static void add_relocation(struct gen_shape *s, int func)
{
    const uint32_t at = draw(s, s->num_relocations + 1);
    uint32_t symbol = func == NONE ? 0 : draw(s, s->num_symbols);
    while (func != NONE && s->symbols[symbol].section != (uint32_t)s->code_of[func])
        symbol = (symbol + 1) % s->num_symbols;
    memmove(s->relocations + at + 1, s->relocations + at, (s->num_relocations - at) * sizeof s->relocations[0]);
    s->relocations[at].func = func;
    s->relocations[at].symbol = symbol;
    s->num_relocations++;
}

/* In any order, against any symbol of the code, and some that change nothing. */
static void draw_relocations(struct gen_shape *s)
{
    for (uint32_t f = 0; f < s->model->num_funcs; f++)
        add_relocation(s, (int)f);
    for (uint32_t i = draw(s, 4); i > 0; i--)
        add_relocation(s, NONE);
}

/* Names of sections, in a table of their own or in that of the symbols; one may be the end of another. */
static void draw_names(struct gen_shape *s)
{
    const bool shared = !s->pieces[STRINGS].there, ends = one_of(s, 2);
    if (shared)
        s->names = s->strings;
    for (uint32_t i = 1; i < s->count; i++) {
        struct piece *p = &s->pieces[s->order[i]];
        p->name_at = *p->name ? add_string(&s->names, p->name) : 0;
    }
    static const enum kind longer[] = { RELA, FAR_NAME };
    for (unsigned i = 0; i < 2 && ends; i++) {
        const struct piece *p = &s->pieces[longer[i]];
        const size_t len = strlen(p->name), tail = strlen(gen_elf_kinds[SFRAME].name);
        if (p->there && len > tail && strcmp(p->name + len - tail, gen_elf_kinds[SFRAME].name) == 0)
            s->pieces[SFRAME].name_at = p->name_at + (uint32_t)(len - tail);
    }
    s->pieces[NAMES].size = s->names.len;
    s->pieces[STRINGS].size = s->strings.len;
    s->pieces[SYMBOLS].size = (uint64_t)s->num_symbols * SYM_SIZE;
    s->pieces[SYMBOL_SECTIONS].size = (uint64_t)s->num_symbols * 4;
    s->pieces[RELA].size = (uint64_t)s->num_relocations * RELA_SIZE;
    s->pieces[GROUP].size = 4 * (s->pieces[RELA].there ? 4 : 3);
}

static void link_pieces(struct gen_shape *s)
{
    struct piece *p = s->pieces;
    const uint32_t strings = p[STRINGS].there ? p[STRINGS].index : p[NAMES].index;
    p[RELA].link = p[CODE_RELA].link = p[SYMBOL_SECTIONS].link = p[GROUP].link = p[SYMBOLS].index;
    p[SYMBOLS].link = strings;
    p[SYMBOLS].info = s->num_local;
    p[RELA].info = p[SFRAME].index;
    p[CODE_RELA].info = p[CODE].index;
    p[GROUP].info = s->num_symbols - 1;
}

/* ---- Places ------------------------------------------------------------------------------ */

static uint64_t align_up(uint64_t at, uint64_t align)
{
    return (at + align - 1) / align * align;
}

/* As corpus/README.md says. */
static void give_addresses(struct gen_shape *s)
{
    uint64_t next = 0;
    for (uint32_t i = 1; i < s->count; i++) {
        struct piece *p = &s->pieces[s->order[i]];
        if (!(p->flags & SHF_ALLOC))
            continue;
        p->addr = align_up(next, gen_elf_kinds[s->order[i]].align);
        next = p->addr + p->size + 1;
    }
}

static void add_to_file(struct gen_shape *s, enum kind kind)
{
    s->in_file[s->num_in_file++] = kind;
}

/* A linked file: two segments are loaded, the second ends with what has no bytes in the file. */
static void draw_linked_order(struct gen_shape *s)
{
    const bool early_programs = one_of(s, 2), early_sections = one_of(s, 3);
    enum kind loaded[NUM_KINDS];
    uint32_t count = 0;
    if (early_programs)
        add_to_file(s, PROGRAM_HEADERS);
    if (early_sections)
        add_to_file(s, SECTION_HEADERS);
    for (int k = CODE; k < NUM_KINDS; k++)
        if (s->pieces[k].there && (s->pieces[k].flags & SHF_ALLOC) && k != BSS)
            loaded[count++] = (enum kind)k;
    shuffle(s, loaded, count);
    s->second_start = loaded[1 + draw(s, count - 1)];
    for (uint32_t i = 0; i < count; i++)
        add_to_file(s, loaded[i]);
    if (s->pieces[BSS].there)
        add_to_file(s, BSS);
    const uint32_t rest = s->num_in_file;
    for (int k = CODE; k < NUM_KINDS; k++)
        if (s->pieces[k].there && !(s->pieces[k].flags & SHF_ALLOC))
            add_to_file(s, (enum kind)k);
    if (!early_programs)
        add_to_file(s, PROGRAM_HEADERS);
    if (!early_sections)
        add_to_file(s, SECTION_HEADERS);
    shuffle(s, s->in_file + rest, s->num_in_file - rest);
}

static void draw_object_order(struct gen_shape *s)
{
    for (uint32_t i = 1; i < s->count; i++)
        add_to_file(s, s->order[i]);
    add_to_file(s, SECTION_HEADERS);
    shuffle(s, s->in_file, s->num_in_file);
}

static void give_offsets(struct gen_shape *s)
{
    uint64_t at = EHDR_SIZE, to_addr = s->base;
    s->pieces[PROGRAM_HEADERS].size = (uint64_t)s->num_segments * PHDR_SIZE;
    s->pieces[SECTION_HEADERS].size = s->has_headers ? (uint64_t)s->count * SHDR_SIZE : 0;
    for (uint32_t i = 0; i < s->num_in_file; i++) {
        const enum kind k = s->in_file[i];
        struct piece *p = &s->pieces[k];
        at = align_up(at + (one_of(s, 3) ? 8 : 0), k < NUM_KINDS ? gen_elf_kinds[k].align : 8);
        p->offset = at;
        to_addr += !is_object(s) && k == s->second_start ? GEN_ELF_PAGE : 0;
        if (!is_object(s) && (p->flags & SHF_ALLOC))
            p->addr = to_addr + at;
        at += k == BSS ? 0 : p->size;
    }
}

/* The two that are loaded keep their order. */
static void draw_segments(struct gen_shape *s)
{
    const bool named = !s->has_headers || !one_of(s, 6);
    s->segments[s->num_segments++] = PT_LOAD;
    s->segments[s->num_segments++] = PT_LOAD;
    const uint32_t more[] = { PT_GNU_SFRAME, PT_GNU_STACK, PT_NULL, PT_NOTE };
    const bool there[] = { named, one_of(s, 2), one_of(s, 2), s->pieces[NOTE].there };
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t at = draw(s, s->num_segments + 1);
        if (!there[i])
            continue;
        memmove(s->segments + at + 1, s->segments + at, (s->num_segments - at) * sizeof s->segments[0]);
        s->segments[at] = more[i];
        s->num_segments++;
    }
}

static void draw_places(struct gen_shape *s)
{
    static const uint64_t bases[] = { 0x400000, 0x10000, UINT64_C(0xffffffff81000000) };
    if (is_object(s)) {
        give_addresses(s);
        draw_object_order(s);
    } else {
        s->base = s->elf->kind == GEN_ET_DYN ? 0 : bases[draw(s, 3)];
        draw_segments(s);
        draw_linked_order(s);
    }
    give_offsets(s);
}

struct gen_shape *gen_draw_shape(struct gen_pool *pool, const struct gen_elf_plan *elf, enum gen_abi abi,
                                 struct gen_model *model, size_t size, struct gen_error *error)
{
    struct gen_shape *s = gen_alloc(pool, 1, sizeof *s);
    *s = (struct gen_shape){ .elf = elf, .abi = abi, .model = model };
    /* Both byte orders of AArch64 get the same file. */
    const enum gen_abi seed = abi == GEN_AARCH64_BIG ? GEN_AARCH64_LITTLE : abi;
    s->random = gen_seed(elf->shape * 64 + (uint64_t)model->target.profile * 8 + (uint64_t)seed);
    s->names.pool = s->strings.pool = pool;
    gen_add(&s->names, "", 1);
    gen_add(&s->strings, "", 1);
    draw_pieces(s, size);
    draw_order(s);
    if (!place_functions(s, error))
        return NULL;
    draw_symbols(s, pool);
    draw_relocations(s);
    draw_names(s);
    link_pieces(s);
    draw_places(s);
    model->addr = s->pieces[SFRAME].addr;
    for (uint32_t f = 0; f < model->num_funcs; f++)
        model->funcs[f].at = (int64_t)(s->pieces[s->code_of[f]].addr + s->offset_of[f] - model->addr);
    return s;
}
