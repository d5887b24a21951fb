/* SPDX-License-Identifier: MIT */
/* What the reports have in common: areas, causes, words. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "report.h"

/* ---- Areas ---------------------------------------------------------------------------- */

static int compare_areas(const void *a, const void *b)
{
    return strcmp(((const struct sfr_area_counts *)a)->area, ((const struct sfr_area_counts *)b)->area);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts and removes what comes twice. */
static size_t make_unique(const char **names, size_t count)
{
    size_t unique = 0;
    if (count > 0)
        qsort(names, count, sizeof names[0], compare_names);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(names[i], names[unique - 1]) != 0)
            names[unique++] = names[i];
    return unique;
}

struct sfr_area_counts *sfr_count_areas(const struct sfr_sheet *sheet, size_t *num_areas)
{
    const char **names = sfr_alloc(sheet->count, sizeof names[0]);
    for (size_t i = 0; i < sheet->count; i++)
        names[i] = sheet->records[i].area;
    *num_areas = make_unique(names, sheet->count);
    struct sfr_area_counts *areas = sfr_alloc(*num_areas, sizeof areas[0]);
    for (size_t i = 0; i < *num_areas; i++)
        areas[i].area = names[i];
    free(names);
    for (size_t i = 0; i < sheet->count; i++) {
        const struct sfr_record *r = &sheet->records[i];
        const struct sfr_area_counts wanted = { .area = r->area };
        struct sfr_area_counts *a = bsearch(&wanted, areas, *num_areas, sizeof areas[0], compare_areas);
        a->outcomes[r->outcome]++;
        a->standings[r->standing]++;
        a->count++;
    }
    return areas;
}

static void add_counts(struct sfr_area_counts *sum, const struct sfr_area_counts *area)
{
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        sum->outcomes[i] += area->outcomes[i];
    for (unsigned i = 0; i < SFR_NUM_STANDINGS; i++)
        sum->standings[i] += area->standings[i];
    sum->count += area->count;
}

static void fill_row(struct sfr_matrix *m, size_t sheet, const struct sfr_area_counts *areas, size_t num_areas)
{
    struct sfr_area_counts *row = &m->cells[sheet * m->num_areas];
    for (size_t i = 0, next = 0; i + 1 < m->num_areas; i++) {
        row[i].area = m->areas[i];
        if (next < num_areas && strcmp(areas[next].area, m->areas[i]) == 0)
            add_counts(&row[i], &areas[next++]);
        add_counts(&row[m->num_areas - 1], &row[i]);
    }
}

void sfr_matrix_make(struct sfr_matrix *m, const struct sfr_sheet *sheets, size_t num_sheets)
{
    struct sfr_area_counts **areas = sfr_alloc(num_sheets, sizeof areas[0]);
    size_t *counts = sfr_alloc(num_sheets, sizeof counts[0]), count = 0;
    *m = (struct sfr_matrix){ .num_sheets = num_sheets };
    for (size_t s = 0; s < num_sheets; s++) {
        areas[s] = sfr_count_areas(&sheets[s], &counts[s]);
        m->areas = sfr_grow(m->areas, count + counts[s] + 1, sizeof m->areas[0]);
        for (size_t i = 0; i < counts[s]; i++)
            m->areas[count++] = areas[s][i].area;
    }
    m->num_areas = make_unique(m->areas, count);
    m->areas[m->num_areas++] = "all";
    m->cells = sfr_alloc(num_sheets * m->num_areas, sizeof m->cells[0]);
    for (size_t s = 0; s < num_sheets; s++) {
        fill_row(m, s, areas[s], counts[s]);
        free(areas[s]);
    }
    free(areas);
    free(counts);
}

const struct sfr_area_counts *sfr_matrix_cell(const struct sfr_matrix *m, size_t sheet, size_t area)
{
    return &m->cells[sheet * m->num_areas + area];
}

size_t sfr_cell_asked(const struct sfr_area_counts *cell)
{
    return cell->count - cell->outcomes[SFR_SKIPPED] - cell->outcomes[SFR_NOT_RUN];
}

void sfr_matrix_free(struct sfr_matrix *m)
{
    free(m->areas);
    free(m->cells);
    *m = (struct sfr_matrix){ 0 };
}

/* ---- Causes ------------------------------------------------------------------------------ */

static int compare_texts(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

/* By what records share; 0 for those of one group. Both have the same standing. */
static int compare_causes(const struct sfr_record *a, const struct sfr_record *b)
{
    if (a->standing == SFR_STANDS_KNOWN)
        return strcmp(a->reason, b->reason);
    if (a->outcome != b->outcome)
        return a->outcome < b->outcome ? -1 : 1;
    return compare_texts(a->detail, b->detail);
}

static int compare_records(const void *a, const void *b)
{
    const struct sfr_record *const *x = a, *const *y = b;
    const int order = compare_causes(*x, *y);
    return order != 0 ? order : strcmp((*x)->id, (*y)->id);
}

static int compare_groups(const void *a, const void *b)
{
    const struct sfr_group *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return compare_causes(x->records[0], y->records[0]);
}

struct sfr_group *sfr_group_records(const struct sfr_sheet *sheet, enum sfr_standing standing, size_t *num_groups)
{
    const size_t total = sheet->totals.standings[standing];
    const struct sfr_record **all = sfr_alloc(total, sizeof all[0]);
    struct sfr_group *groups = sfr_alloc(total, sizeof groups[0]);
    size_t count = 0;
    for (size_t i = 0; i < sheet->count; i++)
        if (sheet->records[i].standing == standing)
            all[count++] = &sheet->records[i];
    if (count > 0)
        qsort(all, count, sizeof all[0], compare_records);
    *num_groups = 0;
    for (size_t i = 0, start = 0; i < count; i++) {
        if (i + 1 < count && compare_causes(all[i], all[i + 1]) == 0)
            continue;
        struct sfr_group *g = &groups[(*num_groups)++];
        g->count = i + 1 - start;
        g->records = sfr_alloc(g->count, sizeof g->records[0]);
        memcpy(g->records, all + start, g->count * sizeof g->records[0]);
        start = i + 1;
    }
    free(all);
    if (*num_groups > 0)
        qsort(groups, *num_groups, sizeof groups[0], compare_groups);
    return groups;
}

void sfr_groups_free(struct sfr_group *groups, size_t num_groups)
{
    for (size_t i = 0; i < num_groups; i++)
        free(groups[i].records);
    free(groups);
}

void sfr_add_outcome(struct sfr_buffer *out, const struct sfr_record *r)
{
    sfr_buffer_printf(out, "%s%s", sfr_outcome_name(r->outcome), r->detail ? " " : "");
    sfr_add_line(out, r->detail ? r->detail : "");
}

/* ---- Words --------------------------------------------------------------------------------- */

const char *sfr_standing_title(enum sfr_standing standing)
{
    static const char *const titles[SFR_NUM_STANDINGS] = {
        "good",
        "known failures",
        "unexpected failures",
        "stale entries of the known-failure file (the case does something else)",
        "failures of cases with several faults on purpose, which gate nothing",
        "cases that were not run",
    };
    return titles[standing];
}

const char *sfr_verdict(const struct sfr_sheet *sheet)
{
    if (!sheet->has_summary || !sheet->complete)
        return "not known, the run was interrupted";
    switch (sheet->status) {
    case 0: return sheet->totals.standings[SFR_STANDS_KNOWN] > 0 ? "conforms, but for the known failures" : "conforms";
    case 1: return "does not conform";
    case 2: return "the known-failure file is stale";
    case 5: return "nothing ran";
    case 6: return "did not end as it should";
    default: return "the run failed";
    }
}

size_t sfr_num_asked(const struct sfr_sheet *sheet)
{
    return sheet->count - sheet->totals.outcomes[SFR_SKIPPED] - sheet->totals.outcomes[SFR_NOT_RUN];
}

bool sfr_report_by_name(const char *format, struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets,
                        bool colour)
{
    if (strcmp(format, "text") == 0)
        sfr_report_text(out, sheets, num_sheets, 0, colour);
    else if (strcmp(format, "tap") == 0)
        sfr_report_tap(out, sheets, num_sheets);
    else if (strcmp(format, "junit") == 0)
        sfr_report_junit(out, sheets, num_sheets);
    else if (strcmp(format, "markdown") == 0)
        sfr_report_markdown(out, sheets, num_sheets);
    else if (strcmp(format, "matrix") == 0)
        sfr_report_matrix(out, sheets, num_sheets);
    else if (strcmp(format, "html") == 0)
        sfr_report_html(out, sheets, num_sheets);
    else
        return false;
    return true;
}
