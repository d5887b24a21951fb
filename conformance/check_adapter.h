/* SPDX-License-Identifier: MIT */
/* check_adapter.h - checks an adapter, not the implementation behind it: does it hold to PROTOCOL.md? */
#ifndef SFR_CONFORMANCE_CHECK_ADAPTER_H
#define SFR_CONFORMANCE_CHECK_ADAPTER_H

#include "rung.h"

/* Prints a line for each check, and what to change for those that fail. Returns how many failed. */
unsigned sfr_check_adapter(struct sfr_config *config, const struct sfr_grant *grant);

#endif
