/* SPDX-License-Identifier: MIT */
/* Parts of HTML pages about results: the tables of levels and areas, and a difference. */
#include <stdio.h>
#include <string.h>

#include "field_map.h"
#include "html.h"
#include "markup.h"

void sfc_html_add(struct sfc_buffer *b, const char *html)
{
    sfc_buffer_add(b, html, strlen(html));
}

void sfc_html_element(struct sfc_buffer *b, const char *open, const char *text, const char *close)
{
    sfc_html_add(b, open);
    sfc_add_xml(b, text);
    sfc_html_add(b, close);
}

void sfc_html_name(struct sfc_buffer *b, const struct sfc_results *results)
{
    sfc_html_element(b, "", results->implementation, " ");
    sfc_add_xml(b, results->version);
}

void sfc_html_outcome(struct sfc_buffer *b, const struct sfc_record *r)
{
    struct sfc_buffer text = { 0 };
    sfc_add_outcome(&text, r);
    sfc_add_xml(b, text.data);
    sfc_buffer_free(&text);
}

void sfc_html_fact(struct sfc_buffer *b, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    sfc_html_element(b, "<dt>", name, "</dt>");
    sfc_html_element(b, "<dd>", value, "</dd>\n");
}

/* ---- Summary ---------------------------------------------------------------------------- */

void sfc_html_said(struct sfc_buffer *b, const char *label, const struct sfc_results *results, sfc_say_fn *say)
{
    struct sfc_buffer text = { 0 };
    say(&text, results);
    sfc_html_element(b, label, sfc_buffer_text(&text), "");
    sfc_buffer_free(&text);
}

void sfc_html_badge(struct sfc_buffer *b, const struct sfc_results *results)
{
    const char *look = !results->has_summary || !results->complete       ? "none"
                       : results->status != 0                            ? "bad"
                       : results->totals.standings[SFC_STANDS_KNOWN] > 0 ? "known"
                                                                         : "good";
    sfc_buffer_printf(b, "<span class=\"badge %s\">", look);
    sfc_html_said(b, "", results, sfc_add_conclusion);
    sfc_html_add(b, "</span>");
}

static void add_card(struct sfc_buffer *b, const char *look, size_t number, const char *label)
{
    sfc_buffer_printf(b, "<div class=\"%s\"><b>%zu</b><span>%s</span></div>\n", number > 0 ? look : "", number, label);
}

/* What was claimed, and what the answers show. */
static void add_claim(struct sfc_buffer *b, const struct sfc_results *results)
{
    sfc_html_said(b, "<p class=\"small\">Declared: ", results, sfc_add_declared);
    sfc_html_said(b, ". Not claimed: ", results, sfc_add_not_claimed);
    if (results->has_answers) {
        sfc_html_said(b, ".<br>Right answers: ", results, sfc_add_kinds);
        sfc_html_said(b, "; ", results, sfc_add_rejections);
        sfc_html_said(b, "; ", results, sfc_add_judged);
    }
    sfc_html_add(b, ".</p>\n");
}

static void say_hidden(struct sfc_buffer *b, const struct sfc_results *results)
{
    sfc_add_hidden(b, "; ", results);
}

void sfc_html_numbers(struct sfc_buffer *b, const struct sfc_results *results)
{
    const struct sfc_totals *t = &results->totals;
    char passed[64];
    snprintf(passed, sizeof passed, "passed of %zu run", sfc_num_asked(results));
    sfc_html_add(b, "<div class=\"cards\">\n");
    sfc_html_element(b, "<div><b>", sfc_results_reached(results), "</b><span>highest level reached");
    sfc_html_said(b, "", results, say_hidden);
    sfc_html_add(b, "</span></div>\n");
    add_card(b, "good", t->outcomes[SFC_PASS], passed);
    add_card(b, "bad", t->standings[SFC_STANDS_UNEXPECTED], "unexpected");
    add_card(b, "known", t->standings[SFC_STANDS_KNOWN], "known failures");
    add_card(b, "bad", t->standings[SFC_STANDS_STALE] + results->num_unmatched, "stale entries");
    add_card(b, "", t->outcomes[SFC_SKIPPED], "skipped, not declared");
    if (t->standings[SFC_STANDS_SHOWN] > 0)
        add_card(b, "", t->standings[SFC_STANDS_SHOWN], "informational failures");
    sfc_html_add(b, "</div>\n");
}

void sfc_html_incomplete(struct sfc_buffer *b, const struct sfc_results *results)
{
    if (!results->has_summary)
        sfc_buffer_printf(b, "<p><b>Incomplete:</b> %zu of %zu results.</p>\n", results->count, results->num_selected);
    else if (!results->complete)
        sfc_buffer_printf(b, "<p><b>Incomplete:</b> the run was interrupted; %zu cases were not run.</p>\n",
                          results->totals.outcomes[SFC_NOT_RUN]);
}

void sfc_html_cards(struct sfc_buffer *b, const struct sfc_results *results)
{
    sfc_html_numbers(b, results);
    add_claim(b, results);
    sfc_html_incomplete(b, results);
}

/* ---- Tables ------------------------------------------------------------------------------- */

static void add_run(struct sfc_buffer *b, const struct sfc_results *runs, size_t s, const struct sfc_html_links *links)
{
    if (links->run) {
        sfc_html_add(b, "<a href=\"");
        links->run(b, links->ctx, s);
        sfc_html_add(b, "\">");
    }
    sfc_html_name(b, &runs[s]);
    sfc_html_add(b, links->run ? "</a>" : "");
}

void sfc_html_levels(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs,
                     const struct sfc_html_links *links)
{
    sfc_html_add(b, "<div class=\"wide\"><table class=\"levels\">\n"
                    "<thead><tr><th scope=\"col\">implementation</th><th scope=\"col\">reached</th>");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++)
        sfc_html_element(b, "<th scope=\"col\">", sfc_level_name((enum sfc_level)i), "</th>");
    sfc_html_add(b, "</tr></thead>\n<tbody>\n");
    for (size_t s = 0; s < num_runs; s++) {
        sfc_html_add(b, "<tr><th scope=\"row\">");
        add_run(b, runs, s, links);
        sfc_html_element(b, "</th><td class=\"reached\">", sfc_results_reached(&runs[s]), "</td>");
        for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
            const struct sfc_level_sum *sum = &runs[s].totals.levels[i];
            if (sum->asked == 0)
                sfc_html_add(b, "<td class=\"zero\">-</td>");
            else
                sfc_buffer_printf(b, "<td%s>%zu/%zu</td>", sum->right == sum->asked ? " class=\"all\"" : "", sum->right,
                                  sum->asked);
        }
        sfc_html_add(b, "</tr>\n");
    }
    sfc_html_add(b, "</tbody></table></div>\n");
}

static void add_bar_part(struct sfc_buffer *b, const char *look, size_t part, size_t whole)
{
    if (part > 0)
        sfc_buffer_printf(b, "<i class=\"%s\" style=\"width:%.2f%%\"></i>", look, 100.0 * (double)part / (double)whole);
}

void sfc_html_cell(struct sfc_buffer *b, const struct sfc_area_counts *cell)
{
    const size_t asked = sfc_cell_asked(cell), known = cell->standings[SFC_STANDS_KNOWN],
                 shown = cell->standings[SFC_STANDS_SHOWN], pass = cell->outcomes[SFC_PASS];
    if (asked == 0) {
        sfc_html_add(b, "<td class=\"zero\">-</td>");
        return;
    }
    const size_t rest = asked - pass - known - shown;
    sfc_buffer_printf(b,
                      "<td title=\"%zu passed, %zu known, %zu unexpected or stale, %zu informational, %zu skipped\">"
                      "%zu/%zu",
                      pass, known, rest, shown, cell->count - asked, pass, asked);
    sfc_html_add(b, "<div class=\"bar\">");
    add_bar_part(b, "good", pass, asked);
    add_bar_part(b, "known", known, asked);
    add_bar_part(b, "bad", rest, asked);
    add_bar_part(b, "none", shown, asked);
    sfc_html_add(b, "</div></td>");
}

/* The sum over all areas is no area. */
static void add_area(struct sfc_buffer *b, const char *area, bool is_sum, const struct sfc_html_links *links)
{
    const bool has_link = links->area && !is_sum;
    sfc_html_add(b, is_sum ? "<tr class=\"sum\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
    if (has_link) {
        sfc_html_add(b, "<a href=\"");
        links->area(b, links->ctx, area);
        sfc_html_add(b, "\">");
    }
    sfc_html_element(b, "", area, has_link ? "</a></th>" : "</th>");
}

void sfc_html_legend(struct sfc_buffer *b)
{
    sfc_html_add(b, "<div class=\"legend\"><span><i class=\"good\"></i>passed</span>"
                    "<span><i class=\"known\"></i>known failure</span>"
                    "<span><i class=\"bad\"></i>unexpected or stale</span>"
                    "<span><i class=\"none\"></i>informational</span></div>\n");
}

void sfc_html_areas(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs,
                    const struct sfc_html_links *links)
{
    struct sfc_matrix m;
    sfc_matrix_make(&m, runs, num_runs);
    sfc_html_legend(b);
    sfc_html_add(b, "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">area</th>");
    for (size_t s = 0; s < num_runs; s++) {
        sfc_html_add(b, "<th scope=\"col\">");
        add_run(b, runs, s, links);
        sfc_html_add(b, "</th>");
    }
    sfc_html_add(b, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < m.num_areas; i++) {
        add_area(b, m.areas[i], i + 1 == m.num_areas, links);
        for (size_t s = 0; s < num_runs; s++)
            sfc_html_cell(b, sfc_matrix_cell(&m, s, i));
        sfc_html_add(b, "</tr>\n");
    }
    sfc_html_add(b, "</tbody></table></div>\n");
    sfc_matrix_free(&m);
}

/* ---- Differences -------------------------------------------------------------------------- */

void sfc_html_deed(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (r->outcome == SFC_TOO_LENIENT)
        sfc_html_add(b, "accept");
    else if (r->outcome == SFC_TOO_STRICT)
        sfc_html_add(b, "reject");
    else
        sfc_html_outcome(b, r);
}

void sfc_html_difference(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (r->expected) {
        sfc_html_element(b, "<pre class=\"wrap\"><ins>expected  ", *r->expected ? r->expected : "(no line)",
                         "</ins>\n");
        sfc_html_element(b, "<del>seen      ", *r->seen ? r->seen : "(no line)", "</del></pre>\n");
        return;
    }
    const bool reject = strcmp(r->expect, "reject") == 0 && r->fault_class;
    sfc_html_element(b, "<pre class=\"wrap\"><ins>expected  ", r->expect, "");
    sfc_html_element(b, reject ? " (" : "", reject ? r->fault_class : "", reject ? ")" : "");
    sfc_html_add(b, "</ins>\n<del>seen      ");
    sfc_html_deed(b, r);
    sfc_html_add(b, "</del></pre>\n");
}

/* ---- Bytes --------------------------------------------------------------------------------- */

/* The bytes by field and bit. Those of a long section are a part, which the patch does not fit. */
void sfc_html_fields(struct sfc_buffer *b, const struct sfc_record *r, size_t max_lines)
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
        .max_lines = max_lines,
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
