/* SPDX-License-Identifier: MIT */
/* report.h - what people and machines read after a run; all of it is made from sheets, one for each results file. */
#ifndef SFR_CONFORMANCE_REPORT_H
#define SFR_CONFORMANCE_REPORT_H

#include <stdio.h>

#include "sheet.h"

/* ---- What is counted and grouped ------------------------------------------------------ */

/* How many cases of an area had each outcome and standing. */
struct sfr_area_counts {
    const char *area;
    size_t outcomes[SFR_NUM_OUTCOMES], standings[SFR_NUM_STANDINGS], count;
};
/* One for each area that occurs, sorted by name. The caller frees it. */
struct sfr_area_counts *sfr_count_areas(const struct sfr_sheet *sheet, size_t *num_areas);

/* Implementations x areas. The last area is "all". */
struct sfr_matrix {
    const char **areas;
    size_t num_areas, num_sheets;
    struct sfr_area_counts *cells;
};
void sfr_matrix_make(struct sfr_matrix *matrix, const struct sfr_sheet *sheets, size_t num_sheets);
const struct sfr_area_counts *sfr_matrix_cell(const struct sfr_matrix *matrix, size_t sheet, size_t area);
/* How many cases of a cell were asked. */
size_t sfr_cell_asked(const struct sfr_area_counts *cell);
void sfr_matrix_free(struct sfr_matrix *matrix);

/* Records with one standing and one cause: for known failures the reason, else outcome and detail. */
struct sfr_group {
    const struct sfr_record **records; /* sorted by id */
    size_t count;
};
/* The groups of a standing, the largest first. Free with sfr_groups_free(). */
struct sfr_group *sfr_group_records(const struct sfr_sheet *sheet, enum sfr_standing standing, size_t *num_groups);
void sfr_groups_free(struct sfr_group *groups, size_t num_groups);
/* "wrong-output fre.ra" */
void sfr_add_outcome(struct sfr_buffer *out, const struct sfr_record *record);

/* Titles of the standings that are listed one by one, as "3 unexpected failures" goes on behind the number. */
const char *sfr_standing_title(enum sfr_standing standing);
/* "conforms", "does not conform", ... */
const char *sfr_verdict(const struct sfr_sheet *sheet);
/* How many cases were asked and how many of these passed. */
size_t sfr_num_asked(const struct sfr_sheet *sheet);

/* ---- Reports ----------------------------------------------------------------------------- */

/* The console report: a table of areas and outcomes, then what is unexpected or stale, each with its first differing
   line and the command that repeats it. At most `most` failures of a kind are shown (0: all). `colour`: with escape
   sequences. Several sheets: first a table of implementations and areas. */
void sfr_report_text(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets, size_t most,
                     bool colour);

/* A table in Markdown of how many cases of each area each implementation passed, failed and skipped. */
void sfr_report_matrix(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets);

/* The same and the known failures by reason, as Markdown. */
void sfr_report_markdown(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets);

/* One page of HTML that needs nothing else. */
void sfr_report_html(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets);

/* JUnit's XML, as GitLab, Jenkins and GitHub actions read it: known failures are skipped tests. */
void sfr_report_junit(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets);

/* The Test Anything Protocol: a line for each case, where a known failure is a TODO and a stale entry a failure; then a
   line for each entry that matches no case, and the plan; of an interrupted run `Bail out!` instead. `number` is that
   of the test; `who` is NULL, or is put before the names. */
void sfr_report_tap_case(struct sfr_buffer *out, const struct sfr_record *record, size_t number, const char *who);
void sfr_report_tap_end(struct sfr_buffer *out, const struct sfr_sheet *sheet, size_t number);
void sfr_report_tap(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets);

/* What is new between two results files of an implementation, as text or Markdown. Returns whether something got
   worse. */
bool sfr_report_diff(struct sfr_buffer *out, const struct sfr_sheet *before, const struct sfr_sheet *after,
                     bool markdown);

/* A report by the name of its format; false if there is no such format. */
bool sfr_report_by_name(const char *format, struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets,
                        bool colour);

#endif
