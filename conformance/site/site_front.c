/* SPDX-License-Identifier: MIT */
/* The front page. */
#include <stdlib.h>
#include <string.h>

#include "site_change.h"
#include "site_pages.h"

/* One list that a run declared. */
struct declared {
    const char *title, *look;
    const char *(*words)(const struct sfc_results *r);
};

static const char *profiles_of(const struct sfc_results *r)
{
    return r->profiles;
}

static const char *abis_of(const struct sfc_results *r)
{
    return r->abis;
}

static const char *orders_of(const struct sfc_results *r)
{
    return r->orders;
}

static const char *ops_of(const struct sfc_results *r)
{
    return r->ops;
}

static const char *hidden_of(const struct sfc_results *r)
{
    return r->unobservable;
}

static const char *policies_of(const struct sfc_results *r)
{
    return r->policies;
}

static const struct declared lists[] = {
    { "profiles", "", profiles_of },
    { "ABIs", "", abis_of },
    { "byte orders", "", orders_of },
    { "operations", "", ops_of },
    { "cannot show", " class=\"keys\"", hidden_of },
    { "policies", " class=\"keys\"", policies_of },
};
enum { NUM_LISTS = sizeof lists / sizeof lists[0] };

/* Does one of the runs declare something in this list? */
static bool is_used(const struct sfc_site *site, const struct declared *list)
{
    for (size_t s = 0; s < site->num_runs; s++)
        if (list->words(&site->results[s])[0] != '\0')
            return true;
    return false;
}

static void add_declared(struct sfc_page *p)
{
    sfc_html_add(&p->text, "<h2 id=\"declared\">What each run declared</h2>\n"
                           "<p>Cases that a run did not declare were not asked.</p>\n<div class=\"wide\">"
                           "<table class=\"list\">\n<thead><tr><th scope=\"col\">implementation</th>"
                           "<th scope=\"col\">asked</th><th scope=\"col\">not claimed</th>");
    for (size_t i = 0; i < NUM_LISTS; i++)
        if (is_used(p->site, &lists[i]))
            sfc_html_element(&p->text, "<th scope=\"col\">", lists[i].title, "</th>");
    sfc_html_add(&p->text, "</tr></thead>\n<tbody>\n");
    for (size_t s = 0; s < p->site->num_runs; s++) {
        const struct sfc_results *r = &p->site->results[s];
        sfc_html_add(&p->text, "<tr><th scope=\"row\">");
        sfc_page_run(p, &p->site->runs[s]);
        sfc_buffer_printf(&p->text, "</th><td class=\"n\">%zu of %zu</td>", sfc_num_asked(r), r->num_cases);
        sfc_html_said(&p->text, "<td>", r, sfc_add_missing);
        sfc_html_add(&p->text, r->totals.outcomes[SFC_SKIPPED] > 0 ? "</td>" : "nothing</td>");
        for (size_t i = 0; i < NUM_LISTS; i++) {
            const char *words = lists[i].words(r);
            if (!is_used(p->site, &lists[i]))
                continue;
            sfc_buffer_printf(&p->text, "<td%s>", lists[i].look);
            sfc_html_element(&p->text, "", *words ? words : "-", "</td>");
        }
        sfc_html_add(&p->text, "</tr>\n");
    }
    sfc_html_add(&p->text, "</tbody></table></div>\n");
}

/* A number that links to the cases. */
static void add_count(struct sfc_page *p, const struct sfc_site_run *run, enum sfc_change kind, size_t count)
{
    if (count > 0)
        sfc_buffer_printf(&p->text, "<td class=\"n\"><a href=\"%s#%s\">%zu</a></td>", run->path,
                          sfc_site_change_id(kind), count);
    else
        sfc_html_add(&p->text, "<td class=\"zero\">0</td>");
}

static void add_changes(struct sfc_page *p)
{
    static const enum sfc_change shown[] = {
        SFC_NEWLY_PASSING, SFC_NEWLY_FAILING, SFC_NO_ANSWER_NOW, SFC_WORSE_ABOVE,
        SFC_CHANGED,       SFC_NEW_OTHER,     SFC_NEW_FAILING,   SFC_NOT_ASKED_NOW
    };
    enum { NUM_SHOWN = sizeof shown / sizeof shown[0] };
    bool any = false;
    for (size_t s = 0; s < p->site->num_runs; s++) {
        const struct sfc_site_run *run = &p->site->runs[s];
        if (!run->before)
            continue;
        if (!any) {
            sfc_html_add(&p->text,
                         "<h2 id=\"changes\">From release to release</h2>\n<p>Numbers of cases; each leads to "
                         "the list.</p>\n<div class=\"wide\"><table>\n<thead><tr>"
                         "<th scope=\"col\">release</th><th scope=\"col\">since</th>");
            for (size_t i = 0; i < NUM_SHOWN; i++)
                sfc_html_element(&p->text, "<th scope=\"col\">", sfc_site_change_title(shown[i]), "</th>");
            sfc_html_add(&p->text, "</tr></thead>\n<tbody>\n");
            any = true;
        }
        struct sfc_site_changes changes;
        sfc_site_find_changes(&changes, run);
        sfc_html_add(&p->text, "<tr><th scope=\"row\">");
        sfc_page_run(p, run);
        sfc_html_element(&p->text, "</th><td>", run->before->results->version, "</td>");
        for (size_t i = 0; i < NUM_SHOWN; i++)
            add_count(p, run, shown[i], changes.counts[shown[i]]);
        sfc_html_add(&p->text, "</tr>\n");
        sfc_site_free_changes(&changes);
    }
    sfc_html_add(&p->text, any ? "</tbody></table></div>\n" : "");
}

bool sfc_write_front(struct sfc_site_writer *w)
{
    struct sfc_page p = { .root = "" };
    size_t listed = 0, others = 0;
    for (size_t i = 0; i < w->site->num_defects; i++)
        *(w->site->defects[i].is_listed ? &listed : &others) += w->site->defects[i].count > 0;
    sfc_page_begin(&p, w->site, "", NULL, "SFrame conformance");
    const struct sfc_html_links links = sfc_page_links(&p);
    sfc_buffer_printf(&p.text,
                      "<p class=\"lead\">%zu run%s, %zu cases in %zu families; <a href=\"defects.html\">%zu explained "
                      "defect%s</a>, and failures with <a href=\"defects.html#causes\">%zu other cause%s</a>.</p>\n",
                      w->site->num_runs, w->site->num_runs == 1 ? "" : "s", w->site->num_cases, w->site->num_families,
                      listed, listed == 1 ? "" : "s", others, others == 1 ? "" : "s");
    sfc_html_add(
        &p.text,
        "<h2 id=\"levels\">Levels</h2>\n<p>Right answers of those asked, and the highest level up to which all "
        "are right. Each level includes those before it: <dfn>safe</dfn>, an answer without a crash; "
        "<dfn>read</dfn>, the right meaning; <dfn>refuse</dfn>, no invented data; <dfn>validate</dfn>, what "
        "the manual or all real tools forbid; <dfn>strict</dfn>, what only inference forbids.</p>\n");
    sfc_html_levels(&p.text, w->site->results, w->site->num_runs, &links);
    add_changes(&p);
    add_declared(&p);
    sfc_html_add(&p.text, "<h2 id=\"areas\">Areas</h2>\n<p>Right answers of those asked.</p>\n");
    sfc_html_areas(&p.text, w->site->results, w->site->num_runs, &links);
    return sfc_page_end(&p, w, "index.html");
}
