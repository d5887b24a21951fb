/* SPDX-License-Identifier: MIT */
/* report_text_table.h - the console report's table of areas and outcomes. */
#ifndef SFC_REPORT_TEXT_TABLE_H
#define SFC_REPORT_TEXT_TABLE_H

#include "report.h"

/* The name of an area, as wide as the first column. */
void sfc_text_area(struct sfc_buffer *out, const char *name);

/* The areas with failures and how many cases of each had which outcome, for 80 columns; nothing if there are no
   failures. `all`: all areas, and the skipped cases, as wide as it takes. */
void sfc_text_outcomes(struct sfc_buffer *out, const struct sfc_results *results, bool all);

#endif
