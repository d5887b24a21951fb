/* SPDX-License-Identifier: MIT */
/* The index of the search, and the files that are the same in every site. */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "site_files.h"
#include "site_names.h"
#include "site_pages.h"

/* ["PATH","NAME","TITLE","WORDS",[RUNS]] */
static void add_entry(struct sfc_buffer *b, const char *path, const char *name, const char *title)
{
    sfc_buffer_printf(b, "%s\n[", b->data[b->len - 1] == '[' ? "" : ",");
    sfc_json_string(b, path);
    sfc_buffer_printf(b, ",");
    sfc_json_string(b, name);
    sfc_buffer_printf(b, ",");
    sfc_json_string(b, title ? title : "");
}

static void end_entry(struct sfc_buffer *b, const char *words)
{
    sfc_buffer_printf(b, ",");
    sfc_json_string(b, words);
}

/* A word of a list that grows, once. */
static void add_word(struct sfc_buffer *words, const char *word, size_t len)
{
    char *one = sfc_copy_text(word, len);
    if (!sfc_has_word(sfc_buffer_text(words), one))
        sfc_buffer_printf(words, "%s%s", words->len > 0 ? " " : "", one);
    free(one);
}

static void add_family(struct sfc_buffer *b, const struct sfc_site *site, const struct sfc_site_family *f)
{
    struct sfc_buffer words = { 0 };
    for (size_t i = 0; i < f->count; i++) {
        const struct sfc_record *r = f->cases[i].said;
        const char *rest = r->clauses, *word;
        size_t len;
        while ((word = sfc_next_word(&rest, &len)))
            add_word(&words, word, len);
        if (r->fault_class)
            add_word(&words, r->fault_class, strlen(r->fault_class));
        if (r->policy)
            add_word(&words, r->policy, strlen(r->policy));
    }
    add_entry(b, f->path, f->name, sfc_site_shown_case(f)->said->title);
    end_entry(b, sfc_buffer_text(&words));
    sfc_buffer_printf(b, ",[");
    const char *before = "";
    for (size_t s = 0; s < site->num_runs; s++)
        if (sfc_site_score(f, s).wrong > 0) {
            sfc_buffer_printf(b, "%s%zu", before, s);
            before = ",";
        }
    sfc_buffer_printf(b, "]]");
    sfc_buffer_free(&words);
}

/* A page, or a part of one, that no family is about. */
static void add_other(struct sfc_buffer *b, const char *path, const char *name, const char *title, const char *kind)
{
    add_entry(b, path, name, title);
    end_entry(b, kind);
    sfc_buffer_printf(b, "]");
}

/* A row of a register: FOLDER, its name as a part of a path, ENDING. */
static void add_row(struct sfc_buffer *b, const char *folder, const char *ending, const char *name, const char *title,
                    const char *kind)
{
    struct sfc_buffer path = { 0 };
    sfc_buffer_printf(&path, "%s", folder);
    sfc_site_add_name(&path, name);
    sfc_buffer_printf(&path, "%s", ending);
    add_other(b, path.data, name, title, kind);
    sfc_buffer_free(&path);
}

static void add_others(struct sfc_buffer *b, const struct sfc_site *site)
{
    for (size_t i = 0; i < site->num_runs; i++)
        add_other(b, site->runs[i].path, site->runs[i].name, site->results[i].about, "implementation");
    for (size_t i = 0; i < site->num_defects; i++)
        if (site->defects[i].count > 0)
            add_other(b, site->defects[i].path, site->defects[i].token, site->defects[i].title, "defect");
    for (unsigned i = 1; i < SFR_NUM_CLAUSES; i++) {
        const struct sfr_clause_info *clause = sfr_clause_info((enum sfr_clause)i);
        add_row(b, "clause/", ".html", clause->id, clause->statement, "clause");
    }
    for (unsigned i = 1; i < SFR_NUM_FAULTS; i++) {
        const struct sfr_fault_info *fault = sfr_fault_info((enum sfr_fault)i);
        add_row(b, "faults.html#", "", fault->name, fault->message, "fault");
    }
    for (unsigned i = 1; i < SFR_NUM_POLICIES; i++) {
        const struct sfr_policy_info *question = sfr_policy_info((enum sfr_policy)i);
        add_row(b, "questions.html#", "", question->id, question->question, "question");
    }
}

static bool add_fixed(struct sfc_site_writer *w, const char *path, const char *const *parts)
{
    struct sfc_buffer text = { 0 };
    for (size_t i = 0; parts[i]; i++)
        sfc_buffer_printf(&text, "%s", parts[i]);
    return sfc_site_add_file(w, path, &text);
}

bool sfc_write_search(struct sfc_site_writer *w)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "var SITE_RUNS=[");
    for (size_t i = 0; i < w->site->num_runs; i++) {
        sfc_buffer_printf(&b, "%s", i > 0 ? "," : "");
        sfc_json_string(&b, w->site->runs[i].name);
    }
    sfc_buffer_printf(&b, "];\nvar SITE_INDEX=[");
    add_others(&b, w->site);
    for (size_t i = 0; i < w->site->num_families; i++)
        add_family(&b, w->site, &w->site->families[i]);
    sfc_buffer_printf(&b, "\n];\n");
    return sfc_site_add_file(w, "search-index.js", &b) && add_fixed(w, "site.js", sfc_site_script)
           && add_fixed(w, "site.css", sfc_site_style);
}
