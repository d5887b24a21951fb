/* SPDX-License-Identifier: MIT */
/* A page for each family of cases: the section, what its right answer rests on, and what each
   implementation said. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "site_names.h"
#include "site_pages.h"

/* Pages are two folders deep: case/AREA/REST.html. */
#define ROOT "../../"

/* More bytes, or more text, is in the corpus. */
enum { MAX_LINES = 120, MAX_OTHER = 256, MAX_TEXT = 6000, MAX_MESSAGE = 600 };

/* ---- The case ----------------------------------------------------------------------------- */

static void add_range(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (r->has_range)
        sfc_buffer_printf(b, "0x%zx-0x%zx", r->range_start, r->range_end);
}

/* Text in a <pre>, cut at the end of a line. */
static void add_text(struct sfc_page *p, const char *title, const char *text, size_t len, size_t most)
{
    struct sfc_buffer *b = &p->text;
    size_t shown = len < most ? len : most;
    while (shown < len && shown > 0 && text[shown - 1] != '\n')
        shown--;
    char *part = sfc_copy_text(text, shown);
    sfc_html_element(b, "<details><summary>", title, "</summary>");
    sfc_html_element(b, "<pre>", part, "");
    if (shown < len)
        sfc_buffer_printf(b, "... %zu more bytes", len - shown);
    sfc_html_add(b, "</pre></details>\n");
    free(part);
}

/* Of the case that is shown: by field and bit. */
static void add_fields(struct sfc_page *p, const struct sfc_site_case *c)
{
    struct sfc_record whole = *c->said;
    whole.bytes = c->c->bytes;
    whole.num_bytes = whole.size = c->c->size;
    whole.bytes_at = 0;
    whole.patch = c->c->patch;
    sfc_html_add(&p->text, "<pre class=\"hex\" tabindex=\"0\">");
    sfc_html_fields(&p->text, &whole, MAX_LINES);
    sfc_html_add(&p->text, "</pre>\n");
}

static void add_bytes(struct sfc_page *p, const struct sfc_site_case *c)
{
    const struct sfc_record *r = c->said;
    struct sfc_shown_bytes shown = { c->c->bytes, c->c->size, 0, c->c->size, 0, 0 };
    if (r->has_range && !c->c->elf) {
        shown.start = r->range_start;
        shown.end = r->range_end;
    }
    shown.count = shown.count < MAX_OTHER ? shown.count : MAX_OTHER;
    sfc_html_add(&p->text, "<pre class=\"hex\" tabindex=\"0\">");
    sfc_add_hexdump(&p->text, &shown);
    sfc_html_add(&p->text, "</pre>\n");
}

static void add_right_answer(struct sfc_page *p, const struct sfc_case *c)
{
    for (size_t i = 0; i < c->num_readings; i++) {
        char *title = sfc_format("Right answer of a reader that takes it as %s", c->readings[i].answer);
        add_text(p, title, c->readings[i].body, strlen(c->readings[i].body), MAX_TEXT);
        free(title);
    }
    if (c->num_readings == 0 && c->body[0] != '\0')
        add_text(p, c->expect == SFC_EXPECT_REJECT ? "Right answer, unless all is rejected" : "Right answer", c->body,
                 strlen(c->body), MAX_TEXT);
}

static void add_parent(struct sfc_page *p, const struct sfc_case *c)
{
    if (!c->parent)
        return;
    const struct sfc_site_family *f = NULL;
    for (size_t i = 0; i < p->site->num_cases && !f; i++)
        if (strcmp(p->site->cases[i].id, c->parent) == 0)
            f = sfc_site_find_family(p->site, p->site->cases[i].family);
    sfc_html_add(&p->text, "<p>Made from ");
    if (f)
        sfc_buffer_printf(&p->text, "<a href=\"" ROOT "%s\">", f->path);
    sfc_html_element(&p->text, "<code>", c->parent, f ? "</code></a>" : "</code>");
    sfc_html_element(&p->text, " by <code>", c->patch ? c->patch : c->change ? c->change : "", "</code>.</p>\n");
}

/* The bytes of the other cells. */
static void add_others(struct sfc_page *p, const struct sfc_site_family *f, const struct sfc_site_case *shown)
{
    if (f->count < 2)
        return;
    sfc_buffer_printf(&p->text, "<details><summary>%zu other case%s</summary>\n", f->count - 1,
                      f->count > 2 ? "s" : "");
    for (size_t i = 0; i < f->count; i++) {
        const struct sfc_site_case *c = &f->cases[i];
        if (c == shown || !c->c)
            continue;
        sfc_html_element(&p->text, "<details><summary><code>", c->id, "</code>");
        sfc_buffer_printf(&p->text, ", %zu bytes", c->c->size);
        if (c->said->has_range) {
            sfc_html_add(&p->text, "; at fault: ");
            add_range(&p->text, c->said);
        }
        sfc_html_add(&p->text, "</summary>\n");
        if (c->c->op == SFC_OP_ENCODE)
            add_text(p, "The dump to encode", (const char *)c->c->bytes, c->c->size, MAX_OTHER);
        else
            add_bytes(p, c);
        sfc_html_add(&p->text, "</details>\n");
    }
    sfc_html_add(&p->text, "</details>\n");
}

/* The bytes of one case; the others differ in profile, ABI and byte order only. */
static void add_shown(struct sfc_page *p, const struct sfc_site_family *f, const struct sfc_site_case *c)
{
    sfc_html_element(&p->text, "<h2 id=\"bytes\">Bytes</h2>\n<p>The case <code>", c->id, "</code>");
    if (!c->c) {
        sfc_html_add(&p->text, " is not in this program's corpus.</p>\n");
        return;
    }
    sfc_buffer_printf(&p->text, ", %zu bytes at address 0x%" PRIx64, c->c->size, c->c->addr);
    if (c->said->has_range) {
        sfc_html_add(&p->text, "; at fault: ");
        add_range(&p->text, c->said);
    }
    sfc_html_add(&p->text, ".</p>\n");
    if (c->c->op == SFC_OP_ENCODE)
        add_text(p, "The dump to encode", (const char *)c->c->bytes, c->c->size, MAX_TEXT);
    else
        add_fields(p, c);
    for (size_t i = 0; i < c->c->num_pcs; i++)
        sfc_buffer_printf(&p->text, "%s0x%" PRIx64 "%s", i == 0 ? "<p>Looked up: <code>" : " ", c->c->pcs[i],
                          i + 1 == c->c->num_pcs ? "</code>.</p>\n" : "");
    add_parent(p, c->c);
    add_right_answer(p, c->c);
    add_others(p, f, c);
}

/* ---- Grounds ------------------------------------------------------------------------------ */

static void add_ground(struct sfc_buffer *b, const struct sfc_ground *ground)
{
    struct sfc_page p = { .text = *b, .root = ROOT };
    const size_t len = strlen(ground->name);
    sfc_html_add(&p.text, "<dt>");
    if (sfc_find_clause(ground->name, len))
        sfc_page_clause(&p, ground->name, len);
    else if (sfc_find_fault(ground->name, len))
        sfc_page_fault(&p, ground->name, len);
    else
        sfc_page_question(&p, ground->name, len);
    sfc_html_element(&p.text, "</dt><dd>", ground->says, "");
    if (ground->source)
        sfc_html_element(&p.text, " <span class=\"soft\">(", ground->source, ")</span>");
    sfc_html_element(&p.text, "<br><span class=\"soft\">Basis: ", ground->basis, "</span></dd>\n");
    *b = p.text;
}

static void add_grounds(struct sfc_page *p, const struct sfc_record *r)
{
    struct sfc_buffer level = { 0 };
    sfc_add_level(&level, r);
    sfc_html_add(&p->text, "<h2 id=\"why\">What the right answer rests on</h2>\n<dl class=\"grounds\">\n");
    sfc_add_grounds(&p->text, r, add_ground);
    sfc_html_fact(&p->text, "level", level.data);
    sfc_html_fact(&p->text, "several faults on purpose", r->multi_fault);
    const struct sfr_policy_info *question = r->policy ? sfc_find_policy(r->policy, strlen(r->policy)) : NULL;
    if (question) {
        sfc_html_fact(&p->text, "answers that are right", question->answers);
        sfc_html_fact(&p->text, "the reference's answer", question->answer);
    }
    sfc_html_add(&p->text, "</dl>\n");
    sfc_buffer_free(&level);
}

/* ---- Answers ------------------------------------------------------------------------------ */

static void add_expected(struct sfc_page *p, const struct sfc_record *r)
{
    sfc_html_element(&p->text, "<td>", r->expect, "");
    if (r->fault_class)
        sfc_html_element(&p->text, " ", r->fault_class, "");
    if (r->has_range) {
        sfc_html_add(&p->text, " ");
        add_range(&p->text, r);
    }
    sfc_html_element(&p->text, "</td><td>", sfc_level_name(r->level), "</td>");
    sfc_buffer_printf(&p->text, "<td class=\"n\">%zu</td>", r->size);
}

static void add_answer(struct sfc_page *p, const struct sfc_site_answer *a, const struct sfc_site_run *run)
{
    if (!sfc_site_is_asked(a)) {
        sfc_html_add(&p->text, "<td class=\"zero\">-</td>");
    } else if (!sfc_site_fails(a)) {
        sfc_html_add(&p->text, "<td class=\"ok\">✓ pass</td>");
    } else {
        sfc_buffer_printf(&p->text, "<td class=\"no\"><a href=\"#by-%s\">✗ %s</a></td>", run->name,
                          sfc_outcome_name(a->record->outcome));
    }
}

/* The implementations that were not asked about any cell. */
static void add_not_asked(struct sfc_page *p, const struct sfc_site_family *f)
{
    const char *before = "<p class=\"soft\">Not asked: ";
    for (size_t s = 0; s < p->site->num_runs; s++) {
        if (sfc_site_score(f, s).asked > 0)
            continue;
        sfc_html_add(&p->text, before);
        sfc_html_name(&p->text, &p->site->results[s]);
        before = ", ";
    }
    sfc_html_add(&p->text, before[0] == ',' ? ".</p>\n" : "");
}

static void add_table(struct sfc_page *p, const struct sfc_site_family *f)
{
    sfc_html_add(&p->text, "<h2 id=\"answers\">Answers</h2>\n<div class=\"wide\"><table class=\"answers\">\n<thead><tr>"
                           "<th scope=\"col\">cell</th><th scope=\"col\">expected</th><th scope=\"col\">level</th>"
                           "<th scope=\"col\">bytes</th>");
    for (size_t s = 0; s < p->site->num_runs; s++) {
        if (sfc_site_score(f, s).asked == 0)
            continue;
        sfc_html_add(&p->text, "<th scope=\"col\">");
        sfc_page_run(p, &p->site->runs[s]);
        sfc_html_add(&p->text, "</th>");
    }
    sfc_html_add(&p->text, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < f->count; i++) {
        const struct sfc_site_case *c = &f->cases[i];
        sfc_html_add(&p->text, "<tr id=\"");
        sfc_site_add_name(&p->text, c->cell);
        sfc_html_element(&p->text, "\"><th scope=\"row\">", c->cell, "</th>");
        add_expected(p, c->said);
        for (size_t s = 0; s < p->site->num_runs; s++)
            if (sfc_site_score(f, s).asked > 0)
                add_answer(p, &c->answers[s], &p->site->runs[s]);
        sfc_html_add(&p->text, "</tr>\n");
    }
    sfc_html_add(&p->text, "</tbody></table></div>\n");
    add_not_asked(p, f);
}

/* ---- Differences -------------------------------------------------------------------------- */

/* Do two failures look alike? */
static bool is_alike(const struct sfc_site_answer *a, const struct sfc_site_answer *b)
{
    return a->record->outcome == b->record->outcome && sfc_same_text(a->record->detail, b->record->detail)
           && sfc_same_text(a->record->expected, b->record->expected) && sfc_same_text(a->record->seen, b->record->seen)
           && sfc_same_text(a->record->fault_class, b->record->fault_class) && a->num_defects == b->num_defects
           && memcmp(a->defects, b->defects, a->num_defects * sizeof a->defects[0]) == 0;
}

static bool is_first_alike(const struct sfc_site_family *f, size_t run, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (sfc_site_fails(&f->cases[k].answers[run]) && is_alike(&f->cases[k].answers[run], &f->cases[i].answers[run]))
            return false;
    return true;
}

static void add_defects(struct sfc_page *p, const struct sfc_site_answer *a)
{
    for (size_t d = 0; d < a->num_defects; d++) {
        const struct sfc_site_defect *defect = &p->site->defects[a->defects[d]];
        sfc_html_add(&p->text, d == 0 ? "<p>Defect: " : "; ");
        sfc_page_defect(p, defect);
        if (defect->is_listed)
            sfc_html_element(&p->text, " (", defect->token, ")");
    }
    sfc_html_add(&p->text, a->num_defects > 0 ? "</p>\n" : "");
}

static void add_alike(struct sfc_page *p, const struct sfc_site_family *f, size_t run, size_t first, bool in_full)
{
    const struct sfc_site_answer *a = &f->cases[first].answers[run];
    sfc_html_add(&p->text, "<h4>");
    sfc_html_outcome(&p->text, a->record);
    sfc_html_add(&p->text, "</h4>\n<p>In");
    for (size_t i = first; i < f->count; i++) {
        const struct sfc_site_answer *other = &f->cases[i].answers[run];
        if (!sfc_site_fails(other) || !is_alike(a, other))
            continue;
        sfc_html_add(&p->text, " <a href=\"#");
        sfc_site_add_name(&p->text, f->cases[i].cell);
        sfc_html_element(&p->text, "\">", f->cases[i].cell, "</a>");
    }
    sfc_html_add(&p->text, "</p>\n");
    sfc_html_difference(&p->text, a->record);
    if (!in_full)
        return;
    add_defects(p, a);
    if (a->record->message) {
        const size_t len = strlen(a->record->message);
        char *message = sfc_copy_text(a->record->message, len < MAX_MESSAGE ? len : MAX_MESSAGE);
        sfc_html_element(&p->text, "<p>Tool output:</p><pre class=\"wrap\">", message, "</pre>\n");
        free(message);
    }
    if (a->record->command)
        sfc_html_element(&p->text, "<p>Reproduce:</p><pre class=\"wrap\">", a->record->command, "</pre>\n");
}

/* The first failure of an implementation in full, of the others what differs. */
static void add_run(struct sfc_page *p, const struct sfc_site_family *f, size_t run)
{
    sfc_buffer_printf(&p->text, "<section id=\"by-%s\">\n<h3>", p->site->runs[run].name);
    sfc_page_run(p, &p->site->runs[run]);
    sfc_html_add(&p->text, "</h3>\n");
    bool in_full = true;
    for (size_t i = 0; i < f->count; i++)
        if (sfc_site_fails(&f->cases[i].answers[run]) && is_first_alike(f, run, i)) {
            add_alike(p, f, run, i, in_full);
            in_full = false;
        }
    sfc_html_add(&p->text, "</section>\n");
}

static bool write_family(struct sfc_site_writer *w, const struct sfc_site_family *f)
{
    const struct sfc_site_case *shown = sfc_site_shown_case(f);
    struct sfc_page p = { .root = ROOT };
    struct sfc_buffer up = { 0 };
    char *area = sfc_site_path("area", f->area);
    bool any = false;
    sfc_buffer_printf(&up, "<a href=\"" ROOT "%s\">", area);
    sfc_html_element(&up, "", f->area, "</a>");
    sfc_page_begin(&p, w->site, ROOT, up.data, f->name);
    sfc_html_element(&p.text, "<p class=\"lead\">", shown->said->title, "</p>\n");
    add_shown(&p, f, shown);
    add_grounds(&p, shown->said);
    add_table(&p, f);
    for (size_t s = 0; s < w->site->num_runs; s++)
        if (sfc_site_score(f, s).wrong > 0) {
            sfc_html_add(&p.text, any ? "" : "<h2 id=\"differences\">First differences</h2>\n");
            add_run(&p, f, s);
            any = true;
        }
    free(area);
    sfc_buffer_free(&up);
    return sfc_page_end(&p, w, f->path);
}

bool sfc_write_families(struct sfc_site_writer *w)
{
    for (size_t i = 0; i < w->site->num_families; i++)
        if (!write_family(w, &w->site->families[i]))
            return false;
    return true;
}
