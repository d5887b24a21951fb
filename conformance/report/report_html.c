/* SPDX-License-Identifier: MIT */
/* The report as one page of HTML: the summary first, then the failures, folded. */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "markup.h"
#include "report_style.h"

/* More lines of bytes do not help. */
enum { MAX_LINES = 64 };

/* ---- Summary ---------------------------------------------------------------------------- */

/* Several implementations: the verdict and sums of each. */
static void add_overview(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    sfc_html_add(b, "<ul class=\"overview\">\n");
    for (size_t s = 0; s < num_runs; s++) {
        sfc_buffer_printf(b, "<li><a href=\"#i%zu\">", s + 1);
        sfc_html_name(b, &runs[s]);
        sfc_html_add(b, "</a> ");
        sfc_html_badge(b, &runs[s]);
        sfc_buffer_printf(b,
                          " <span class=\"soft\">level %s; %zu of %zu passed, %zu unexpected, %zu known</span></li>\n",
                          sfc_results_reached(&runs[s]), runs[s].totals.outcomes[SFC_PASS], sfc_num_asked(&runs[s]),
                          runs[s].totals.standings[SFC_STANDS_UNEXPECTED], runs[s].totals.standings[SFC_STANDS_KNOWN]);
    }
    sfc_html_add(b, "</ul>\n");
}

static void add_numbers(struct sfc_buffer *b, const size_t outcomes[SFC_NUM_OUTCOMES], size_t count,
                        const struct sfc_totals *totals)
{
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            sfc_buffer_printf(b, "<td%s>%zu</td>", outcomes[i] == 0 ? " class=\"zero\"" : "", outcomes[i]);
    sfc_buffer_printf(b, "<td>%zu</td></tr>\n", count);
}

static void add_outcomes(struct sfc_buffer *b, const struct sfc_results *results)
{
    size_t num_areas;
    struct sfc_area_counts *areas = sfc_count_areas(results, &num_areas);
    sfc_html_add(b, "<details><summary>Outcomes by area</summary><div class=\"wide\"><table>\n<thead><tr>"
                    "<th scope=\"col\">area</th>");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (results->totals.outcomes[i] > 0)
            sfc_html_element(b, "<th scope=\"col\">", sfc_outcome_name((enum sfc_outcome)i), "</th>");
    sfc_html_add(b, "<th scope=\"col\">cases</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < num_areas; i++) {
        sfc_html_element(b, "<tr><th scope=\"row\">", areas[i].area, "</th>");
        add_numbers(b, areas[i].outcomes, areas[i].count, &results->totals);
    }
    sfc_html_add(b, "<tr class=\"sum\"><th scope=\"row\">all</th>");
    add_numbers(b, results->totals.outcomes, results->count, &results->totals);
    sfc_html_add(b, "</tbody></table></div><p></p></details>\n");
    free(areas);
}

/* ---- Failures ----------------------------------------------------------------------------- */

static void add_ground(struct sfc_buffer *b, const struct sfc_ground *ground)
{
    sfc_html_element(b, "<li><code>", ground->name, "</code> ");
    sfc_add_xml(b, ground->says);
    if (ground->source)
        sfc_html_element(b, " <span class=\"soft small\">(", ground->source, ")</span>");
    sfc_html_element(b, "<p class=\"soft small\">basis ", ground->basis, "</p></li>\n");
}

/* The level of a case, and what its right answer rests on. */
static void add_grounds(struct sfc_buffer *b, const struct sfc_record *r)
{
    struct sfc_buffer level = { 0 };
    sfc_add_level(&level, r);
    sfc_html_element(b, "<h4>Level ", level.data, "</h4><ul>");
    sfc_add_grounds(b, r, add_ground);
    sfc_html_add(b, "</ul>\n");
    sfc_buffer_free(&level);
}

/* The dump that an encoder was given. */
static void add_dump(struct sfc_buffer *b, const struct sfc_record *r)
{
    char *text = sfc_copy_text((const char *)r->bytes, r->num_bytes);
    sfc_add_xml(b, text);
    free(text);
}

static void add_bytes(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (!r->bytes)
        return;
    const bool is_dump = strcmp(r->op, "encode") == 0;
    sfc_buffer_printf(b, "<h4>The %s, %zu bytes", is_dump ? "dump" : "section", r->size);
    if (r->has_range && !is_dump) {
        sfc_buffer_printf(b, ", at fault: 0x%zx-0x%zx, ", r->range_start, r->range_end);
        sfc_add_xml(b, r->fault_class ? r->fault_class : "");
    }
    sfc_html_add(b, "</h4><pre class=\"hex\">");
    if (is_dump)
        add_dump(b, r);
    else
        sfc_html_fields(b, r, MAX_LINES);
    sfc_html_add(b, "</pre>\n");
}

static void add_difference(struct sfc_buffer *b, const struct sfc_record *r)
{
    sfc_html_add(b, "<h4>First difference</h4>");
    sfc_html_difference(b, r);
    if (r->message)
        sfc_html_element(b, "<h4>Tool output</h4><pre class=\"wrap\">", r->message, "</pre>\n");
}

/* Everything about a failure. */
static void add_failure(struct sfc_buffer *b, const struct sfc_record *r)
{
    sfc_html_element(b, "<p>", r->title, "</p>\n");
    sfc_add_excuse(b, "<p>Not counted: ", r);
    if (r->known) {
        sfc_buffer_printf(b, "<p class=\"small\">Line %zu of the known-failure file: ", r->known_line);
        sfc_html_element(b, "<code>", r->known, "</code>");
        sfc_html_element(b, " ", r->reason ? r->reason : "", "</p>\n");
    }
    add_difference(b, r);
    add_bytes(b, r);
    add_grounds(b, r);
    if (r->command)
        sfc_html_element(b, "<h4>Reproduce</h4><pre class=\"wrap\">", r->command, "</pre>\n");
}

static void add_folded(struct sfc_buffer *b, const struct sfc_record *r, const char *label)
{
    sfc_html_element(b, "<details data-id=\"", r->id, "\">");
    sfc_html_add(b, "<summary>");
    sfc_html_add(b, label);
    sfc_html_element(b, "<code>", r->id, "</code></summary>\n");
    add_failure(b, r);
    sfc_html_add(b, "</details>\n");
}

/* The ids of all failures of a group. */
static void add_ids(struct sfc_buffer *b, const struct sfc_group *g)
{
    if (g->count < 2)
        return;
    sfc_buffer_printf(b, "<details><summary>all %zu cases</summary><ul class=\"ids\">\n", g->count);
    for (size_t i = 0; i < g->count; i++) {
        sfc_html_element(b, "<li data-id=\"", g->records[i]->id, "\">");
        sfc_html_element(b, "<code>", g->records[i]->id, "</code> <span class=\"soft small\">");
        sfc_html_outcome(b, g->records[i]);
        sfc_html_add(b, "</span></li>\n");
    }
    sfc_html_add(b, "</ul></details>\n");
}

static void add_group(struct sfc_buffer *b, const struct sfc_group *g)
{
    const struct sfc_record *first = g->records[0];
    const bool known = first->standing == SFC_STANDS_KNOWN;
    sfc_buffer_printf(b, "<details class=\"group%s\"%s><summary><span class=\"n\">%zu</span>", known ? " known" : "",
                      g->count <= 3 && !known ? " open" : "", g->count);
    if (known) {
        sfc_add_xml(b, first->reason);
    } else {
        sfc_html_add(b, "<span class=\"tag\">");
        sfc_add_xml(b, g->title);
        sfc_html_add(b, "</span>");
    }
    sfc_html_add(b, "</summary>\n");
    for (size_t i = 0; i < (known ? 1 : g->count); i++)
        add_folded(b, g->records[i], known && g->count > 1 ? "for example " : "");
    if (known)
        add_ids(b, g);
    sfc_html_add(b, "</details>\n");
}

static void add_standing_title(struct sfc_buffer *b, enum sfc_standing standing, size_t count)
{
    sfc_html_add(b, "<h3>");
    sfc_add_standing(b, standing, count);
    sfc_html_add(b, "</h3>\n");
}

static void add_standing(struct sfc_buffer *b, const struct sfc_results *results, enum sfc_standing standing)
{
    size_t num_groups;
    struct sfc_group *groups = sfc_group_records(results, standing, &num_groups);
    if (num_groups > 0)
        add_standing_title(b, standing, results->totals.standings[standing]);
    if (num_groups > 0 && standing == SFC_STANDS_KNOWN)
        sfc_buffer_printf(b, "<p class=\"soft small\">%zu reasons, the most frequent first.</p>\n", num_groups);
    for (size_t i = 0; i < num_groups; i++)
        add_group(b, &groups[i]);
    sfc_groups_free(groups, num_groups);
}

static void add_unmatched(struct sfc_buffer *b, const struct sfc_results *results)
{
    if (results->num_unmatched == 0)
        return;
    sfc_buffer_printf(b, "<h3>%zu entries of the known-failure file match no case</h3>\n<ul>", results->num_unmatched);
    for (size_t i = 0; i < results->num_unmatched; i++) {
        sfc_buffer_printf(b, "<li>line %zu: ", results->unmatched[i].line);
        sfc_html_element(b, "<code>", results->unmatched[i].id, "</code></li>\n");
    }
    sfc_html_add(b, "</ul>\n");
}

/* ---- Page ---------------------------------------------------------------------------------- */

static void add_facts(struct sfc_buffer *b, const struct sfc_results *s)
{
    char cases[96];
    snprintf(cases, sizeof cases, "%zu of %zu selected", s->num_selected, s->num_cases);
    sfc_html_add(b, "<details><summary>Run</summary>\n<dl>");
    sfc_html_fact(b, "cases", cases);
    sfc_html_fact(b, "profiles", s->profiles);
    sfc_html_fact(b, "ABIs", s->abis);
    sfc_html_fact(b, "byte orders", s->orders);
    sfc_html_fact(b, "operations", s->ops);
    sfc_html_fact(b, "cannot show", s->unobservable);
    sfc_html_fact(b, "policies", s->policies);
    sfc_html_fact(b, "level that gates", sfc_level_name(s->level));
    sfc_html_fact(b, "order: --seed", s->seed);
    sfc_html_fact(b, "broken on the simplest cases", s->broken);
    sfc_html_fact(b, sfc_trouble_words(s)->label, s->trouble);
    sfc_html_fact(b, "adapter", s->adapter);
    sfc_html_fact(b, "known failures", s->known);
    sfc_html_fact(b, "corpus", s->corpus);
    sfc_html_fact(b, "SHA-256 of the corpus", s->corpus_sha256);
    sfc_html_fact(b, "sframe-conform", s->runner);
    sfc_html_add(b, "</dl></details>\n");
}

static void add_run(struct sfc_buffer *b, const struct sfc_results *results, size_t number, bool alone)
{
    sfc_buffer_printf(b, "<section id=\"i%zu\">\n", number);
    if (!alone) {
        sfc_html_add(b, "<h2>");
        sfc_html_name(b, results);
        sfc_html_add(b, "</h2>\n<p>");
        sfc_html_badge(b, results);
        sfc_html_add(b, "</p>\n");
        if (results->about)
            sfc_html_element(b, "<p class=\"soft\">", results->about, "</p>\n");
        sfc_html_cards(b, results);
    }
    add_standing(b, results, SFC_STANDS_UNEXPECTED);
    add_standing(b, results, SFC_STANDS_STALE);
    add_unmatched(b, results);
    add_standing(b, results, SFC_STANDS_SHOWN);
    add_standing(b, results, SFC_STANDS_KNOWN);
    if (sfc_num_asked(results) == results->totals.outcomes[SFC_PASS] && results->num_unmatched == 0)
        sfc_html_add(b, "<p>No failures.</p>\n");
    sfc_html_add(b, "<h3>More</h3>\n");
    add_outcomes(b, results);
    add_facts(b, results);
    sfc_html_add(b, "</section>\n");
}

static void add_head(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    sfc_html_add(b,
                 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>SFrame conformance");
    for (size_t s = 0; s < num_runs && num_runs < 4; s++) {
        sfc_html_add(b, s == 0 ? ": " : ", ");
        sfc_html_name(b, &runs[s]);
    }
    sfc_html_add(b, "</title>\n<style>\n");
    for (size_t i = 0; sfc_report_style[i]; i++) {
        sfc_html_add(b, sfc_report_style[i]);
        sfc_html_add(b, "\n");
    }
    sfc_html_add(b, "</style>\n</head>\n<body>\n<header><div>\n<p class=\"soft small\">SFrame conformance</p>\n<h1>");
    if (num_runs == 1)
        sfc_html_name(b, &runs[0]);
    else
        sfc_buffer_printf(b, "%zu implementations", num_runs);
    sfc_html_add(b, "</h1>\n");
    if (num_runs == 1) {
        sfc_html_element(b, "<p class=\"soft\">", runs[0].about ? runs[0].about : "", "</p>\n<p>");
        sfc_html_badge(b, &runs[0]);
        sfc_html_add(b, "</p>\n");
        sfc_html_cards(b, &runs[0]);
    } else {
        add_overview(b, runs, num_runs);
    }
    sfc_html_add(b, "</div></header>\n<main>\n");
}

/* Each implementation has a section of this page. */
static void add_section_link(struct sfc_buffer *b, const void *ctx, size_t run)
{
    (void)ctx;
    sfc_buffer_printf(b, "#i%zu", run + 1);
}

void sfc_report_html(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs)
{
    const struct sfc_html_links links = { .run = add_section_link };
    add_head(out, runs, num_runs);
    sfc_html_add(out, "<h2>By level</h2>\n");
    sfc_html_levels(out, runs, num_runs, &links);
    sfc_html_add(out, "<h2>By area</h2>\n");
    sfc_html_areas(out, runs, num_runs, &links);
    sfc_html_add(out,
                 "<h2>Failures</h2>\n<input id=\"filter\" type=\"search\" hidden placeholder=\"part of a case id\" "
                 "aria-label=\"show only cases whose id contains this\">\n");
    for (size_t i = 0; i < num_runs; i++)
        add_run(out, &runs[i], i + 1, num_runs == 1);
    sfc_html_add(
        out,
        "<footer>Made by sframe-conform. The known-failure file gives the reasons of known failures. A skipped case "
        "is one that the adapter does not declare.</footer>\n</main>\n<script>");
    sfc_html_add(out, sfc_report_script);
    sfc_html_add(out, "</script>\n</body>\n</html>\n");
}
