/* SPDX-License-Identifier: MIT */
/* A page for each defect and cause, and the list of all. */
#include <stdlib.h>
#include <string.h>

#include "site_names.h"
#include "site_pages.h"

static bool shows(const struct sfc_site_answer *a, size_t defect)
{
    for (size_t i = 0; i < a->num_defects; i++)
        if (a->defects[i] == defect)
            return true;
    return false;
}

static size_t count_in_family(const struct sfc_site_family *f, size_t run, size_t defect)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += shows(&f->cases[i].answers[run], defect);
    return count;
}

/* ---- One defect --------------------------------------------------------------------------- */

static void add_runs(struct sfc_page *p, size_t defect)
{
    sfc_html_add(&p->text, "<h2 id=\"where\">Where</h2>\n<div class=\"wide\"><table class=\"list\">\n<thead><tr>"
                           "<th scope=\"col\">implementation</th><th scope=\"col\">cases</th></tr></thead>\n<tbody>\n");
    for (size_t s = 0; s < p->site->num_runs; s++) {
        const size_t count = p->site->defects[defect].in_run[s];
        if (count == 0)
            continue;
        sfc_html_add(&p->text, "<tr><th scope=\"row\">");
        sfc_page_run(p, &p->site->runs[s]);
        sfc_buffer_printf(&p->text, "</th><td class=\"n\">%zu</td></tr>\n", count);
    }
    sfc_html_add(&p->text, "</tbody></table></div>\n");
}

/* The case with the smallest section, and the newest run that shows the defect there. */
static void add_example(struct sfc_page *p, size_t defect)
{
    const struct sfc_site_case *best = NULL;
    size_t run = 0;
    for (size_t i = 0; i < p->site->num_cases; i++)
        for (size_t s = 0; s < p->site->num_runs; s++) {
            const struct sfc_site_case *c = &p->site->cases[i];
            if (shows(&c->answers[s], defect) && (!best || c->said->size < best->said->size)) {
                best = c;
                run = s;
            }
        }
    if (!best)
        return;
    const struct sfc_site_family *f = sfc_site_find_family(p->site, best->family);
    sfc_buffer_printf(&p->text,
                      "<h2 id=\"example\">Example</h2>\n<p>The smallest section that shows it, %zu bytes: "
                      "<a href=\"%s%s#by-%s\">",
                      best->said->size, p->root, f->path, p->site->runs[run].name);
    sfc_html_element(&p->text, "<code>", best->id, "</code></a>, ");
    sfc_html_element(&p->text, "", best->said->title, ". Asked of ");
    sfc_page_run(p, &p->site->runs[run]);
    sfc_html_add(&p->text, ": ");
    sfc_html_outcome(&p->text, best->answers[run].record);
    sfc_html_add(&p->text, ".</p>\n");
    sfc_html_difference(&p->text, best->answers[run].record);
}

static void add_cases(struct sfc_page *p, size_t defect)
{
    sfc_html_add(&p->text, "<h2 id=\"cases\">Cases</h2>\n<ul class=\"cases\">\n");
    for (size_t i = 0; i < p->site->num_families; i++) {
        const struct sfc_site_family *f = &p->site->families[i];
        bool any = false;
        for (size_t s = 0; s < p->site->num_runs; s++) {
            const size_t count = count_in_family(f, s, defect);
            if (count == 0)
                continue;
            if (!any) {
                sfc_html_add(&p->text, "<li>");
                sfc_page_family(p, f);
                sfc_html_element(&p->text, " ", sfc_site_shown_case(f)->said->title, "<br><span class=\"soft\">");
            }
            sfc_buffer_printf(&p->text, "%s<a href=\"%s%s#by-%s\">", any ? ", " : "", p->root, f->path,
                              p->site->runs[s].name);
            sfc_html_name(&p->text, &p->site->results[s]);
            sfc_buffer_printf(&p->text, "</a>: %zu", count);
            any = true;
        }
        sfc_html_add(&p->text, any ? "</span></li>\n" : "");
    }
    sfc_html_add(&p->text, "</ul>\n");
}

static bool write_defect(struct sfc_site_writer *w, size_t defect)
{
    const struct sfc_site_defect *d = &w->site->defects[defect];
    struct sfc_page p = { .root = "../" };
    char *title = d->is_listed ? sfc_format("%s (%s)", d->title, d->token) : sfc_copy_string(d->title);
    sfc_page_begin(&p, w->site, "../", "<a href=\"../defects.html\">Defects</a>", title);
    free(title);
    if (!d->is_listed)
        sfc_html_element(&p.text, "<p>Failures with one cause that no list explains: <code>", d->token,
                         "</code>.</p>\n");
    if (sfc_find_policy(d->token, strlen(d->token))) {
        sfc_html_add(&p.text, "<p>The texts leave a question open, or answer it only in passing: ");
        sfc_page_question(&p, d->token, strlen(d->token));
        sfc_html_add(&p.text, ". The defect is another answer than this suite's.</p>\n");
    }
    add_runs(&p, defect);
    add_example(&p, defect);
    add_cases(&p, defect);
    return sfc_page_end(&p, w, d->path);
}

/* ---- All ---------------------------------------------------------------------------------- */

static void add_row(struct sfc_page *p, size_t defect)
{
    const struct sfc_site_defect *d = &p->site->defects[defect];
    const char *before = "";
    sfc_html_add(&p->text, "<tr><th scope=\"row\">");
    sfc_page_defect(p, d);
    sfc_html_element(&p->text, d->is_listed ? "</th><td class=\"id\">" : "</th><td>", d->token, "</td>");
    sfc_buffer_printf(&p->text, "<td class=\"n\">%zu</td><td>", d->count);
    for (size_t s = 0; s < p->site->num_runs; s++)
        if (p->site->defects[defect].in_run[s] > 0) {
            sfc_html_add(&p->text, before);
            sfc_html_name(&p->text, &p->site->results[s]);
            before = ", ";
        }
    sfc_html_add(&p->text, "</td></tr>\n");
}

static void add_rows(struct sfc_page *p, bool is_listed, const char *id, const char *title, const char *about)
{
    size_t count = 0;
    for (size_t i = 0; i < p->site->num_defects; i++)
        count += p->site->defects[i].is_listed == is_listed && p->site->defects[i].count > 0;
    sfc_buffer_printf(&p->text, "<h2 id=\"%s\">%s</h2>\n<p>%s</p>\n", id, title, count > 0 ? about : "None.");
    if (count == 0)
        return;
    sfc_html_add(&p->text,
                 "<div class=\"wide\"><table class=\"list says\">\n<thead><tr><th scope=\"col\">what is wrong</th>");
    sfc_buffer_printf(&p->text, "<th scope=\"col\">%s</th>", is_listed ? "id" : "token");
    sfc_html_add(&p->text, "<th scope=\"col\">failures</th><th scope=\"col\">where</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < p->site->num_defects; i++)
        if (p->site->defects[i].is_listed == is_listed && p->site->defects[i].count > 0)
            add_row(p, i);
    sfc_html_add(&p->text, "</tbody></table></div>\n");
}

bool sfc_write_defects(struct sfc_site_writer *w)
{
    struct sfc_page p = { .root = "" };
    sfc_page_begin(&p, w->site, "", NULL, "Defects");
    add_rows(&p, true, "explained", "Explained defects",
             "The lists of known failures give these reasons. An AMB- number is an open question of the texts: the "
             "defect is another answer than this suite's.");
    add_rows(&p, false, "causes", "Other failures, by cause",
             "No list explains these. Failures above the level that counts, and wrong answers to cases with several "
             "deliberate faults, are on no list.");
    bool good = sfc_page_end(&p, w, "defects.html");
    for (size_t i = 0; i < w->site->num_defects && good; i++)
        good = w->site->defects[i].count == 0 || write_defect(w, i);
    return good;
}
