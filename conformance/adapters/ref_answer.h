/* SPDX-License-Identifier: MIT */
/* ref_answer.h - answers as the reference gives them, for adapters made of it. */
#ifndef SFC_REF_ANSWER_H
#define SFC_REF_ANSWER_H

#include "adapter.h"

/* The answer function of a struct sfa_adapter; ctx is not used. */
enum sfa_status ref_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer);

#endif
