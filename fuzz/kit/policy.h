/* SPDX-License-Identifier: MIT */
/* policy.h - what a reader's declarations allow. */
#ifndef SFK_POLICY_H
#define SFK_POLICY_H

#include <stdarg.h>

#include "sfk.h"

/* May it refuse what is only doubtful (or, not `refusing`, accept what is a violation), by the answer of this
   question that it has declared, or, if it has declared none, by any? */
bool sfk_policy_allows(const struct sfk_reader *reader, enum sfr_policy policy, bool refusing);

#endif
