/* SPDX-License-Identifier: MIT */
/* site_pages.h - each kind of page. All return false after an error. */
#ifndef SFC_SITE_PAGES_H
#define SFC_SITE_PAGES_H

#include "site_page.h"

bool sfc_write_front(struct sfc_site_writer *w);
bool sfc_write_implementations(struct sfc_site_writer *w);
bool sfc_write_areas(struct sfc_site_writer *w);
bool sfc_write_families(struct sfc_site_writer *w);
/* Also the list of all. */
bool sfc_write_defects(struct sfc_site_writer *w);
/* The clauses, faults and open questions. */
bool sfc_write_registers(struct sfc_site_writer *w);
/* The index for the search, the script and the style. */
bool sfc_write_search(struct sfc_site_writer *w);

#endif
