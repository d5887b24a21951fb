/* SPDX-License-Identifier: MIT */
/* An encode case: the reference's bytes for the dump, or its refusal. */
#include <stdlib.h>
#include <string.h>

#include "parse_support.h"
#include "sfr_encode.h"
#include "subject.h"

enum { MAX_SECTION = 1 << 20 };

struct encoding {
    struct parsed dump;
    uint8_t *bytes;
    size_t len;
    struct sfr_refused_at at;
};

static void check_bytes(struct subject *s, struct encoding *e, enum sfr_layout layout)
{
    const struct sfc_case *c = s->c;
    const size_t len = c->result_size;
    const enum sfr_refusal why = sfr_encode(&e->dump.model, layout, e->bytes, MAX_SECTION, &e->len, &e->at);
    if (require(s, why == SFR_REFUSAL_NONE, "is refused: %s",
                why != SFR_REFUSAL_NONE ? sfr_refusal_info(why)->name : "")) {
        size_t at = 0;
        while (at < len && at < e->len && c->result_bytes[at] == e->bytes[at])
            at++;
        require(s, at == len && at == e->len, "%zu bytes, expected %zu; they differ from 0x%zx on", e->len, len, at);
    }
}

static void place(const struct sfr_refused_at *at, struct sfc_buffer *b)
{
    if (at->fde == SFR_NO_INDEX)
        return;
    if (at->fre == SFR_NO_INDEX)
        sfc_buffer_printf(b, "fde %lu", (unsigned long)at->fde);
    else
        sfc_buffer_printf(b, "fre %lu.%lu", (unsigned long)at->fde, (unsigned long)at->fre);
}

static void check_refusal(struct subject *s, struct encoding *e)
{
    const struct sfc_case *c = s->c;
    struct sfc_buffer at = { 0 };

    const enum sfr_refusal why = sfr_encode(&e->dump.model, SFR_LAYOUT_EXACT, e->bytes, MAX_SECTION, &e->len, &e->at);
    const char *name = why != SFR_REFUSAL_NONE ? sfr_refusal_info(why)->name : "none";
    require(s, strcmp(name, c->refusal) == 0, "refusal: %s, expected %s", name, c->refusal);
    place(&e->at, &at);
    require(s, strcmp(sfc_buffer_text(&at), c->at ? c->at : "") == 0, "refused at \"%s\", expected \"%s\"",
            sfc_buffer_text(&at), c->at ? c->at : "");
    require(s, e->len == 0, "is refused, but gives %zu bytes", e->len);
    sfc_buffer_free(&at);
}

void check_encoding(struct subject *s)
{
    const struct sfc_case *c = s->c;
    struct encoding e = { .dump = parse((const char *)s->bytes, c->size, s->profile, c->addr),
                          .bytes = sfc_alloc(MAX_SECTION, 1),
                          .at = { SFR_NO_INDEX, SFR_NO_INDEX } };
    const struct sfr_text_error *error = &e.dump.error;

    if (require(s, e.dump.good, "%zu:%zu of the dump: expected %s", error->line, error->column, error->expected)) {
        if (c->sort)
            sfr_sort_functions(&e.dump.model);
        if (c->expect == SFC_EXPECT_REJECT) {
            check_refusal(s, &e);
        } else {
            check_bytes(s, &e, SFR_LAYOUT_CANONICAL);
            if (!c->fit)
                check_bytes(s, &e, SFR_LAYOUT_EXACT);
        }
    }
    forget(&e.dump);
    free(e.bytes);
}
