/* SPDX-License-Identifier: MIT */
/* Splits a section into parts and joins them. It shares no code with the reference's reader: see
   mutate.h. */
#include "parts.h"
#include "sfr.h"
#include "trailer.h"

#include <string.h>

enum { HEADER = 28, ATTRIBUTE = 5 };

/* ---- The layout, for reading and for writing ---- */

/* Bytes to read, or room to write if there is `out`. */
struct stream {
    const uint8_t *data;
    uint8_t *out;
    size_t size, pos;
    bool big, full; /* full: something did not fit */
};

/* Goes on by `len` bytes. False at the end. */
static bool advance(struct stream *s, size_t len)
{
    if (s->pos > s->size || len > s->size - s->pos)
        s->full = true;
    else
        s->pos += len;
    return !s->full;
}

static uint64_t take(struct stream *s, unsigned width)
{
    uint64_t value = 0;

    if (advance(s, width))
        for (unsigned i = 0; i < width; i++)
            value |= (uint64_t)s->data[s->pos - width + i] << 8 * (s->big ? width - 1 - i : i);
    return value;
}

static void put_bytes(struct stream *s, const void *bytes, size_t len)
{
    if (advance(s, len) && len > 0)
        memcpy(s->out + s->pos - len, bytes, len);
}

static void put(struct stream *s, uint64_t value, unsigned width)
{
    uint8_t bytes[8];

    for (unsigned i = 0; i < width; i++)
        bytes[i] = (uint8_t)(value >> 8 * (s->big ? width - 1 - i : i));
    put_bytes(s, bytes, width);
}

/* Writes a field, or reads it: 0 beyond the end. */
#define MOVE(s, field, width) \
    ((s)->out ? put((s), (field), (width)) : (void)((field) = (__typeof__(field))take((s), (width))))

/* After the magic number. */
static void move_header(struct stream *s, struct fuzz_parts *p)
{
    MOVE(s, p->version, 1);
    MOVE(s, p->flags, 1);
    MOVE(s, p->abi, 1);
    MOVE(s, p->fixed_fp, 1);
    MOVE(s, p->fixed_ra, 1);
    MOVE(s, p->aux_len, 1);
    MOVE(s, p->num_fdes, 4);
    MOVE(s, p->num_fres, 4);
    MOVE(s, p->fre_len, 4);
    MOVE(s, p->fdeoff, 4);
    MOVE(s, p->freoff, 4);
}

static unsigned entry_size(unsigned version)
{
    return version == 1 ? 17 : version == 2 ? 20 : 16;
}

static void move_fde(struct stream *s, unsigned version, struct fuzz_parts_func *f)
{
    MOVE(s, f->start, version == 3 ? 8 : 4);
    MOVE(s, f->size, 4);
    MOVE(s, f->fre_off, 4);
    if (version == 3)
        return;
    MOVE(s, f->num_fres, 4);
    MOVE(s, f->info, 1);
    if (version == 2) {
        MOVE(s, f->rep, 1);
        MOVE(s, f->padding, 2);
    }
}

/* What version 3 has before the rows of a function. */
static void move_attribute(struct stream *s, struct fuzz_parts_func *f)
{
    MOVE(s, f->num_fres, 2);
    MOVE(s, f->info, 1);
    MOVE(s, f->info2, 1);
    MOVE(s, f->rep, 1);
}

/* ---- Reading ---- */

static size_t row_len(const struct stream *s, unsigned start_width)
{
    static const uint8_t widths[4] = { 1, 2, 4, 0 };

    if (s->pos > s->size || start_width >= s->size - s->pos)
        return 0;
    const unsigned info = s->data[s->pos + start_width];
    const size_t len = start_width + 1 + (size_t)(info >> 1 & 15) * widths[info >> 5 & 3];
    return len <= s->size - s->pos ? len : 0;
}

static void read_rows(struct stream *s, struct fuzz_parts_func *f)
{
    const unsigned fre_type = f->info & 15;

    while (fre_type <= 2 && f->num_rows < f->num_fres && f->num_rows < FUZZ_PARTS_MAX_ROWS) {
        const size_t len = row_len(s, 1u << fre_type);
        struct fuzz_parts_row *r = &f->rows[f->num_rows];
        if (len == 0)
            return;
        r->len = (uint8_t)len;
        memcpy(r->bytes, s->data + s->pos, len);
        s->pos += len;
        f->num_rows++;
    }
}

static void read_func(struct stream *s, const struct fuzz_parts *p, uint64_t fre_start, struct fuzz_parts_func *f)
{
    struct stream rows = *s;

    memset(f, 0, offsetof(struct fuzz_parts_func, rows));
    move_fde(s, p->version, f);
    const uint64_t at = fre_start + f->fre_off;
    rows.pos = at < s->size ? (size_t)at : s->size;
    if (p->version == 3)
        move_attribute(&rows, f);
    read_rows(&rows, f);
}

static bool read_header(struct fuzz_parts *p, struct stream *s)
{
    if (s->size < HEADER || !((s->data[0] == 0xe2 && s->data[1] == 0xde) || (s->data[0] == 0xde && s->data[1] == 0xe2)))
        return false;
    p->big = s->big = s->data[0] == 0xde;
    s->pos = 2;
    move_header(s, p);
    return p->version >= 1 && p->version <= 3;
}

bool fuzz_parts_read(struct fuzz_parts *p, const uint8_t *data, size_t size)
{
    memset(p, 0, offsetof(struct fuzz_parts, funcs));
    p->has_trailer = fuzz_trailer_take(data, &size, &p->addr, &p->profile);
    struct stream s = { .data = data, .size = size };

    if (!read_header(p, &s))
        return false;
    for (uint32_t i = 0; i < p->aux_len; i++)
        p->aux[i] = (uint8_t)take(&s, 1);
    const uint64_t fdes = HEADER + (uint64_t)p->aux_len + p->fdeoff, fres = HEADER + (uint64_t)p->aux_len + p->freoff;
    for (uint64_t i = 0; i < p->num_fdes; i++) {
        const uint64_t at = fdes + i * entry_size(p->version);
        if (at > s.size || s.size - at < entry_size(p->version))
            break;
        if (i == FUZZ_PARTS_MAX_FUNCS)
            return false;
        s.pos = (size_t)at;
        s.full = false;
        read_func(&s, p, fres, &p->funcs[p->num_funcs++]);
    }
    const uint64_t end = fres + p->fre_len;
    if (end < s.size)
        p->tail_len = s.size - end < sizeof p->tail ? (uint32_t)(s.size - end) : sizeof p->tail;
    if (p->tail_len > 0)
        memcpy(p->tail, s.data + end, p->tail_len);
    return true;
}

/* ---- Repairing ---- */

void fuzz_parts_repair(struct fuzz_parts *p)
{
    uint32_t len = 0, fres = 0;

    for (uint32_t i = 0; i < p->num_funcs; i++) {
        struct fuzz_parts_func *f = &p->funcs[i];
        f->fre_off = len;
        f->num_fres = f->num_rows;
        len += p->version == 3 ? ATTRIBUTE : 0;
        for (uint32_t r = 0; r < f->num_rows; r++)
            len += f->rows[r].len;
        fres += f->num_rows;
    }
    p->num_fdes = p->num_funcs;
    p->num_fres = fres;
    p->fre_len = len;
    p->fdeoff = 0;
    p->freoff = p->num_funcs * entry_size(p->version);
}

/* ---- Writing ---- */

size_t fuzz_parts_write(struct fuzz_parts *p, uint8_t *out, size_t max)
{
    struct stream s = { .out = out, .size = max, .big = p->big };

    put(&s, 0xdee2, 2);
    move_header(&s, p);
    put_bytes(&s, p->aux, p->aux_len);
    for (uint32_t i = 0; i < p->num_funcs; i++)
        move_fde(&s, p->version, &p->funcs[i]);
    for (uint32_t i = 0; i < p->num_funcs; i++) {
        struct fuzz_parts_func *f = &p->funcs[i];
        if (p->version == 3)
            move_attribute(&s, f);
        for (uint32_t r = 0; r < f->num_rows; r++)
            put_bytes(&s, f->rows[r].bytes, f->rows[r].len);
    }
    put_bytes(&s, p->tail, p->tail_len);
    if (p->has_trailer) {
        uint8_t trailer[FUZZ_TRAILER_SIZE];
        fuzz_trailer_put(trailer, p->addr, p->profile);
        put_bytes(&s, trailer, sizeof trailer);
    }
    return s.full ? 0 : s.pos;
}
