/* SPDX-License-Identifier: MIT */
/* The console report's table of areas and outcomes. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "report_text_table.h"

enum { AREA_COLUMN = 16 };

void sfc_text_area(struct sfc_buffer *out, const char *name)
{
    struct sfc_buffer safe = { 0 };
    sfc_add_line(&safe, name);
    sfc_buffer_printf(out, "%-*s", AREA_COLUMN, sfc_buffer_text(&safe));
    sfc_buffer_free(&safe);
}

/* Columns: the outcomes that occur; in a short table without those of cases that were not run. */
static bool has_column(const struct sfc_results *results, unsigned outcome, bool all)
{
    return results->totals.outcomes[outcome] > 0 && (all || (outcome != SFC_SKIPPED && outcome != SFC_NOT_RUN));
}

/* The name of an outcome in one line or, if the first row has its beginning, in two: "too-" and "strict". */
static size_t first_part(const char *name, bool all)
{
    const char *hyphen = all ? NULL : strchr(name, '-');
    return hyphen ? (size_t)(hyphen - name) + 1 : strlen(name);
}

static int column_width(unsigned outcome, bool all)
{
    const char *name = sfc_outcome_name((enum sfc_outcome)outcome);
    const size_t first = first_part(name, all), rest = strlen(name) - first;
    return (int)(first > rest ? first : rest) + 2;
}

static void add_row(struct sfc_buffer *out, const char *name, const size_t outcomes[SFC_NUM_OUTCOMES], size_t count,
                    const struct sfc_results *results, bool all)
{
    sfc_text_area(out, name);
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++) {
        const int width = column_width(i, all);
        if (has_column(results, i, all) && outcomes[i] > 0)
            sfc_buffer_printf(out, "%*zu", width, outcomes[i]);
        else if (has_column(results, i, all))
            sfc_buffer_printf(out, "%*s", width, "-");
    }
    if (all)
        sfc_buffer_printf(out, "  %5zu", count);
    sfc_buffer_printf(out, "\n");
}

/* The second line of the header has the ends of long names. */
static void add_table_header(struct sfc_buffer *out, const struct sfc_results *results, bool all)
{
    sfc_buffer_printf(out, "\n%-*s", AREA_COLUMN, "area");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++) {
        const char *name = sfc_outcome_name((enum sfc_outcome)i);
        if (has_column(results, i, all))
            sfc_buffer_printf(out, "%*.*s", column_width(i, all), (int)first_part(name, all), name);
    }
    if (all) {
        sfc_buffer_printf(out, "  cases\n");
        return;
    }
    sfc_buffer_printf(out, "\n");
    int width = AREA_COLUMN;
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++) {
        const char *name = sfc_outcome_name((enum sfc_outcome)i), *rest = name + first_part(name, all);
        width += has_column(results, i, all) ? column_width(i, all) : 0;
        if (!has_column(results, i, all) || !*rest)
            continue;
        sfc_buffer_printf(out, "%*s", width, rest);
        width = 0;
    }
    sfc_buffer_printf(out, "\n");
}

static size_t num_failed(const struct sfc_area_counts *area)
{
    return sfc_cell_asked(area) - area->outcomes[SFC_PASS];
}

void sfc_text_outcomes(struct sfc_buffer *out, const struct sfc_results *results, bool all)
{
    size_t num_areas;
    struct sfc_area_counts *areas = sfc_count_areas(results, &num_areas);
    if (all || sfc_num_asked(results) > results->totals.outcomes[SFC_PASS])
        add_table_header(out, results, all);
    for (size_t i = 0; i < num_areas; i++)
        if (all || num_failed(&areas[i]) > 0)
            add_row(out, areas[i].area, areas[i].outcomes, areas[i].count, results, all);
    if (all || sfc_num_asked(results) > results->totals.outcomes[SFC_PASS])
        add_row(out, "all", results->totals.outcomes, results->count, results, all);
    free(areas);
}
