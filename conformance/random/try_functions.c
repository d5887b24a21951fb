/* SPDX-License-Identifier: MIT */
/* What became of each function of a judged file. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer_compare.h"
#include "producer_words.h"
#include "try.h"

/* Where a function with code lies. */
struct place {
    uint64_t start, size;
    size_t index;
};

struct judging {
    struct sfc_trial *trial;
    const struct sfc_producer *p;
    const struct sfc_body *const *bodies;
    struct sfc_verdict *verdicts;
    struct place *places; /* by start */
    size_t num_places;
    bool *found; /* the functions that have a place */
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* The symbols "f0", "f1" ... of functions with code. */
static void find_places(struct judging *j, size_t count)
{
    j->places = sfc_alloc(count, sizeof j->places[0]);
    j->found = sfc_alloc(count, sizeof j->found[0]);
    for (size_t i = 0; i < j->p->image.num_symbols && j->num_places < count; i++) {
        const struct sfc_image_symbol *s = &j->p->image.symbols[i];
        uint64_t index;
        if (s->name[0] != 'f' || !sfc_parse_decimal(s->name + 1, strnlen(s->name + 1, 20), count - 1, &index))
            continue;
        const uint64_t size = sfc_body_size(j->trial->target, j->bodies[index]);
        if (size > 0)
            j->places[j->num_places++] = (struct place){ s->addr, size, (size_t)index };
    }
    for (size_t i = 0; i < j->num_places; i++)
        j->found[j->places[i].index] = true;
    if (j->num_places > 1)
        qsort(j->places, j->num_places, sizeof j->places[0], compare_places);
}

/* The function that `address` is in, else the one before it; NULL before all. */
static const struct place *place_of(const struct judging *j, uint64_t address)
{
    size_t low = 0, high = j->num_places;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (j->places[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &j->places[low - 1] : NULL;
}

bool sfc_try_must_state(const struct sfc_trial *t, const struct sfc_expected *e)
{
    enum { MAX_ROWS = 60000 };
    for (size_t i = 0; i < e->count; i++)
        if (!sfc_words_can_state(t->profile, t->target->sfr_abi, &e->rows[i].rules))
            return false;
    return e->count <= MAX_ROWS;
}

/* ---- SFrame and .eh_frame ---- */

static void judge_result(struct judging *j, const struct sfc_function_result *r)
{
    const struct place *place = place_of(j, r->start);
    if (!place)
        place = &j->places[0];
    struct sfc_verdict *v = &j->verdicts[place->index];
    v->kinds |= r->differs;
    if (r->reason == SFC_REASON_NO_FUNCTION || r->reason == SFC_REASON_NO_ROW) {
        const enum sfc_kind kind = r->reason == SFC_REASON_NO_ROW ? SFC_KIND_NO_ROW : SFC_KIND_LOST;
        if (sfc_expect(j->trial->target, j->bodies[place->index], &j->trial->expected)
            && sfc_try_must_state(j->trial, &j->trial->expected))
            v->kinds |= 1u << kind;
    } else if (r->reason == SFC_REASON_UNREADABLE_ROW) {
        v->kinds |= 1u << SFC_KIND_UNREADABLE;
    } else if (r->reason == SFC_REASON_NO_CFI) {
        v->kinds |= 1u << SFC_KIND_STRAY;
    }
}

/* ---- .eh_frame and the directives ---- */

static bool same_rows(const struct judging *j, const struct sfc_cfi_row *row, const struct sfr_rules *rules)
{
    const unsigned abi = j->trial->target->sfr_abi;
    bool varies = false;
    const struct sfr_rule cfa = sfc_cfi_rule_at(abi, &row->cfa, row->start, &varies);
    const struct sfr_rule ra = sfc_cfi_rule_at(abi, &row->ra, row->start, &varies);
    const struct sfr_rule fp = sfc_cfi_rule_at(abi, &row->fp, row->start, &varies);
    return !varies && sfc_same_rule(&cfa, &rules->cfa) && sfc_same_rule(&ra, &rules->ra)
           && sfc_same_rule(&fp, &rules->fp) && row->mangled == rules->mangled_ra_p;
}

/* Both sides cover the same bytes. Walks over the rows of both. */
static bool same_function(const struct judging *j, const struct sfc_cfi_rows *rows, uint64_t start,
                          const struct sfc_expected *e)
{
    size_t at = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct sfc_cfi_row *row = &rows->rows[i];
        while (at + 1 < e->count && e->rows[at + 1].start <= row->start - start)
            at++;
        if (!same_rows(j, row, &e->rows[at].rules))
            return false;
        for (; at + 1 < e->count && e->rows[at + 1].start < row->end - start; at++)
            if (!same_rows(j, row, &e->rows[at + 1].rules))
                return false;
    }
    return true;
}

static const struct sfc_cfi_fde *fde_of(const struct sfc_cfi *cfi, const struct place *place)
{
    size_t low = 0, high = cfi->num_fdes;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (cfi->fdes[middle].start < place->start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < cfi->num_fdes && cfi->fdes[low].start == place->start; low++)
        if (cfi->fdes[low].size == place->size)
            return &cfi->fdes[low];
    return NULL;
}

/* ---- SFrame and the directives ---- */

static unsigned differences_at(const struct judging *j, const struct sfc_body *body, const struct sfr_rules *rules,
                               uint64_t pc)
{
    struct sfc_range r = { .start = pc, .end = pc + 1 };
    struct sfr_hit hit = { 0 };
    const struct sfr_section *s = &j->p->sections[0];
    const enum sfr_found found = sfr_find(s, pc, &hit);
    if (found != SFR_FOUND && found != SFR_FOUND_OUTERMOST)
        return 0;
    r.pair.sframe = hit.rules;
    if (found == SFR_FOUND_OUTERMOST)
        r.pair.sframe.ra.kind = SFR_RULE_UNDEFINED;
    r.pair.cfi = *rules;
    r.pair.cfi_key_b = (body->marks & SFC_MARK_KEY_B) != 0;
    r.pair.cfi_signal = (body->marks & SFC_MARK_SIGNAL) != 0;
    r.pair.sframe_key_b = hit.fde.pauth_key_b;
    r.pair.sframe_signal = hit.fde.signal_p;
    sfc_judge_pair(s, &r);
    return r.differs;
}

/* Where .eh_frame is wrong it says nothing about SFrame. Compares the first and last PC of each row of the
   directives. */
static void judge_by_directives(struct judging *j, const struct place *place)
{
    const struct sfc_body *body = j->bodies[place->index];
    struct sfc_verdict *v = &j->verdicts[place->index];
    const struct sfc_expected *e = &j->trial->expected;
    v->kinds &= ~((1u << SFC_NUM_DIFFERENCES) - 1);
    if (j->p->num_sections == 0 || !sfc_expect(j->trial->target, body, &j->trial->expected))
        return;
    for (size_t i = 0; i < e->count; i++) {
        const uint64_t end = i + 1 < e->count ? e->rows[i + 1].start : e->size;
        v->kinds |= differences_at(j, body, &e->rows[i].rules, place->start + e->rows[i].start);
        v->kinds |= differences_at(j, body, &e->rows[i].rules, place->start + end - 1);
    }
}

static void judge_eh_frame(struct judging *j, const struct place *place, struct sfc_cfi_rows *rows)
{
    const struct sfc_cfi *cfi = &j->p->cfi;
    const struct sfc_body *body = j->bodies[place->index];
    const struct sfc_cfi_fde *fde = fde_of(cfi, place);
    struct sfc_error error;
    bool same =
        fde && sfc_expect(j->trial->target, body, &j->trial->expected) && sfc_cfi_read_rows(cfi, fde, rows, &error);
    if (same) {
        const struct sfc_cfi_cie *cie = &cfi->cies[fde->cie];
        same = cie->signal == !!(body->marks & SFC_MARK_SIGNAL) && cie->key_b == !!(body->marks & SFC_MARK_KEY_B)
               && same_function(j, rows, place->start, &j->trial->expected);
    }
    if (same)
        return;
    j->verdicts[place->index].kinds |= 1u << SFC_KIND_EH_FRAME;
    judge_by_directives(j, place);
}

/* ---- All ---- */

/* Without SFrame data no file was opened: each function is lost, unless no version could state it. */
static void judge_absence(struct sfc_trial *t, const struct sfc_body *const *bodies, size_t count,
                          struct sfc_verdict *verdicts)
{
    for (size_t i = 0; i < count; i++)
        if (sfc_body_size(t->target, bodies[i]) > 0 && sfc_expect(t->target, bodies[i], &t->expected)
            && sfc_try_must_state(t, &t->expected))
            verdicts[i].kinds |= 1u << SFC_KIND_LOST;
}

void sfc_try_functions(struct sfc_trial *trial, const struct sfc_producer *p, const struct sfc_body *const *bodies,
                       size_t count, struct sfc_verdict *verdicts)
{
    struct judging j = { .trial = trial, .p = p, .bodies = bodies, .verdicts = verdicts };
    struct sfc_cfi_rows rows = { 0 };
    if (p->state == SFC_PRODUCER_NO_SFRAME) {
        judge_absence(trial, bodies, count, verdicts);
        return;
    }
    find_places(&j, count);
    for (size_t i = 0; i < p->num_results && j.num_places > 0; i++)
        judge_result(&j, &p->results[i]);
    for (size_t i = 0; i < j.num_places; i++)
        judge_eh_frame(&j, &j.places[i], &rows);
    for (size_t i = 0; i < count; i++)
        if (!j.found[i] && sfc_body_size(trial->target, bodies[i]) > 0)
            verdicts[i].kinds |= 1u << SFC_KIND_NOTHING; /* it has no symbol */
    free(rows.rows);
    free(j.found);
    free(j.places);
}
