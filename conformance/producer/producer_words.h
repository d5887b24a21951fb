/* SPDX-License-Identifier: MIT */
/* producer_words.h - which rules a version of the format has words for. */
#ifndef SFC_PRODUCER_WORDS_H
#define SFC_PRODUCER_WORDS_H

#include "sfr.h"

/* Can a row without flexible FDEs state these rules? What it cannot state, a producer leaves out or (version 3) states
   with a flexible FDE. */
bool sfc_words_can_state(enum sfr_profile profile, unsigned abi, const struct sfr_rules *rules);

#endif
