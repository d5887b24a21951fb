/* SPDX-License-Identifier: MIT */
/* draw.h - random functions. */
#ifndef SFC_DRAW_H
#define SFC_DRAW_H

#include "program.h"

/* Function number `index` of the seed: always the same, whichever others are made. It is valid: sfc_expect() can read
   it. */
void sfc_draw(const struct sfc_target *target, uint64_t seed, uint64_t index, struct sfc_body *body);

/* Does it have numbers that no version of the format can hold, so that an assembler may refuse it? */
bool sfc_may_refuse(const struct sfc_body *body);

#endif
