/* SPDX-License-Identifier: MIT */
/* The report as one page of HTML: the summary first, every failure folded away below it. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "registers.h"
#include "report.h"
#include "report_style.h"

/* More bytes than this are no help in finding what is wrong. */
enum { MAX_HEX = 512 };

static void add(struct sfr_buffer *b, const char *html)
{
    sfr_buffer_add(b, html, strlen(html));
}

/* Text in an element. */
static void add_element(struct sfr_buffer *b, const char *open, const char *text, const char *close)
{
    add(b, open);
    sfr_add_xml(b, text);
    add(b, close);
}

static void add_name(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    add_element(b, "", sheet->implementation, " ");
    sfr_add_xml(b, sheet->version);
}

static void add_plain_outcome(struct sfr_buffer *b, const struct sfr_record *r)
{
    struct sfr_buffer text = { 0 };
    sfr_add_outcome(&text, r);
    sfr_add_xml(b, text.data);
    sfr_buffer_free(&text);
}

/* ---- Summary ---------------------------------------------------------------------------- */

static void add_badge(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    const char *look = !sheet->has_summary || !sheet->complete         ? "none"
                       : sheet->status != 0                            ? "bad"
                       : sheet->totals.standings[SFR_STANDS_KNOWN] > 0 ? "known"
                                                                       : "good";
    sfr_buffer_printf(b, "<span class=\"badge %s\">%s</span>", look, sfr_verdict(sheet));
}

static void add_card(struct sfr_buffer *b, const char *look, size_t number, const char *label)
{
    sfr_buffer_printf(b, "<div class=\"%s\"><b>%zu</b><span>%s</span></div>\n", number > 0 ? look : "", number, label);
}

static void add_cards(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    const struct sfr_totals *t = &sheet->totals;
    char passed[64];
    snprintf(passed, sizeof passed, "passed of %zu asked", sfr_num_asked(sheet));
    add(b, "<div class=\"cards\">\n");
    add_card(b, "good", t->outcomes[SFR_PASS], passed);
    add_card(b, "bad", t->standings[SFR_STANDS_UNEXPECTED], "unexpected");
    add_card(b, "known", t->standings[SFR_STANDS_KNOWN], "known failures");
    add_card(b, "bad", t->standings[SFR_STANDS_STALE] + sheet->num_unmatched, "stale entries");
    add_card(b, "", t->outcomes[SFR_SKIPPED], "skipped, not declared");
    if (t->standings[SFR_STANDS_SHOWN] > 0)
        add_card(b, "", t->standings[SFR_STANDS_SHOWN], "fail, gate nothing");
    add(b, "</div>\n");
    if (!sheet->has_summary)
        sfr_buffer_printf(b, "<p><b>Incomplete:</b> %zu of %zu results are there.</p>\n", sheet->count,
                          sheet->num_selected);
    else if (!sheet->complete)
        sfr_buffer_printf(b, "<p><b>Incomplete:</b> the run was interrupted; %zu cases were not run.</p>\n",
                          t->outcomes[SFR_NOT_RUN]);
}

/* Of several implementations: what to know of each before anything else. */
static void add_overview(struct sfr_buffer *b, const struct sfr_sheet *sheets, size_t num_sheets)
{
    add(b, "<ul class=\"overview\">\n");
    for (size_t s = 0; s < num_sheets; s++) {
        sfr_buffer_printf(b, "<li><a href=\"#i%zu\">", s + 1);
        add_name(b, &sheets[s]);
        add(b, "</a> ");
        add_badge(b, &sheets[s]);
        sfr_buffer_printf(b, " <span class=\"soft\">%zu of %zu passed, %zu unexpected, %zu known</span></li>\n",
                          sheets[s].totals.outcomes[SFR_PASS], sfr_num_asked(&sheets[s]),
                          sheets[s].totals.standings[SFR_STANDS_UNEXPECTED],
                          sheets[s].totals.standings[SFR_STANDS_KNOWN]);
    }
    add(b, "</ul>\n");
}

static void add_bar_part(struct sfr_buffer *b, const char *look, size_t part, size_t whole)
{
    if (part > 0)
        sfr_buffer_printf(b, "<i class=\"%s\" style=\"width:%.2f%%\"></i>", look, 100.0 * (double)part / (double)whole);
}

/* "34/36" and how the failures stand. */
static void add_cell(struct sfr_buffer *b, const struct sfr_area_counts *cell)
{
    const size_t asked = sfr_cell_asked(cell), known = cell->standings[SFR_STANDS_KNOWN],
                 shown = cell->standings[SFR_STANDS_SHOWN], pass = cell->outcomes[SFR_PASS];
    if (asked == 0) {
        add(b, "<td class=\"zero\">-</td>");
        return;
    }
    const size_t rest = asked - pass - known - shown;
    sfr_buffer_printf(b,
                      "<td title=\"%zu passed, %zu known, %zu unexpected or stale, %zu gate nothing, %zu skipped\">"
                      "%zu/%zu",
                      pass, known, rest, shown, cell->count - asked, pass, asked);
    add(b, "<div class=\"bar\">");
    add_bar_part(b, "good", pass, asked);
    add_bar_part(b, "known", known, asked);
    add_bar_part(b, "bad", rest, asked);
    add_bar_part(b, "none", shown, asked);
    add(b, "</div></td>");
}

static void add_matrix(struct sfr_buffer *b, const struct sfr_sheet *sheets, size_t num_sheets)
{
    struct sfr_matrix m;
    sfr_matrix_make(&m, sheets, num_sheets);
    add(b, "<h2>By area</h2>\n<div class=\"legend\"><span><i class=\"good\"></i>passed, of those asked</span>"
           "<span><i class=\"known\"></i>known failure</span><span><i class=\"bad\"></i>unexpected or stale</span>"
           "<span><i class=\"none\"></i>gates nothing</span></div>\n"
           "<div class=\"wide\"><table>\n<thead><tr><th>area</th>");
    for (size_t s = 0; s < num_sheets; s++) {
        sfr_buffer_printf(b, "<th><a href=\"#i%zu\">", s + 1);
        add_name(b, &sheets[s]);
        add(b, "</a></th>");
    }
    add(b, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < m.num_areas; i++) {
        add_element(b, "<tr><th>", m.areas[i], "</th>");
        for (size_t s = 0; s < num_sheets; s++)
            add_cell(b, sfr_matrix_cell(&m, s, i));
        add(b, "</tr>\n");
    }
    add(b, "</tbody></table></div>\n");
    sfr_matrix_free(&m);
}

static void add_numbers(struct sfr_buffer *b, const size_t outcomes[SFR_NUM_OUTCOMES], size_t count,
                        const struct sfr_totals *totals)
{
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            sfr_buffer_printf(b, "<td%s>%zu</td>", outcomes[i] == 0 ? " class=\"zero\"" : "", outcomes[i]);
    sfr_buffer_printf(b, "<td>%zu</td></tr>\n", count);
}

static void add_outcomes(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    size_t num_areas;
    struct sfr_area_counts *areas = sfr_count_areas(sheet, &num_areas);
    add(b, "<details><summary>Every outcome by area</summary><div class=\"wide\"><table>\n<thead><tr><th>area</th>");
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (sheet->totals.outcomes[i] > 0)
            add_element(b, "<th>", sfr_outcome_name((enum sfr_outcome)i), "</th>");
    add(b, "<th>cases</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < num_areas; i++) {
        add_element(b, "<tr><th>", areas[i].area, "</th>");
        add_numbers(b, areas[i].outcomes, areas[i].count, &sheet->totals);
    }
    add(b, "<tr><th>all</th>");
    add_numbers(b, sheet->totals.outcomes, sheet->count, &sheet->totals);
    add(b, "</tbody></table></div><p></p></details>\n");
    free(areas);
}

/* ---- Failures ----------------------------------------------------------------------------- */

static void add_clauses(struct sfr_buffer *b, const char *words)
{
    const char *word;
    size_t len;
    add(b, "<h4>What the format says</h4><ul>");
    while ((word = sfr_next_word(&words, &len))) {
        const struct sfr_clause_info *clause = sfr_find_clause(word, len);
        char *id = sfr_copy_text(word, len);
        add_element(b, "<li><code>", id, "</code> ");
        if (clause) {
            sfr_add_xml(b, clause->statement);
            add_element(b, " <span class=\"soft small\">(", clause->source, ")</span>");
        }
        add(b, "</li>\n");
        free(id);
    }
    add(b, "</ul>\n");
}

static void add_bytes(struct sfr_buffer *b, const struct sfr_record *r)
{
    struct sfr_shown_bytes shown = { r->bytes, r->num_bytes, r->bytes_at, r->size, 0, 0 };
    if (!r->bytes)
        return;
    if (r->has_range) {
        shown.start = r->range_start;
        shown.end = r->range_end;
    }
    if (shown.count > MAX_HEX && shown.start < shown.at + MAX_HEX)
        shown.count = MAX_HEX;
    sfr_buffer_printf(b, "<h4>The section, %zu bytes%s", r->size, r->has_range ? ", at fault: " : "");
    if (r->has_range) {
        sfr_buffer_printf(b, "0x%zx-0x%zx, ", r->range_start, r->range_end);
        sfr_add_xml(b, r->fault_class ? r->fault_class : "");
    }
    add(b, "</h4><pre class=\"hex\">");
    sfr_add_hexdump(b, &shown, true);
    add(b, "</pre>\n");
}

/* What the implementation did, where there are no two lines to compare. */
static void add_deed(struct sfr_buffer *b, const struct sfr_record *r)
{
    if (r->outcome == SFR_TOO_LENIENT)
        add(b, "accept");
    else if (r->outcome == SFR_TOO_STRICT)
        add(b, "reject");
    else
        add_plain_outcome(b, r);
}

static void add_difference(struct sfr_buffer *b, const struct sfr_record *r)
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
        add_element(b, "<h4>It says</h4><pre class=\"wrap\">", r->message, "</pre>\n");
}

/* All that is known of a failure. */
static void add_failure(struct sfr_buffer *b, const struct sfr_record *r)
{
    add_element(b, "<p>", r->title, "</p>\n");
    if (r->known) {
        sfr_buffer_printf(b, "<p class=\"small\">Line %zu of the known-failure file: ", r->known_line);
        add_element(b, "<code>", r->known, "</code>");
        add_element(b, " ", r->reason ? r->reason : "", "</p>\n");
    }
    add_difference(b, r);
    add_bytes(b, r);
    add_clauses(b, r->clauses);
    if (r->command)
        add_element(b, "<h4>Ask by hand</h4><pre class=\"wrap\">", r->command, "</pre>\n");
}

static void add_folded(struct sfr_buffer *b, const struct sfr_record *r, const char *label)
{
    add_element(b, "<details data-id=\"", r->id, "\">");
    add(b, "<summary>");
    add(b, label);
    add_element(b, "<code>", r->id, "</code></summary>\n");
    add_failure(b, r);
    add(b, "</details>\n");
}

/* Ids of the failures that are only named. */
static void add_ids(struct sfr_buffer *b, const struct sfr_group *g)
{
    if (g->count < 2)
        return;
    sfr_buffer_printf(b, "<details><summary>all %zu cases</summary><ul class=\"ids\">\n", g->count);
    for (size_t i = 0; i < g->count; i++) {
        add_element(b, "<li data-id=\"", g->records[i]->id, "\">");
        add_element(b, "<code>", g->records[i]->id, "</code> <span class=\"soft small\">");
        add_plain_outcome(b, g->records[i]);
        add(b, "</span></li>\n");
    }
    add(b, "</ul></details>\n");
}

static void add_group(struct sfr_buffer *b, const struct sfr_group *g)
{
    const struct sfr_record *first = g->records[0];
    const bool known = first->standing == SFR_STANDS_KNOWN;
    sfr_buffer_printf(b, "<details class=\"group%s\"%s><summary><span class=\"n\">%zu</span>", known ? " known" : "",
                      g->count <= 3 && !known ? " open" : "", g->count);
    if (known) {
        sfr_add_xml(b, first->reason);
    } else {
        add(b, "<span class=\"tag\">");
        add_plain_outcome(b, first);
        add(b, "</span>");
    }
    add(b, "</summary>\n");
    for (size_t i = 0; i < (known ? 1 : g->count); i++)
        add_folded(b, g->records[i], known && g->count > 1 ? "for example " : "");
    if (known)
        add_ids(b, g);
    add(b, "</details>\n");
}

static void add_standing(struct sfr_buffer *b, const struct sfr_sheet *sheet, enum sfr_standing standing)
{
    size_t num_groups;
    struct sfr_group *groups = sfr_group_records(sheet, standing, &num_groups);
    if (num_groups > 0)
        sfr_buffer_printf(b, "<h3>%zu %s</h3>\n", sheet->totals.standings[standing], sfr_standing_title(standing));
    if (num_groups > 0 && standing == SFR_STANDS_KNOWN)
        sfr_buffer_printf(b, "<p class=\"soft small\">%zu reasons, the most frequent first.</p>\n", num_groups);
    for (size_t i = 0; i < num_groups; i++)
        add_group(b, &groups[i]);
    sfr_groups_free(groups, num_groups);
}

static void add_unmatched(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    if (sheet->num_unmatched == 0)
        return;
    sfr_buffer_printf(b, "<h3>%zu entries of the known-failure file match no case</h3>\n<ul>", sheet->num_unmatched);
    for (size_t i = 0; i < sheet->num_unmatched; i++) {
        sfr_buffer_printf(b, "<li>line %zu: ", sheet->unmatched[i].line);
        add_element(b, "<code>", sheet->unmatched[i].id, "</code></li>\n");
    }
    add(b, "</ul>\n");
}

/* ---- Page ---------------------------------------------------------------------------------- */

static void add_fact(struct sfr_buffer *b, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    add_element(b, "<dt>", name, "</dt>");
    add_element(b, "<dd>", value, "</dd>\n");
}

static void add_facts(struct sfr_buffer *b, const struct sfr_sheet *s)
{
    char cases[96];
    snprintf(cases, sizeof cases, "%zu of %zu selected", s->num_selected, s->num_cases);
    add(b, "<details><summary>How it was run</summary>\n<dl>");
    add_fact(b, "cases", cases);
    add_fact(b, "profiles", s->profiles);
    add_fact(b, "ABIs", s->abis);
    add_fact(b, "byte orders", s->orders);
    add_fact(b, "operations", s->ops);
    add_fact(b, "cannot show", s->unobservable);
    add_fact(b, "policies", s->policies);
    add_fact(b, "order of the questions: --seed", s->seed);
    add_fact(b, "when it was told to end", s->trouble);
    add_fact(b, "adapter", s->adapter);
    add_fact(b, "known failures", s->known);
    add_fact(b, "corpus", s->corpus);
    add_fact(b, "its SHA-256", s->corpus_sha256);
    add_fact(b, "sframe-conform", s->runner);
    add(b, "</dl></details>\n");
}

static void add_sheet(struct sfr_buffer *b, const struct sfr_sheet *sheet, size_t number, bool alone)
{
    sfr_buffer_printf(b, "<section id=\"i%zu\">\n", number);
    if (!alone) {
        add(b, "<h2>");
        add_name(b, sheet);
        add(b, "</h2>\n<p>");
        add_badge(b, sheet);
        add(b, "</p>\n");
        if (sheet->about)
            add_element(b, "<p class=\"soft\">", sheet->about, "</p>\n");
        add_cards(b, sheet);
    }
    add_standing(b, sheet, SFR_STANDS_UNEXPECTED);
    add_standing(b, sheet, SFR_STANDS_STALE);
    add_unmatched(b, sheet);
    add_standing(b, sheet, SFR_STANDS_SHOWN);
    add_standing(b, sheet, SFR_STANDS_KNOWN);
    if (sfr_num_asked(sheet) == sheet->totals.outcomes[SFR_PASS] && sheet->num_unmatched == 0)
        add(b, "<p>No failures.</p>\n");
    add(b, "<h3>More</h3>\n");
    add_outcomes(b, sheet);
    add_facts(b, sheet);
    add(b, "</section>\n");
}

static void add_head(struct sfr_buffer *b, const struct sfr_sheet *sheets, size_t num_sheets)
{
    add(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>SFrame conformance");
    for (size_t s = 0; s < num_sheets && num_sheets < 4; s++) {
        add(b, s == 0 ? ": " : ", ");
        add_name(b, &sheets[s]);
    }
    add(b, "</title>\n<style>\n");
    for (size_t i = 0; sfr_report_style[i]; i++) {
        add(b, sfr_report_style[i]);
        add(b, "\n");
    }
    add(b, "</style>\n</head>\n<body>\n<header><div>\n<p class=\"soft small\">SFrame conformance</p>\n<h1>");
    if (num_sheets == 1)
        add_name(b, &sheets[0]);
    else
        sfr_buffer_printf(b, "%zu implementations", num_sheets);
    add(b, "</h1>\n");
    if (num_sheets == 1) {
        add_element(b, "<p class=\"soft\">", sheets[0].about ? sheets[0].about : "", "</p>\n<p>");
        add_badge(b, &sheets[0]);
        add(b, "</p>\n");
        add_cards(b, &sheets[0]);
    } else {
        add_overview(b, sheets, num_sheets);
    }
    add(b, "</div></header>\n<main>\n");
}

void sfr_report_html(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets)
{
    add_head(out, sheets, num_sheets);
    add_matrix(out, sheets, num_sheets);
    add(out, "<h2>Failures</h2>\n<input id=\"filter\" type=\"search\" hidden placeholder=\"part of a case id\" "
             "aria-label=\"show only cases whose id has this in it\">\n");
    for (size_t i = 0; i < num_sheets; i++)
        add_sheet(out, &sheets[i], i + 1, num_sheets == 1);
    add(out, "<footer>Made by sframe-conform from its results file. A known failure is one that the implementation's "
             "known-failure file explains; a skipped case is outside of what the adapter declares.</footer>\n</main>\n"
             "<script>");
    add(out, sfr_report_script);
    add(out, "</script>\n</body>\n</html>\n");
}
