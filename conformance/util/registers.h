/* SPDX-License-Identifier: MIT */
/* registers.h - finds clauses, faults, policies and refusals in the reference's registers. */
#ifndef SFC_REGISTERS_H
#define SFC_REGISTERS_H

#include "sfr.h"
#include "text.h"

enum sfc_register { SFC_CLAUSES, SFC_FAULTS, SFC_POLICIES, SFC_REFUSALS };

/* NULL if the register does not have the name, which is `len` bytes long. */
const struct sfr_clause_info *sfc_find_clause(const char *name, size_t len);
const struct sfr_fault_info *sfc_find_fault(const char *name, size_t len);
const struct sfr_policy_info *sfc_find_policy(const char *name, size_t len);
const struct sfr_refusal_info *sfc_find_refusal(const char *name, size_t len);
/* What the fault or the refusal of this name means. NULL if it is neither, such as an error of ELF files, or NULL. */
const char *sfc_class_message(const char *name);
/* What the row rests on in a profile; NULL if it does not hold there. */
const struct sfr_basis_info *sfc_find_basis(enum sfc_register in, const char *name, size_t len, const char *profile);

/* Does an implementation that declares this answer to a policy refuse the section, or the dump to
   encode? Every other answer accepts it. */
bool sfc_answer_rejects(const char *answer);
/* May it declare this answer? `accept` stands for all accepting answers. */
bool sfc_answer_is_allowed(const struct sfr_policy_info *policy, const char *answer);

#endif
