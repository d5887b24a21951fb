/* SPDX-License-Identifier: MIT */
/*
 * results.h - one results file in memory: all that any report is made from.
 *
 * A run fills a results line by line as it writes them, so that what it prints is what `sframe-conform report` prints
 * from the file. Strings are NULL where they do not apply; all of them belong to the results.
 */
#ifndef SFC_RESULTS_H
#define SFC_RESULTS_H

#include "json_read.h"
#include "run.h"

/* What became of one case. */
struct sfc_record {
    const char *id, *title, *clauses, *profile, *abi, *order, *area, *op, *expect, *fault_class, *policy, *multi_fault;
    const char *detail, *message, *expected, *seen, *command;
    const char *known, *reason; /* outcomes and reason of its entry in the known-failure file */
    size_t known_line;
    enum sfc_outcome outcome;
    enum sfc_standing standing;
    double seconds; /* from the question to the outcome */
    bool has_range; /* of the fault that a reject is about */
    size_t range_start, range_end;
    size_t size;          /* of the section */
    const uint8_t *bytes; /* of a failure: the section from bytes_at on, as much as is worth looking at */
    size_t bytes_at, num_bytes;
};

/* An entry of the known-failure file whose case does not exist. */
struct sfc_unmatched {
    const char *id;
    size_t line;
};

struct sfc_results {
    char *path; /* for messages */
    const char *implementation, *about, *version, *runner, *adapter, *corpus, *corpus_sha256, *known;
    const char *seed; /* that the order of the questions came from */
    const char *profiles, *abis, *orders, *ops, *unobservable, *policies;
    size_t num_cases, num_selected; /* of the corpus; of the run */
    struct sfc_record *records;     /* sorted by id once the results is whole */
    size_t count;
    struct sfc_unmatched *unmatched;
    size_t num_unmatched;
    struct sfc_totals totals;
    bool has_header, has_summary;
    bool complete;             /* false: the run was interrupted */
    const char *trouble;       /* what went wrong when the implementation was told to end */
    int status;                /* exit status of the run; -1 if it did not get that far */
    struct sfc_json_tree tree; /* of the line that was read last */
    unsigned line;
    char **kept;
    size_t num_kept;
};

/* An empty results; `path` is for messages. */
void sfc_results_start(struct sfc_results *results, const char *path);
/* Takes the next line, without its newline. On failure *error names file and line. */
bool sfc_results_add(struct sfc_results *results, const char *line, size_t len, struct sfc_error *error);
/* Sorts the records; a case that comes twice is an error. */
bool sfc_results_finish(struct sfc_results *results, struct sfc_error *error);

/* Reads a results file, or FOLDER/results.jsonl; FOLDER/results.jsonl.part where that is all there is, or newer. A file
   that is cut off is an error, unless its name ends with ".part":
   then what is there is read, without a last line that is not whole. */
bool sfc_results_read(struct sfc_results *results, const char *path, struct sfc_error *error);
void sfc_results_free(struct sfc_results *results);

/* The record of a case; NULL if there is none. */
const struct sfc_record *sfc_results_find(const struct sfc_results *results, const char *id);

#endif
