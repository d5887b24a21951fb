/* SPDX-License-Identifier: MIT */
/* ref_answer.h - the reference's answers, for adapters. */
#ifndef SFC_REF_ANSWER_H
#define SFC_REF_ANSWER_H

#include "adapter.h"
#include "sfr_text.h"

/* The answer function of a struct sfa_adapter; ctx is not used. */
enum sfa_status ref_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer);
/* An sfr_text_fn that adds to a struct sfa_answer. */
sfr_text_fn ref_add_text;

#endif
