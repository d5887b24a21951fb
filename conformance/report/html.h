/* SPDX-License-Identifier: MIT */
/* html.h - parts of HTML pages about results. All texts of results are escaped. */
#ifndef SFC_HTML_H
#define SFC_HTML_H

#include "report.h"

/* Adds markup as it is. */
void sfc_html_add(struct sfc_buffer *b, const char *html);
/* Text between two pieces of markup. */
void sfc_html_element(struct sfc_buffer *b, const char *open, const char *text, const char *close);
/* "readelf 2.40" */
void sfc_html_name(struct sfc_buffer *b, const struct sfc_results *results);
/* "wrong-output fre.ra" */
void sfc_html_outcome(struct sfc_buffer *b, const struct sfc_record *record);
/* What `say` says of the results, after markup. */
void sfc_html_said(struct sfc_buffer *b, const char *open, const struct sfc_results *results, sfc_say_fn *say);
/* The conclusion. */
void sfc_html_badge(struct sfc_buffer *b, const struct sfc_results *results);
/* The most important numbers. */
void sfc_html_numbers(struct sfc_buffer *b, const struct sfc_results *results);
/* How much of the results is missing. Nothing if the run is complete. */
void sfc_html_incomplete(struct sfc_buffer *b, const struct sfc_results *results);
/* Both, and what was claimed. */
void sfc_html_cards(struct sfc_buffer *b, const struct sfc_results *results);
/* A line of a <dl>. Nothing if there is no value. */
void sfc_html_fact(struct sfc_buffer *b, const char *name, const char *value);

/* Adds what a name in a table links to; a function that is NULL: nothing. */
struct sfc_html_links {
    void (*run)(struct sfc_buffer *b, const void *ctx, size_t run);
    void (*area)(struct sfc_buffer *b, const void *ctx, const char *area);
    const void *ctx;
};
/* A table of the levels: right answers and cases asked, and the highest level reached. */
void sfc_html_levels(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs,
                     const struct sfc_html_links *links);
/* A table of the areas with its legend: right answers and cases asked, and how the failures stand. */
void sfc_html_areas(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs,
                    const struct sfc_html_links *links);

/* Its legend. */
void sfc_html_legend(struct sfc_buffer *b);
/* A cell of it: "34/36", and a bar. */
void sfc_html_cell(struct sfc_buffer *b, const struct sfc_area_counts *cell);

/* The answer of a failure without two lines to compare: "accept". */
void sfc_html_deed(struct sfc_buffer *b, const struct sfc_record *record);
/* The first difference of a failure: what is expected and what was seen. */
void sfc_html_difference(struct sfc_buffer *b, const struct sfc_record *record);

/* The bytes of a record by field and bit, for a <pre>, in about so many lines. */
void sfc_html_fields(struct sfc_buffer *b, const struct sfc_record *record, size_t max_lines);

#endif
