/* SPDX-License-Identifier: MIT */
/* Changes a section with knowledge of the format. */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "parts.h"

/* ---- Changes ---- */

static void change_header(struct fuzz_chance *c, struct fuzz_parts *p)
{
    uint32_t *const words[] = { &p->num_fdes, &p->num_fres, &p->fre_len, &p->fdeoff, &p->freoff };
    uint8_t *const bytes[] = { &p->flags, &p->abi, &p->fixed_fp, &p->fixed_ra, &p->version };
    static const uint8_t abis[] = { 1, 2, 3, 4 };

    switch (fuzz_below(c, 5)) {
    case 0:
    case 1: {
        uint32_t *const word = words[fuzz_below(c, 5)];
        *word = (uint32_t)fuzz_changed(c, *word);
        break;
    }
    case 2: p->flags ^= (uint8_t)(1u << fuzz_below(c, 3)); break;
    case 3: p->abi = abis[fuzz_below(c, 4)]; break;
    default: {
        uint8_t *const byte = bytes[fuzz_below(c, 5)];
        *byte = (uint8_t)fuzz_changed(c, *byte);
        break;
    }
    }
}

static void change_func(struct fuzz_chance *c, struct fuzz_parts_func *f)
{
    switch (fuzz_below(c, 8)) {
    case 0: f->start = fuzz_changed(c, f->start); break;
    case 1: f->size = (uint32_t)fuzz_changed(c, f->size); break;
    case 2: f->fre_off = (uint32_t)fuzz_changed(c, f->fre_off); break;
    case 3: f->num_fres = (uint32_t)fuzz_changed(c, f->num_fres); break;
    case 4: f->info ^= (uint8_t)(1u << fuzz_below(c, 8)); break;
    case 5: f->info2 ^= (uint8_t)(1u << (fuzz_one_in(c, 3) ? fuzz_below(c, 8) : 0)); break;
    case 6: f->rep = (uint8_t)fuzz_changed(c, f->rep); break;
    default: f->padding = (uint16_t)fuzz_changed(c, f->padding); break;
    }
}

/* Fits the length of a row to its info word, with zeros for new bytes. */
static void fit_row(struct fuzz_parts_row *r, unsigned start_width)
{
    static const uint8_t widths[4] = { 1, 2, 4, 1 };
    const unsigned info = r->bytes[start_width];
    const unsigned len = start_width + 1 + (info >> 1 & 15) * widths[info >> 5 & 3];

    if (len > r->len)
        memset(r->bytes + r->len, 0, len - r->len);
    r->len = (uint8_t)len;
}

static void change_row(struct fuzz_chance *c, const struct fuzz_parts_func *f, struct fuzz_parts_row *r, bool repair)
{
    const unsigned width = 1u << (f->info & 3) > 4 ? 4 : 1u << (f->info & 3);
    static const uint8_t infos[] = {
        0x02, 0x03, 0x04, 0x05, 0x06, 0x23, 0x43, 0x00, 0x08, 0x0a, 0x0c, 0x1e, 0x63, 0x83,
    };

    if (r->len <= width)
        return;
    switch (fuzz_below(c, 4)) {
    case 0: r->bytes[fuzz_below(c, width)] = (uint8_t)fuzz_changed(c, r->bytes[0]); break;
    case 1: r->bytes[width] = infos[fuzz_below(c, sizeof infos)]; break;
    case 2: r->bytes[width] ^= (uint8_t)(1u << fuzz_below(c, 8)); break;
    default: {
        uint8_t *const byte = &r->bytes[width + fuzz_below(c, r->len - width)];
        *byte = (uint8_t)fuzz_changed(c, *byte);
        break;
    }
    }
    if (repair)
        fit_row(r, width);
}

/* Removes, doubles or moves an element of a list. */
static uint32_t change_list(struct fuzz_chance *c, void *list, uint32_t count, uint32_t most, size_t size)
{
    uint8_t *const bytes = list;
    const uint32_t at = fuzz_below(c, count), with = fuzz_below(c, count);

    switch (fuzz_below(c, 3)) {
    case 0: memmove(bytes + at * size, bytes + (at + 1) * size, (count - at - 1) * size); return count - 1;
    case 1:
        if (count == most)
            return count;
        memmove(bytes + (at + 1) * size, bytes + at * size, (count - at) * size);
        return count + 1;
    default:
        for (size_t i = 0; i < size; i++) {
            const uint8_t byte = bytes[at * size + i];
            bytes[at * size + i] = bytes[with * size + i];
            bytes[with * size + i] = byte;
        }
        return count;
    }
}

static void change_rows(struct fuzz_chance *c, struct fuzz_parts_func *f, bool repair)
{
    if (f->num_rows == 0)
        return;
    if (fuzz_one_in(c, 3)) {
        f->num_rows = change_list(c, f->rows, f->num_rows, FUZZ_PARTS_MAX_ROWS, sizeof f->rows[0]);
        return;
    }
    const uint32_t from = fuzz_below(c, f->num_rows);
    change_row(c, f, &f->rows[from], repair);
}

/* Takes a function, or rows, of another section, in the byte order of this one. */
static void splice(struct fuzz_chance *c, struct fuzz_parts *p, const struct fuzz_parts *other)
{
    if (other->num_funcs == 0)
        return;
    const struct fuzz_parts_func *from = &other->funcs[fuzz_below(c, other->num_funcs)];
    if (p->num_funcs > 0 && fuzz_one_in(c, 2)) {
        struct fuzz_parts_func *to = &p->funcs[fuzz_below(c, p->num_funcs)];
        memcpy(to->rows, from->rows, sizeof to->rows);
        to->num_rows = from->num_rows;
        to->info = from->info;
        return;
    }
    if (p->num_funcs < FUZZ_PARTS_MAX_FUNCS) {
        p->funcs[p->num_funcs] = *from;
        if (p->num_funcs > 0 && !fuzz_one_in(c, 4))
            p->funcs[p->num_funcs].start = p->funcs[p->num_funcs - 1].start + p->funcs[p->num_funcs - 1].size;
        p->num_funcs++;
    }
}

/* An auxiliary header of another length, up to the longest that a header can count, with any bytes. */
static void change_aux(struct fuzz_chance *c, struct fuzz_parts *p)
{
    static const uint8_t lengths[] = { 0, 1, 4, 8, 12, 127, 128, 254, 255 };

    p->aux_len = lengths[fuzz_below(c, sizeof lengths)];
    for (uint32_t i = 0; i < p->aux_len; i++)
        p->aux[i] = (uint8_t)fuzz_draw(c);
}

static void change_end(struct fuzz_chance *c, struct fuzz_parts *p)
{
    static const uint64_t addresses[] = {
        0, 0x1000, 0x400000, UINT64_C(0x7fffffffffffff00), UINT64_MAX - 0xfff, UINT64_MAX,
    };

    switch (fuzz_below(c, 4)) {
    case 0: p->tail_len = fuzz_below(c, sizeof p->tail); break;
    case 1: change_aux(c, p); break;
    case 2: p->has_trailer = !p->has_trailer; break;
    default: p->has_trailer = true; break;
    }
    if (p->has_trailer) {
        p->addr = addresses[fuzz_below(c, sizeof addresses / sizeof addresses[0])];
        p->profile = (uint8_t)fuzz_below(c, 6);
    }
}

static void change_once(struct fuzz_chance *c, struct fuzz_parts *p, const struct fuzz_parts *other, bool repair)
{
    struct fuzz_parts_func *const f = p->num_funcs > 0 ? &p->funcs[fuzz_below(c, p->num_funcs)] : NULL;

    switch (fuzz_below(c, 12)) {
    case 0: change_header(c, p); break;
    case 1: change_end(c, p); break;
    case 2:
        if (f)
            p->num_funcs = change_list(c, p->funcs, p->num_funcs, FUZZ_PARTS_MAX_FUNCS, sizeof p->funcs[0]);
        break;
    case 3:
    case 4: splice(c, p, other); break;
    case 5:
    case 6:
    case 7:
        if (f)
            change_func(c, f);
        break;
    default:
        if (f)
            change_rows(c, f, repair);
        break;
    }
}

static size_t mutate(const struct fuzz_mutate_input *in, struct fuzz_parts *parts, struct fuzz_parts *other,
                     uint8_t *out, size_t max, uint64_t seed)
{
    struct fuzz_chance c = { seed };

    if (!fuzz_parts_read(parts, in->data, in->size))
        return 0;
    if (in->other_size == 0 || !fuzz_parts_read(other, in->other, in->other_size))
        *other = *parts;
    const bool repair = !fuzz_one_in(&c, 4);
    const unsigned changes = 1 + (fuzz_one_in(&c, 3) ? fuzz_below(&c, 4) : 0);
    if (repair)
        fuzz_parts_repair(parts);
    for (unsigned i = 0; i < changes; i++) {
        change_once(&c, parts, other, repair);
        /* Repairs after each change but the last, so that a changed count or offset can last. */
        if (repair && i + 1 < changes)
            fuzz_parts_repair(parts);
    }
    const bool last = repair && !fuzz_one_in(&c, 3);
    if (last)
        fuzz_parts_repair(parts);
    return fuzz_parts_write(parts, out, max);
}

size_t fuzz_mutate(const struct fuzz_mutate_input *in, uint8_t *out, size_t max, uint64_t seed)
{
    /* Too large for a stack. */
    struct fuzz_parts *both = calloc(2, sizeof *both);
    const size_t size = both ? mutate(in, &both[0], &both[1], out, max, seed) : 0;

    free(both);
    return size;
}
