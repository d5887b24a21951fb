/* SPDX-License-Identifier: MIT */
/* A page for each implementation and release: levels, causes, areas, what changed, failures. */
#include <stdlib.h>
#include <string.h>

#include "report_change.h"
#include "site_change.h"
#include "site_names.h"
#include "site_pages.h"

static void add_facts(struct sfc_page *p, const struct sfc_results *s)
{
    sfc_html_add(&p->text, "<dl>\n");
    sfc_html_fact(&p->text, "policies", s->policies);
    sfc_html_fact(&p->text, "level that gates", sfc_level_name(s->level));
    sfc_html_fact(&p->text, "broken on the simplest cases", s->broken);
    sfc_html_fact(&p->text, "misreads the simplest cases", s->misread);
    sfc_html_fact(&p->text, sfc_trouble_words(s)->label, s->trouble);
    sfc_html_fact(&p->text, "SHA-256 of the corpus", s->corpus_sha256);
    sfc_html_fact(&p->text, "sframe-conform", s->runner);
    sfc_html_add(&p->text, "</dl>\n");
}

static void add_defects(struct sfc_page *p, size_t run)
{
    bool any = false;
    sfc_html_add(&p->text, "<h2 id=\"defects\">Defects</h2>\n");
    for (size_t i = 0; i < p->site->num_defects; i++) {
        const struct sfc_site_defect *d = &p->site->defects[i];
        if (d->in_run[run] == 0)
            continue;
        if (!any)
            sfc_html_add(
                &p->text,
                "<div class=\"wide\"><table class=\"list says\">\n<thead><tr><th scope=\"col\">what is wrong</th>"
                "<th scope=\"col\">id</th><th scope=\"col\">cases</th></tr></thead>\n<tbody>\n");
        sfc_html_add(&p->text, "<tr><th scope=\"row\">");
        sfc_page_defect(p, d);
        sfc_html_element(&p->text, d->is_listed ? "</th><td class=\"id\">" : "</th><td>",
                         d->is_listed ? d->token : "not explained by a list", "</td>");
        sfc_buffer_printf(&p->text, "<td class=\"n\">%zu</td></tr>\n", d->in_run[run]);
        any = true;
    }
    sfc_html_add(&p->text, any ? "</tbody></table></div>\n" : "<p>None.</p>\n");
}

/* The families of one kind of change. Both lists are in the order of the site's cases. */
static void add_change(struct sfc_page *p, const struct sfc_site_changes *changes, enum sfc_change kind)
{
    if (changes->counts[kind] == 0)
        return;
    sfc_buffer_printf(&p->text, "<details id=\"%s\"><summary>%zu cases: %s</summary>\n<ul class=\"ids\">\n",
                      sfc_site_change_id(kind), changes->counts[kind], sfc_site_change_title(kind));
    for (size_t i = 0; i < p->site->num_families; i++) {
        const struct sfc_site_family *f = &p->site->families[i];
        size_t count = 0;
        for (size_t k = 0; k < f->count; k++)
            count += sfc_site_change_of(changes, &f->cases[k]) == kind;
        if (count == 0)
            continue;
        sfc_html_add(&p->text, "<li>");
        sfc_page_family(p, f);
        sfc_buffer_printf(&p->text, " <span class=\"soft\">%zu of %zu</span></li>\n", count, f->count);
    }
    sfc_html_add(&p->text, "</ul></details>\n");
}

static void add_changes(struct sfc_page *p, const struct sfc_site_run *run)
{
    if (!run->before)
        return;
    struct sfc_site_changes changes;
    sfc_site_find_changes(&changes, run);
    sfc_html_add(&p->text, "<h2 id=\"changes\">Changes since ");
    sfc_page_run(p, run->before);
    sfc_html_add(&p->text, "</h2>\n");
    if (changes.count == 0)
        sfc_html_add(&p->text, "<p>No case has another result.</p>\n");
    for (unsigned kind = 0; kind < SFC_NUM_CHANGES; kind++)
        add_change(p, &changes, (enum sfc_change)kind);
    sfc_site_free_changes(&changes);
}

/* ---- Failures ------------------------------------------------------------------------------- */

/* "too-lenient 3, crash 1" */
static void add_outcomes(struct sfc_page *p, const struct sfc_site_family *f, size_t run)
{
    size_t counts[SFC_NUM_OUTCOMES] = { 0 };
    const char *before = "";
    for (size_t i = 0; i < f->count; i++)
        if (sfc_site_fails(&f->cases[i].answers[run]))
            counts[f->cases[i].answers[run].record->outcome]++;
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (counts[i] > 0) {
            sfc_buffer_printf(&p->text, "%s%s %zu", before, sfc_outcome_name((enum sfc_outcome)i), counts[i]);
            before = ", ";
        }
}

static void add_failures(struct sfc_page *p, size_t run)
{
    const char *area = NULL;
    sfc_html_add(&p->text, "<h2 id=\"failures\">Failing cases</h2>\n");
    for (size_t i = 0; i < p->site->num_families; i++) {
        const struct sfc_site_family *f = &p->site->families[i];
        const struct sfc_site_score score = sfc_site_score(f, run);
        if (score.wrong == 0)
            continue;
        if (!area || strcmp(area, f->area) != 0) {
            sfc_html_add(&p->text, area ? "</ul>\n" : "");
            sfc_html_element(&p->text, "<h3>", f->area, "</h3>\n<ul class=\"cases\">\n");
            area = f->area;
        }
        sfc_buffer_printf(&p->text, "<li><a href=\"%s%s#by-%s\">", p->root, f->path, p->site->runs[run].name);
        sfc_html_element(&p->text, "<code>", f->name, "</code></a> ");
        sfc_html_element(&p->text, "", sfc_site_shown_case(f)->said->title, "");
        sfc_buffer_printf(&p->text, "<br><span class=\"soft\">%zu of %zu wrong: ", score.wrong, score.asked);
        add_outcomes(p, f, run);
        sfc_html_add(&p->text, "</span></li>\n");
    }
    sfc_html_add(&p->text, area ? "</ul>\n" : "<p>None.</p>\n");
}

static bool write_implementation(struct sfc_site_writer *w, size_t run)
{
    const struct sfc_site_run *r = &w->site->runs[run];
    char *name = sfc_format("%s %s", r->results->implementation, r->results->version);
    struct sfc_page p = { .root = "../" };
    sfc_page_begin(&p, w->site, "../", "<a href=\"../index.html#levels\">Implementations</a>", name);
    const struct sfc_html_links links = { .area = sfc_page_links(&p).area, .ctx = &p };
    if (r->results->about)
        sfc_html_element(&p.text, "<p class=\"lead\">", r->results->about, "</p>\n");
    sfc_html_badge(&p.text, r->results);
    sfc_html_cards(&p.text, r->results);
    add_facts(&p, r->results);
    sfc_html_add(&p.text, "<h2 id=\"levels\">Levels</h2>\n");
    sfc_html_levels(&p.text, r->results, 1, &links);
    add_changes(&p, r);
    add_defects(&p, run);
    sfc_html_add(&p.text, "<h2 id=\"areas\">Areas</h2>\n");
    sfc_html_areas(&p.text, r->results, 1, &links);
    add_failures(&p, run);
    free(name);
    return sfc_page_end(&p, w, r->path);
}

bool sfc_write_implementations(struct sfc_site_writer *w)
{
    for (size_t s = 0; s < w->site->num_runs; s++)
        if (!write_implementation(w, s))
            return false;
    return true;
}

/* ---- Areas -------------------------------------------------------------------------------- */

static bool has_area(const struct sfc_site_family *f, const void *ctx)
{
    return strcmp(f->area, ctx) == 0;
}

static bool write_area(struct sfc_site_writer *w, const char *area)
{
    struct sfc_page p = { .root = "../" };
    sfc_page_begin(&p, w->site, "../", "<a href=\"../index.html#areas\">Areas</a>", area);
    sfc_page_families(&p, has_area, area);
    char *path = sfc_site_path("area", area);
    const bool good = sfc_page_end(&p, w, path);
    free(path);
    return good;
}

bool sfc_write_areas(struct sfc_site_writer *w)
{
    struct sfc_matrix m;
    sfc_matrix_make(&m, w->site->results, w->site->num_runs);
    bool good = true;
    for (size_t i = 0; i + 1 < m.num_areas && good; i++)
        good = write_area(w, m.areas[i]);
    sfc_matrix_free(&m);
    return good;
}
