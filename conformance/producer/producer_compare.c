/* SPDX-License-Identifier: MIT */
/* Compares SFrame rules with the call frame information of the same code, range by range. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "producer_judge.h"

/* ---- Functions ---- */

static int compare_functions(const void *a, const void *b)
{
    const struct sfc_function *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    return x->fde.index < y->fde.index ? -1 : x->fde.index > y->fde.index;
}

void sfc_functions_read(struct sfc_functions *functions, const struct sfr_section *sections, size_t count)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        most += sections[i].hdr.sfh_num_fdes;
    *functions = (struct sfc_functions){ .sections = sections, .all = sfc_alloc(most, sizeof functions->all[0]) };
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < sections[i].hdr.sfh_num_fdes; k++) {
            struct sfc_function *f = &functions->all[functions->count++];
            f->section = i;
            sfr_read_fde(&sections[i], k, &f->fde);
            f->start = f->fde.start;
            f->end = f->start + f->fde.sfde_func_size;
            if (f->end < f->start)
                f->end = UINT64_MAX;
        }
    }
    if (functions->count > 1)
        qsort(functions->all, functions->count, sizeof functions->all[0], compare_functions);
    /* Among overlapping functions a look-up finds the one with the greatest start. Empty ones
       are ignored. */
    uint64_t next_start = UINT64_MAX;
    for (size_t i = functions->count; i-- > 0;) {
        struct sfc_function *f = &functions->all[i];
        if (f->end > next_start)
            f->end = next_start;
        if (f->fde.sfde_func_size != 0)
            next_start = f->start;
    }
}

/* ---- The walk ---- */

struct row {
    uint64_t start, end;
    struct sfr_rules rules;
    bool readable;
};

struct walk {
    const struct sfc_functions *functions;
    const struct sfc_cfi *cfi;
    sfc_range_fn *report;
    void *ctx;
    struct sfc_error *error;
    bool good;
    uint64_t budget; /* how many PCs and rows may still be read a second time */
    struct sfc_cfi_rows cfi_rows;
    size_t cfi_loaded, cfi_at; /* the function of these rows, and the next row */
    struct row *rows;
    size_t num_rows, loaded, at;
    struct sfc_range pending; /* not reported yet, because it may continue; none if start == end */
};

static void flush(struct walk *w)
{
    if (w->pending.start < w->pending.end)
        w->report(w->ctx, &w->pending);
    w->pending.end = w->pending.start;
}

static bool same_rules(const struct sfr_rules *a, const struct sfr_rules *b)
{
    return sfc_same_rule(&a->cfa, &b->cfa) && sfc_same_rule(&a->ra, &b->ra) && sfc_same_rule(&a->fp, &b->fp)
           && a->mangled_ra_p == b->mangled_ra_p;
}

/* Merges adjacent ranges with the same result, but not across the end of a function. */
static void add_range(struct walk *w, const struct sfc_range *r, bool new_function)
{
    struct sfc_range *p = &w->pending;
    if (!new_function && p->start < p->end && p->end == r->start && p->agreement == r->agreement
        && p->reason == r->reason && p->differs == r->differs && same_rules(&p->pair.sframe, &r->pair.sframe)
        && same_rules(&p->pair.cfi, &r->pair.cfi)
        && ((r->differs & SFC_DIFFERS_SP) == 0 || sfc_same_rule(&p->pair.cfi_sp, &r->pair.cfi_sp))) {
        p->end = r->end;
        return;
    }
    flush(w);
    *p = *r;
}

/* ---- SFrame rows of one function ---- */

static void add_row(struct walk *w, const struct sfc_function *f, const struct sfr_fre *fre)
{
    const struct sfr_section *s = &w->functions->sections[f->section];
    w->rows = sfc_make_room(w->rows, w->num_rows, sizeof w->rows[0]);
    struct row *row = &w->rows[w->num_rows];
    row->start = fre->sfre_start_address;
    row->readable = sfr_read_rules(s, &f->fde, fre, &row->rules) == SFR_FAULT_NONE;
    if (w->num_rows > 0)
        w->rows[w->num_rows - 1].end = row->start;
    row->end = UINT64_MAX;
    w->num_rows++;
}

/* The starts of rows are offsets in the function, or in a block. Functions may share rows, so a
   budget bounds how many are read. */
static void load_rows(struct walk *w, size_t index)
{
    const struct sfc_function *f = &w->functions->all[index];
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    bool more = true;
    if (w->loaded == index)
        return;
    w->loaded = index;
    w->num_rows = w->at = 0;
    if (f->fde.fre_pos == 0)
        return;
    sfr_fres(&cursor, &w->functions->sections[f->section], &f->fde);
    while (w->budget > 0 && sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more) {
        w->budget--;
        add_row(w, f, &fre);
    }
}

/* The SFrame rules at a PC, and where they end. */
struct said {
    const struct row *row; /* NULL: nothing */
    bool outermost, unreadable;
    uint64_t end;
};

static struct said ask_increments(struct walk *w, const struct sfc_function *f, uint64_t pc)
{
    const uint64_t offset = pc - f->start;
    while (w->at < w->num_rows && w->rows[w->at].end <= offset)
        w->at++;
    if (w->at == w->num_rows)
        return (struct said){ .end = f->end };
    const struct row *row = &w->rows[w->at];
    if (offset < row->start)
        return (struct said){ .end = row->start < f->end - f->start ? f->start + row->start : f->end };
    const uint64_t end = row->end < f->end - f->start ? f->start + row->end : f->end;
    return (struct said){ row, false, !row->readable, end };
}

/* Looks up one PC of stubs, as the reference does. */
static struct said ask_mask(struct walk *w, const struct sfc_function *f, uint64_t pc, struct row *found)
{
    struct said said = { .end = pc + 1 };
    struct sfr_hit hit = { .fde = f->fde };
    const uint64_t cost = (uint64_t)w->num_rows + 1;
    if (w->budget < cost)
        return (struct said){ .unreadable = true, .end = f->end };
    w->budget -= cost;
    switch (sfr_find_fre(&w->functions->sections[f->section], pc, &hit)) {
    case SFR_FOUND:
        *found = (struct row){ .rules = hit.rules, .readable = true };
        said.row = found;
        break;
    case SFR_FOUND_BAD: said.unreadable = true; break;
    case SFR_FOUND_OUTERMOST: said.outermost = true; break;
    case SFR_FOUND_NO_FDE:
    case SFR_FOUND_NO_FRE: break;
    }
    return said;
}

static struct said ask(struct walk *w, const struct sfc_function *f, uint64_t pc, struct row *found)
{
    const struct sfr_section *s = &w->functions->sections[f->section];
    if (f->fde.sfde_func_num_fres == 0) {
        const bool claims = f->fde.fde_type == SFR_FDE_TYPE_DEFAULT && !f->fde.signal_p;
        return (struct said){ .outermost = s->profile == SFR_PROFILE_V3 && claims, .end = f->end };
    }
    load_rows(w, (size_t)(f - w->functions->all));
    if (f->fde.fre_pos == 0 || w->num_rows == 0)
        return (struct said){ .unreadable = true, .end = f->end };
    return f->fde.pc_type == SFR_FDE_PCTYPE_MASK ? ask_mask(w, f, pc, found) : ask_increments(w, f, pc);
}

/* ---- Rows of call frame information ---- */

static const struct sfc_cfi_row *cfi_row_at(struct walk *w, size_t index, uint64_t pc)
{
    if (w->cfi_loaded != index) {
        struct sfc_error why;
        w->cfi_loaded = index;
        w->cfi_at = 0;
        if (!sfc_cfi_read_rows(w->cfi, &w->cfi->fdes[index], &w->cfi_rows, &why) && w->good)
            w->good = sfc_fail(w->error, "%s", why.text);
    }
    while (w->cfi_at < w->cfi_rows.count && w->cfi_rows.rows[w->cfi_at].end <= pc)
        w->cfi_at++;
    const struct sfc_cfi_row *row = w->cfi_at < w->cfi_rows.count ? &w->cfi_rows.rows[w->cfi_at] : NULL;
    return row && row->start <= pc ? row : NULL;
}

/* The rules at `pc`. Cuts *end to one PC if they vary. */
static void cfi_rules(struct walk *w, const struct sfc_cfi_row *row, uint64_t pc, struct sfc_pair *pair, uint64_t *end)
{
    struct sfr_rules *rules = &pair->cfi;
    const unsigned abi = w->functions->sections[0].hdr.sfh_abi_arch;
    bool varies = false;
    rules->cfa = sfc_cfi_rule_at(abi, &row->cfa, pc, &varies);
    rules->ra = sfc_cfi_rule_at(abi, &row->ra, pc, &varies);
    rules->fp = sfc_cfi_rule_at(abi, &row->fp, pc, &varies);
    pair->cfi_sp = sfc_cfi_rule_at(abi, &row->sp, pc, &varies);
    pair->cfi_has_ra = row->ra.expression || row->ra.rule.kind != SFR_RULE_NONE;
    rules->mangled_ra_p = row->mangled;
    /* A CFA cannot be defined by the CFA. */
    if (rules->cfa.kind == SFR_RULE_CFA || rules->cfa.kind == SFR_RULE_MEM_CFA)
        rules->cfa.kind = SFR_RULE_NONE;
    if (varies && *end > pc + 1)
        *end = pc + 1;
}

/* ---- Both ---- */

/* AMB-078: for version 1 stubs of 16 bytes the linker writes masks but means remainders. */
static void judge_remainder(const struct walk *w, const struct sfc_function *f, struct sfc_range *r)
{
    const uint64_t offset = (r->start - f->start) % 16;
    const struct row *row = NULL;
    for (size_t i = 0; i < w->num_rows; i++)
        if (w->rows[i].start <= offset)
            row = &w->rows[i];
    if (!row || !row->readable)
        return;
    struct sfc_range other = *r;
    other.pair.sframe = row->rules;
    other.agreement = SFC_AGREE_EQUAL;
    other.reason = SFC_REASON_NONE;
    other.differs = 0;
    sfc_judge_pair(&w->functions->sections[f->section], &other);
    if (other.agreement == SFC_AGREE_WRONG)
        return;
    r->differs = 0;
    r->agreement = SFC_AGREE_UNCOMPARED;
    r->reason = SFC_REASON_V1_MASK;
}

static void judge_said(struct walk *w, const struct sfc_function *f, const struct said *said, struct sfc_range *r)
{
    const struct sfr_section *s = &w->functions->sections[f->section];
    r->pair.sframe_key_b = f->fde.pauth_key_b;
    r->pair.sframe_signal = f->fde.signal_p;
    if (said->unreadable) {
        sfc_judge_unknown(r, w->budget == 0 ? SFC_REASON_TOO_LONG : SFC_REASON_UNREADABLE_ROW);
        return;
    }
    if (said->outermost)
        r->pair.sframe.ra.kind = SFR_RULE_UNDEFINED;
    else if (said->row)
        r->pair.sframe = said->row->rules;
    if (said->outermost || said->row) {
        sfc_judge_pair(s, r);
        if (r->agreement == SFC_AGREE_WRONG && s->profile == SFR_PROFILE_V1 && f->fde.pc_type == SFR_FDE_PCTYPE_MASK)
            judge_remainder(w, f, r);
        return;
    }
    r->agreement = SFC_AGREE_WEAKER;
    r->reason = f->fde.sfde_func_num_fres == 0 && f->fde.signal_p ? SFC_REASON_SIGNAL_ONLY : SFC_REASON_NO_ROW;
}

/* Judges the range that begins at `pc` and ends at `end` or earlier. Returns its end. */
static uint64_t step_both(struct walk *w, size_t cfi_index, const struct sfc_function *f, uint64_t pc, uint64_t end,
                          bool new_function)
{
    struct sfc_range r = { .start = pc, .function_start = f->start, .function_end = f->end, .function = f };
    struct row found;
    const struct sfc_cfi_row *row = cfi_row_at(w, cfi_index, pc);
    const struct sfc_cfi_cie *cie = &w->cfi->cies[w->cfi->fdes[cfi_index].cie];
    if (!row) {
        sfc_judge_unknown(&r, SFC_REASON_UNREADABLE_CFI);
        r.end = end;
        add_range(w, &r, new_function);
        return end;
    }
    if (row->end < end)
        end = row->end;
    cfi_rules(w, row, pc, &r.pair, &end);
    /* GNU as leaves the letter for key B out of .debug_frame. */
    r.pair.cfi_key_b = cie->key_b || (w->cfi->sections[cie->section].is_debug && f->fde.pauth_key_b);
    r.pair.cfi_signal = cie->signal;
    const struct said said = ask(w, f, pc, &found);
    if (said.end < end)
        end = said.end;
    r.end = end;
    judge_said(w, f, &said, &r);
    add_range(w, &r, new_function);
    return end;
}

static void compare_both(struct walk *w, size_t cfi_index, const struct sfc_function *f, uint64_t start, uint64_t end)
{
    bool new_function = true;
    for (uint64_t pc = start, next; pc < end; pc = next, new_function = false) {
        next = step_both(w, cfi_index, f, pc, end, new_function);
        if (next > pc + 1 || next == end)
            continue;
        if (w->budget > 0) {
            w->budget--;
            continue;
        }
        struct sfc_range rest = {
            .start = next, .end = end, .function_start = f->start, .function_end = f->end, .function = f
        };
        sfc_judge_unknown(&rest, SFC_REASON_TOO_LONG);
        add_range(w, &rest, false);
        next = end;
    }
}

/* A function of one side, and where its PCs that are not compared yet start. */
struct rest {
    bool is_there; /* false: no function is left */
    uint64_t start, from, end;
};

static struct rest rest_of(bool is_there, uint64_t start, uint64_t end, uint64_t at)
{
    return is_there ? (struct rest){ true, start, start > at ? start : at, end }
                    : (struct rest){ false, UINT64_MAX, UINT64_MAX, UINT64_MAX };
}

/* Reports PCs up to `end` that one side alone has: the SFrame function `f`, or (NULL) the call frame information. */
static void one_side(struct walk *w, const struct rest *rest, uint64_t end, const struct sfc_function *f)
{
    const struct sfc_range r = { .start = rest->from,
                                 .end = end,
                                 .function_start = rest->start,
                                 .function_end = rest->end,
                                 .function = f,
                                 .agreement = f ? SFC_AGREE_UNCOMPARED : SFC_AGREE_WEAKER,
                                 .reason = f ? SFC_REASON_NO_CFI : SFC_REASON_NO_FUNCTION };
    if (r.start < r.end)
        add_range(w, &r, true);
}

/* Compares or reports the first PCs that are left, as far as the same sides have them. Returns where they end. */
static uint64_t compare_next(struct walk *w, size_t index, const struct rest *cfi, const struct sfc_function *f,
                             const struct rest *sframe)
{
    if (cfi->is_there && (!sframe->is_there || cfi->from < sframe->from)) {
        const uint64_t end = cfi->end < sframe->from ? cfi->end : sframe->from;
        one_side(w, cfi, end, NULL);
        return end;
    }
    if (!cfi->is_there || sframe->from < cfi->from) {
        const uint64_t end = sframe->end < cfi->from ? sframe->end : cfi->from;
        one_side(w, sframe, end, f);
        return end;
    }
    const uint64_t end = cfi->end < sframe->end ? cfi->end : sframe->end;
    compare_both(w, index, f, cfi->from, end);
    return end;
}

static void walk_all(struct walk *w)
{
    const size_t num_fdes = w->cfi->num_fdes;
    size_t fde = 0;
    const struct sfc_function *f = w->functions->all, *const last = f + w->functions->count;
    for (uint64_t at = 0; fde < num_fdes || f < last;) {
        const struct rest cfi = fde < num_fdes ? rest_of(true, w->cfi->fdes[fde].start, w->cfi->fdes[fde].end, at)
                                               : rest_of(false, 0, 0, 0);
        const struct rest sframe = f < last ? rest_of(true, f->start, f->end, at) : rest_of(false, 0, 0, 0);
        if (cfi.is_there && cfi.end <= at)
            fde++;
        else if (sframe.is_there && sframe.end <= at)
            f++;
        else
            at = compare_next(w, fde, &cfi, f, &sframe);
    }
    flush(w);
}

bool sfc_compare(const struct sfc_functions *functions, const struct sfc_cfi *cfi, uint64_t file_size,
                 sfc_range_fn *report, void *ctx, struct sfc_error *error)
{
    struct walk w = { .functions = functions,
                      .cfi = cfi,
                      .report = report,
                      .ctx = ctx,
                      .error = error,
                      .good = true,
                      .budget = file_size * 4,
                      .cfi_loaded = SIZE_MAX,
                      .loaded = SIZE_MAX };
    walk_all(&w);
    free(w.rows);
    free(w.cfi_rows.rows);
    return w.good;
}
