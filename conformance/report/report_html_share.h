/* SPDX-License-Identifier: MIT */
/* report_html_share.h - what the failures of a group have in common, and how one differs from the example. */
#ifndef SFC_REPORT_HTML_SHARE_H
#define SFC_REPORT_HTML_SHARE_H

#include "report.h"

/* What a case is about: its fault, the open question, or "". */
const char *sfc_html_about(const struct sfc_record *record);

/* For fragments of what has no name (FNV-1a). */
uint64_t sfc_html_hash(const char *text);

/* The command that most failures of a group have in common, with ID for their id; the caller frees it.
   NULL if no two have one. */
char *sfc_html_shared_command(const struct sfc_group *group);
/* Is it the command of this failure? `command` may be NULL. */
bool sfc_html_shares_command(const struct sfc_record *record, const char *command);

/* Adds the outcome, what is expected and what was seen: of two lines the words that differ. Nothing of what the example
   has as well. */
void sfc_html_short_difference(struct sfc_buffer *b, const struct sfc_record *record, const struct sfc_record *example);

/* What an answer rests on, with a link to its basis. */
void sfc_html_ground(struct sfc_buffer *b, const struct sfc_ground *ground);
/* Adds the basis to the lines for sfc_html_bases(). */
void sfc_html_basis(struct sfc_buffer *bases, const struct sfc_ground *ground);
/* A list of these bases, each once. Sorts the lines. */
void sfc_html_bases(struct sfc_buffer *b, struct sfc_buffer *bases);

#endif
