/* SPDX-License-Identifier: MIT */
/* Makes an input smaller: first as a section, by function and row, then byte by byte. */
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "promote.h"

struct work {
    struct fuzz_promotion *p;
    struct fuzz_section *in; /* of p */
    struct fuzz_parts *parts, *less;
    uint8_t *tried;
};

/* Replaces the input by `size` bytes of w->tried if they still show the finding and are not
   more. */
static bool take(struct work *w, size_t size)
{
    struct fuzz_section candidate = *w->in;

    candidate.data = w->tried;
    candidate.size = size;
    if (size > w->in->size || (size == w->in->size && memcmp(w->tried, w->in->data, size) == 0)
        || !fuzz_promotion_shows(w->p, &candidate))
        return false;
    memcpy(w->in->data, w->tried, size);
    w->in->size = size;
    return true;
}

/* ---- As a section ----------------------------------------------------------------------------- */

static bool take_parts(struct work *w)
{
    size_t size = fuzz_parts_write(w->less, w->tried, FUZZ_PROMOTE_MAX);

    /* Only fewer bytes: zeroing bytes and repairing counts would undo each other for ever. */
    if (size > 0 && size < w->in->size && take(w, size))
        return true;
    fuzz_parts_repair(w->less);
    size = fuzz_parts_write(w->less, w->tried, FUZZ_PROMOTE_MAX);
    return size > 0 && size < w->in->size && take(w, size);
}

/* Leaves out function `f`, or its row `r` if `row`; for f beyond the last one, the auxiliary header
   and the tail. */
static bool try_without(struct work *w, uint32_t f, uint32_t r, bool row)
{
    struct fuzz_parts *const less = w->less;
    struct fuzz_parts_func *const func = &less->funcs[f];

    *less = *w->parts;
    if (f >= less->num_funcs) {
        less->aux_len = less->tail_len = 0;
    } else if (row) {
        func->num_rows--;
        memmove(&func->rows[r], &func->rows[r + 1], (func->num_rows - r) * sizeof func->rows[0]);
        less->num_fres -= less->num_fres > 0;
        func->num_fres -= func->num_fres > 0;
    } else {
        less->num_funcs--;
        memmove(func, func + 1, (less->num_funcs - f) * sizeof *func);
    }
    return take_parts(w);
}

static bool without_some_part(struct work *w)
{
    if (!fuzz_parts_read(w->parts, w->in->data, w->in->size))
        return false;
    for (uint32_t f = 0; f <= w->parts->num_funcs; f++)
        if (try_without(w, f, 0, false))
            return true;
    for (uint32_t f = 0; f < w->parts->num_funcs; f++)
        for (uint32_t r = 0; r < w->parts->funcs[f].num_rows; r++)
            if (try_without(w, f, r, true))
                return true;
    return false;
}

/* ---- As bytes --------------------------------------------------------------------------------- */

static bool without_bytes(struct work *w, size_t len)
{
    bool any = false;

    for (size_t at = w->in->size; at >= len; at--) {
        const size_t from = at - len;
        if (at > w->in->size)
            continue;
        memcpy(w->tried, w->in->data, from);
        memcpy(w->tried + from, w->in->data + at, w->in->size - at);
        any |= take(w, w->in->size - len);
    }
    return any;
}

static bool with_zeros(struct work *w)
{
    bool any = false;

    for (size_t i = 0; i < w->in->size; i++) {
        memcpy(w->tried, w->in->data, w->in->size);
        w->tried[i] = 0;
        any |= take(w, w->in->size);
    }
    return any;
}

void fuzz_promotion_minimise(struct fuzz_promotion *p)
{
    struct work w = { p, &p->in, sfc_alloc(1, sizeof *w.parts), sfc_alloc(1, sizeof *w.less),
                      sfc_alloc(FUZZ_PROMOTE_MAX, 1) };
    bool any = true;

    while (any) {
        any = false;
        while (without_some_part(&w))
            any = true;
        for (size_t len = w.in->size / 2; len > 0; len /= 2)
            any |= without_bytes(&w, len);
        any |= with_zeros(&w);
    }
    free(w.parts);
    free(w.less);
    free(w.tried);
}
