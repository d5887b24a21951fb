/* SPDX-License-Identifier: MIT */
/* Look-up: every vector's PCs, and scan and search agree around every edge of every function and
   row. */
#include <stdlib.h>

#include "tap.h"
#include "vectors_base.h"
#include "vectors_expect.h"

/* ---- The PCs that vectors name ---- */

/* From cfa to fp of dump line "fre F.R at=... cfa=... ra=... fp=... mangled=.": the part that a
   look-up row has. */
static bool add_rules_of_row(struct text *t, const char *dump, const char *row)
{
    char key[48];
    snprintf(key, sizeof key, "fre %s at=", row);
    const char *line = strstr(dump, key);
    const char *rules = line ? strstr(line, "cfa=") : NULL;
    const char *end = rules ? strstr(rules, " mangled=") : NULL;
    return end && put_text(t, rules, (size_t)(end - rules));
}

/* The look-up row of the canonical dump for "F.R", "F.none", "F.outermost" or "none". */
static bool add_expected_row(struct text *t, const struct vector *v, const char *pc, const char *what)
{
    const char *dot = strchr(what, '.');
    add_text(t, "pc %s", pc);
    if (!dot || strcmp(dot, ".none") == 0) {
        add_text(t, " none\n");
        return true;
    }
    if (strcmp(dot, ".outermost") == 0) {
        add_text(t, " fde=%.*s fre=none cfa=none ra=undefined fp=none\n", (int)(dot - what), what);
        return true;
    }
    add_text(t, " fde=%.*s fre=%s ", (int)(dot - what), what, dot + 1);
    if (!v->dump || !add_rules_of_row(t, v->dump, what))
        return false;
    add_text(t, "\n");
    return true;
}

/* The result as "F.R" and so on. */
static const char *found_text(enum sfr_found found, const struct sfr_hit *hit)
{
    static char text[48];
    switch (found) {
    case SFR_FOUND: snprintf(text, sizeof text, "%u.%u", (unsigned)hit->fde.index, (unsigned)hit->fre.index); break;
    case SFR_FOUND_OUTERMOST: snprintf(text, sizeof text, "%u.outermost", (unsigned)hit->fde.index); break;
    case SFR_FOUND_NO_FRE: snprintf(text, sizeof text, "%u.none", (unsigned)hit->fde.index); break;
    case SFR_FOUND_BAD: snprintf(text, sizeof text, "%u.bad", (unsigned)hit->fde.index); break;
    case SFR_FOUND_NO_FDE: snprintf(text, sizeof text, "none"); break;
    default: bail("no such answer", "sfr_find");
    }
    return text;
}

static void check_lookup(const struct instance *i, const struct sfr_section *s, const char *item)
{
    static struct text seen, expected;
    char pc_text[160];
    struct sfr_hit hit;
    const char *what = next_item(item, '>', pc_text);
    char *end;
    const uint64_t pc = strtoull(pc_text, &end, 16);
    if (*end || end == pc_text || !*what)
        bail("expected PC>WHAT", item);

    const enum sfr_found found = sfr_find(s, pc, &hit);
    IS_TEXT(found_text(found, &hit), what, "%s: %s", i->name, item);
    clear_text(&seen);
    clear_text(&expected);
    OK(add_expected_row(&expected, i->vector, pc_text, what) && sfr_dump_hit(s, pc, found, &hit, put_text, &seen)
           && strcmp(seen.data, expected.data) == 0,
       "%s: %s: row of the dump", i->name, item);
}

/* ---- Scan against search ---- */

static bool same_function(bool any_a, const struct sfr_fde *a, bool any_b, const struct sfr_fde *b)
{
    return any_a == any_b && (!any_a || (a->index == b->index && a->start == b->start && a->fre_pos == b->fre_pos));
}

/* Counts the disagreements at the PC and its neighbours. */
static unsigned disagreements_near(const struct sfr_section *s, uint64_t pc)
{
    unsigned bad = 0;
    for (uint64_t p = pc - 1; p != pc + 2; p++) {
        struct sfr_fde scanned, searched;
        const bool by_scan = sfr_find_fde_scan(s, p, &scanned), by_search = sfr_find_fde_search(s, p, &searched);
        bad += !same_function(by_scan, &scanned, by_search, &searched);
        bad += by_scan && (p < scanned.start || p - scanned.start >= scanned.sfde_func_size);
    }
    return bad;
}

static unsigned disagreements(const struct sfr_section *s, unsigned *edges)
{
    unsigned bad = disagreements_near(s, 0) + disagreements_near(s, s->addr);
    struct sfr_fde fde;
    struct sfr_fre fre;
    struct sfr_fre_cursor c;
    bool more;

    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        if (sfr_read_fde(s, i, &fde))
            bail("an accepted section cannot be read", "sfr_read_fde");
        bad += disagreements_near(s, fde.start) + disagreements_near(s, fde.start + fde.sfde_func_size);
        *edges += 2;
        sfr_fres(&c, s, &fde);
        while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
            bad += disagreements_near(s, fde.start + fre.sfre_start_address);
            ++*edges;
        }
    }
    return bad;
}

static void check_instance(const struct instance *i, void *ctx)
{
    const struct vector *v = i->vector;
    struct sfr_section s;
    char item[160];
    unsigned edges = 0;

    (void)ctx;
    if (v->reject)
        return;
    if (sfr_open(&s, i->data, i->size, v->addr, i->profile, NULL)) {
        OK(false, "%s: can be opened", i->name);
        return;
    }
    for (const char *rest = v->lookups; (rest = next_item(rest, ' ', item));)
        check_lookup(i, &s, item);
    if ((s.hdr.sfp_flags & SFR_F_FDE_SORTED) && !(v->doubts && strstr(v->doubts, "func-overlap")))
        IS_U64(disagreements(&s, &edges), 0, "%s: scan and search agree around %u edges", i->name, edges);
}

/* ---- Tables built by formula ---- */

/* Function i starts at first + i * step and is size(i) bytes long; its row r starts at r with the
   CFA sp + i + r * 2. */
struct table {
    unsigned version;
    bool big, pcrel;
    uint64_t addr;
    int64_t first;
    uint32_t step, count;
    uint32_t (*size)(uint32_t index);
    uint8_t *data;
    size_t len;
};

static void put(struct table *t, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        t->data[t->len++] = (uint8_t)(value >> 8 * (t->big ? width - 1 - i : i));
}

static uint32_t rows_of(const struct table *t, uint32_t index)
{
    return t->size(index) < 3 ? t->size(index) + (t->size(index) == 0) : 3;
}

/* A row: 1 byte start, info, one 2-byte word. */
enum { TABLE_ROW = 4 };

static uint64_t run_bytes(const struct table *t, uint32_t index)
{
    return (uint64_t)rows_of(t, index) * TABLE_ROW + (t->version == 3 ? 5 : 0);
}

static void put_header(struct table *t, uint32_t entry)
{
    uint64_t fres = 0, len = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        fres += rows_of(t, i);
        len += run_bytes(t, i);
    }
    put(t, 2, 0xdee2);
    put(t, 1, t->version);
    put(t, 1, t->pcrel ? 5 : 1);
    put(t, 1, t->big ? 1 : 2);
    put(t, 3, 0);
    put(t, 4, t->count);
    put(t, 4, fres);
    put(t, 4, len);
    put(t, 4, 0);
    put(t, 4, (uint64_t)t->count * entry);
}

static void put_entry(struct table *t, uint32_t index, uint32_t entry, uint64_t offset)
{
    const uint64_t start = (uint64_t)t->first + (uint64_t)index * t->step;
    const uint64_t field = 28 + (uint64_t)index * entry;

    put(t, t->version == 3 ? 8 : 4, t->pcrel ? start - field : start);
    put(t, 4, t->size(index));
    put(t, 4, offset);
    if (t->version == 3)
        return;
    put(t, 4, rows_of(t, index));
    put(t, 1, 0);
    if (t->version == 2)
        put(t, 3, 0);
}

static void build(struct table *t)
{
    const uint32_t entry = t->version == 1 ? 17 : t->version == 2 ? 20 : 16;
    uint64_t offset = 0;

    t->len = 0;
    t->data = malloc(28 + (size_t)t->count * (entry + 5 + 3 * TABLE_ROW));
    if (!t->data)
        bail("out of memory", "table");
    put_header(t, entry);
    for (uint32_t i = 0; i < t->count; i++) {
        put_entry(t, i, entry, offset);
        offset += run_bytes(t, i);
    }
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->version == 3) {
            put(t, 2, rows_of(t, i));
            put(t, 3, 0);
        }
        for (uint32_t row = 0; row < rows_of(t, i); row++) {
            put(t, 1, row);
            put(t, 1, 0x23);
            put(t, 2, i + row * 2);
        }
    }
}

/* The function and row of a PC by the formula. Functions do not overlap. */
static enum sfr_found expected_row(const struct table *t, uint64_t pc, uint32_t *fde, uint32_t *fre)
{
    const uint64_t from_first = pc - (t->addr + (uint64_t)t->first);
    const uint64_t index = from_first / t->step, offset = from_first % t->step;
    if (index >= t->count || offset >= t->size((uint32_t)index))
        return SFR_FOUND_NO_FDE;
    *fde = (uint32_t)index;
    *fre = offset < rows_of(t, *fde) ? (uint32_t)offset : rows_of(t, *fde) - 1;
    return SFR_FOUND;
}

static unsigned wrong_rows_near(const struct table *t, const struct sfr_section *s, uint64_t pc)
{
    unsigned wrong = 0;
    for (uint64_t p = pc - 1; p != pc + 5; p++) {
        uint32_t fde = 0, fre = 0;
        struct sfr_hit hit;
        const enum sfr_found expected = expected_row(t, p, &fde, &fre), found = sfr_find(s, p, &hit);
        if (found != expected)
            wrong++;
        else if (found == SFR_FOUND)
            wrong += hit.fde.index != fde || hit.fre.index != fre || hit.rules.cfa.kind != SFR_RULE_REG
                     || hit.rules.cfa.reg != 31 || hit.rules.cfa.offset != (int64_t)fde + fre * 2;
    }
    return wrong;
}

static void check_table(const char *name, struct table t)
{
    static const enum sfr_profile profiles[] = { SFR_PROFILE_AUTO, SFR_PROFILE_V1, SFR_PROFILE_V2E2, SFR_PROFILE_V3 };
    struct sfr_section s;
    unsigned wrong = 0, edges = 0;

    build(&t);
    const struct sfr_verdict v = sfr_check(t.data, t.len, t.addr, profiles[t.version], NULL, NULL);
    if (!OK(v.accepted && v.doubts == 0 && !sfr_open(&s, t.data, t.len, t.addr, profiles[t.version], NULL),
            "%s: accepted without doubt", name)) {
        free(t.data);
        return;
    }
    for (uint32_t i = 0; i < t.count; i++) {
        const uint64_t start = t.addr + (uint64_t)t.first + (uint64_t)i * t.step;
        wrong += wrong_rows_near(&t, &s, start) + wrong_rows_near(&t, &s, start + t.size(i));
    }
    IS_U64(wrong, 0, "%s: %u functions and their rows are found where the formula puts them", name, (unsigned)t.count);
    IS_U64(disagreements(&s, &edges), 0, "%s: scan and search agree around %u edges", name, edges);
    free(t.data);
}

static uint32_t always_16(uint32_t index)
{
    (void)index;
    return 16;
}

static uint32_t sometimes_empty(uint32_t index)
{
    return index % 7 == 3 ? 0 : 1 + index % 16;
}

static uint32_t mostly_empty(uint32_t index)
{
    return index % 100 == 50 ? 9 : 0;
}

static void check_tables(void)
{
    static const uint32_t counts[] = { 1, 2, 3, 4, 5, 8, 255, 256, 257 };
    char name[64];

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const struct table t = { 2, false, false, 0x400000, 0x1000, 16, counts[i], always_16, NULL, 0 };
        snprintf(name, sizeof name, "%u adjacent functions (v2)", (unsigned)counts[i]);
        check_table(name, t);
    }
    /* Version, big, pcrel, section address, first function, step, count, sizes. */
    static const struct {
        const char *name;
        struct table table;
    } tables[] = {
        { "v1, gaps and empty functions", { 1, false, false, 0x8000, -0x4000, 32, 300, sometimes_empty, NULL, 0 } },
        { "v1 big-endian", { 1, true, false, 0, 0x100, 19, 111, sometimes_empty, NULL, 0 } },
        { "v2 pcrel", { 2, false, true, 0x7fff0000, 0x10000, 16, 300, always_16, NULL, 0 } },
        { "v3 pcrel, stored starts fall", { 3, false, true, 0x10, 0x8000, 9, 300, mostly_empty, NULL, 0 } },
        { "v3 big-endian, flag 0x4 clear", { 3, true, false, 0x1000, -0x800, 16, 300, sometimes_empty, NULL, 0 } },
        { "v3 beyond 32 bits",
          { 3, false, true, 0x7f0000000000, -0x7e0000000000, 0x10000000, 300, sometimes_empty, NULL, 0 } },
        { "v2 around address 0", { 2, false, false, 0x800, -0x1000, 16, 300, always_16, NULL, 0 } },
        { "v3 around 2^64", { 3, false, true, 0xffffffffffffff00, -0x400, 16, 256, sometimes_empty, NULL, 0 } },
        { "v3 around 2^63", { 3, false, false, 0x7ffffffffffff000, 0x800, 16, 256, always_16, NULL, 0 } },
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        check_table(tables[i].name, tables[i].table);
}

/* ---- Overlaps: sfr.h names the function to return ---- */

static void check_overlaps(void)
{
    /* Functions 0x100+0x100, 0x140+0x10, 0x140+0x20, one row each, unsorted. */
    static const char nested[] = AMD64_V2 "03000000 03000000 09000000 00000000 3c000000 "
                                          "40010000 10000000 00000000 01000000 00 00 0000 "
                                          "00010000 00010000 03000000 01000000 00 00 0000 "
                                          "40010000 20000000 06000000 01000000 00 00 0000 "
                                          "00 03 08 00 03 08 00 03 08";
    static const struct {
        uint64_t pc;
        uint32_t index;
    } answers[] = {
        { 0x100, 1 }, { 0x13f, 1 }, { 0x140, 2 }, { 0x14f, 2 }, { 0x150, 2 }, { 0x15f, 2 }, { 0x160, 1 }, { 0x1ff, 1 },
    };
    size_t size;
    uint8_t *data = read_vector(nested, "3:00", 0, &size);
    struct sfr_section s;
    struct sfr_fde fde;

    if (sfr_open(&s, data, size, 0, SFR_PROFILE_V2, NULL))
        bail("cannot be opened", nested);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        OK(sfr_find_fde_scan(&s, answers[i].pc, &fde) && fde.index == answers[i].index,
           "of several the greatest start, then the greatest index: 0x%" PRIx64, answers[i].pc);
    OK(!sfr_find_fde_scan(&s, 0xff, &fde) && !sfr_find_fde_scan(&s, 0x200, &fde), "and none outside");
    free(data);
}

/* Rows or rules that cannot be read never apply. */
static void check_bad_rows(void)
{
    static const struct {
        const char *patch;
        uint64_t pc;
        enum sfr_found found;
    } bad[] = {
        { "34:65", 0x104, SFR_FOUND_BAD },    { "2c:03", 0x100, SFR_FOUND_BAD }, { "24:40", 0x100, SFR_FOUND_BAD },
        { "28:03", 0x10f, SFR_FOUND_BAD },    { "34:09", 0x104, SFR_FOUND_BAD }, { "2c:10", 0x104, SFR_FOUND_BAD },
        { "34:65", 0x110, SFR_FOUND_NO_FDE },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t size;
        uint8_t *data = read_vector(V2_BASE, bad[i].patch, 0, &size);
        struct sfr_section s;
        struct sfr_hit hit;
        if (sfr_open(&s, data, size, 0, SFR_PROFILE_V2, NULL))
            bail("cannot be opened", bad[i].patch);
        IS_U64(sfr_find(&s, bad[i].pc, &hit), bad[i].found, "look-up in damaged rows, patch %s", bad[i].patch);
        free(data);
    }
}

int main(void)
{
    each_instance(check_instance, NULL);
    check_tables();
    check_overlaps();
    check_bad_rows();
    return tap_done();
}
