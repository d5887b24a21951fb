/* SPDX-License-Identifier: MIT */
/*
 * Oracle: a section without violations (its byte order aside) is rewritten in the other byte order.
 * Findings and dump stay the same, except for the finding and the word about the byte order.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "twin";

/* A section in the other byte order. `unit` is the width of the number that a byte begins,
   INSIDE within a number, or 0. */
struct twin {
    uint8_t *data, *unit;
    size_t size;
    bool torn; /* two readings of the same bytes disagree on where numbers begin */
};

enum { INSIDE = 0x80 };

/* Swaps a number, once. Functions may share rows. If they read different numbers there, no
   section in the other order has the same meaning. */
static void turn(struct twin *t, uint64_t pos, unsigned width)
{
    if (t->unit[pos] == width)
        return;
    for (unsigned i = 0; i < width; i++)
        t->torn |= t->unit[pos + i] != 0;
    if (t->torn)
        return;
    t->unit[pos] = (uint8_t)width;
    for (unsigned i = 1; i < width; i++)
        t->unit[pos + i] = INSIDE;
    for (unsigned i = 0; i < width / 2; i++) {
        const uint8_t swapped = t->data[pos + i];
        t->data[pos + i] = t->data[pos + width - 1 - i];
        t->data[pos + width - 1 - i] = swapped;
    }
}

static void turn_fields(struct twin *t, uint64_t pos, const char *widths)
{
    for (; *widths; widths++) {
        const unsigned width = (unsigned)(*widths - '0');
        turn(t, pos, width);
        pos += width;
    }
}

static void turn_rows(struct twin *t, const struct sfr_section *s, const struct sfr_fde *fde)
{
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool more = true;

    sfr_fres(&c, s, fde);
    while (!t->torn && sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
        const unsigned width = 1u << fde->fre_type;
        turn(t, fre.pos, width);
        turn(t, fre.pos + width, 1);
        for (unsigned i = 0; i < fre.num_words; i++)
            turn(t, fre.pos + width + 1 + (uint64_t)i * fre.word_size, fre.word_size);
    }
}

static void turn_section(struct twin *t, const struct sfr_section *s)
{
    turn_fields(t, 0,
                "2111111"
                "44444");
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes && !t->torn; i++) {
        struct sfr_fde fde;
        sfr_read_fde(s, i, &fde);
        turn_fields(t, fde.pos,
                    s->profile == SFR_PROFILE_V1   ? "44441"
                    : s->profile == SFR_PROFILE_V3 ? "844"
                                                   : "4444112");
        if (fde.attr_pos != 0)
            turn_fields(t, fde.attr_pos, "2111");
        turn_rows(t, s, &fde);
    }
}

/* ---- Comparing ---- */

/* The findings in order, without the one about the byte order, which only one of the two has. */
struct found {
    struct fuzz_text findings;
    uint64_t violations;
};

static void add_finding(void *ctx, const struct sfr_finding *f)
{
    struct found *found = ctx;
    const uint64_t numbers[] = { (uint64_t)f->fault, (uint64_t)f->clause, f->start, f->end, f->fde, f->fre, f->value };

    if (f->fault == SFR_FAULT_BYTE_ORDER_MISMATCH)
        return;
    found->violations += f->severity == SFR_SEVERITY_VIOLATION;
    fuzz_add_text(&found->findings, (const char *)numbers, sizeof numbers);
}

static struct found find_all(const uint8_t *data, size_t size, uint64_t addr, enum sfr_profile profile)
{
    struct found found = { { NULL, 0, 0 }, 0 };

    sfr_check(data, size, addr, profile, add_finding, &found);
    return found;
}

static void check_findings(const struct found *a, const struct twin *t, uint64_t addr, enum sfr_profile profile)
{
    struct found b = find_all(t->data, t->size, addr, profile);

    FUZZ_REQUIRE(b.violations == 0, 0, "the twin of an accepted section is rejected");
    FUZZ_REQUIRE(a->findings.len == b.findings.len
                     && (b.findings.len == 0 || memcmp(a->findings.data, b.findings.data, b.findings.len) == 0),
                 0, "the twin has other findings");
    free(b.findings.data);
}

/* The texts must be equal after the words "endian=little" and "endian=big". */
static void check_dumps(const struct sfr_section *s, const struct twin *t)
{
    static const char *const orders[] = { "endian=little", "endian=big" };
    struct fuzz_text a = { NULL, 0, 0 }, b = { NULL, 0, 0 };
    struct sfr_section turned;

    FUZZ_REQUIRE(sfr_open(&turned, t->data, t->size, s->addr, s->profile, NULL) == SFR_FAULT_NONE, 0,
                 "the twin cannot be opened");
    FUZZ_REQUIRE(turned.big != s->big, 0, "the twin has the same byte order");
    sfr_dump(s, SFR_DUMP_LAYOUT, fuzz_add_text, &a);
    sfr_dump(&turned, SFR_DUMP_LAYOUT, fuzz_add_text, &b);
    const char *const at_a = strstr(a.data, orders[s->big]), *const at_b = strstr(b.data, orders[turned.big]);
    FUZZ_REQUIRE(at_a && at_b && at_a - a.data == at_b - b.data, 0, "a dump does not state its byte order");
    FUZZ_REQUIRE(strcmp(at_a + strlen(orders[s->big]), at_b + strlen(orders[turned.big])) == 0, 0,
                 "the twin dumps to another text");
    fuzz_note_bytes(b.data, b.len);
    free(a.data);
    free(b.data);
}

static void turn_and_compare(const struct fuzz_input *in, enum sfr_profile profile, const struct found *found)
{
    struct twin t = { fuzz_alloc(in->size, 1), fuzz_alloc(in->size, 1), in->size, false };
    struct sfr_section s;

    FUZZ_REQUIRE(sfr_open(&s, in->data, in->size, in->addr, profile, NULL) == SFR_FAULT_NONE, 0,
                 "accepted, but it cannot be opened");
    memcpy(t.data, in->data, in->size);
    turn_section(&t, &s);
    if (!t.torn) {
        check_findings(found, &t, in->addr, profile);
        check_dumps(&s, &t);
    }
    free(t.data);
    free(t.unit);
}

static void check_twin(const struct fuzz_input *in, enum sfr_profile profile)
{
    struct found found = find_all(in->data, in->size, in->addr, profile);

    if (found.violations == 0)
        turn_and_compare(in, profile, &found);
    free(found.findings.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct fuzz_input in = fuzz_take(data, size);

    for (size_t i = 0; size <= FUZZ_MAX_INPUT && i < in.num_profiles; i++)
        check_twin(&in, in.profiles[i]);
    return 0;
}
