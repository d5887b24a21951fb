/* SPDX-License-Identifier: MIT */
/* An ELF file of a shape that a seed decides: which sections there are beside .sframe and in which order, names,
   symbols, addends, segments, where the numbers of sections are. What the section means depends on none of it. */
#include "elf_parts.h"

#include <string.h>

/* ---- What there is ------------------------------------------------------------------- */

static void draw_numbers(struct gen_elf *s)
{
    static const char *const names[] = { ".rela.sframe", ".rela.sframe", ".relocations", "" };
    s->pieces[RELA].name = names[draw(s, 4)];
    s->pieces[RELA].flags |= one_of(s, 2) ? SHF_INFO_LINK : 0;
    s->count_in_zero = one_of(s, 4);
    s->names_in_zero = one_of(s, 4);
    s->segments_in_zero = s->has_headers && one_of(s, 4);
}

/* The headers that recipes may change have the names that they have in other files: 1, 2, 3. */
static void draw_pieces(struct gen_elf *s, size_t size)
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
    s->pieces[NO_SECTION].number = NONE;
    for (int k = CODE; k < NUM_KINDS; k++) {
        const bool is_kept = k < NOTE ? kept[k] : one_of(s, 2);
        s->pieces[k] = gen_elf_piece(s, (enum kind)k);
        s->pieces[k].there = (s->has_headers || k == CODE || k == SFRAME) && is_kept;
    }
    s->pieces[SFRAME].number = 1;
    s->pieces[RELA].number = 2;
    s->pieces[SYMBOLS].number = 3;
    s->pieces[CODE].size = s->pieces[MORE_CODE].size = s->plan->text;
    s->pieces[SFRAME].size = size;
    if (s->pieces[BSS].there && one_of(s, 2))
        s->pieces[BSS].size = 72;
    draw_numbers(s);
}

/* Section headers in any order, but a group comes before its members. */
static void draw_order(struct gen_elf *s)
{
    uint32_t group = 0, member = NUM_KINDS;
    for (int k = CODE; k < NUM_KINDS; k++)
        if (s->pieces[k].there)
            s->order[s->count++] = (enum kind)k;
    gen_shuffle(&s->random, s->order + 1, s->count - 1, sizeof(enum kind));
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
    const enum kind members[] = { CODE, SFRAME, RELA };
    for (unsigned i = 0; i < 3; i++)
        s->pieces[members[i]].flags |= group > 0 ? SHF_GROUP : 0;
}

/* Functions in their order over the code that there is. */
static bool draw_code(struct gen_elf *s, struct gen_error *error)
{
    enum { MAX_FUNCS = 16 };
    const uint32_t count = s->model->num_funcs;
    const bool turned = s->pieces[MORE_CODE].index < s->pieces[CODE].index, two = s->pieces[MORE_CODE].there;
    const uint32_t split = two ? draw(s, count + 1) : count;
    if (count > MAX_FUNCS)
        return gen_fail(error, s->model->file, s->plan->line, "a drawn file has at most %d functions", (int)MAX_FUNCS);
    if (!gen_elf_place_functions(s, 0, error))
        return false;
    for (uint32_t f = 0; f < count; f++)
        s->code_of[f] = two && (f >= split) != turned ? MORE_CODE : CODE;
    return true;
}

/* ---- Symbols and relocations ------------------------------------------------------------- */

static void draw_symbol(struct gen_elf *s, const char *name, enum kind section, uint64_t value, unsigned info)
{
    gen_elf_add_symbol(s, name, section, value, info,
                       s->pieces[SYMBOL_SECTIONS].there && section != NO_SECTION && one_of(s, 2));
}

/* Local symbols come first. Each section of code has one or more. */
static void draw_symbols(struct gen_elf *s)
{
    const bool global = one_of(s, 2);
    draw_symbol(s, "", NO_SECTION, 0, 0);
    if (one_of(s, 2))
        draw_symbol(s, "f.c", NO_SECTION, 0, STT_FILE);
    for (int k = CODE; k <= MORE_CODE; k++) {
        if (!s->pieces[k].there)
            continue;
        if (one_of(s, 2))
            draw_symbol(s, "", (enum kind)k, 0, STT_SECTION);
        draw_symbol(s, k == CODE ? "here" : "there", (enum kind)k, draw(s, s->plan->text + 1), 0);
    }
    for (int globals = 0; globals <= 1; globals++) {
        const uint32_t first = globals ? s->num_symbols : 1;
        for (uint32_t f = 0; f < s->model->num_funcs && global == globals; f++)
            draw_symbol(s, gen_textf(s->pool, "f%u", (unsigned)f), s->code_of[f], s->offset_of[f],
                        ELF64_ST_INFO((unsigned)globals * STB_GLOBAL, STT_FUNC));
        if (globals)
            draw_symbol(s, "memcpy", NO_SECTION, 0, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE));
        else
            s->num_local = s->num_symbols;
        gen_shuffle(&s->random, s->symbols + first, s->num_symbols - first, sizeof s->symbols[0]);
    }
}

static void add_relocation(struct gen_elf *s, int func)
{
    const uint32_t at = draw(s, s->num_relocations + 1);
    uint32_t symbol = func == NONE ? 0 : draw(s, s->num_symbols);
    while (func != NONE && s->symbols[symbol].section != s->code_of[func])
        symbol = (symbol + 1) % s->num_symbols;
    memmove(s->relocations + at + 1, s->relocations + at, (s->num_relocations - at) * sizeof s->relocations[0]);
    s->relocations[at] = (struct relocation){ func, symbol };
    s->num_relocations++;
}

/* In any order, against any symbol of the code, and some that change nothing. */
static void draw_relocations(struct gen_elf *s)
{
    for (uint32_t f = 0; f < s->model->num_funcs; f++)
        add_relocation(s, (int)f);
    for (uint32_t i = draw(s, 4); i > 0; i--)
        add_relocation(s, NONE);
}

/* The name of .sframe is the end of another one. */
static void share_name(struct gen_elf *s)
{
    static const enum kind longer[] = { RELA, FAR_NAME };
    struct piece *sframe = &s->pieces[SFRAME];
    for (unsigned i = 0; i < 2; i++) {
        const struct piece *p = &s->pieces[longer[i]];
        const size_t len = strlen(p->name), tail = strlen(sframe->name);
        if (p->there && len > tail && strcmp(p->name + len - tail, sframe->name) == 0)
            sframe->name_at = p->name_at + (uint32_t)(len - tail);
    }
}

/* ---- Places ------------------------------------------------------------------------------ */

/* As corpus/README.md says. */
static void give_addresses(struct gen_elf *s)
{
    uint64_t next = 0;
    for (uint32_t i = 1; i < s->count; i++) {
        struct piece *p = &s->pieces[s->order[i]];
        if (!(p->flags & SHF_ALLOC))
            continue;
        p->addr = gen_elf_align_up(next, p->align);
        next = p->addr + p->size + 1;
    }
}

static void draw_object_order(struct gen_elf *s)
{
    for (uint32_t i = 1; i < s->count; i++)
        add_to_file(s, s->order[i]);
    add_to_file(s, SECTION_HEADERS);
    gen_shuffle(&s->random, s->in_file, s->num_in_file, sizeof(enum kind));
}

/* A linked file: two segments are loaded, the second ends with what has no bytes in the file. Returns the first piece
   of the second one. */
static enum kind draw_linked_order(struct gen_elf *s)
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
    gen_shuffle(&s->random, loaded, count, sizeof(enum kind));
    const enum kind second_start = loaded[1 + draw(s, count - 1)];
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
    gen_shuffle(&s->random, s->in_file + rest, s->num_in_file - rest, sizeof(enum kind));
    return second_start;
}

/* The second segment of a linked file is a page further away. */
static void give_offsets(struct gen_elf *s, enum kind second_start)
{
    uint64_t at = EHDR_SIZE, to_addr = s->base;
    for (uint32_t i = 0; i < s->num_in_file; i++) {
        const enum kind k = s->in_file[i];
        struct piece *p = &s->pieces[k];
        p->offset = at = gen_elf_align_up(at + (one_of(s, 3) ? 8 : 0), p->align);
        to_addr += k == second_start ? GEN_ELF_PAGE : 0;
        if (!is_object(s) && (p->flags & SHF_ALLOC))
            p->addr = to_addr + at;
        at += k == BSS ? 0 : p->size;
    }
}

/* The two that are loaded keep their order. */
static void draw_segments(struct gen_elf *s)
{
    static const uint64_t bases[] = { 0x400000, 0x10000, UINT64_C(0xffffffff81000000) };
    s->base = s->plan->kind == ET_DYN ? 0 : bases[draw(s, 3)];
    const bool named = !s->has_headers || !one_of(s, 6);
    s->segments[0].type = s->segments[1].type = PT_LOAD;
    s->num_segments = 2;
    const uint32_t more[] = { PT_GNU_SFRAME, PT_GNU_STACK, PT_NULL, PT_NOTE };
    const bool there[] = { named, one_of(s, 2), one_of(s, 2), s->pieces[NOTE].there };
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t at = draw(s, s->num_segments + 1);
        if (!there[i])
            continue;
        memmove(s->segments + at + 1, s->segments + at, (s->num_segments - at) * sizeof s->segments[0]);
        s->segments[at].type = more[i];
        s->num_segments++;
    }
}

/* The pieces of a loaded segment lie next to each other in the file. */
static void give_segments(struct gen_elf *s, enum kind second_start)
{
    const struct piece *split = &s->pieces[second_start], *bss = &s->pieces[BSS], *last = split;
    bool is_second = false;
    for (uint32_t i = 0; i < s->num_in_file; i++)
        if ((s->pieces[s->in_file[i]].flags & SHF_ALLOC) && s->in_file[i] != BSS)
            last = &s->pieces[s->in_file[i]];
    const uint64_t end = bss->there ? bss->offset : last->offset + last->size;
    for (uint32_t i = 0; i < s->num_segments; i++) {
        struct segment *x = &s->segments[i];
        const struct piece *alone = &s->pieces[x->type == PT_NOTE ? NOTE : SFRAME];
        if (x->type == PT_GNU_SFRAME || x->type == PT_NOTE)
            *x = (struct segment){ x->type, PF_R, alone->offset, alone->addr, alone->size, 0, 8 };
        else if (x->type != PT_LOAD)
            *x = (struct segment){ x->type, PF_R, 0, 0, 0, 0, 8 };
        else if (is_second)
            *x = (struct segment){
                PT_LOAD, PF_R, split->offset, split->addr, end - split->offset, bss->there ? bss->size : 0, GEN_ELF_PAGE
            };
        else
            *x = (struct segment){ PT_LOAD, PF_R | PF_X, 0, s->base, split->offset, 0, GEN_ELF_PAGE };
        is_second = is_second || x->type == PT_LOAD;
    }
}

bool gen_elf_draw(struct gen_elf *s, struct gen_model *model, size_t size, struct gen_error *error)
{
    /* Both byte orders of AArch64 get the same file. */
    const enum gen_abi seed = s->abi == GEN_AARCH64_BIG ? GEN_AARCH64_LITTLE : s->abi;
    s->random = gen_seed((uint64_t)s->plan->shape * 64 + (uint64_t)model->target.profile * 8 + (uint64_t)seed);
    draw_pieces(s, size);
    draw_order(s);
    if (!draw_code(s, error))
        return false;
    draw_symbols(s);
    draw_relocations(s);
    const bool is_shared = one_of(s, 2);
    if (!is_object(s))
        draw_segments(s);
    gen_elf_link_pieces(s);
    if (is_shared)
        share_name(s);
    enum kind second_start = NO_SECTION;
    if (is_object(s)) {
        give_addresses(s);
        draw_object_order(s);
    } else {
        second_start = draw_linked_order(s);
    }
    give_offsets(s, second_start);
    give_segments(s, second_start);
    model->addr = s->pieces[SFRAME].addr;
    for (uint32_t f = 0; f < model->num_funcs; f++)
        model->funcs[f].at = (int64_t)(s->pieces[s->code_of[f]].addr + s->offset_of[f] - model->addr);
    return true;
}
