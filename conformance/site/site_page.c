/* SPDX-License-Identifier: MIT */
/* The frame of a page, and what several kinds of page show. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "basis.h"
#include "markup.h"
#include "site_names.h"
#include "site_page.h"

/* ---- Frame -------------------------------------------------------------------------------- */

static void add_nav(struct sfc_page *p)
{
    static const struct {
        const char *path, *title;
    } links[] = {
        { "index.html", "Overview" }, { "defects.html", "Defects" },     { "clauses.html", "Clauses" },
        { "faults.html", "Faults" },  { "questions.html", "Questions" },
    };
    sfc_html_add(&p->text, "<header class=\"site\"><div>\n<nav aria-label=\"Site\"><ul>");
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
        sfc_buffer_printf(&p->text, "<li><a href=\"%s%s\">%s</a></li>", p->root, links[i].path, links[i].title);
    sfc_html_add(&p->text,
                 "</ul></nav>\n<form id=\"search\" role=\"search\" hidden>\n<label for=\"query\">Search</label>\n"
                 "<input id=\"query\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" "
                 "placeholder=\"id, title, fault, clause, implementation\">\n"
                 "<div id=\"found\" aria-live=\"polite\"></div>\n</form>\n</div></header>\n<main id=\"main\">\n");
}

void sfc_page_begin(struct sfc_page *p, const struct sfc_site *site, const char *root, const char *up,
                    const char *heading)
{
    *p = (struct sfc_page){ .site = site, .root = root };
    sfc_buffer_printf(&p->text,
                      "<!DOCTYPE html>\n<html lang=\"en\" data-root=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", root);
    sfc_html_add(&p->text, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    sfc_html_element(&p->text, "<title>", heading, " - SFrame conformance</title>\n");
    sfc_buffer_printf(&p->text,
                      "<link rel=\"stylesheet\" href=\"%ssite.css\">\n<script src=\"%ssite.js\" defer></script>\n",
                      root, root);
    sfc_html_add(&p->text, "</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the text</a>\n");
    add_nav(p);
    if (up)
        sfc_buffer_printf(&p->text, "<p class=\"up\">%s</p>\n", up);
    sfc_html_element(&p->text, "<h1>", heading, "</h1>\n");
}

bool sfc_site_add_file(struct sfc_site_writer *w, const char *path, struct sfc_buffer *text)
{
    struct pollfd stop = { .fd = w->stop_fd, .events = POLLIN };
    bool good = w->stop_fd < 0 || poll(&stop, 1, 0) == 0;
    if (!good)
        sfc_fail(w->error, "interrupted: the site was not written");
    good = good && sfc_new_folder_write(&w->folder, path, text, w->error);
    sfc_buffer_printf(&w->files, "%s\n", path);
    w->sums.bytes += text->len;
    sfc_buffer_free(text);
    return good;
}

bool sfc_page_end(struct sfc_page *p, struct sfc_site_writer *w, const char *path)
{
    sfc_html_add(&p->text, "</main>\n<footer>Made by <code>sframe-conform site</code> from results of runs.</footer>\n"
                           "</body>\n</html>\n");
    w->sums.pages++;
    return sfc_site_add_file(w, path, &p->text);
}

/* ---- Links -------------------------------------------------------------------------------- */

static void add_run_path(struct sfc_buffer *b, const void *ctx, size_t run)
{
    const struct sfc_page *p = ctx;
    sfc_buffer_printf(b, "%s%s", p->root, p->site->runs[run].path);
}

static void add_area_path(struct sfc_buffer *b, const void *ctx, const char *area)
{
    const struct sfc_page *p = ctx;
    char *path = sfc_site_path("area", area);
    sfc_buffer_printf(b, "%s%s", p->root, path);
    free(path);
}

struct sfc_html_links sfc_page_links(const struct sfc_page *page)
{
    return (struct sfc_html_links){ .run = add_run_path, .area = add_area_path, .ctx = page };
}

void sfc_page_family(struct sfc_page *p, const struct sfc_site_family *f)
{
    sfc_buffer_printf(&p->text, "<a href=\"%s%s\">", p->root, f->path);
    sfc_html_element(&p->text, "<code>", f->name, "</code></a>");
}

void sfc_page_run(struct sfc_page *p, const struct sfc_site_run *run)
{
    sfc_buffer_printf(&p->text, "<a href=\"%s%s\">", p->root, run->path);
    sfc_html_name(&p->text, run->results);
    sfc_html_add(&p->text, "</a>");
}

void sfc_page_defect(struct sfc_page *p, const struct sfc_site_defect *d)
{
    sfc_buffer_printf(&p->text, "<a href=\"%s%s\">", p->root, d->path);
    sfc_html_element(&p->text, "", d->title, "</a>");
}

/* A link to FILE#NAME, or only the name. */
static void add_row_link(struct sfc_page *p, bool has_row, const char *before, const char *after, const char *name,
                         size_t len)
{
    char *id = sfc_copy_text(name, len);
    if (has_row) {
        sfc_buffer_printf(&p->text, "<a href=\"%s%s", p->root, before);
        sfc_site_add_name(&p->text, id);
        sfc_buffer_printf(&p->text, "%s\">", after);
    }
    sfc_html_element(&p->text, "<code>", id, "</code>");
    sfc_html_add(&p->text, has_row ? "</a>" : "");
    free(id);
}

void sfc_page_clause(struct sfc_page *p, const char *id, size_t len)
{
    add_row_link(p, sfc_find_clause(id, len) != NULL, "clause/", ".html", id, len);
}

void sfc_page_fault(struct sfc_page *p, const char *name, size_t len)
{
    add_row_link(p, sfc_find_fault(name, len) != NULL, "faults.html#", "", name, len);
}

void sfc_page_question(struct sfc_page *p, const char *id, size_t len)
{
    add_row_link(p, sfc_find_policy(id, len) != NULL, "questions.html#", "", id, len);
}

void sfc_page_clauses(struct sfc_page *p, const char *words)
{
    const char *word;
    size_t len;
    for (bool first = true; (word = sfc_next_word(&words, &len)); first = false) {
        sfc_html_add(&p->text, first ? "" : " ");
        sfc_page_clause(p, word, len);
    }
}

/* ---- Basis -------------------------------------------------------------------------------- */

void sfc_page_basis(struct sfc_page *p, enum sfc_register in, const char *name)
{
    static const char *const profiles[] = { "v1", "v2", "v2e1", "v2e2", "v3" };
    enum { NUM_PROFILES = sizeof profiles / sizeof profiles[0] };
    struct sfc_buffer says[NUM_PROFILES] = { { 0 } };
    for (size_t i = 0; i < NUM_PROFILES; i++) {
        const struct sfr_basis_info *basis = sfc_find_basis(in, name, strlen(name), profiles[i]);
        if (basis)
            sfc_add_basis(&says[i], basis, profiles[i]);
    }
    sfc_html_add(&p->text, "<dl>");
    for (size_t i = 0; i < NUM_PROFILES; i++) {
        bool is_new = says[i].data != NULL;
        for (size_t k = 0; k < i; k++)
            is_new = is_new && !(says[k].data && strcmp(says[k].data, says[i].data) == 0);
        if (!is_new)
            continue;
        sfc_html_add(&p->text, "<dt>");
        for (size_t k = i; k < NUM_PROFILES; k++)
            if (says[k].data && strcmp(says[k].data, says[i].data) == 0)
                sfc_buffer_printf(&p->text, "%s%s", k > i ? ", " : "", profiles[k]);
        sfc_html_element(&p->text, "</dt><dd>", says[i].data, "</dd>");
    }
    sfc_html_add(&p->text, "</dl>\n");
    for (size_t i = 0; i < NUM_PROFILES; i++)
        sfc_buffer_free(&says[i]);
}

/* ---- Families ----------------------------------------------------------------------------- */

static void add_standing(struct sfc_page *p, const struct sfc_site_family *f)
{
    size_t asked = 0, wrong = 0;
    for (size_t s = 0; s < p->site->num_runs; s++) {
        const struct sfc_site_score score = sfc_site_score(f, s);
        asked += score.asked > 0;
        wrong += score.wrong > 0;
    }
    if (asked == 0)
        sfc_html_add(&p->text, "<td class=\"soft\">not asked</td>");
    else if (wrong == 0)
        sfc_buffer_printf(&p->text, "<td class=\"ok\">✓ %zu of %zu right</td>", asked, asked);
    else
        sfc_buffer_printf(&p->text, "<td class=\"no\">✗ %zu of %zu wrong</td>", wrong, asked);
}

void sfc_page_families(struct sfc_page *p, sfc_has_family_fn *has, const void *ctx)
{
    size_t count = 0;
    for (size_t i = 0; i < p->site->num_families; i++)
        count += has(&p->site->families[i], ctx);
    if (count == 0) {
        sfc_html_add(&p->text, "<p>None.</p>\n");
        return;
    }
    sfc_html_add(&p->text,
                 "<div class=\"wide\"><table class=\"list\">\n<thead><tr><th scope=\"col\">cases</th>"
                 "<th scope=\"col\">title</th><th scope=\"col\">implementations</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < p->site->num_families; i++) {
        const struct sfc_site_family *f = &p->site->families[i];
        if (!has(f, ctx))
            continue;
        sfc_html_add(&p->text, "<tr><th scope=\"row\">");
        sfc_page_family(p, f);
        sfc_html_element(&p->text, "</th><td>", sfc_site_shown_case(f)->said->title, "</td>");
        add_standing(p, f);
        sfc_html_add(&p->text, "</tr>\n");
    }
    sfc_html_add(&p->text, "</tbody></table></div>\n");
}
