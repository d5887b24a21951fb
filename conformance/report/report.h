/* SPDX-License-Identifier: MIT */
/* report.h - what people and machines read after a run. All of it is made from the results of one
   run or several. */
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
    size_t num_areas, num_runs;
    struct sfc_area_counts *cells;
};
void sfc_matrix_make(struct sfc_matrix *matrix, const struct sfc_results *runs, size_t num_runs);
const struct sfc_area_counts *sfc_matrix_cell(const struct sfc_matrix *matrix, size_t run, size_t area);
/* How many cases of a cell were run. */
size_t sfc_cell_asked(const struct sfc_area_counts *cell);
void sfc_matrix_free(struct sfc_matrix *matrix);

/* At the end of a run: offsets that only a few failures have become one cause, "off by differing amounts". */
void sfc_results_merge_causes(struct sfc_results *results);

/* The failures with one cause, whatever their standing. */
struct sfc_cause_sum {
    struct sfc_record *const *records; /* sorted by id */
    size_t count, standings[SFC_NUM_STANDINGS];
    const struct sfc_record *example; /* the plainest one */
};
/* All causes, worst first: no answer, a wrong answer, too much accepted, too much rejected, the rest; of these the lower
   level, then the larger number. Free with sfc_cause_list_free(). */
struct sfc_cause_list {
    struct sfc_record **records;
    struct sfc_cause_sum *sums;
    size_t count;
};
struct sfc_cause_list sfc_results_list_causes(const struct sfc_results *results);
void sfc_cause_list_free(struct sfc_cause_list *causes);

/* Records with one standing and one cause (cause.h); known failures: with one reason. */
struct sfc_group {
    const struct sfc_record **records; /* sorted by id */
    size_t count;
    const struct sfc_record *example; /* the one with the fewest wrong keys, of these the smallest section */
    enum sfc_level level;             /* known failures have none: `safe` */
    char *token;                      /* of the cause, for links; NULL for a reason */
    char *title;                      /* of the cause, or the reason */
};
/* The groups of a standing: in the order of the levels, the largest of a level first. Offsets that
   only a few failures have are one group, "off by differing amounts". Free with
   sfc_groups_free(). */
struct sfc_group *sfc_group_records(const struct sfc_results *results, enum sfc_standing standing, size_t *num_groups);
void sfc_groups_free(struct sfc_group *groups, size_t num_groups);
/* Adds the command that describes a case, as it can be typed where this program was started:
   "sframe-conform explain --corpus DIR ID". */
void sfc_add_explain(struct sfc_buffer *out, const struct sfc_results *results, const char *id);
/* Adds the command of a failure the same way. Results keep it with the name of the program alone, for
   readers elsewhere. */
void sfc_add_repeat(struct sfc_buffer *out, const struct sfc_record *record);
/* Adds what to do after a list of failures: the same command for the first of them. Nothing if there
   is no failure. */
void sfc_add_next_step(struct sfc_buffer *out, const struct sfc_results *results);

/* "wrong-output fre.ra" */
void sfc_add_outcome(struct sfc_buffer *out, const struct sfc_record *record);

/* What the right answer of a case rests on: each of its clauses, then its fault and its policy. */
struct sfc_ground {
    const char *name, *says;
    const char *source; /* of a clause: the sections of the manuals; else NULL */
    const char *basis;  /* in the profile of the case, in one line */
};
typedef void sfc_ground_fn(struct sfc_buffer *out, const struct sfc_ground *ground);
/* Calls `add` for each. */
void sfc_add_grounds(struct sfc_buffer *out, const struct sfc_record *record, sfc_ground_fn *add);
/* "strict: why it is not that of the fault" */
void sfc_add_level(struct sfc_buffer *out, const struct sfc_record *record);

/* Adds "3 unexpected failures". */
void sfc_add_standing(struct sfc_buffer *out, enum sfc_standing standing, size_t count);
/* Why a failure only is shown, after `before`: "above the gate (strict)". Nothing if it counts. */
void sfc_add_excuse(struct sfc_buffer *out, const char *before, const struct sfc_record *record);
/* "level: validate (strict: 120 of 180)": what gates, and how many answers of each level are right
   that is not reached. */
void sfc_add_levels(struct sfc_buffer *out, const struct sfc_results *results);
/* What the skipped cases need and the adapter does not declare, and the answers that its declaration hides, as members
   of the summary. */
void sfc_write_claim(struct sfc_buffer *out, const struct sfc_results *results);
void sfc_write_hidden(struct sfc_buffer *out, const struct sfc_results *results);
/* The end of a run in a word: conforms, passes (but the claim, the selection or the level is another), as-expected,
   fails, stale, bad-end, nothing, interrupted. */
const char *sfc_results_verdict(const struct sfc_results *results);
/* "conforms" of a claim over the whole corpus; of less "34 of 34 asked pass (486 of 520 selected not claimed: v2 v3,
   s390x)"; "as expected: 3 known failures, none new", "does not conform", ... (claim.c) */
void sfc_add_conclusion(struct sfc_buffer *out, const struct sfc_results *results);
/* "profiles v1; ABIs amd64; byte orders little; ops decode; cannot show section.abi" */
void sfc_add_declared(struct sfc_buffer *out, const struct sfc_results *results);
/* What the declaration leaves out of the selected cases: "486 of 520 selected: v2 v3, s390x", or "none". */
void sfc_add_not_claimed(struct sfc_buffer *out, const struct sfc_results *results);
/* The last part of it: "v2 v3, s390x". */
void sfc_add_missing(struct sfc_buffer *out, const struct sfc_results *results);
/* These three add nothing for results of an older version.
   Right answers of those asked: "accept 484 of 836, reject 193 of 471, policy 20 of 20". */
void sfc_add_kinds(struct sfc_buffer *out, const struct sfc_results *results);
/* "681 right rejections, 635 unproved: the reader gets the parent wrong or refuses it; 3 not shown: the parent was not
   asked" */
void sfc_add_rejections(struct sfc_buffer *out, const struct sfc_results *results);
/* "class judged in 12 of 681, range in 10" */
void sfc_add_judged(struct sfc_buffer *out, const struct sfc_results *results);

/* Adds a sentence about results, such as those above. */
typedef void sfc_say_fn(struct sfc_buffer *out, const struct sfc_results *results);

/* Words for trouble that is no case's fault. */
struct sfc_trouble_words {
    const char *what;     /* "did not exit cleanly" */
    const char *sentence; /* the same as a sentence */
    const char *test;     /* what fails: "the implementation exits cleanly" */
    const char *label;    /* before the trouble: "at exit" */
    const char *name;     /* one word: "end" */
};
const struct sfc_trouble_words *sfc_trouble_words(const struct sfc_results *results);
/* Adds what is wrong with the answers about the simplest sections, or nothing for NULL: each line after `before`. */
void sfc_add_lines(struct sfc_buffer *out, const char *before, const char *lines);
/* How many cases were run: neither skipped nor interrupted. */
size_t sfc_num_asked(const struct sfc_results *results);

/* ---- Reports ----------------------------------------------------------------------------- */

/* The console report: a table of the outcomes of areas with failures (`most` 0: of all areas), then the
   unexpected failures, stale entries and informational failures by cause. Of the first `most` causes of
   a level (0: of all) an example is shown in full, and some of the other ids (0: all). Sentences are
   folded at 80 columns, unless `most` is 0. `colour`: with escape sequences. Several runs: first a table
   of implementations and areas. */
void sfc_report_text(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs, size_t most, bool colour);

/* A table in Markdown of how many cases of each area each implementation passed, failed and
   skipped. */
void sfc_report_matrix(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs);

/* The same and the known failures by reason, as Markdown. */
void sfc_report_markdown(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs);

/* One page of HTML that needs nothing else: about 400 KB for 1,000 failures. */
void sfc_report_html(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs);

/* JUnit's XML, as GitLab, Jenkins and GitHub actions read it: known failures are skipped tests. */
void sfc_report_junit(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs);

/* The Test Anything Protocol: a line for each case, then a line for each entry that matches no
   case, and the plan; or `Bail out!` after an interrupted run. A known failure is a TODO, a stale
   entry a failure. `number` is that of the test; `who` (or NULL) is put before the names. */
void sfc_report_tap_case(struct sfc_buffer *out, const struct sfc_record *record, size_t number, const char *who);
void sfc_report_tap_end(struct sfc_buffer *out, const struct sfc_results *results, size_t number);
void sfc_report_tap(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs);

/* What changed between two runs of an implementation, as text or Markdown. True if there are
   regressions. */
bool sfc_report_diff(struct sfc_buffer *out, const struct sfc_results *before, const struct sfc_results *after,
                     bool markdown);

/* For each distinct defect a page in Markdown for a bug tracker, FOLDER/TOKEN.md, and README.md, which
   lists them. The corpus is that of the runs. */
bool sfc_report_defects(const char *folder, const struct sfc_results *runs, size_t num_runs,
                        const struct sfc_corpus *corpus, struct sfc_error *error);

/* The report of a format; NULL if there is no such format. */
typedef void sfc_report_fn(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs);
sfc_report_fn *sfc_report_find(const char *format);
/* Adds the formats: "text, tap, junit, markdown, matrix or html". */
void sfc_report_add_formats(struct sfc_buffer *out);

#endif
