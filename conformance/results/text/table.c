/* SPDX-License-Identifier: MIT */
/* Tables of areas, levels and kinds of cases. */
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "markup.h"
#include "table.h"

enum { AREA_COLUMN = 16 };

/* The outcomes of an area. */
struct area {
    const char *name;
    size_t outcomes[SFC_NUM_OUTCOMES], count;
};

static int compare_areas(const void *a, const void *b)
{
    return strcmp((*(const struct sfc_record *const *)a)->c->area, (*(const struct sfc_record *const *)b)->c->area);
}

static void add_row(struct sfc_buffer *out, const struct area *area, const size_t totals[SFC_NUM_OUTCOMES])
{
    struct sfc_buffer name = { 0 };
    sfc_add_line(&name, area->name);
    sfc_buffer_printf(out, "%-*s", AREA_COLUMN, sfc_buffer_text(&name));
    sfc_buffer_free(&name);
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++) {
        const int width = (int)strlen(sfc_outcome_name((enum sfc_outcome)i)) + 2;
        if (totals[i] > 0 && area->outcomes[i] > 0)
            sfc_buffer_printf(out, "%*zu", width, area->outcomes[i]);
        else if (totals[i] > 0)
            sfc_buffer_printf(out, "%*s", width, "-");
    }
    sfc_buffer_printf(out, "  %5zu\n", area->count);
}

static void add_areas(struct sfc_buffer *out, const struct sfc_results *results)
{
    const size_t *totals = results->totals.outcomes;
    const struct sfc_record **records = sfc_alloc(results->count, sizeof records[0]);
    struct area all = { .name = "all", .count = results->count };
    memcpy(all.outcomes, totals, sizeof all.outcomes);
    for (size_t i = 0; i < results->count; i++)
        records[i] = &results->records[i];
    qsort(records, results->count, sizeof records[0], compare_areas);
    sfc_buffer_printf(out, "\n%-*s", AREA_COLUMN, "area");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (totals[i] > 0)
            sfc_buffer_printf(out, "  %s", sfc_outcome_name((enum sfc_outcome)i));
    sfc_buffer_printf(out, "  cases\n");
    for (size_t i = 0, next; i < results->count; i = next) {
        struct area area = { .name = records[i]->c->area };
        for (next = i; next < results->count && strcmp(records[next]->c->area, area.name) == 0; next++)
            area.outcomes[records[next]->result->outcome]++;
        area.count = next - i;
        add_row(out, &area, totals);
    }
    add_row(out, &all, totals);
    free(records);
}

static void add_sum(struct sfc_buffer *out, const char *name, const struct sfc_level_sum *sum, const char *note)
{
    sfc_buffer_printf(out, "%-9s %7zu %7zu%s\n", name, sum->asked, sum->right, note);
}

static void add_rejections(struct sfc_buffer *out, const struct sfc_results *s)
{
    const struct sfc_proof *p = &s->proof;
    sfc_buffer_printf(out, "%zu right rejection%s", s->totals.rejections, s->totals.rejections == 1 ? "" : "s");
    if (p->unproved > 0)
        sfc_buffer_printf(out,
                          "; %zu of them prove nothing: the reader also fails the valid section they were made from",
                          p->unproved);
    if (p->not_shown > 0)
        sfc_buffer_printf(out, "; of %zu that section was not asked", p->not_shown);
    sfc_buffer_printf(out, "\nfault class given in %zu, byte range in %zu\n", s->totals.judged_class,
                      s->totals.judged_range);
}

static void add_declared(struct sfc_buffer *out, const struct sfc_results *s)
{
    const struct sfc_config *config = s->run->config;
    struct sfc_buffer limits = { 0 };
    sfc_add_limits(&limits, config);
    const struct {
        const char *label, *words;
    } lists[] = {
        { "declared: profiles", config->profiles },
        { "; ABIs", config->abis },
        { "; byte orders", config->orders },
        { "; ops", config->ops },
        { "; cannot show", config->unobservable },
        { "; shows", config->shows },
        { "; limits", limits.data },
    };
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (lists[i].words && *lists[i].words) {
            sfc_buffer_printf(out, "%s ", lists[i].label);
            sfc_add_line(out, lists[i].words);
        }
    sfc_buffer_free(&limits);
    sfc_buffer_printf(out, "\n");
    const size_t unclaimed = s->totals.outcomes[SFC_SKIPPED] - sfc_results_left_out(s);
    if (unclaimed == 0)
        return;
    struct sfc_buffer missing = { 0 };
    sfc_add_missing(&missing, s);
    sfc_buffer_printf(out, "not claimed: %zu of %zu selected: %s\n", unclaimed, s->count, sfc_buffer_text(&missing));
    sfc_buffer_free(&missing);
}

void sfc_text_tables(struct sfc_buffer *out, const struct sfc_results *s)
{
    add_areas(out, s);
    sfc_buffer_printf(out, "\n%-9s %7s %7s\n", "level", "asked", "right");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++)
        add_sum(out, sfc_level_name((enum sfc_level)i), &s->totals.levels[i],
                i == s->run->level ? "  failures above this level do not count" : "");
    sfc_buffer_printf(out, "\n%-9s %7s %7s\n", "kind", "asked", "right");
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        add_sum(out, sfc_expect_name((enum sfc_expect)i), &s->totals.kinds[i], "");
    add_rejections(out, s);
    add_declared(out, s);
}
