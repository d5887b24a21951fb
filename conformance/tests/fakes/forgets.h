/* SPDX-License-Identifier: MIT */
/* forgets.h - readers whose single look-ups are right, made of the reference. */
#ifndef SFC_TESTS_FORGETS_H
#define SFC_TESTS_FORGETS_H

#include "adapter.h"

struct forgetful;

/* The reader of this name, NULL if there is none. It is the ctx of forgets_answer(). */
const struct forgetful *forgets_find(const char *name);
enum sfa_status forgets_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer);

#endif
