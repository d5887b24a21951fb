/* SPDX-License-Identifier: MIT */
/* registers.h - clauses, faults, policies and refusals of the reference's registers, by name. */
#ifndef SFC_REGISTERS_H
#define SFC_REGISTERS_H

#include "sfr.h"

/* NULL where no register has the name. `name` is `len` bytes long. */
const struct sfr_clause_info *sfc_find_clause(const char *name, size_t len);
const struct sfr_fault_info *sfc_find_fault(const char *name, size_t len);
const struct sfr_policy_info *sfc_find_policy(const char *name, size_t len);
const struct sfr_refusal_info *sfc_find_refusal(const char *name, size_t len);

#endif
