/* SPDX-License-Identifier: MIT */
/*
 * A small reader for the template, which shares no code with the suite: it reads functions when they are asked for,
 * checks no more than it needs, and takes a PCMASK block from the PC. SFK_WRONG=1 to 8 gives it a defect.
 */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 28 };

struct opened {
    const uint8_t *data;
    size_t size;
    uint64_t addr, fdes, fres, fre_end;
    uint32_t num_fdes;
    unsigned version, flags, abi;
    int fixed_fp, fixed_ra;
    bool big;
};

struct function {
    uint64_t start, rows;
    uint32_t size, num_rows;
    unsigned info, info2, rep;
};

static bool has(int defect)
{
    const char *wrong = getenv("SFK_WRONG");
    return wrong && atoi(wrong) == defect;
}

static uint64_t number(const struct opened *o, uint64_t at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)o->data[at + (o->big ? width - 1 - i : i)] << 8 * i;
    return value;
}

static int64_t signed_number(const struct opened *o, uint64_t at, unsigned width)
{
    const unsigned shift = 64 - 8 * width;
    return (int64_t)(number(o, at, width) << shift) >> shift;
}

void reader_declare(struct sfk_reader *reader)
{
    reader->reads.profiles = 1u << SFR_PROFILE_V2E2 | 1u << SFR_PROFILE_V3;
    reader->late = true;
    sfk_declare(reader, "AMB-077", "pc");
    sfk_declare(reader, "AMB-059", "fixed");
    sfk_declare(reader, "AMB-007", "reject");
}

static bool read_header(struct opened *o)
{
    if (o->size < HEADER || (o->data[0] != 0xde && o->data[0] != 0xe2))
        return false;
    o->big = o->data[0] == 0xde;
    o->version = o->data[2];
    o->flags = o->data[3];
    o->abi = o->data[4];
    o->fixed_fp = (int8_t)o->data[5];
    o->fixed_ra = (int8_t)o->data[6];
    const uint64_t header = HEADER + (has(1) ? 0u : o->data[7]);
    o->num_fdes = (uint32_t)number(o, 8, 4);
    o->fdes = header + number(o, 20, 4);
    o->fres = header + number(o, 24, 4);
    o->fre_end = o->fres + number(o, 16, 4);
    const uint64_t fde_size = o->version == 2 ? 20 : 16;
    return number(o, 0, 2) == 0xdee2 && (o->version == 2 || o->version == 3) && o->abi >= 1 && o->abi <= 4
           && (o->big == (o->abi == 1 || o->abi == 4)) && header <= o->size && o->fre_end <= o->size
           && (has(2) || o->fdes + o->num_fdes * fde_size <= o->size);
}

void *reader_open(const struct sfk_section *section)
{
    struct opened *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->data = section->data;
    o->size = section->size;
    o->addr = section->addr;
    if (read_header(o))
        return o;
    free(o);
    return NULL;
}

void reader_close(void *opened)
{
    free(opened);
}

/* False if the function's data lies outside. */
static bool read_function(const struct opened *o, uint32_t index, struct function *f)
{
    const bool v3 = o->version == 3;
    const uint64_t at = o->fdes + (uint64_t)index * (v3 ? 16 : 20);
    f->start = f->size = 0;
    if (at + (v3 ? 16 : 20) > o->size)
        return false;
    const int64_t start = has(3) && v3 ? signed_number(o, at, 8) & 0xffffffff : signed_number(o, at, v3 ? 8 : 4);

    f->start = o->addr + (uint64_t)start + (o->flags & 4 ? at : 0);
    f->size = (uint32_t)number(o, at + (v3 ? 8 : 4), 4);
    uint64_t info = o->fres + number(o, at + (v3 ? 12 : 8), 4);
    f->rows = info + (v3 ? 5 : 0);
    if (f->rows > o->fre_end)
        return false;
    info = v3 ? info : at + 12;
    f->num_rows = (uint32_t)number(o, info, v3 ? 2 : 4);
    info += v3 ? 2 : 4;
    f->info = o->data[info];
    f->info2 = v3 ? o->data[info + 1] : 0;
    f->rep = o->data[info + (v3 ? 2 : 1)];
    return true;
}

static struct sfr_rule slot(int64_t offset)
{
    return (struct sfr_rule){ SFR_RULE_MEM_CFA, 0, offset };
}

/* The rule of RA or FP without words. */
static struct sfr_rule fixed(int offset)
{
    return offset ? slot(offset) : (struct sfr_rule){ SFR_RULE_SAME, 0, 0 };
}

/* Words of one row. */
struct words {
    const struct opened *o;
    uint64_t at;
    unsigned width, count;
};

static int64_t word(const struct words *w, unsigned i)
{
    return signed_number(w->o, w->at + i * w->width, w->width);
}

static int64_t cfa_offset(const struct opened *o, int64_t offset)
{
    return o->abi == 4 ? offset * 8 + 160 : offset;
}

static void default_rules(const struct words *w, unsigned info, struct sfr_rules *rules)
{
    static const uint32_t sp[] = { 0, 31, 31, 7, 15 }, fp[] = { 0, 29, 29, 6, 11 };
    const struct opened *o = w->o;
    const bool registers = o->abi == 4 && o->version == 2 && !has(5);

    rules->cfa = (struct sfr_rule){ SFR_RULE_REG, info & 1 ? sp[o->abi] : fp[o->abi], cfa_offset(o, word(w, 0)) };
    for (unsigned i = 1; i < w->count && i < 3; i++) {
        struct sfr_rule *rule = i == 1 && o->abi != 3 ? &rules->ra : &rules->fp;
        const int64_t value = word(w, i);
        if (i == 1 && o->abi == 4 && value == 0)
            continue;
        if (rule == &rules->fp && o->fixed_fp)
            continue;
        if (o->abi != 3 || i == 1)
            *rule =
                registers && (value & 1) ? (struct sfr_rule){ SFR_RULE_REG, (uint32_t)(value >> 1), 0 } : slot(value);
    }
}

static bool flex_rules(const struct words *w, struct sfr_rules *rules)
{
    struct sfr_rule *const rule[] = { &rules->cfa, &rules->ra, &rules->fp };
    unsigned at = 0;

    for (unsigned i = 0; i < 3 && at < w->count; i++) {
        const uint64_t control = has(6) ? (uint64_t)word(w, at) : number(w->o, w->at + at * w->width, w->width);
        if (i > 0 && control == 0) {
            at++;
            continue;
        }
        if (at + 1 >= w->count || (i == 0 && !(control & 1)))
            return false;
        const bool load = control & 2, reg = control & 1;
        const enum sfr_rule_kind kind = reg    ? load ? SFR_RULE_MEM_REG : SFR_RULE_REG
                                        : load ? SFR_RULE_MEM_CFA
                                               : SFR_RULE_CFA;
        const int64_t offset = word(w, at + 1);
        *rule[i] =
            (struct sfr_rule){ kind, reg ? (uint32_t)control >> 3 : 0, i == 0 ? cfa_offset(w->o, offset) : offset };
        at += 2;
    }
    return true;
}

static enum sfr_found find_row(const struct opened *o, const struct function *f, uint64_t pc, struct sfr_rules *rules)
{
    const unsigned width = 1u << (f->info & 15);
    const uint64_t place = f->info & 16 ? pc % f->rep : pc - f->start;
    enum sfr_found found = SFR_FOUND_NO_FRE;
    uint64_t at = f->rows;

    for (uint32_t i = 0; i < f->num_rows; i++) {
        if (at + width + 1 > o->fre_end)
            return SFR_FOUND_BAD;
        const uint64_t start = number(o, at, width);
        if (has(8) ? place <= start : place < start)
            break;
        const unsigned info = o->data[at + width];
        const struct words w = { o, at + width + 1, 1u << (info >> 5 & 3), info >> 1 & 15 };
        if (w.width == 8 || (!has(7) && w.at + (uint64_t)w.count * w.width > o->fre_end)
            || w.at + w.count * w.width > o->size)
            return SFR_FOUND_BAD;
        at = w.at + (uint64_t)w.count * w.width;
        found = SFR_FOUND;
        *rules = (struct sfr_rules){ { SFR_RULE_NONE, 0, 0 }, fixed(o->fixed_ra), fixed(o->fixed_fp), info >> 7 };
        if (w.count == 0) {
            rules->ra.kind = SFR_RULE_UNDEFINED;
            rules->fp.kind = SFR_RULE_NONE;
        } else if ((f->info2 & 31) == 0) {
            default_rules(&w, info, rules);
        } else if (!flex_rules(&w, rules)) {
            return SFR_FOUND_BAD;
        }
    }
    return found;
}

enum sfr_found reader_find(void *opened, uint64_t pc, struct sfr_rules *rules)
{
    const struct opened *o = opened;
    struct function f = { 0 };

    for (uint32_t i = 0; i < o->num_fdes; i++) {
        const bool good = read_function(o, i, &f);
        if (pc < f.start || pc - f.start > f.size - (has(4) ? 0u : 1u) || f.size == 0)
            continue;
        if (!good || (f.info & 15) > 2 || (f.info2 & 31) > 1 || ((f.info & 16) && f.rep == 0))
            return SFR_FOUND_BAD;
        if (f.num_rows == 0 && o->version == 3 && !(f.info2 & 31) && !(f.info & 0x80))
            return SFR_FOUND_OUTERMOST;
        return find_row(o, &f, pc, rules);
    }
    return SFR_FOUND_NO_FDE;
}
