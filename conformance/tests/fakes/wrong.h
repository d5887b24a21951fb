/* SPDX-License-Identifier: MIT */
/* wrong.h - decoders with one planted error each, made of the reference. */
#ifndef SFC_TESTS_WRONG_H
#define SFC_TESTS_WRONG_H

#include "adapter.h"

struct wrong_decoder;

/* The decoder of this name, NULL if there is none. It is the ctx of wrong_answer(). */
const struct wrong_decoder *wrong_find(const char *name);
enum sfa_status wrong_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer);

#endif
