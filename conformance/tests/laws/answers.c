/* SPDX-License-Identifier: MIT */
/* Laws for every section: an accepted one can be read, sorted and searched in both ways, and a rejected one be
   read as far as it can. */
#include <stdlib.h>
#include <string.h>

#include "sfr_encode.h"
#include "subject.h"

/* Scans at every edge of every function take quadratic time. */
enum { MAX_SEARCHED = 64, MAX_SCANNED = 1 << 19, MAX_MODELLED = 1 << 20, MAX_MODELLED_IN_PART = 1 << 15 };

/* ---- Sorted ---- */

struct modelled {
    struct sfr_model model;
    struct sfr_model_fde *fdes;
    struct sfr_model_fre *fres;
};

/* The order of sfr_sort_functions(). */
static bool in_order(const struct sfr_model *m, const struct sfr_model_fde *a, const struct sfr_model_fde *b)
{
    const int64_t da = (int64_t)(a->start - m->addr), db = (int64_t)(b->start - m->addr);

    if (da != db || (a->size == 0) != (b->size == 0))
        return da != db ? da < db : a->size == 0;
    return a->first_fre <= b->first_fre;
}

static bool same_function(const struct sfr_model_fde *a, const struct sfr_model_fde *b)
{
    return a->start == b->start && a->size == b->size && a->first_fre == b->first_fre && a->num_fres == b->num_fres
           && a->info == b->info && a->fre_off == b->fre_off;
}

/* After sorting, the functions are in order, and there are as many of each as before. */
static void check_sorting(struct subject *s, const struct sfr_model *model)
{
    const uint64_t count = model->num_fdes;
    struct sfr_model sorted = *model;
    unsigned before = 0, after = 0;

    sorted.fdes = sfc_alloc((size_t)count, sizeof *sorted.fdes);
    if (count > 0)
        memcpy(sorted.fdes, model->fdes, (size_t)count * sizeof *sorted.fdes);
    sfr_sort_functions(&sorted);
    for (uint64_t i = 1; i < count; i++)
        require(s, in_order(model, &sorted.fdes[i - 1], &sorted.fdes[i]), "functions are not in order after sorting");
    for (uint64_t i = 0; i < count && count <= MAX_SEARCHED; i++) {
        for (uint64_t k = 0; k < count; k++) {
            before += same_function(&model->fdes[i], &model->fdes[k]);
            after += same_function(&model->fdes[i], &sorted.fdes[k]);
        }
    }
    require(s, before == after, "sorting loses functions");
    free(sorted.fdes);
}

static void check_model(struct subject *s)
{
    const uint32_t num_fdes = s->section.hdr.sfh_num_fdes, num_fres = s->section.hdr.sfh_num_fres;
    struct modelled m = { .fdes = sfc_alloc(num_fdes, sizeof *m.fdes), .fres = sfc_alloc(num_fres, sizeof *m.fres) };

    if (require(s, sfr_model_of_section(&s->section, &m.model, m.fdes, m.fres) == SFR_FAULT_NONE,
                "an accepted section cannot be read"))
        check_sorting(s, &m.model);
    free(m.fdes);
    free(m.fres);
}

/* ---- Found in both ways ---- */

static void compare_finders(struct subject *s, uint64_t pc)
{
    struct sfr_fde scanned, searched;
    const bool by_scan = sfr_find_fde_scan(&s->section, pc, &scanned),
               by_search = sfr_find_fde_search(&s->section, pc, &searched);

    require(s, by_scan == by_search && (!by_scan || scanned.index == searched.index),
            "scan and search differ at 0x%llx", (unsigned long long)pc);
}

static bool has_finding(const struct subject *s, enum sfr_fault fault)
{
    for (size_t i = 0; i < s->num_findings; i++)
        if (s->findings[i].fault == fault)
            return true;
    return false;
}

/* Among the functions that contain a PC a scan finds the one with the greatest start, then the
   greatest index. */
static void check_scan(struct subject *s, uint64_t pc)
{
    const uint32_t count = s->section.hdr.sfh_num_fdes;
    struct sfr_fde fde, best = { .index = count }, scanned;

    for (uint32_t i = 0; i < count; i++) {
        sfr_read_fde(&s->section, i, &fde);
        if (pc - fde.start < fde.sfde_func_size && pc >= fde.start
            && (best.index == count || fde.distance >= best.distance))
            best = fde;
    }
    const bool any = sfr_find_fde_scan(&s->section, pc, &scanned);
    require(s, any == (best.index != count) && (!any || scanned.index == best.index),
            "the scan for 0x%llx finds another function", (unsigned long long)pc);
}

static void check_finders(struct subject *s)
{
    const bool sorted = s->section.hdr.sfp_flags & SFR_F_FDE_SORTED;
    const bool searchable = sorted && !has_finding(s, SFR_FAULT_FUNC_OVERLAP);
    const uint32_t count = s->section.hdr.sfh_num_fdes;

    for (uint32_t i = 0; i < count && i < MAX_SEARCHED && i * (uint64_t)count < MAX_SCANNED; i++) {
        struct sfr_fde fde;
        sfr_read_fde(&s->section, i, &fde);
        check_scan(s, fde.start);
        if (!searchable)
            continue;
        compare_finders(s, fde.start - 1);
        compare_finders(s, fde.start);
        compare_finders(s, fde.start + fde.sfde_func_size - 1);
        compare_finders(s, fde.start + fde.sfde_func_size);
    }
}

void check_accepted_section(struct subject *s)
{
    const struct sfr_header *h = &s->section.hdr;

    if (!require(s, s->opened == SFR_FAULT_NONE, "an accepted section cannot be opened"))
        return;
    if (require(s, h->sfh_num_fdes <= MAX_MODELLED && h->sfh_num_fres <= MAX_MODELLED,
                "has more functions or rows than a case needs"))
        check_model(s);
    check_finders(s);
}

/* ---- Rejected ---- */

static bool drop_text(void *ctx, const char *text, size_t len)
{
    (void)ctx, (void)text, (void)len;
    return true;
}

static bool is_found(const struct subject *s, enum sfr_fault fault)
{
    return fault == SFR_FAULT_NONE || s->num_findings == MAX_FINDINGS || has_finding(s, fault);
}

/* A model, like a dump, stops where the section can't be read, or has fewer rows than the header
   says. */
static void check_model_in_part(struct subject *s, enum sfr_fault dumped)
{
    const uint32_t num_fdes = s->section.hdr.sfh_num_fdes, num_fres = s->section.hdr.sfh_num_fres;
    size_t len;

    if (num_fdes > MAX_MODELLED_IN_PART || num_fres > MAX_MODELLED_IN_PART)
        return;
    struct modelled m = { .fdes = sfc_alloc(num_fdes, sizeof *m.fdes), .fres = sfc_alloc(num_fres, sizeof *m.fres) };
    const enum sfr_fault fault = sfr_model_of_section(&s->section, &m.model, m.fdes, m.fres);
    require(s,
            is_found(s, fault) || (fault == SFR_FAULT_FRE_COUNT_MISMATCH && has_finding(s, SFR_FAULT_SHARED_RUN_LIMIT)),
            "the model stops with a fault that is not found");
    require(s, fault == dumped || fault == SFR_FAULT_FRE_COUNT_MISMATCH || dumped == SFR_FAULT_SHARED_RUN_LIMIT,
            "the model and the dump stop with different faults");
    require(s, fault != SFR_FAULT_NONE || m.model.num_fres == num_fres, "the model has fewer rows than there are");
    if (fault == SFR_FAULT_NONE && s->verdict.violations == 1 && has_finding(s, SFR_FAULT_SHARED_RUN_LIMIT))
        require(s, sfr_encode(&m.model, SFR_LAYOUT_EXACT, NULL, 0, &len, NULL) == SFR_REFUSAL_LAYOUT_CONTRADICTION,
                "rows that are shared too often are written");
    free(m.fdes);
    free(m.fres);
}

/* Reading goes as far as it can, never out of the section, and the verdict has the fault that
   stops it. */
void check_rejected_section(struct subject *s)
{
    if (s->opened != SFR_FAULT_NONE) {
        require(s, s->opened == s->verdict.first.fault || has_finding(s, s->opened),
                "cannot be opened, with a fault that is not found");
        return;
    }
    const enum sfr_fault fault = sfr_dump(&s->section, SFR_DUMP_LAYOUT, drop_text, NULL);
    require(s, is_found(s, fault), "the dump stops with a fault that is not found");
    /* The dump counts the bytes of rows alone, which are all before version 3. */
    require(s, s->profile == SFR_PROFILE_V3 || fault != SFR_FAULT_NONE || !has_finding(s, SFR_FAULT_SHARED_RUN_LIMIT),
            "the dump goes beyond the limit of shared rows");
    check_model_in_part(s, fault);
}
