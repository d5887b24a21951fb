/* SPDX-License-Identifier: MIT */
/* Splits a section into parts and joins them. It shares no code with the reference's reader: see
   mutate.h. */
#include "parts.h"
#include "sfr.h"
#include "trailer.h"

#include <string.h>

enum { HEADER = 28, ATTRIBUTE = 5 };

/* ---- Reading ---- */

/* Bytes after the end read as 0 and set `short_of`. */
struct source {
    const uint8_t *data;
    size_t size, pos;
    bool big, short_of;
};

static uint64_t take(struct source *s, unsigned width)
{
    uint64_t value = 0;

    if (s->pos > s->size || width > s->size - s->pos) {
        s->short_of = true;
        return 0;
    }
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)s->data[s->pos + i] << 8 * (s->big ? width - 1 - i : i);
    s->pos += width;
    return value;
}

static unsigned entry_size(unsigned version)
{
    return version == 1 ? 17 : version == 2 ? 20 : 16;
}

static size_t row_len(const struct source *s, unsigned start_width)
{
    static const uint8_t widths[4] = { 1, 2, 4, 0 };

    if (s->pos > s->size || start_width >= s->size - s->pos)
        return 0;
    const unsigned info = s->data[s->pos + start_width];
    const size_t len = start_width + 1 + (size_t)(info >> 1 & 15) * widths[info >> 5 & 3];
    return len <= s->size - s->pos ? len : 0;
}

static void read_rows(struct source *s, struct fuzz_parts_func *f)
{
    const unsigned fre_type = f->info & 15;

    f->num_rows = 0;
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

static void read_attribute(struct source *s, struct fuzz_parts_func *f)
{
    f->num_fres = (uint32_t)take(s, 2);
    f->info = (uint8_t)take(s, 1);
    f->info2 = (uint8_t)take(s, 1);
    f->rep = (uint8_t)take(s, 1);
}

static void read_func(struct source *s, const struct fuzz_parts *p, uint64_t fre_start, struct fuzz_parts_func *f)
{
    const bool v3 = p->version == 3;
    struct source rows = *s;

    memset(f, 0, offsetof(struct fuzz_parts_func, rows));
    f->start = take(s, v3 ? 8 : 4);
    f->size = (uint32_t)take(s, 4);
    f->fre_off = (uint32_t)take(s, 4);
    if (!v3) {
        f->num_fres = (uint32_t)take(s, 4);
        f->info = (uint8_t)take(s, 1);
    }
    if (p->version == 2) {
        f->rep = (uint8_t)take(s, 1);
        f->padding = (uint16_t)take(s, 2);
    }
    const uint64_t at = fre_start + f->fre_off;
    rows.pos = at < s->size ? (size_t)at : s->size;
    rows.short_of = false;
    if (v3)
        read_attribute(&rows, f);
    read_rows(&rows, f);
}

static bool read_header(struct fuzz_parts *p, struct source *s)
{
    if (s->size < HEADER || !((s->data[0] == 0xe2 && s->data[1] == 0xde) || (s->data[0] == 0xde && s->data[1] == 0xe2)))
        return false;
    p->big = s->big = s->data[0] == 0xde;
    s->pos = 2;
    p->version = (uint8_t)take(s, 1);
    p->flags = (uint8_t)take(s, 1);
    p->abi = (uint8_t)take(s, 1);
    p->fixed_fp = (uint8_t)take(s, 1);
    p->fixed_ra = (uint8_t)take(s, 1);
    p->aux_len = (uint32_t)take(s, 1);
    p->num_fdes = (uint32_t)take(s, 4);
    p->num_fres = (uint32_t)take(s, 4);
    p->fre_len = (uint32_t)take(s, 4);
    p->fdeoff = (uint32_t)take(s, 4);
    p->freoff = (uint32_t)take(s, 4);
    return p->version >= 1 && p->version <= 3 && p->aux_len <= FUZZ_PARTS_MAX_AUX;
}

bool fuzz_parts_read(struct fuzz_parts *p, const uint8_t *data, size_t size)
{
    memset(p, 0, offsetof(struct fuzz_parts, funcs));
    p->has_trailer = fuzz_trailer_take(data, &size, &p->addr, &p->profile);
    struct source s = { data, size, 0, false, false };

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

struct sink {
    uint8_t *out;
    size_t len, max;
    bool big, full;
};

static void put_bytes(struct sink *s, const uint8_t *bytes, size_t len)
{
    s->full |= len > s->max - s->len;
    if (s->full || len == 0)
        return;
    memcpy(s->out + s->len, bytes, len);
    s->len += len;
}

static void put_number(struct sink *s, uint64_t value, unsigned width)
{
    uint8_t bytes[8];

    for (unsigned i = 0; i < width; i++)
        bytes[i] = (uint8_t)(value >> 8 * (s->big ? width - 1 - i : i));
    put_bytes(s, bytes, width);
}

static void write_header(struct sink *s, const struct fuzz_parts *p)
{
    put_number(s, 0xdee2, 2);
    put_number(s, p->version, 1);
    put_number(s, p->flags, 1);
    put_number(s, p->abi, 1);
    put_number(s, p->fixed_fp, 1);
    put_number(s, p->fixed_ra, 1);
    put_number(s, p->aux_len, 1);
    put_number(s, p->num_fdes, 4);
    put_number(s, p->num_fres, 4);
    put_number(s, p->fre_len, 4);
    put_number(s, p->fdeoff, 4);
    put_number(s, p->freoff, 4);
    put_bytes(s, p->aux, p->aux_len);
}

static void write_fde(struct sink *s, const struct fuzz_parts *p, const struct fuzz_parts_func *f)
{
    const bool v3 = p->version == 3;

    put_number(s, f->start, v3 ? 8 : 4);
    put_number(s, f->size, 4);
    put_number(s, f->fre_off, 4);
    if (v3)
        return;
    put_number(s, f->num_fres, 4);
    put_number(s, f->info, 1);
    if (p->version == 2) {
        put_number(s, f->rep, 1);
        put_number(s, f->padding, 2);
    }
}

static void write_rows(struct sink *s, const struct fuzz_parts *p, const struct fuzz_parts_func *f)
{
    if (p->version == 3) {
        put_number(s, f->num_fres, 2);
        put_number(s, f->info, 1);
        put_number(s, f->info2, 1);
        put_number(s, f->rep, 1);
    }
    for (uint32_t r = 0; r < f->num_rows; r++)
        put_bytes(s, f->rows[r].bytes, f->rows[r].len);
}

size_t fuzz_parts_write(const struct fuzz_parts *p, uint8_t *out, size_t max)
{
    struct sink s = { out, 0, max, p->big, false };

    write_header(&s, p);
    for (uint32_t i = 0; i < p->num_funcs; i++)
        write_fde(&s, p, &p->funcs[i]);
    for (uint32_t i = 0; i < p->num_funcs; i++)
        write_rows(&s, p, &p->funcs[i]);
    put_bytes(&s, p->tail, p->tail_len);
    if (p->has_trailer) {
        s.big = false;
        put_number(&s, p->addr, 8);
        put_number(&s, p->profile, 1);
        put_bytes(&s, (const uint8_t *)FUZZ_TRAILER_MARK, 4);
    }
    return s.full ? 0 : s.len;
}
