/* SPDX-License-Identifier: MIT */
/*
 * policies.h - open questions that an adapter does not declare.
 *
 * Each answer to such a question is right, but one implementation has one answer: which of them counts
 * shows when all cases were asked. Alike are cases of one question, op, version byte and container, and, where the
 * section names another machine than the case, of one machine.
 */
#ifndef SFC_POLICIES_H
#define SFC_POLICIES_H

#include "run.h"

/* Is the case about a question that the adapter leaves open, and that one answer can settle? Where a
   trace ends depends on the trace, and an encoder need not write what is open. */
bool sfc_is_left_open(const struct sfc_config *config, const struct sfc_case *c);

/* The bit of a word among the register's answers to the question of the case; 0 if it is none. */
unsigned sfc_answer_bit(const struct sfc_case *c, const char *answer);
/* The bits of all answers of which one accepts. */
unsigned sfc_accepting_answers(const struct sfc_case *c);

/* After the last answer of a run: for each question that is left open, the answer that fits most cases
   is the implementation's; of several, the first in the register. Cases that it does not fit are
   inconsistent. So the order in which cases are asked does not count. Nobody is inconsistent who fails the
   simplest cases: that says it all. */
void sfc_settle_policies(struct sfc_run *run);

#endif
