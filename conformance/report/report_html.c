/* SPDX-License-Identifier: MIT */
/* The report as one page of HTML: the summary first, then the failures, folded. */
#include <stdlib.h>
#include <string.h>

#include "field_map.h"
#include "markup.h"
#include "report.h"
#include "report_style.h"

/* More lines of bytes do not help. */
enum { MAX_LINES = 64 };

static void add(struct sfc_buffer *b, const char *html)
{
    sfc_buffer_add(b, html, strlen(html));
}

/* Text in an element. */
static void add_element(struct sfc_buffer *b, const char *open, const char *text, const char *close)
{
    add(b, open);
    sfc_add_xml(b, text);
    add(b, close);
}

static void add_name(struct sfc_buffer *b, const struct sfc_results *results)
{
    add_element(b, "", results->implementation, " ");
    sfc_add_xml(b, results->version);
}

static void add_plain_outcome(struct sfc_buffer *b, const struct sfc_record *r)
{
    struct sfc_buffer text = { 0 };
    sfc_add_outcome(&text, r);
    sfc_add_xml(b, text.data);
    sfc_buffer_free(&text);
}

/* What `say` says of the results, as text. */
static void add_said(struct sfc_buffer *b, const char *label, const struct sfc_results *results, sfc_say_fn *say)
{
    struct sfc_buffer text = { 0 };
    say(&text, results);
    add_element(b, label, sfc_buffer_text(&text), "");
    sfc_buffer_free(&text);
}

/* ---- Summary ---------------------------------------------------------------------------- */

static void add_badge(struct sfc_buffer *b, const struct sfc_results *results)
{
    const char *look = !results->has_summary || !results->complete       ? "none"
                       : results->status != 0                            ? "bad"
                       : results->totals.standings[SFC_STANDS_KNOWN] > 0 ? "known"
                                                                         : "good";
    sfc_buffer_printf(b, "<span class=\"badge %s\">", look);
    add_said(b, "", results, sfc_add_conclusion);
    add(b, "</span>");
}

static void add_card(struct sfc_buffer *b, const char *look, size_t number, const char *label)
{
    sfc_buffer_printf(b, "<div class=\"%s\"><b>%zu</b><span>%s</span></div>\n", number > 0 ? look : "", number, label);
}

/* What was claimed, and what the answers show. */
static void add_claim(struct sfc_buffer *b, const struct sfc_results *results)
{
    add_said(b, "<p class=\"small\">Declared: ", results, sfc_add_declared);
    add_said(b, ". Not claimed: ", results, sfc_add_not_claimed);
    if (results->has_answers) {
        add_said(b, ".<br>Right answers: ", results, sfc_add_kinds);
        add_said(b, "; ", results, sfc_add_rejections);
        add_said(b, "; ", results, sfc_add_judged);
    }
    add(b, ".</p>\n");
}

static void add_cards(struct sfc_buffer *b, const struct sfc_results *results)
{
    const struct sfc_totals *t = &results->totals;
    char passed[64];
    snprintf(passed, sizeof passed, "passed of %zu run", sfc_num_asked(results));
    add(b, "<div class=\"cards\">\n");
    add_element(b, "<div><b>", sfc_results_reached(results), "</b><span>highest level reached");
    sfc_add_hidden(b, "; ", results);
    add(b, "</span></div>\n");
    add_card(b, "good", t->outcomes[SFC_PASS], passed);
    add_card(b, "bad", t->standings[SFC_STANDS_UNEXPECTED], "unexpected");
    add_card(b, "known", t->standings[SFC_STANDS_KNOWN], "known failures");
    add_card(b, "bad", t->standings[SFC_STANDS_STALE] + results->num_unmatched, "stale entries");
    add_card(b, "", t->outcomes[SFC_SKIPPED], "skipped, not declared");
    if (t->standings[SFC_STANDS_SHOWN] > 0)
        add_card(b, "", t->standings[SFC_STANDS_SHOWN], "informational failures");
    add(b, "</div>\n");
    add_claim(b, results);
    if (!results->has_summary)
        sfc_buffer_printf(b, "<p><b>Incomplete:</b> %zu of %zu results.</p>\n", results->count, results->num_selected);
    else if (!results->complete)
        sfc_buffer_printf(b, "<p><b>Incomplete:</b> the run was interrupted; %zu cases were not run.</p>\n",
                          t->outcomes[SFC_NOT_RUN]);
}

/* Several implementations: the verdict and sums of each. */
static void add_overview(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    add(b, "<ul class=\"overview\">\n");
    for (size_t s = 0; s < num_runs; s++) {
        sfc_buffer_printf(b, "<li><a href=\"#i%zu\">", s + 1);
        add_name(b, &runs[s]);
        add(b, "</a> ");
        add_badge(b, &runs[s]);
        sfc_buffer_printf(b,
                          " <span class=\"soft\">level %s; %zu of %zu passed, %zu unexpected, %zu known</span></li>\n",
                          sfc_results_reached(&runs[s]), runs[s].totals.outcomes[SFC_PASS], sfc_num_asked(&runs[s]),
                          runs[s].totals.standings[SFC_STANDS_UNEXPECTED], runs[s].totals.standings[SFC_STANDS_KNOWN]);
    }
    add(b, "</ul>\n");
}

static void add_bar_part(struct sfc_buffer *b, const char *look, size_t part, size_t whole)
{
    if (part > 0)
        sfc_buffer_printf(b, "<i class=\"%s\" style=\"width:%.2f%%\"></i>", look, 100.0 * (double)part / (double)whole);
}

/* "34/36" and how the failures stand. */
static void add_cell(struct sfc_buffer *b, const struct sfc_area_counts *cell)
{
    const size_t asked = sfc_cell_asked(cell), known = cell->standings[SFC_STANDS_KNOWN],
                 shown = cell->standings[SFC_STANDS_SHOWN], pass = cell->outcomes[SFC_PASS];
    if (asked == 0) {
        add(b, "<td class=\"zero\">-</td>");
        return;
    }
    const size_t rest = asked - pass - known - shown;
    sfc_buffer_printf(b,
                      "<td title=\"%zu passed, %zu known, %zu unexpected or stale, %zu informational, %zu skipped\">"
                      "%zu/%zu",
                      pass, known, rest, shown, cell->count - asked, pass, asked);
    add(b, "<div class=\"bar\">");
    add_bar_part(b, "good", pass, asked);
    add_bar_part(b, "known", known, asked);
    add_bar_part(b, "bad", rest, asked);
    add_bar_part(b, "none", shown, asked);
    add(b, "</div></td>");
}

static void add_matrix(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    struct sfc_matrix m;
    sfc_matrix_make(&m, runs, num_runs);
    add(b, "<h2>By area</h2>\n<div class=\"legend\"><span><i class=\"good\"></i>passed</span>"
           "<span><i class=\"known\"></i>known failure</span><span><i class=\"bad\"></i>unexpected or stale</span>"
           "<span><i class=\"none\"></i>informational</span></div>\n"
           "<div class=\"wide\"><table>\n<thead><tr><th>area</th>");
    for (size_t s = 0; s < num_runs; s++) {
        sfc_buffer_printf(b, "<th><a href=\"#i%zu\">", s + 1);
        add_name(b, &runs[s]);
        add(b, "</a></th>");
    }
    add(b, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < m.num_areas; i++) {
        add_element(b, "<tr><th>", m.areas[i], "</th>");
        for (size_t s = 0; s < num_runs; s++)
            add_cell(b, sfc_matrix_cell(&m, s, i));
        add(b, "</tr>\n");
    }
    add(b, "</tbody></table></div>\n");
    sfc_matrix_free(&m);
}

/* Right and asked cases of each level, and the highest level reached. */
static void add_levels(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    add(b, "<h2>By level</h2>\n<div class=\"wide\"><table>\n<thead><tr><th>level</th>");
    for (size_t s = 0; s < num_runs; s++) {
        add(b, "<th>");
        add_name(b, &runs[s]);
        add(b, "</th>");
    }
    add(b, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        add_element(b, "<tr><th>", sfc_level_name((enum sfc_level)i), "</th>");
        for (size_t s = 0; s < num_runs; s++) {
            const struct sfc_level_sum *sum = &runs[s].totals.levels[i];
            sfc_buffer_printf(b, "<td%s>%zu/%zu</td>", sum->asked == 0 ? " class=\"zero\"" : "", sum->right,
                              sum->asked);
        }
        add(b, "</tr>\n");
    }
    add(b, "<tr><th>reached</th>");
    for (size_t s = 0; s < num_runs; s++)
        add_element(b, "<td>", sfc_results_reached(&runs[s]), "</td>");
    add(b, "</tr>\n</tbody></table></div>\n");
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
    add(b, "<details><summary>Outcomes by area</summary><div class=\"wide\"><table>\n<thead><tr><th>area</th>");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (results->totals.outcomes[i] > 0)
            add_element(b, "<th>", sfc_outcome_name((enum sfc_outcome)i), "</th>");
    add(b, "<th>cases</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < num_areas; i++) {
        add_element(b, "<tr><th>", areas[i].area, "</th>");
        add_numbers(b, areas[i].outcomes, areas[i].count, &results->totals);
    }
    add(b, "<tr><th>all</th>");
    add_numbers(b, results->totals.outcomes, results->count, &results->totals);
    add(b, "</tbody></table></div><p></p></details>\n");
    free(areas);
}

/* ---- Failures ----------------------------------------------------------------------------- */

static void add_ground(struct sfc_buffer *b, const struct sfc_ground *ground)
{
    add_element(b, "<li><code>", ground->name, "</code> ");
    sfc_add_xml(b, ground->says);
    if (ground->source)
        add_element(b, " <span class=\"soft small\">(", ground->source, ")</span>");
    add_element(b, "<p class=\"soft small\">basis ", ground->basis, "</p></li>\n");
}

/* The level of a case, and what its right answer rests on. */
static void add_grounds(struct sfc_buffer *b, const struct sfc_record *r)
{
    struct sfc_buffer level = { 0 };
    sfc_add_level(&level, r);
    add_element(b, "<h4>Level ", level.data, "</h4><ul>");
    sfc_add_grounds(b, r, add_ground);
    add(b, "</ul>\n");
    sfc_buffer_free(&level);
}

/* The dump that an encoder was given. */
static void add_dump(struct sfc_buffer *b, const struct sfc_record *r)
{
    char *text = sfc_copy_text((const char *)r->bytes, r->num_bytes);
    sfc_add_xml(b, text);
    free(text);
}

/* The bytes by field and bit. Those of a long section are a part, which the patch does not fit. */
static void add_fields(struct sfc_buffer *b, const struct sfc_record *r)
{
    const bool is_whole = r->num_bytes == r->size, is_start = r->bytes_at == 0;
    struct sfc_field_map map = { .fields = NULL };
    struct sfc_buffer fault = { 0 };
    if (is_start)
        sfc_map_fields(&map, &(struct sfc_mapped){ r->bytes, r->num_bytes, strcmp(r->order, "big") == 0, r->profile,
                                                   is_whole ? r->patch : NULL });
    struct gen_annotation annotation = {
        .bytes = r->bytes,
        .at = r->bytes_at,
        .count = r->num_bytes,
        .size = r->size,
        .big = strcmp(r->order, "big") == 0,
        .fields = map.fields,
        .num_fields = map.count,
        .look = GEN_LOOK_HTML,
        .max_lines = MAX_LINES,
        .more = "",
    };
    if (r->has_range && r->fault_class) {
        sfc_add_xml(&fault, r->fault_class);
        annotation.start = map.section_start + r->range_start;
        annotation.end = map.section_start + r->range_end;
        annotation.fault = sfc_buffer_text(&fault);
    }
    sfc_add_annotated(b, &annotation);
    sfc_buffer_free(&fault);
    sfc_field_map_free(&map);
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
    add(b, "</h4><pre class=\"hex\">");
    if (is_dump)
        add_dump(b, r);
    else
        add_fields(b, r);
    add(b, "</pre>\n");
}

/* The answer, if there are no two lines to compare. */
static void add_deed(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (r->outcome == SFC_TOO_LENIENT)
        add(b, "accept");
    else if (r->outcome == SFC_TOO_STRICT)
        add(b, "reject");
    else
        add_plain_outcome(b, r);
}

static void add_difference(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (r->expected) {
        add_element(b, "<h4>First difference</h4><pre class=\"wrap\"><ins>expected  ",
                    *r->expected ? r->expected : "(no line)", "</ins>\n");
        add_element(b, "<del>seen      ", *r->seen ? r->seen : "(no line)", "</del></pre>\n");
    } else {
        const bool reject = strcmp(r->expect, "reject") == 0;
        add_element(b, "<h4>First difference</h4><pre class=\"wrap\"><ins>expected  ", r->expect, "");
        add_element(b, reject && r->fault_class ? " (" : "", reject && r->fault_class ? r->fault_class : "",
                    reject && r->fault_class ? ")" : "");
        add(b, "</ins>\n<del>seen      ");
        add_deed(b, r);
        add(b, "</del></pre>\n");
    }
    if (r->message)
        add_element(b, "<h4>Tool output</h4><pre class=\"wrap\">", r->message, "</pre>\n");
}

/* Everything about a failure. */
static void add_failure(struct sfc_buffer *b, const struct sfc_record *r)
{
    add_element(b, "<p>", r->title, "</p>\n");
    sfc_add_excuse(b, "<p>Not counted: ", r);
    if (r->known) {
        sfc_buffer_printf(b, "<p class=\"small\">Line %zu of the known-failure file: ", r->known_line);
        add_element(b, "<code>", r->known, "</code>");
        add_element(b, " ", r->reason ? r->reason : "", "</p>\n");
    }
    add_difference(b, r);
    add_bytes(b, r);
    add_grounds(b, r);
    if (r->command)
        add_element(b, "<h4>Reproduce</h4><pre class=\"wrap\">", r->command, "</pre>\n");
}

static void add_folded(struct sfc_buffer *b, const struct sfc_record *r, const char *label)
{
    add_element(b, "<details data-id=\"", r->id, "\">");
    add(b, "<summary>");
    add(b, label);
    add_element(b, "<code>", r->id, "</code></summary>\n");
    add_failure(b, r);
    add(b, "</details>\n");
}

/* The ids of all failures of a group. */
static void add_ids(struct sfc_buffer *b, const struct sfc_group *g)
{
    if (g->count < 2)
        return;
    sfc_buffer_printf(b, "<details><summary>all %zu cases</summary><ul class=\"ids\">\n", g->count);
    for (size_t i = 0; i < g->count; i++) {
        add_element(b, "<li data-id=\"", g->records[i]->id, "\">");
        add_element(b, "<code>", g->records[i]->id, "</code> <span class=\"soft small\">");
        add_plain_outcome(b, g->records[i]);
        add(b, "</span></li>\n");
    }
    add(b, "</ul></details>\n");
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
        add(b, "<span class=\"tag\">");
        sfc_add_xml(b, g->title);
        add(b, "</span>");
    }
    add(b, "</summary>\n");
    for (size_t i = 0; i < (known ? 1 : g->count); i++)
        add_folded(b, g->records[i], known && g->count > 1 ? "for example " : "");
    if (known)
        add_ids(b, g);
    add(b, "</details>\n");
}

static void add_standing_title(struct sfc_buffer *b, enum sfc_standing standing, size_t count)
{
    add(b, "<h3>");
    sfc_add_standing(b, standing, count);
    add(b, "</h3>\n");
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
        add_element(b, "<code>", results->unmatched[i].id, "</code></li>\n");
    }
    add(b, "</ul>\n");
}

/* ---- Page ---------------------------------------------------------------------------------- */

static void add_fact(struct sfc_buffer *b, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    add_element(b, "<dt>", name, "</dt>");
    add_element(b, "<dd>", value, "</dd>\n");
}

static void add_facts(struct sfc_buffer *b, const struct sfc_results *s)
{
    char cases[96];
    snprintf(cases, sizeof cases, "%zu of %zu selected", s->num_selected, s->num_cases);
    add(b, "<details><summary>Run</summary>\n<dl>");
    add_fact(b, "cases", cases);
    add_fact(b, "profiles", s->profiles);
    add_fact(b, "ABIs", s->abis);
    add_fact(b, "byte orders", s->orders);
    add_fact(b, "operations", s->ops);
    add_fact(b, "cannot show", s->unobservable);
    add_fact(b, "policies", s->policies);
    add_fact(b, "level that gates", sfc_level_name(s->level));
    add_fact(b, "order: --seed", s->seed);
    add_fact(b, "broken on the simplest cases", s->broken);
    add_fact(b, sfc_trouble_words(s)->label, s->trouble);
    add_fact(b, "adapter", s->adapter);
    add_fact(b, "known failures", s->known);
    add_fact(b, "corpus", s->corpus);
    add_fact(b, "SHA-256 of the corpus", s->corpus_sha256);
    add_fact(b, "sframe-conform", s->runner);
    add(b, "</dl></details>\n");
}

static void add_run(struct sfc_buffer *b, const struct sfc_results *results, size_t number, bool alone)
{
    sfc_buffer_printf(b, "<section id=\"i%zu\">\n", number);
    if (!alone) {
        add(b, "<h2>");
        add_name(b, results);
        add(b, "</h2>\n<p>");
        add_badge(b, results);
        add(b, "</p>\n");
        if (results->about)
            add_element(b, "<p class=\"soft\">", results->about, "</p>\n");
        add_cards(b, results);
    }
    add_standing(b, results, SFC_STANDS_UNEXPECTED);
    add_standing(b, results, SFC_STANDS_STALE);
    add_unmatched(b, results);
    add_standing(b, results, SFC_STANDS_SHOWN);
    add_standing(b, results, SFC_STANDS_KNOWN);
    if (sfc_num_asked(results) == results->totals.outcomes[SFC_PASS] && results->num_unmatched == 0)
        add(b, "<p>No failures.</p>\n");
    add(b, "<h3>More</h3>\n");
    add_outcomes(b, results);
    add_facts(b, results);
    add(b, "</section>\n");
}

static void add_head(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    add(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>SFrame conformance");
    for (size_t s = 0; s < num_runs && num_runs < 4; s++) {
        add(b, s == 0 ? ": " : ", ");
        add_name(b, &runs[s]);
    }
    add(b, "</title>\n<style>\n");
    for (size_t i = 0; sfc_report_style[i]; i++) {
        add(b, sfc_report_style[i]);
        add(b, "\n");
    }
    add(b, "</style>\n</head>\n<body>\n<header><div>\n<p class=\"soft small\">SFrame conformance</p>\n<h1>");
    if (num_runs == 1)
        add_name(b, &runs[0]);
    else
        sfc_buffer_printf(b, "%zu implementations", num_runs);
    add(b, "</h1>\n");
    if (num_runs == 1) {
        add_element(b, "<p class=\"soft\">", runs[0].about ? runs[0].about : "", "</p>\n<p>");
        add_badge(b, &runs[0]);
        add(b, "</p>\n");
        add_cards(b, &runs[0]);
    } else {
        add_overview(b, runs, num_runs);
    }
    add(b, "</div></header>\n<main>\n");
}

void sfc_report_html(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs)
{
    add_head(out, runs, num_runs);
    add_levels(out, runs, num_runs);
    add_matrix(out, runs, num_runs);
    add(out, "<h2>Failures</h2>\n<input id=\"filter\" type=\"search\" hidden placeholder=\"part of a case id\" "
             "aria-label=\"show only cases whose id contains this\">\n");
    for (size_t i = 0; i < num_runs; i++)
        add_run(out, &runs[i], i + 1, num_runs == 1);
    add(out,
        "<footer>Made by sframe-conform. The known-failure file gives the reasons of known failures. A skipped case "
        "is one that the adapter does not declare.</footer>\n</main>\n<script>");
    add(out, sfc_report_script);
    add(out, "</script>\n</body>\n</html>\n");
}
