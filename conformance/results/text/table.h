/* SPDX-License-Identifier: MIT */
/* table.h - tables of areas, levels and kinds of cases. */
#ifndef SFC_RESULTS_TABLE_H
#define SFC_RESULTS_TABLE_H

#include "results.h"

/* How many cases of each area had which outcome; how many answers of each level and of each kind of case are right;
   what the rejections prove; what was declared. */
void sfc_text_tables(struct sfc_buffer *out, const struct sfc_results *results);

#endif
