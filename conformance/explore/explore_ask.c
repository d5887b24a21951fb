/* SPDX-License-Identifier: MIT */
/* Questions about a part of a section: a PC, a byte, sizes, the dump. */
#include <string.h>

#include "elf_file.h"
#include "explore.h"
#include "fde_start.h"
#include "internal.h"

/* The fields of header, FDE (versions 1 and 2), index entry and attribute (version 3): name, offset, width. */
#define FIELD(id, name, at, width) ",[\"" name "\"," #at "," #width "]"
static const char layout[] = "{\"hdr\":[0" SFR_HEADER_FIELDS(FIELD) "],\"fde\":[0" SFR_FDE_FIELDS_V1_V2(
    FIELD) "],\"index\":[0" SFR_FDE_INDEX_FIELDS_V3(FIELD) "],\"attr\":[0" SFR_FDE_ATTR_FIELDS_V3(FIELD) "]}";

void EX_API(ex_layout)(void)
{
    ex_begin();
    ex_add(NULL, layout, sizeof layout - 1);
}

/* ---- A PC -------------------------------------------------------------------------------------------- */

/* The functions that a search by halving compares with the PC, as in sfr_find_fde_search(). */
static void say_steps(const struct sfr_section *s, uint64_t pc)
{
    uint32_t first = 0, count = s->hdr.sfh_num_fdes;
    for (const char *between = ""; count > 0; between = ",") {
        const uint32_t half = count / 2;
        const int64_t distance = sfr_read_distance(s, first + half);
        const bool below = distance <= (int64_t)(pc - s->addr);
        ex_say("%s{\"fde\":%u,\"start\":\"0x%llx\"}", between, first + half,
               (unsigned long long)(s->addr + (uint64_t)distance));
        first += below ? half + 1 : 0;
        count = below ? count - half - 1 : half;
    }
}

/* The line of the dump, without its end, which a string of JSON cannot have. */
static bool add_line(void *ctx, const char *text, size_t len)
{
    return ex_add(ctx, text, len > 0 && text[len - 1] == '\n' ? len - 1 : len);
}

void EX_API(ex_find)(unsigned which, uint64_t pc)
{
    static const char *const names[] = { "found", "outermost", "no-fde", "no-fre", "bad" };
    const struct sfr_section *s = ex_section(which);
    struct sfr_hit hit;
    ex_begin();
    if (!s) {
        ex_say("{\"found\":\"bad\",\"steps\":[]}");
        return;
    }
    const bool sorted = s->hdr.sfp_flags & SFR_F_FDE_SORTED;
    const enum sfr_found found = sfr_find(s, pc, &hit);
    ex_say("{\"found\":\"%s\",\"sorted\":%s,\"steps\":[", names[found], sorted ? "true" : "false");
    if (sorted)
        say_steps(s, pc);
    ex_say("]");
    if (found != SFR_FOUND_NO_FDE)
        ex_say(",\"fde\":%u,\"start\":\"0x%llx\",\"size\":%u", hit.fde.index, (unsigned long long)hit.fde.start,
               hit.fde.sfde_func_size);
    if (found == SFR_FOUND)
        ex_say(",\"fre\":%u,\"pos\":%llu,\"bytes\":%u", hit.fre.index, (unsigned long long)hit.fre.pos, hit.fre.size);
    if (found == SFR_FOUND || found == SFR_FOUND_OUTERMOST) {
        ex_say_rules(s, &hit.rules);
        ex_say(",\"line\":\"");
        sfr_dump_hit(s, pc, found, &hit, add_line, NULL);
        ex_say("\"");
    }
    ex_say("}");
}

/* ---- A byte ------------------------------------------------------------------------------------------ */

/* The function whose rows or attribute start last at or below the byte, so that what it has there is likely its own. */
static bool find_owner(const struct sfr_section *s, uint64_t offset, struct sfr_fde *owner)
{
    uint64_t best = 0;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        sfr_read_fde(s, i, &fde);
        const uint64_t at = fde.attr_pos > 0 ? fde.attr_pos : fde.fre_pos;
        if (fde.fre_pos > 0 && at <= offset && at >= best) {
            *owner = fde;
            best = at;
        }
    }
    return best > 0;
}

static void say_owner(const struct sfr_section *s, uint64_t offset)
{
    struct sfr_fde fde;
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    bool more = true;
    if (!find_owner(s, offset, &fde))
        return;
    if (fde.attr_pos > 0 && offset < fde.attr_pos + SFR_FDE_ATTR_SIZE_V3) {
        ex_say(",\"fde\":%u", fde.index);
        return;
    }
    sfr_fres(&cursor, s, &fde);
    while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more)
        if (offset >= fre.pos && offset < fre.pos + fre.size) {
            ex_say(",\"fde\":%u,\"fre\":%u,\"start\":%llu,\"end\":%llu", fde.index, fre.index,
                   (unsigned long long)fre.pos, (unsigned long long)(fre.pos + fre.size));
            return;
        }
}

void EX_API(ex_at)(unsigned which, uint64_t offset)
{
    const struct sfr_section *s = ex_section(which);
    ex_begin();
    ex_say("{\"at\":%llu", (unsigned long long)offset);
    if (s && offset < SFR_HEADER_SIZE)
        ex_say(",\"part\":\"header\"");
    else if (s && offset < s->hdr_end)
        ex_say(",\"part\":\"aux\"");
    else if (s && offset >= s->fde_start && offset < s->fde_end)
        ex_say(",\"part\":\"fde\",\"fde\":%u", (uint32_t)((offset - s->fde_start) / s->fde_size));
    else if (s && offset >= s->fre_start && offset < s->fre_end) {
        ex_say(",\"part\":\"fre\"");
        say_owner(s, offset);
    }
    ex_say("}");
}

/* ---- Sizes ------------------------------------------------------------------------------------------- */

struct sizes {
    uint64_t fdes[4], rows[4], row_bytes, by_word[5];
};

static void add_rows(const struct sfr_section *s, const struct sfr_fde *fde, struct sizes *sizes)
{
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    bool more = true;
    sfr_fres(&cursor, s, fde);
    while (sizes->row_bytes / 4 < s->size && sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more) {
        sizes->rows[fde->fre_type & 3]++;
        sizes->by_word[fre.word_size <= 4 ? fre.word_size : 0]++;
        sizes->row_bytes += fre.size;
    }
}

/* Sections that serve the same purpose, by name. */
static void say_others(const struct sfr_elf *elf)
{
    for (uint32_t i = 1; elf && i < elf->tables.num_sections; i++) {
        char name[SFR_ELF_NAME_MAX];
        sfr_elf_section_name(elf, i, name);
        if (strcmp(name, ".eh_frame") == 0 || strcmp(name, ".eh_frame_hdr") == 0 || strcmp(name, ".debug_frame") == 0
            || strcmp(name, ".text") == 0)
            ex_say(",\"%s\":%llu", name, (unsigned long long)sfr_elf_get_shdr(elf, i).sh_size);
    }
}

void EX_API(ex_sizes)(unsigned which)
{
    const struct sfr_section *s = ex_section(which);
    struct sizes sizes = { .row_bytes = 0 };
    for (uint32_t i = 0; s && i < s->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        if (sfr_read_fde(s, i, &fde) != SFR_FAULT_NONE)
            continue;
        sizes.fdes[fde.fre_type & 3]++;
        add_rows(s, &fde, &sizes);
    }
    ex_begin();
    ex_say("{\"row_bytes\":%llu,\"fdes\":[%llu,%llu,%llu],\"rows\":[%llu,%llu,%llu],\"by_word\":[%llu,%llu,%llu]",
           (unsigned long long)sizes.row_bytes, (unsigned long long)sizes.fdes[0], (unsigned long long)sizes.fdes[1],
           (unsigned long long)sizes.fdes[2], (unsigned long long)sizes.rows[0], (unsigned long long)sizes.rows[1],
           (unsigned long long)sizes.rows[2], (unsigned long long)sizes.by_word[1],
           (unsigned long long)sizes.by_word[2], (unsigned long long)sizes.by_word[4]);
    say_others(ex_elf(which));
    ex_say("}");
}

void EX_API(ex_dump)(unsigned which, unsigned options)
{
    const struct sfr_section *s = ex_section(which);
    ex_begin();
    if (s)
        sfr_dump(s, options, ex_add, NULL);
}
