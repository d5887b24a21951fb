/* SPDX-License-Identifier: MIT */
/* site_page.h - what all pages of a site have, and the parts that several kinds of page use. */
#ifndef SFC_SITE_PAGE_H
#define SFC_SITE_PAGE_H

#include "html.h"
#include "new_folder.h"
#include "registers.h"
#include "site_model.h"

/* The site as it is written. */
struct sfc_site_writer {
    const struct sfc_site *site;
    struct sfc_new_folder folder;
    struct sfc_buffer files; /* the names of those written, one a line */
    struct sfc_site_sums sums;
    int stop_fd;
    struct sfc_error *error;
};

/* The text of one page. `root` leads from its folder to the front page's: "", "../" or "../../". */
struct sfc_page {
    struct sfc_buffer text;
    const struct sfc_site *site;
    const char *root;
};

/* Starts a page with its frame and heading. `up` is markup before the heading that leads back, or
   NULL. The heading is text. */
void sfc_page_begin(struct sfc_page *page, const struct sfc_site *site, const char *root, const char *up,
                    const char *heading);
/* Ends the page, writes it and frees its text. */
bool sfc_page_end(struct sfc_page *page, struct sfc_site_writer *w, const char *path);
/* Writes any other file of the site and frees its text. */
bool sfc_site_add_file(struct sfc_site_writer *w, const char *path, struct sfc_buffer *text);

/* Where shared tables link to; the page must stay. */
struct sfc_html_links sfc_page_links(const struct sfc_page *page);

/* Links, each with text of its own. */
void sfc_page_family(struct sfc_page *page, const struct sfc_site_family *family);
void sfc_page_run(struct sfc_page *page, const struct sfc_site_run *run);
void sfc_page_defect(struct sfc_page *page, const struct sfc_site_defect *defect);
/* To a clause, fault or question of the registers; text alone if they do not have it. */
void sfc_page_clause(struct sfc_page *page, const char *id, size_t len);
void sfc_page_fault(struct sfc_page *page, const char *name, size_t len);
void sfc_page_question(struct sfc_page *page, const char *id, size_t len);
/* The clauses of a list of words, with spaces between. */
void sfc_page_clauses(struct sfc_page *page, const char *words);

/* What a row of the registers rests on in each profile; profiles with one basis share a line. */
void sfc_page_basis(struct sfc_page *page, enum sfc_register in, const char *name);

/* Families by area, with how many implementations are wrong about each: those that `has` accepts. */
typedef bool sfc_has_family_fn(const struct sfc_site_family *family, const void *ctx);
void sfc_page_families(struct sfc_page *page, sfc_has_family_fn *has, const void *ctx);

#endif
