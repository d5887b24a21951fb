/* SPDX-License-Identifier: MIT */
/* Damage: a section of each version and byte order cut at every length and with every byte changed, in memory that
   ends where the section ends. Memory checkers see a read too many; here the properties of any bytes are checked. */
#include <stdlib.h>

#include "tap.h"
#include "vectors.h"
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

struct sample {
    const char *name, *bytes;
    enum sfr_profile profile;
    size_t needed; /* the end of its FREs */
    uint8_t *data;
    size_t size;
};

static void cut_everywhere(const struct sample *i)
{
    static struct text problems;

    clear_text(&problems);
    for (size_t size = 0; size < i->size && problems.len == 0; size++) {
        uint8_t *cut = malloc(size ? size : 1);
        if (!cut)
            bail("out of memory", i->name);
        uint8_t *data = size ? cut : cut + 1;
        if (size)
            memcpy(data, i->data, size);
        const bool accepted = check_bytes(&problems, data, size, 0, i->profile);
        if (accepted != (size >= i->needed))
            add_text(&problems, "%s though %u bytes are needed\n", accepted ? "accepted" : "rejected",
                     (unsigned)i->needed);
        if (problems.len != 0)
            add_text(&problems, "cut to %zu bytes\n", size);
        free(cut);
    }
    IS_TEXT(problems.data, "", "%s: cut to every length below %zu", i->name, i->size);
}

/* ---- Changed bytes ---- */

static void change_every_byte(const struct sample *i)
{
    static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
    static struct text problems;

    clear_text(&problems);
    for (size_t at = 0; at < i->size && problems.len == 0; at++) {
        const uint8_t before = i->data[at];
        for (size_t v = 0; v < sizeof values && problems.len == 0; v++) {
            i->data[at] = values[v];
            check_bytes(&problems, i->data, i->size, 0, i->profile);
            if (problems.len != 0)
                add_text(&problems, "byte 0x%zx set to 0x%02x\n", at, values[v]);
        }
        i->data[at] = before;
    }
    IS_TEXT(problems.data, "", "%s: every byte changed", i->name);
}

int main(void)
{
    static struct sample samples[] = {
        { "version 1, a tail of zeros", V1_BASE " 00*5", SFR_PROFILE_V1, 0x34, NULL, 0 },
        { "version 2", V2_BASE, SFR_PROFILE_V2, 0x37, NULL, 0 },
        { "version 2 as auto", V2P_BASE, SFR_PROFILE_AUTO, 0x37, NULL, 0 },
        { "version 2, big-endian",
          V2P_FUNC_BE(S390_V2P, "00000002", "00000008", "00000010", "00 00 0000", "00 03 00  04 07 17 d0 b8"),
          SFR_PROFILE_V2E2, 0x38, NULL, 0 },
        { "version 3", V3_BASE, SFR_PROFILE_V3, 0x38, NULL, 0 },
        { "version 3, flexible",
          V3_FUNC(AMD64_V3, "01000000", "0c000000", "10000000", "0100 00 01 00", "00 0a 33 f8 00 33 00"),
          SFR_PROFILE_V3, 0x38, NULL, 0 },
    };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        samples[i].data = read_vector(samples[i].bytes, NULL, &samples[i].size);
        cut_everywhere(&samples[i]);
        change_every_byte(&samples[i]);
        free(samples[i].data);
    }
    return tap_done();
}
