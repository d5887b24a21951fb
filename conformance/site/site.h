/* SPDX-License-Identifier: MIT */
/*
 * site.h - a folder of HTML pages about results: one for each family of cases, defect, clause, area
 * and implementation, and a front page.
 *
 * It needs no server and no network. Links are relative, and paths and anchors are made from ids
 * alone, so that a link stays right when the site is made again from other results.
 */
#ifndef SFC_SITE_H
#define SFC_SITE_H

#include "results.h"

struct sfc_site_input {
    struct sfc_results *runs; /* sorted by implementation and release here */
    size_t num_runs;
    const struct sfc_corpus *corpus; /* for the bytes of cases */
    const char *known;               /* a folder with known-failure files and causes.txt; NULL: none */
};

/* What was written, for a message. */
struct sfc_site_sums {
    size_t pages, bytes, families, defects;
};

/* Writes the site. The folder must not exist, be empty, or have only a site that was written
   here. On failure it stays as it was. `stop_fd` becomes readable to stop; -1: never. */
bool sfc_site_write(const char *folder, const struct sfc_site_input *input, int stop_fd, struct sfc_site_sums *sums,
                    struct sfc_error *error);

#endif
