/* SPDX-License-Identifier: MIT */
/* Inputs, and how they are changed. */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "sfk.h"
#include "sfr_encode.h"
#include "trailer.h"

_Static_assert((int)SFK_TRAILER_SIZE == (int)FUZZ_TRAILER_SIZE, "one kind of trailer");

/* ---- Inputs ---- */

struct sfk_section sfk_take(const uint8_t *input, size_t size)
{
    struct sfk_section s = { input, size, 0x400000, SFR_PROFILE_AUTO };
    uint8_t profile;

    if (fuzz_trailer_take(input, &s.size, &s.addr, &profile))
        s.profile = (enum sfr_profile)(profile % (SFR_PROFILE_V3 + 1));
    return s;
}

size_t sfk_put(const struct sfk_section *section, uint8_t *out, size_t max)
{
    if (max < FUZZ_TRAILER_SIZE || section->size > max - FUZZ_TRAILER_SIZE)
        return 0;
    if (section->size > 0)
        memmove(out, section->data, section->size);
    fuzz_trailer_put(out + section->size, section->addr, (unsigned)section->profile);
    return section->size + FUZZ_TRAILER_SIZE;
}

/* ---- Another encoding of the same ---- */

/* Functions in any order. Which of several a PC belongs to would depend on their order, if they overlap. */
static void shuffle(struct fuzz_chance *c, struct sfr_model *m)
{
    m->flags &= (uint8_t)~SFR_F_FDE_SORTED;
    for (uint64_t i = m->num_fdes; i > 1; i--) {
        const uint64_t j = fuzz_draw(c) % i;
        const struct sfr_model_fde fde = m->fdes[i - 1];
        m->fdes[i - 1] = m->fdes[j];
        m->fdes[j] = fde;
    }
}

/* Words of twice or four times the width. */
static void widen(struct sfr_model_fre *fre, unsigned code)
{
    if ((fre->sfre_info >> 1 & 15) == 0 || (fre->sfre_info >> 5 & 3) >= code)
        return;
    fre->sfre_info = (uint8_t)((fre->sfre_info & ~0x60u) | code << 5);
}

static bool overlaps(const struct sfr_model *m)
{
    for (uint64_t i = 0; i < m->num_fdes; i++)
        for (uint64_t j = 0; j < i; j++)
            if (m->fdes[i].start - m->fdes[j].start < m->fdes[j].size
                || m->fdes[j].start - m->fdes[i].start < m->fdes[i].size)
                return true;
    return false;
}

/* The model keeps its rules; what it says of the bytes alone changes. */
static void change_layout(struct fuzz_chance *c, struct sfr_model *m)
{
    const unsigned how = (unsigned)fuzz_draw(c);
    const bool canonical_rows = how & 1;

    m->has_layout = false;
    for (uint64_t i = 0; i < m->num_fdes; i++) {
        m->fdes[i].has_layout = false;
        if ((how & 2) && m->fdes[i].fre_type < SFR_FRE_TYPE_ADDR4 && fuzz_one_in(c, 2))
            m->fdes[i].fre_type++;
    }
    for (uint64_t i = 0; i < m->num_fres; i++) {
        if (canonical_rows)
            m->fres[i].has_layout = false;
        else if ((how & 4) && fuzz_one_in(c, 2) && m->profile != SFR_PROFILE_V3)
            widen(&m->fres[i], 1 + fuzz_below(c, 2));
    }
    if ((how & 8) && m->num_fdes <= 256 && !overlaps(m))
        shuffle(c, m);
    if ((how & 16) && m->profile >= SFR_PROFILE_V2E1)
        m->flags ^= SFR_F_FDE_FUNC_START_PCREL;
    if (how & 32)
        m->flags &= (uint8_t)~SFR_F_FDE_SORTED;
}

static size_t keep(const struct sfk_input *in, uint64_t seed, uint8_t *out, size_t max)
{
    struct sfk_section section = sfk_take(in->data, in->size);
    struct sfr_section s;
    struct sfr_model m;
    struct fuzz_chance c = { seed };
    size_t size = 0;

    if (!sfr_check(section.data, section.size, section.addr, section.profile, NULL, NULL).accepted
        || sfr_open(&s, section.data, section.size, section.addr, section.profile, NULL) != SFR_FAULT_NONE)
        return 0;
    struct sfr_model_fde *fdes = calloc((size_t)s.hdr.sfh_num_fdes + 1, sizeof *fdes);
    struct sfr_model_fre *fres = calloc((size_t)s.hdr.sfh_num_fres + 1, sizeof *fres);
    if (fdes && fres && sfr_model_of_section(&s, &m, fdes, fres) == SFR_FAULT_NONE) {
        change_layout(&c, &m);
        if (sfr_encode(&m, SFR_LAYOUT_EXACT, out, max, &size, NULL) != SFR_REFUSAL_NONE)
            size = 0;
    }
    free(fdes);
    free(fres);
    section = (struct sfk_section){ out, size, section.addr, s.profile };
    return size > 0 ? sfk_put(&section, out, max) : 0;
}

/* ---- Any change ---- */

static size_t make(const struct sfk_wish *wish, bool spoil, uint64_t seed, uint8_t *out, size_t max)
{
    uint8_t bytes[512];
    struct fuzz_chance c = { seed };
    struct sfk_made made;

    /* Small numbers are likely, so that sections are of all sizes. */
    const unsigned size = 16 + fuzz_below(&c, sizeof bytes - 16);
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(fuzz_draw(&c) >> 8);
    if (!(spoil ? sfk_spoil : sfk_generate)(wish, bytes, size, &made))
        return 0;
    const size_t len = sfk_put(&made.section, out, max);
    sfk_free(&made);
    return len;
}

/* A changed section has a trailer no more, or another one: its profile stays, or the version byte tells it. */
static size_t change(const struct sfk_input *in, uint64_t seed, uint8_t *out, size_t max)
{
    const struct fuzz_mutate_input input = { in->data, in->other, in->size, in->other_size };
    struct fuzz_chance c = { seed };
    size_t size = fuzz_mutate(&input, out, max, seed);

    if (size == 0 && in->size > 0 && in->size <= max) {
        size = in->size;
        memcpy(out, in->data, size);
        out[fuzz_below(&c, (uint32_t)size)] ^= (uint8_t)(1u << fuzz_below(&c, 8));
    }
    return size;
}

size_t sfk_mutate(const struct sfk_wish *wish, const struct sfk_input *in, enum sfk_mode mode, uint64_t seed,
                  uint8_t *out, size_t max)
{
    struct fuzz_chance c = { seed };
    const unsigned how = fuzz_below(&c, 8);

    if (mode == SFK_KEEP)
        return keep(in, fuzz_draw(&c), out, max);
    size_t size = how == 0   ? make(wish, false, fuzz_draw(&c), out, max)
                  : how == 1 ? make(wish, true, fuzz_draw(&c), out, max)
                  : how == 2 ? keep(in, fuzz_draw(&c), out, max)
                             : 0;
    return size > 0 ? size : change(in, fuzz_draw(&c), out, max);
}

size_t sfk_draw(const struct sfk_wish *wish, uint64_t number, uint8_t *out, size_t max)
{
    struct sfk_wish plain = wish ? *wish : (struct sfk_wish){ 0 };
    struct fuzz_chance c = { number };
    const uint64_t seed = fuzz_draw(&c);
    size_t size;

    /* Most questions are met often enough in a part of them. */
    plain.plain |= number % 8 < 5;
    size = make(&plain, number % 2 == 1, seed, out, max);
    if (size == 0 || number % 16 != 14)
        return size;
    uint8_t *copy = malloc(size);
    if (!copy)
        return 0;
    memcpy(copy, out, size);
    size = change(&(struct sfk_input){ copy, NULL, size, 0 }, seed, out, max);
    free(copy);
    return size;
}
