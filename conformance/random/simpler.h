/* SPDX-License-Identifier: MIT */
/* simpler.h - changes that make a function simpler to read without making it shorter. */
#ifndef SFC_SIMPLER_H
#define SFC_SIMPLER_H

#include "program.h"

/* How many changes there may be. */
size_t sfc_num_simpler(const struct sfc_body *body);
/* Makes change number `at`, which may do nothing. */
void sfc_simpler(const struct sfc_target *target, struct sfc_body *body, size_t at);

#endif
