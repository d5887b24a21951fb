/* SPDX-License-Identifier: MIT */
/*
 * Oracle: the generator writes a section from a model, and the reference, which shares no code with
 * it, accepts the section. Both agree on its dump, its doubts, and the rows for PCs in and around
 * every function. The reference's encoder writes the same bytes for the reference's model of it. The
 * bytes of the input are decisions that build the model.
 */
#include "fuzz.h"

#include "decide.h"

#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "model";

enum { MAX_PCS = 160 };

static void check_rows(struct gen_pool *pool, const struct gen_model *m, const struct sfr_section *s)
{
    struct gen_buf expected = { .pool = pool };
    struct fuzz_text seen = { NULL, 0, 0 };
    struct gen_error error;
    uint64_t pcs[MAX_PCS];
    size_t count = 0;

    for (uint32_t i = 0; i < m->num_funcs && count + 8 < MAX_PCS; i++) {
        const struct gen_func *func = &m->funcs[i];
        const uint64_t start = m->addr + (uint64_t)func->at;
        const uint64_t near[] = { start - 1, start, start + func->size / 2, start + func->size - 1,
                                  start + func->size };
        for (size_t j = 0; j < sizeof near / sizeof near[0]; j++)
            pcs[count++] = near[j];
        for (uint32_t r = 0; r < func->num_rows && r < 3; r++)
            pcs[count++] = start + func->rows[r].start;
    }
    FUZZ_REQUIRE(gen_dump_lookups(&expected, m, pcs, count, &error), 0, "functions overlap: %s", error.text);
    fuzz_add_text(&seen, "sframe-dump 1\n", 14);
    for (size_t i = 0; i < count; i++) {
        struct sfr_hit hit;
        const enum sfr_found found = sfr_find(s, pcs[i], &hit);
        sfr_dump_hit(s, pcs[i], found, &hit, fuzz_add_text, &seen);
    }
    fuzz_require_text((const char *)expected.data, expected.len, &seen, "look-up rows");
    free(seen.data);
}

/* Does the generator choose the words of a row: their width, or words for a rule that the header may give already? */
static bool gives_words(const struct gen_model *m, const struct gen_func *func, const struct gen_row *row)
{
    const bool said = row->ra.kind != GEN_UNSAID || row->fp.kind != GEN_UNSAID;
    return row->width != 0 || (func->flex && said && (m->fixed_ra != 0 || m->fixed_fp != 0));
}

/* All is written as it has to be, except what only a layout can say. */
static void check_encoded(const struct gen_model *m, const struct sfr_section *s)
{
    struct sfr_model model;
    struct sfr_model_fde *fdes = fuzz_alloc(s->hdr.sfh_num_fdes, sizeof *fdes);
    struct sfr_model_fre *fres = fuzz_alloc(s->hdr.sfh_num_fres, sizeof *fres);
    uint8_t *bytes = fuzz_alloc(s->size, 1);
    const size_t tail = (size_t)(s->size - s->fre_end);
    size_t size = 0;
    bool given = false;

    FUZZ_REQUIRE(sfr_model_of_section(s, &model, fdes, fres) == SFR_FAULT_NONE, 0, "it has no model");
    model.has_layout = false;
    for (uint64_t i = 0; i < model.num_fdes; i++) {
        /* Where the key's bit has no meaning, or in version 1 (AMB-047), only a layout sets it. */
        fdes[i].has_layout = m->funcs[i].key_b && (model.profile == SFR_PROFILE_V1 || !fdes[i].pauth_key_b);
        for (uint32_t r = 0; r < m->funcs[i].num_rows; r++)
            given |= gives_words(m, &m->funcs[i], &m->funcs[i].rows[r]);
    }
    for (uint64_t i = 0; i < model.num_fres; i++)
        fres[i].has_layout = given;
    const enum sfr_refusal refusal = sfr_encode(&model, SFR_LAYOUT_EXACT, bytes, s->size, &size, NULL);
    FUZZ_REQUIRE(refusal == SFR_REFUSAL_NONE, 0, "the encoder refuses: %s",
                 refusal == SFR_REFUSAL_NONE ? "" : sfr_refusal_info(refusal)->name);
    FUZZ_REQUIRE(size + tail == s->size && memcmp(bytes, s->data, size) == 0, 0, "the encoder writes other bytes");
    free(bytes);
    free(fdes);
    free(fres);
}

static void check_model(struct gen_pool *pool, const struct gen_model *m)
{
    struct gen_section section;
    struct gen_error error;
    struct gen_buf expected = { .pool = pool };
    struct gen_doubts doubts;
    struct sfr_section s;

    /* The model may be out of range. */
    if (!gen_check_model(m, &error) || !gen_emit(pool, m, &section, &error))
        return;
    gen_find_doubts(m, &doubts);
    const struct fuzz_made made = { section.bytes.data, section.bytes.len, m->addr, sfk_profile(m->target.profile),
                                    doubts.names,       doubts.count };
    fuzz_require_accepted(&made, &s);
    gen_dump(&expected, m, s.hdr.sfh_fre_len);
    fuzz_require_dump(&s, (const char *)expected.data, expected.len);
    check_rows(pool, m, &s);
    check_encoded(m, &s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Nothing odd: the encoder writes such things only with a layout. */
    const struct sfk_limits limits = { ~0u, ~0u, false, false };
    struct sfk_decisions d = { data, size, 0 };
    struct gen_pool pool = { NULL };

    if (size > FUZZ_MAX_INPUT)
        return 0;
    const struct gen_model m = sfk_decide_model(&d, &pool, &limits);
    check_model(&pool, &m);
    gen_pool_free(&pool);
    return 0;
}
