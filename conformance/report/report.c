/* SPDX-License-Identifier: MIT */
/* What the reports have in common: areas, grounds, words, the next command. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>

#include "basis.h"
#include "markup.h"
#include "places.h"
#include "report.h"

/* ---- Areas ---------------------------------------------------------------------------- */

static int compare_areas(const void *a, const void *b)
{
    return strcmp(((const struct sfc_area_counts *)a)->area, ((const struct sfc_area_counts *)b)->area);
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

struct sfc_area_counts *sfc_count_areas(const struct sfc_results *results, size_t *num_areas)
{
    const char **names = sfc_alloc(results->count, sizeof names[0]);
    for (size_t i = 0; i < results->count; i++)
        names[i] = results->records[i].area;
    *num_areas = make_unique(names, results->count);
    struct sfc_area_counts *areas = sfc_alloc(*num_areas, sizeof areas[0]);
    for (size_t i = 0; i < *num_areas; i++)
        areas[i].area = names[i];
    free(names);
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i];
        const struct sfc_area_counts wanted = { .area = r->area };
        struct sfc_area_counts *a = bsearch(&wanted, areas, *num_areas, sizeof areas[0], compare_areas);
        a->outcomes[r->outcome]++;
        a->standings[r->standing]++;
        a->count++;
    }
    return areas;
}

static void add_counts(struct sfc_area_counts *sum, const struct sfc_area_counts *area)
{
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        sum->outcomes[i] += area->outcomes[i];
    for (unsigned i = 0; i < SFC_NUM_STANDINGS; i++)
        sum->standings[i] += area->standings[i];
    sum->count += area->count;
}

static void fill_row(struct sfc_matrix *m, size_t run, const struct sfc_area_counts *areas, size_t num_areas)
{
    struct sfc_area_counts *row = &m->cells[run * m->num_areas];
    for (size_t i = 0, next = 0; i + 1 < m->num_areas; i++) {
        row[i].area = m->areas[i];
        if (next < num_areas && strcmp(areas[next].area, m->areas[i]) == 0)
            add_counts(&row[i], &areas[next++]);
        add_counts(&row[m->num_areas - 1], &row[i]);
    }
}

void sfc_matrix_make(struct sfc_matrix *m, const struct sfc_results *runs, size_t num_runs)
{
    struct sfc_area_counts **areas = sfc_alloc(num_runs, sizeof areas[0]);
    size_t *counts = sfc_alloc(num_runs, sizeof counts[0]), count = 0;
    *m = (struct sfc_matrix){ .num_runs = num_runs };
    for (size_t s = 0; s < num_runs; s++) {
        areas[s] = sfc_count_areas(&runs[s], &counts[s]);
        m->areas = sfc_grow(m->areas, count + counts[s] + 1, sizeof m->areas[0]);
        for (size_t i = 0; i < counts[s]; i++)
            m->areas[count++] = areas[s][i].area;
    }
    m->num_areas = make_unique(m->areas, count);
    m->areas[m->num_areas++] = "all";
    m->cells = sfc_alloc(num_runs * m->num_areas, sizeof m->cells[0]);
    for (size_t s = 0; s < num_runs; s++) {
        fill_row(m, s, areas[s], counts[s]);
        free(areas[s]);
    }
    free(areas);
    free(counts);
}

const struct sfc_area_counts *sfc_matrix_cell(const struct sfc_matrix *m, size_t run, size_t area)
{
    return &m->cells[run * m->num_areas + area];
}

size_t sfc_cell_asked(const struct sfc_area_counts *cell)
{
    return cell->count - cell->outcomes[SFC_SKIPPED] - cell->outcomes[SFC_NOT_RUN];
}

void sfc_matrix_free(struct sfc_matrix *m)
{
    free(m->areas);
    free(m->cells);
    *m = (struct sfc_matrix){ 0 };
}

/* ---- Grounds ------------------------------------------------------------------------------ */

void sfc_add_outcome(struct sfc_buffer *out, const struct sfc_record *r)
{
    sfc_buffer_printf(out, "%s%s", sfc_outcome_name(r->outcome), r->detail ? " " : "");
    sfc_add_line(out, r->detail ? r->detail : "");
}

/* The file may be of another version of this program, with other registers. */
static void add_ground(struct sfc_buffer *out, const struct sfc_record *r, enum sfc_register in, const char *name,
                       const char *says, const char *source, sfc_ground_fn *add)
{
    const struct sfr_basis_info *basis = sfc_find_basis(in, name, strlen(name), r->profile);
    struct sfc_buffer b = { 0 };
    if (basis)
        sfc_add_basis(&b, basis, r->profile);
    add(out, &(struct sfc_ground){ name, says ? says : "not in the registers of this program", source,
                                   basis ? b.data : "unknown" });
    sfc_buffer_free(&b);
}

void sfc_add_grounds(struct sfc_buffer *out, const struct sfc_record *r, sfc_ground_fn *add)
{
    const char *words = r->clauses, *word;
    size_t len;
    while ((word = sfc_next_word(&words, &len))) {
        const struct sfr_clause_info *clause = sfc_find_clause(word, len);
        char *id = sfc_copy_text(word, len);
        add_ground(out, r, SFC_CLAUSES, id, clause ? clause->statement : NULL, clause ? clause->source : NULL, add);
        free(id);
    }
    if (r->fault_class) {
        const struct sfr_fault_info *fault = sfc_find_fault(r->fault_class, strlen(r->fault_class));
        add_ground(out, r, SFC_FAULTS, r->fault_class, fault ? fault->message : NULL, NULL, add);
    }
    if (r->policy) {
        const struct sfr_policy_info *policy = sfc_find_policy(r->policy, strlen(r->policy));
        add_ground(out, r, SFC_POLICIES, r->policy, policy ? policy->question : NULL, NULL, add);
    }
}

void sfc_add_level(struct sfc_buffer *out, const struct sfc_record *r)
{
    sfc_buffer_printf(out, "%s%s%s", sfc_level_name(r->level), r->level_because ? ": " : "",
                      r->level_because ? r->level_because : "");
}

/* ---- Words --------------------------------------------------------------------------------- */

void sfc_add_standing(struct sfc_buffer *out, enum sfc_standing standing, size_t count)
{
    static const struct {
        const char *one, *several;
    } titles[SFC_NUM_STANDINGS] = {
        { "good case", "good cases" },
        { "known failure", "known failures" },
        { "unexpected failure", "unexpected failures" },
        { "stale entry of the known-failure file (another outcome)",
          "stale entries of the known-failure file (another outcome)" },
        { "informational failure (does not count)", "informational failures (do not count)" },
        { "case that was not run", "cases that were not run" },
    };
    sfc_buffer_printf(out, "%zu %s", count, count == 1 ? titles[standing].one : titles[standing].several);
}

void sfc_add_excuse(struct sfc_buffer *out, const char *before, const struct sfc_record *r)
{
    if (r->standing == SFC_STANDS_SHOWN && r->multi_fault)
        sfc_buffer_printf(out, "%sthe case has several deliberate faults", before);
    else if (r->standing == SFC_STANDS_SHOWN)
        sfc_buffer_printf(out, "%sabove the gate (%s)", before, sfc_level_name(r->level));
}

void sfc_add_levels(struct sfc_buffer *out, const struct sfc_results *results)
{
    const char *reached = sfc_level_reached(&results->totals, results->trouble != NULL), *separator = " (";
    bool is_above = strcmp(reached, "none") == 0;
    sfc_buffer_printf(out, "%s", sfc_results_reached(results));
    sfc_add_hidden(out, separator, results);
    if (sfc_results_hide_answers(results))
        separator = "; ";
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        const struct sfc_level_sum *sum = &results->totals.levels[i];
        const char *name = sfc_level_name((enum sfc_level)i);
        if (is_above && sum->asked > 0) {
            sfc_buffer_printf(out, "%s%s: %zu of %zu", separator, name, sum->right, sum->asked);
            separator = ", ";
        }
        is_above = is_above || strcmp(name, reached) == 0;
    }
    sfc_buffer_printf(out, "%s", strcmp(separator, " (") != 0 ? ")" : "");
}

const struct sfc_trouble_words *sfc_trouble_words(const struct sfc_results *results)
{
    static const struct sfc_trouble_words end = {
        .what = "did not exit cleanly",
        .sentence = "The implementation did not exit cleanly",
        .test = "the implementation exits cleanly",
        .label = "at exit",
        .name = "end",
    };
    static const struct sfc_trouble_words memory = {
        .what = "its memory grows",
        .sentence = "The memory of the implementation grows",
        .test = "the memory of the implementation does not grow",
        .label = "memory",
        .name = "memory",
    };
    const bool grows = results->num_troubles > 0 && results->troubles[0].kind == SFC_TROUBLE_GROWTH;
    return grows ? &memory : &end;
}

void sfc_add_lines(struct sfc_buffer *out, const char *before, const char *lines)
{
    for (const char *at = lines; at && *at;) {
        const size_t len = strcspn(at, "\n");
        char *line = sfc_copy_text(at, len);
        sfc_buffer_printf(out, "%s", before);
        sfc_add_line(out, line);
        sfc_buffer_printf(out, "\n");
        free(line);
        at += len + (at[len] == '\n');
    }
}

size_t sfc_num_asked(const struct sfc_results *results)
{
    return results->count - results->totals.outcomes[SFC_SKIPPED] - results->totals.outcomes[SFC_NOT_RUN];
}

/* ---- The next command ------------------------------------------------------------------ */

/* Links lead to the same folder. */
static bool is_usual_corpus(const char *path)
{
    char *usual = sfc_corpus_path(NULL), *real = realpath(path, NULL), *real_usual = realpath(usual, NULL);
    const bool same = strcmp(path, usual) == 0 || (real && real_usual && strcmp(real, real_usual) == 0);
    free(usual);
    free(real);
    free(real_usual);
    return same;
}

void sfc_add_explain(struct sfc_buffer *out, const struct sfc_results *results, const char *id)
{
    sfc_add_quoted(out, sfc_program_name());
    sfc_buffer_printf(out, " explain ");
    if (results->corpus && !is_usual_corpus(results->corpus)) {
        sfc_buffer_printf(out, "--corpus ");
        sfc_add_quoted(out, results->corpus);
        sfc_buffer_printf(out, " ");
    }
    sfc_add_quoted(out, id);
}

void sfc_add_repeat(struct sfc_buffer *out, const struct sfc_record *record)
{
    static const char name[] = "sframe-conform ";
    const char *rest = record->command;
    if (strncmp(rest, name, sizeof name - 1) == 0) {
        sfc_add_quoted(out, sfc_program_name());
        rest += sizeof name - 2;
    }
    sfc_buffer_printf(out, "%s", rest);
}

void sfc_add_next_step(struct sfc_buffer *out, const struct sfc_results *results)
{
    static const enum sfc_standing standings[] = { SFC_STANDS_UNEXPECTED, SFC_STANDS_STALE, SFC_STANDS_SHOWN };
    for (unsigned i = 0; i < sizeof standings / sizeof standings[0]; i++) {
        size_t count;
        struct sfc_group *groups = sfc_group_records(results, standings[i], &count);
        if (count > 0)
            sfc_add_explain(out, results, groups[0].example->id);
        sfc_groups_free(groups, count);
        if (count > 0)
            return;
    }
}
