/* SPDX-License-Identifier: MIT */
/* A page for each clause; one for all faults, one for all open questions. */
#include <stdlib.h>
#include <string.h>

#include "site_names.h"
#include "site_pages.h"

static bool has_clause(const struct sfc_site_family *f, const void *ctx)
{
    for (size_t i = 0; i < f->count; i++)
        if (sfc_has_word(f->cases[i].said->clauses, ctx))
            return true;
    return false;
}

static bool has_fault(const struct sfc_site_family *f, const void *ctx)
{
    for (size_t i = 0; i < f->count; i++)
        if (sfc_same_text(f->cases[i].said->fault_class, ctx))
            return true;
    return false;
}

static bool has_question(const struct sfc_site_family *f, const void *ctx)
{
    for (size_t i = 0; i < f->count; i++)
        if (sfc_same_text(f->cases[i].said->policy, ctx))
            return true;
    return false;
}

static void add_profiles(struct sfc_page *p, unsigned profiles)
{
    const char *before = "";
    for (unsigned i = SFR_PROFILE_V1; i <= SFR_PROFILE_V3; i++)
        if (profiles & 1U << i) {
            sfc_buffer_printf(&p->text, "%s%s", before, sfr_profile_name((enum sfr_profile)i));
            before = ", ";
        }
}

/* ---- Clauses ------------------------------------------------------------------------------ */

static void add_breaking_faults(struct sfc_page *p, const char *clause)
{
    const char *before = "<p>Faults that break it: ";
    for (unsigned i = 1; i < SFR_NUM_FAULTS; i++) {
        const struct sfr_fault_info *fault = sfr_fault_info((enum sfr_fault)i);
        if (!sfc_has_word(fault->clauses, clause))
            continue;
        sfc_html_add(&p->text, before);
        sfc_page_fault(p, fault->name, strlen(fault->name));
        before = ", ";
    }
    sfc_html_add(&p->text, before[0] == ',' ? ".</p>\n" : "");
}

static bool write_clause(struct sfc_site_writer *w, const struct sfr_clause_info *clause)
{
    struct sfc_page p = { .root = "../" };
    sfc_page_begin(&p, w->site, "../", "<a href=\"../clauses.html\">Clauses</a>", clause->id);
    sfc_html_element(&p.text, "<p class=\"lead\">", clause->statement, "</p>\n<dl>");
    sfc_html_fact(&p.text, "manuals", clause->source);
    sfc_html_fact(&p.text, "strength", clause->strength);
    sfc_html_add(&p.text, "<dt>profiles</dt><dd>");
    add_profiles(&p, clause->profiles);
    sfc_html_add(&p.text, "</dd></dl>\n");
    add_breaking_faults(&p, clause->id);
    sfc_html_add(&p.text, "<h2 id=\"basis\">Basis</h2>\n");
    sfc_page_basis(&p, SFC_CLAUSES, clause->id);
    sfc_html_add(&p.text, "<h2 id=\"cases\">Cases</h2>\n");
    sfc_page_families(&p, has_clause, clause->id);
    char *path = sfc_site_path("clause", clause->id);
    const bool good = sfc_page_end(&p, w, path);
    free(path);
    return good;
}

static bool write_clauses(struct sfc_site_writer *w)
{
    struct sfc_page p = { .root = "" };
    sfc_page_begin(&p, w->site, "", NULL, "Clauses");
    sfc_html_add(&p.text, "<p>What the manuals say, one demand each.</p>\n<dl class=\"grounds\">\n");
    for (unsigned i = 1; i < SFR_NUM_CLAUSES; i++) {
        const struct sfr_clause_info *clause = sfr_clause_info((enum sfr_clause)i);
        sfc_html_add(&p.text, "<dt>");
        sfc_page_clause(&p, clause->id, strlen(clause->id));
        sfc_html_element(&p.text, "</dt><dd>", clause->statement, "</dd>\n");
    }
    sfc_html_add(&p.text, "</dl>\n");
    bool good = sfc_page_end(&p, w, "clauses.html");
    for (unsigned i = 1; i < SFR_NUM_CLAUSES && good; i++)
        good = write_clause(w, sfr_clause_info((enum sfr_clause)i));
    return good;
}

/* ---- Faults and questions ------------------------------------------------------------------- */

static void add_heading(struct sfc_page *p, const char *name)
{
    sfc_html_add(&p->text, "<section id=\"");
    sfc_site_add_name(&p->text, name);
    sfc_html_element(&p->text, "\">\n<h2><code>", name, "</code></h2>\n");
}

static void add_folded_families(struct sfc_page *p, sfc_has_family_fn *has, const char *name)
{
    sfc_html_add(&p->text, "<details><summary>Cases</summary>\n");
    sfc_page_families(p, has, name);
    sfc_html_add(&p->text, "</details>\n</section>\n");
}

static bool write_faults(struct sfc_site_writer *w)
{
    struct sfc_page p = { .root = "" };
    sfc_page_begin(&p, w->site, "", NULL, "Faults");
    sfc_html_add(&p.text, "<p>What can be wrong or doubtful in a section.</p>\n");
    for (unsigned i = 1; i < SFR_NUM_FAULTS; i++) {
        const struct sfr_fault_info *fault = sfr_fault_info((enum sfr_fault)i);
        const struct sfr_policy_info *question = sfr_policy_info(fault->policy);
        add_heading(&p, fault->name);
        sfc_html_element(&p.text, "<p>", fault->message, "</p>\n<p class=\"soft\">Clauses: ");
        sfc_page_clauses(&p, fault->clauses);
        if (question) {
            sfc_html_add(&p.text, ". Open question: ");
            sfc_page_question(&p, question->id, strlen(question->id));
        }
        sfc_html_add(&p.text, ".</p>\n");
        sfc_page_basis(&p, SFC_FAULTS, fault->name);
        add_folded_families(&p, has_fault, fault->name);
    }
    return sfc_page_end(&p, w, "faults.html");
}

static void add_its_defect(struct sfc_page *p, const char *question)
{
    for (size_t i = 0; i < p->site->num_defects; i++)
        if (p->site->defects[i].is_listed && p->site->defects[i].count > 0
            && strcmp(p->site->defects[i].token, question) == 0) {
            sfc_html_add(&p->text, "<p>Implementations that answer otherwise: defect ");
            sfc_page_defect(p, &p->site->defects[i]);
            sfc_html_add(&p->text, ".</p>\n");
        }
}

static bool write_questions(struct sfc_site_writer *w)
{
    struct sfc_page p = { .root = "" };
    sfc_page_begin(&p, w->site, "", NULL, "Open questions");
    sfc_html_add(&p.text, "<p>What the manuals leave open, and how this suite answers it.</p>\n");
    for (unsigned i = 1; i < SFR_NUM_POLICIES; i++) {
        const struct sfr_policy_info *q = sfr_policy_info((enum sfr_policy)i);
        add_heading(&p, q->id);
        sfc_html_element(&p.text, "<p>", q->question, "</p>\n<dl>");
        sfc_html_fact(&p.text, "the reference's answer", q->answer);
        sfc_html_fact(&p.text, "allowed answers", q->answers);
        sfc_html_fact(&p.text, "verdict", q->verdict);
        sfc_html_add(&p.text, "<dt>profiles</dt><dd>");
        add_profiles(&p, q->profiles);
        sfc_html_add(&p.text, "</dd></dl>\n");
        sfc_page_basis(&p, SFC_POLICIES, q->id);
        add_its_defect(&p, q->id);
        add_folded_families(&p, has_question, q->id);
    }
    return sfc_page_end(&p, w, "questions.html");
}

bool sfc_write_registers(struct sfc_site_writer *w)
{
    return write_clauses(w) && write_faults(w) && write_questions(w);
}
