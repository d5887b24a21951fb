/* SPDX-License-Identifier: MIT */
/* registers.h - clauses, faults, policies and refusals of the reference's registers, by name. */
#ifndef SFR_CONFORMANCE_REGISTERS_H
#define SFR_CONFORMANCE_REGISTERS_H

#include "sfr.h"

/* NULL where no register has the name. `name` is `len` bytes long. */
const struct sfr_clause_info *sfr_find_clause(const char *name, size_t len);
const struct sfr_fault_info *sfr_find_fault(const char *name, size_t len);
const struct sfr_policy_info *sfr_find_policy(const char *name, size_t len);
const struct sfr_refusal_info *sfr_find_refusal(const char *name, size_t len);

#endif
