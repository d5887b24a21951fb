/* SPDX-License-Identifier: MIT */
/* Damage: every vector cut at every length and with every byte changed, in memory that ends where
   the section ends. Memory checkers see a read too many; here the properties of any bytes are
   checked. */
#include <stdlib.h>

#include "tap.h"
#include "vectors_base.h"
#include "vectors_expect.h"

struct seen {
    struct text *problems;
    enum sfr_profile profile;
    size_t size;
    uint64_t findings;
};

static void check_one_finding(void *ctx, const struct sfr_finding *f)
{
    struct seen *seen = ctx;
    seen->findings++;
    /* One example is enough, and the text has a limit. */
    if (seen->problems->len == 0)
        check_finding(seen->problems, f, seen->profile, seen->size);
}

static bool drop_text(void *ctx, const char *text, size_t len)
{
    (void)ctx;
    (void)text;
    (void)len;
    return true;
}

static bool any_register(void *ctx, uint32_t reg, uint64_t *value)
{
    (void)ctx;
    *value = reg;
    return true;
}

static bool any_memory(void *ctx, uint64_t address, uint64_t *value)
{
    (void)ctx;
    *value = address;
    return true;
}

/* Calls everything on a section that opens, whatever is wrong with it. */
static enum sfr_fault use_section(const struct sfr_section *s)
{
    static const uint64_t pcs[] = { 0, 0xff, 0x100, 0x104, 0x10f, 0x7fffffff, UINT64_MAX };
    const struct sfr_machine machine = { any_register, any_memory, NULL, 0xff };

    for (size_t i = 0; i < sizeof pcs / sizeof pcs[0]; i++) {
        const uint64_t pc = s->addr + pcs[i];
        struct sfr_hit hit;
        struct sfr_fde fde;
        struct sfr_frame frames[3] = { { pc, 0x7000, 0x8000, true } };
        size_t count;
        sfr_dump_hit(s, pc, sfr_find(s, pc, &hit), &hit, drop_text, NULL);
        sfr_find_fde_scan(s, pc, &fde);
        sfr_find_fde_search(s, pc, &fde);
        sfr_unwind(s, &machine, frames, 3, &count);
    }
    return sfr_dump(s, SFR_DUMP_LAYOUT, drop_text, NULL);
}

/* Checks one section of any bytes; adds to `problems` at most once. Returns true if it was
   accepted. */
static bool check_bytes(struct text *problems, const uint8_t *data, size_t size, uint64_t addr,
                        enum sfr_profile profile)
{
    struct seen seen = { problems, profile, size, 0 };
    const struct sfr_verdict v = sfr_check(data, size, addr, profile, check_one_finding, &seen);
    struct sfr_section s;
    const enum sfr_fault fault = sfr_open(&s, data, size, addr, profile, NULL);

    if (problems->len != 0)
        return v.accepted;
    if (seen.findings != v.violations + v.doubts || v.accepted != (v.violations == 0))
        add_text(problems, "the verdict does not count its findings\n");
    if (fault == SFR_FAULT_NONE) {
        const enum sfr_fault dumped = use_section(&s);
        if (dumped && v.accepted)
            add_text(problems, "accepted, but the dump stops with %s\n", sfr_fault_info(dumped)->name);
    } else if (v.accepted) {
        add_text(problems, "accepted, but it cannot be opened: %s\n", sfr_fault_info(fault)->name);
    }
    return v.accepted;
}

/* ---- Cuts ---- */

static uint64_t read_u32(const uint8_t *data, bool big)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 4; i++)
        value |= (uint64_t)data[i] << 8 * (big ? 3 - i : i);
    return value;
}

/* The end of the FREs: 28 + auxhdr_len + freoff + fre_len. */
static uint64_t end_of_fres(const struct instance *i)
{
    const bool big = i->data[0] == 0xde;
    return 28 + (uint64_t)i->data[7] + read_u32(i->data + 0x18, big) + read_u32(i->data + 0x10, big);
}

static void cut_everywhere(const struct instance *i)
{
    static struct text problems;
    const uint64_t needed = end_of_fres(i);

    clear_text(&problems);
    for (size_t size = 0; size < i->size && problems.len == 0; size++) {
        uint8_t *cut = malloc(size ? size : 1);
        if (!cut)
            bail("out of memory", i->name);
        uint8_t *data = size ? cut : cut + 1;
        if (size)
            memcpy(data, i->data, size);
        const bool accepted = check_bytes(&problems, data, size, i->vector->addr, i->profile);
        if (accepted != (size >= needed))
            add_text(&problems, "%s though %u bytes are needed\n", accepted ? "accepted" : "rejected",
                     (unsigned)needed);
        if (problems.len != 0)
            add_text(&problems, "cut to %zu bytes\n", size);
        free(cut);
    }
    IS_TEXT(problems.data, "", "%s: cut to every length below %zu", i->name, i->size);
}

/* ---- Changed bytes ---- */

static void change_every_byte(const struct instance *i)
{
    static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
    static struct text problems;

    clear_text(&problems);
    for (size_t at = 0; at < i->size && problems.len == 0; at++) {
        const uint8_t before = i->data[at];
        for (size_t v = 0; v < sizeof values && problems.len == 0; v++) {
            i->data[at] = values[v];
            check_bytes(&problems, i->data, i->size, i->vector->addr, i->profile);
            if (problems.len != 0)
                add_text(&problems, "byte 0x%zx set to 0x%02x\n", at, values[v]);
        }
        i->data[at] = before;
    }
    IS_TEXT(problems.data, "", "%s: every byte changed", i->name);
}

static void damage_instance(const struct instance *i, void *ctx)
{
    (void)ctx;
    if (!i->vector->reject)
        cut_everywhere(i);
    change_every_byte(i);
}

int main(void)
{
    each_instance(damage_instance, NULL);
    return tap_done();
}
