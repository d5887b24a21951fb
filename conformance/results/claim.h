/* SPDX-License-Identifier: MIT */
/* claim.h - what an implementation claims, what that leaves out, and what the run comes to. */
#ifndef SFC_CLAIM_H
#define SFC_CLAIM_H

#include "results.h"

/* What the skipped cases need and the adapter does not declare, and the answers that its declaration hides, as members
   of the summary. */
void sfc_write_claim(struct sfc_buffer *out, const struct sfc_results *results);
void sfc_write_hidden(struct sfc_buffer *out, const struct sfc_results *results);

/* Adds the words of the declaration that hide an answer of cases that were asked: "fre.cfa fre.ra@amd64". */
void sfc_add_hidden(struct sfc_buffer *out, const struct sfc_results *results);
/* The level that the answers about one ABI reach, if answers are hidden of other ABIs alone; else NULL. */
const char *sfc_results_reached_on(const struct sfc_results *results, const char *abi);
/* The ABIs; the last one is NULL. */
extern const char *const sfc_abis[];

/* How many cases were left out on purpose, and why (SFC_LEFT_OUT and the next); several reasons may hold for one.
   Nothing is written if it is none. */
struct sfc_left_out {
    size_t cases, of[SFC_NUM_MISSING];
};
void sfc_count_left_out(const struct sfc_results *results, struct sfc_left_out *left);
void sfc_write_left_out(struct sfc_buffer *out, const struct sfc_results *results);
/* The level that the answers reach about all that is not left out. */
const char *sfc_results_within(const struct sfc_results *results);
/* Adds what it says that it leaves out on purpose: "needs:sorted without:flexible". */
void sfc_add_limits(struct sfc_buffer *out, const struct sfc_config *config);

/* What a run comes to; PASSES: all that was asked passes, but the claim, the selection or the level is narrower. */
enum sfc_verdict {
    SFC_VERDICT_CONFORMS = 0,
    SFC_VERDICT_PASSES,
    SFC_VERDICT_AS_EXPECTED,
    SFC_VERDICT_FAILS,
    SFC_VERDICT_STALE,
    SFC_VERDICT_BAD_END,
    SFC_VERDICT_NOTHING,
    SFC_VERDICT_INTERRUPTED,
    SFC_NUM_VERDICTS
};
enum sfc_verdict sfc_results_verdict(const struct sfc_results *results);
/* "as-expected" */
extern const char *const sfc_verdict_names[SFC_NUM_VERDICTS];

#endif
