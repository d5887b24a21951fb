/* SPDX-License-Identifier: MIT */
/* report_html_failures.h - the failures of a run as a part of the HTML report. */
#ifndef SFC_REPORT_HTML_FAILURES_H
#define SFC_REPORT_HTML_FAILURES_H

#include "report.h"

/*
 * The failures by cause, known failures by reason: of each group an example, of the others what
 * differs from it. Bytes and clauses of the first examples take what is left; the others lack them.
 * The fragment of a case is "c:ID", that of a group "g:TOKEN"; on a page with several runs "c2:ID"
 * and "g2:TOKEN", where 2 is `number`. On a page with one run it is 0. The evidence of the examples
 * goes to `bases`, for sfc_html_bases().
 */
void sfc_html_failures(struct sfc_buffer *b, const struct sfc_results *results, size_t number, size_t *left,
                       struct sfc_buffer *bases);

#endif
