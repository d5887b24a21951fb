/* SPDX-License-Identifier: MIT */
/* The report as one page of HTML: levels, failures by cause, areas, and what was claimed. */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "markup.h"
#include "report_html_failures.h"
#include "report_html_share.h"
#include "report_style.h"

/* The bytes of a page with few failures, and for each failure with many, at most; what the bytes and
   clauses of examples may take in any case. */
enum { PAGE_SIZE = 400000, FAILURE_SIZE = 400, LEAST_DETAILS = 24000, SLACK = 1000 };

/* ---- Levels ------------------------------------------------------------------------------- */

/* What an implementation can do that reaches it. */
static const char *const says_level[SFC_NUM_LEVELS] = {
    [SFC_LEVEL_SAFE] = "answers in time, without a crash",
    [SFC_LEVEL_READ] = "reads valid sections rightly",
    [SFC_LEVEL_REFUSE] = "rejects what it would have to invent data for",
    [SFC_LEVEL_VALIDATE] = "rejects what the text or practice forbids",
    [SFC_LEVEL_STRICT] = "rejects what only an inference forbids",
};

/* A level includes those before it. */
static void add_one_run_levels(struct sfc_buffer *b, const struct sfc_results *results)
{
    const char *reached = sfc_results_reached(results);
    bool is_reached = strcmp(reached, "none") != 0;
    sfc_html_add(b, "<div class=\"wide\"><table class=\"levels\">\n<thead><tr><th scope=\"col\">level</th>"
                    "<th scope=\"col\">reached</th><th scope=\"col\">asked</th><th scope=\"col\">right</th>"
                    "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        const struct sfc_level_sum *sum = &results->totals.levels[i];
        const char *name = sfc_level_name((enum sfc_level)i);
        sfc_buffer_printf(b, "<tr><th scope=\"row\"><b>%s</b> <span class=\"soft small\">%s%s</span></th>", name,
                          says_level[i], i == results->level ? "; failures above this level do not count" : "");
        sfc_buffer_printf(b, is_reached ? "<td class=\"good\">yes</td>" : "<td class=\"bad\">no</td>");
        sfc_buffer_printf(b, "<td>%zu</td><td>%zu</td></tr>\n", sum->asked, sum->right);
        is_reached = is_reached && strcmp(name, reached) != 0;
    }
    sfc_html_add(b, "</tbody></table></div>\n");
}

/* Each implementation has a section of this page. */
static void add_section_link(struct sfc_buffer *b, const void *ctx, size_t run)
{
    (void)ctx;
    sfc_buffer_printf(b, "#i%zu", run + 1);
}

static const struct sfc_html_links links = { .run = add_section_link };

static void add_levels(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    sfc_html_add(b, "<h2 id=\"levels\">Levels</h2>\n");
    if (num_runs == 1)
        add_one_run_levels(b, &runs[0]);
    else
        sfc_html_levels(b, runs, num_runs, &links);
}

/* ---- Failures ----------------------------------------------------------------------------- */

/* The script shows it and fills the lists. */
static void add_filter(struct sfc_buffer *b)
{
    static const struct {
        const char *name, *label;
    } lists[] = { { "o", "outcome" }, { "c", "class" }, { "a", "area" } };
    sfc_html_add(b, "<form id=\"filter\" hidden>\n");
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        sfc_buffer_printf(b, "<label>%s <select name=\"%s\"><option value=\"\">any</option></select></label>\n",
                          lists[i].label, lists[i].name);
    sfc_html_add(b, "<label>text <input type=\"search\" name=\"t\" placeholder=\"part of an id or a cause\"></label>\n"
                    "<output></output>\n</form>\n");
}

static void add_failures(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs, size_t *room,
                         struct sfc_buffer *bases)
{
    const size_t share = *room / (num_runs > 0 ? num_runs : 1);
    size_t left = 0;
    sfc_html_add(b, num_runs == 1 ? "<h2 id=\"failures\">Failures</h2>\n" : "<div id=\"failures\"></div>\n");
    add_filter(b);
    if (num_runs == 1)
        sfc_html_failures(b, &runs[0], 0, room, bases);
    for (size_t i = 0; num_runs > 1 && i < num_runs; i++) {
        sfc_buffer_printf(b, "<h2 id=\"i%zu\">Failures of ", i + 1);
        sfc_html_name(b, &runs[i]);
        sfc_html_add(b, "</h2>\n");
        sfc_html_numbers(b, &runs[i]);
        left += share;
        sfc_html_failures(b, &runs[i], i + 1, &left, bases);
    }
    if (num_runs > 1)
        *room = left;
}

/* ---- Areas -------------------------------------------------------------------------------- */

/* The outcomes that are no pass and occur. */
static bool is_shown(const struct sfc_results *results, unsigned outcome)
{
    return outcome != SFC_PASS && results->totals.outcomes[outcome] > 0;
}

/* The last row of the matrix is the sum. */
static void add_area(struct sfc_buffer *b, const struct sfc_results *results, const char *area,
                     const struct sfc_area_counts *cell, bool is_sum)
{
    sfc_html_element(b, is_sum ? "<tr class=\"sum\"><th scope=\"row\">" : "<tr><th scope=\"row\">", area, "</th>");
    sfc_html_cell(b, cell);
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (is_shown(results, i) && cell->outcomes[i] > 0)
            sfc_buffer_printf(b, "<td>%zu</td>", cell->outcomes[i]);
        else if (is_shown(results, i))
            sfc_html_add(b, "<td class=\"zero\">-</td>");
    sfc_html_add(b, "</tr>\n");
}

/* Which areas have which outcomes. */
static void add_outcomes(struct sfc_buffer *b, const struct sfc_results *results)
{
    struct sfc_matrix m;
    sfc_matrix_make(&m, results, 1);
    sfc_html_add(b, "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">area</th>"
                    "<th scope=\"col\">passed / run</th>");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (is_shown(results, i))
            sfc_html_element(b, "<th scope=\"col\">", sfc_outcome_name((enum sfc_outcome)i), "</th>");
    sfc_html_add(b, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < m.num_areas; i++)
        add_area(b, results, m.areas[i], sfc_matrix_cell(&m, 0, i), i + 1 == m.num_areas);
    sfc_html_add(b, "</tbody></table></div>\n");
    sfc_matrix_free(&m);
}

static void add_areas(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    sfc_html_add(b, "<h2 id=\"areas\">Areas</h2>\n");
    if (num_runs > 1)
        sfc_html_areas(b, runs, num_runs, &links);
    else
        sfc_html_legend(b);
    for (size_t i = 0; i < num_runs; i++) {
        if (num_runs > 1) {
            sfc_html_add(b, "<details><summary>Outcomes of ");
            sfc_html_name(b, &runs[i]);
            sfc_html_add(b, "</summary>\n");
        }
        add_outcomes(b, &runs[i]);
        sfc_html_add(b, num_runs > 1 ? "</details>\n" : "");
    }
}

/* ---- Claims ------------------------------------------------------------------------------- */

static void add_said(struct sfc_buffer *b, const char *name, const struct sfc_results *results, sfc_say_fn *say)
{
    struct sfc_buffer text = { 0 };
    say(&text, results);
    sfc_html_fact(b, name, sfc_buffer_text(&text));
    sfc_buffer_free(&text);
}

static void add_claim(struct sfc_buffer *b, const struct sfc_results *s)
{
    char cases[96];
    snprintf(cases, sizeof cases, "%zu of %zu selected", s->num_selected, s->num_cases);
    sfc_html_add(b, "<dl>");
    add_said(b, "declared", s, sfc_add_declared);
    add_said(b, "not claimed", s, sfc_add_not_claimed);
    add_said(b, "right answers", s, sfc_add_kinds);
    add_said(b, "right rejections", s, sfc_add_rejections);
    add_said(b, "judged closely", s, sfc_add_judged);
    sfc_html_fact(b, "policies", s->policies);
    sfc_html_fact(b, "level that gates", sfc_level_name(s->level));
    sfc_html_fact(b, "cases", cases);
    sfc_html_fact(b, "order: --seed", s->seed);
    sfc_html_fact(b, "broken on the simplest cases", s->broken);
    sfc_html_fact(b, "misreads the simplest cases", s->misread);
    sfc_html_fact(b, sfc_trouble_words(s)->label, s->trouble);
    sfc_html_fact(b, "adapter", s->adapter);
    sfc_html_fact(b, "known failures", s->known);
    sfc_html_fact(b, "corpus", s->corpus);
    if (s->corpus_version)
        sfc_html_fact(b, "version of the corpus", s->corpus_version);
    sfc_html_fact(b, "SHA-256 of the corpus", s->corpus_sha256);
    sfc_html_fact(b, "sframe-conform", s->runner);
    sfc_html_add(b, "</dl>\n");
}

static void add_claims(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    sfc_html_add(b, "<h2 id=\"claims\">What was claimed and run</h2>\n");
    for (size_t i = 0; i < num_runs; i++) {
        if (num_runs > 1) {
            sfc_html_add(b, "<h3>");
            sfc_html_name(b, &runs[i]);
            sfc_html_add(b, "</h3>\n");
        }
        if (num_runs > 1 && runs[i].about)
            sfc_html_element(b, "<p class=\"soft\">", runs[i].about, "</p>\n");
        add_claim(b, &runs[i]);
    }
}

/* ---- Page ---------------------------------------------------------------------------------- */

/* "readelf 2.40: level safe": what tells two open reports apart, and the corpus of the first. */
static void add_title(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    char corpus[13];
    snprintf(corpus, sizeof corpus, "%s", num_runs > 0 && runs[0].corpus_sha256 ? runs[0].corpus_sha256 : "unknown");
    sfc_html_add(b, "<title>");
    for (size_t s = 0; s < num_runs && num_runs < 4; s++) {
        sfc_html_add(b, s == 0 ? "" : ", ");
        sfc_html_name(b, &runs[s]);
        sfc_buffer_printf(b, ": level %s", sfc_results_reached(&runs[s]));
    }
    if (num_runs >= 4)
        sfc_buffer_printf(b, "%zu implementations", num_runs);
    sfc_html_element(b, " - SFrame conformance, corpus ", corpus, "</title>\n");
}

/* Several implementations: the verdict and sums of each. */
static void add_overview(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    sfc_html_add(b, "<ul class=\"overview\">\n");
    for (size_t s = 0; s < num_runs; s++) {
        sfc_buffer_printf(b, "<li><a href=\"#i%zu\">", s + 1);
        sfc_html_name(b, &runs[s]);
        sfc_html_add(b, "</a> ");
        sfc_html_badge(b, &runs[s]);
        sfc_buffer_printf(b, " <span class=\"soft\">level %s; %zu of %zu passed, %zu unexpected, %zu known</span>\n",
                          sfc_results_reached(&runs[s]), runs[s].totals.outcomes[SFC_PASS], sfc_num_asked(&runs[s]),
                          runs[s].totals.standings[SFC_STANDS_UNEXPECTED], runs[s].totals.standings[SFC_STANDS_KNOWN]);
        sfc_html_incomplete(b, &runs[s]);
        sfc_html_add(b, "</li>\n");
    }
    sfc_html_add(b, "</ul>\n");
}

static void add_one_run_header(struct sfc_buffer *b, const struct sfc_results *results)
{
    sfc_html_name(b, results);
    sfc_html_element(b, "</h1>\n<p class=\"soft\">", results->about ? results->about : "", "</p>\n<p>");
    sfc_html_badge(b, results);
    sfc_html_add(b, "</p>\n");
    sfc_html_incomplete(b, results);
    if (results->trouble) {
        sfc_buffer_printf(b, "<p><b>%s:</b> ", sfc_trouble_words(results)->sentence);
        sfc_html_element(b, "", results->trouble, "</p>\n");
    }
    sfc_html_numbers(b, results);
}

static void add_header(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    sfc_html_add(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    add_title(b, runs, num_runs);
    sfc_html_add(b, "<style>\n");
    for (size_t i = 0; sfc_report_style[i]; i++) {
        sfc_html_add(b, sfc_report_style[i]);
        sfc_html_add(b, "\n");
    }
    sfc_html_add(b, "</style>\n</head>\n<body>\n<header><div>\n<p class=\"soft small\">SFrame conformance</p>\n<h1>");
    if (num_runs == 1) {
        add_one_run_header(b, &runs[0]);
    } else {
        sfc_buffer_printf(b, "%zu implementations</h1>\n", num_runs);
        add_overview(b, runs, num_runs);
    }
    sfc_html_add(b,
                 "<nav><a href=\"#levels\">Levels</a> <a href=\"#failures\">Failures</a> <a href=\"#areas\">Areas</a> "
                 "<a href=\"#claims\">Claims</a></nav>\n</div></header>\n<main>\n");
}

/* The page. The details of examples take from *room. */
static void add_page(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs, size_t *room)
{
    struct sfc_buffer bases = { 0 };
    add_header(out, runs, num_runs);
    add_levels(out, runs, num_runs);
    add_failures(out, runs, num_runs, room, &bases);
    add_areas(out, runs, num_runs);
    add_claims(out, runs, num_runs);
    sfc_html_bases(out, &bases);
    sfc_buffer_free(&bases);
    sfc_html_add(out, "<footer>Made by sframe-conform. The known-failure file gives the reasons of known failures. "
                      "A skipped case is one that the adapter does not declare.</footer>\n</main>\n<script>\n");
    for (size_t i = 0; sfc_report_script[i]; i++) {
        sfc_html_add(out, sfc_report_script[i]);
        sfc_html_add(out, "\n");
    }
    sfc_html_add(out, "</script>\n</body>\n</html>\n");
}

/* How large the page may be. */
static size_t most_of(const struct sfc_results *runs, size_t num_runs)
{
    size_t most = 0;
    for (size_t s = 0; s < num_runs; s++)
        most += (sfc_num_asked(&runs[s]) - runs[s].totals.outcomes[SFC_PASS]) * FAILURE_SIZE;
    return most > PAGE_SIZE ? most : PAGE_SIZE;
}

void sfc_report_html(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs)
{
    const size_t all = SIZE_MAX / 2, most = most_of(runs, num_runs);
    struct sfc_buffer page = { 0 };
    size_t room = all;
    add_page(&page, runs, num_runs, &room);
    if (page.len > most) {
        const size_t details = all - room, excess = page.len - most + SLACK;
        room = details > excess + LEAST_DETAILS ? details - excess : LEAST_DETAILS;
        sfc_buffer_free(&page);
        add_page(&page, runs, num_runs, &room);
    }
    sfc_buffer_add(out, page.data, page.len);
    sfc_buffer_free(&page);
}
