/* SPDX-License-Identifier: MIT */
/* report.h - what people and machines read after a run; all of it is made from files, one for each results file. */
#ifndef SFC_REPORT_H
#define SFC_REPORT_H

#include <stdio.h>

#include "results.h"

/* ---- What is counted and grouped ------------------------------------------------------ */

/* How many cases of an area had each outcome and standing. */
struct sfc_area_counts {
    const char *area;
    size_t outcomes[SFC_NUM_OUTCOMES], standings[SFC_NUM_STANDINGS], count;
};
/* One for each area that occurs, sorted by name. The caller frees it. */
struct sfc_area_counts *sfc_count_areas(const struct sfc_results *results, size_t *num_areas);

/* Implementations x areas. The last area is "all". */
struct sfc_matrix {
    const char **areas;
    size_t num_areas, num_files;
    struct sfc_area_counts *cells;
};
void sfc_matrix_make(struct sfc_matrix *matrix, const struct sfc_results *files, size_t num_files);
const struct sfc_area_counts *sfc_matrix_cell(const struct sfc_matrix *matrix, size_t results, size_t area);
/* How many cases of a cell were asked. */
size_t sfc_cell_asked(const struct sfc_area_counts *cell);
void sfc_matrix_free(struct sfc_matrix *matrix);

/* Records with one standing and one cause: for known failures the reason, else outcome and detail. */
struct sfc_group {
    const struct sfc_record **records; /* sorted by id */
    size_t count;
};
/* The groups of a standing, the largest first. Free with sfc_groups_free(). */
struct sfc_group *sfc_group_records(const struct sfc_results *results, enum sfc_standing standing, size_t *num_groups);
void sfc_groups_free(struct sfc_group *groups, size_t num_groups);
/* "wrong-output fre.ra" */
void sfc_add_outcome(struct sfc_buffer *out, const struct sfc_record *record);

/* Titles of the standings that are listed one by one, as "3 unexpected failures" goes on behind the number. */
const char *sfc_standing_title(enum sfc_standing standing);
/* "conforms", "does not conform", ... */
const char *sfc_conclusion(const struct sfc_results *results);
/* How many cases were asked and how many of these passed. */
size_t sfc_num_asked(const struct sfc_results *results);

/* ---- Reports ----------------------------------------------------------------------------- */

/* The console report: a table of areas and outcomes, then what is unexpected or stale, each with its first differing
   line and the command that repeats it. At most `most` failures of a kind are shown (0: all). `colour`: with escape
   sequences. Several files: first a table of implementations and areas. */
void sfc_report_text(struct sfc_buffer *out, const struct sfc_results *files, size_t num_files, size_t most,
                     bool colour);

/* A table in Markdown of how many cases of each area each implementation passed, failed and skipped. */
void sfc_report_matrix(struct sfc_buffer *out, const struct sfc_results *files, size_t num_files);

/* The same and the known failures by reason, as Markdown. */
void sfc_report_markdown(struct sfc_buffer *out, const struct sfc_results *files, size_t num_files);

/* One page of HTML that needs nothing else. */
void sfc_report_html(struct sfc_buffer *out, const struct sfc_results *files, size_t num_files);

/* JUnit's XML, as GitLab, Jenkins and GitHub actions read it: known failures are skipped tests. */
void sfc_report_junit(struct sfc_buffer *out, const struct sfc_results *files, size_t num_files);

/* The Test Anything Protocol: a line for each case, where a known failure is a TODO and a stale entry a failure; then a
   line for each entry that matches no case, and the plan; of an interrupted run `Bail out!` instead. `number` is that
   of the test; `who` is NULL, or is put before the names. */
void sfc_report_tap_case(struct sfc_buffer *out, const struct sfc_record *record, size_t number, const char *who);
void sfc_report_tap_end(struct sfc_buffer *out, const struct sfc_results *results, size_t number);
void sfc_report_tap(struct sfc_buffer *out, const struct sfc_results *files, size_t num_files);

/* What is new between two results files of an implementation, as text or Markdown. Returns whether something got
   worse. */
bool sfc_report_diff(struct sfc_buffer *out, const struct sfc_results *before, const struct sfc_results *after,
                     bool markdown);

/* A report by the name of its format; false if there is no such format. */
bool sfc_report_by_name(const char *format, struct sfc_buffer *out, const struct sfc_results *files, size_t num_files,
                        bool colour);

#endif
